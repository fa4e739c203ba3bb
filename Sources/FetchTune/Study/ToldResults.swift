import FetchFiles
import FetchTrace

/// Measurements that were made elsewhere, in a file next to the study: `STUDY.told`.
///
/// They are told in any order, some twice, some never. A search takes them from here in the order in which it needs
/// them, so that the study itself is always that of a search without help. The file is the study's fingerprint and
/// then lines like those of a ``StudyFile``; it only grows, and goes when the study has all that is in it.
package final class ToldResults: Sendable {
    package let path: String
    private let lines: [Substring]

    package static func path(of study: String) -> String { study + ".told" }

    /// Reads the measurements that were told to the study at `study`; nil if there are none.
    package init?(study: String, settings: StudySettings) throws {
        path = Self.path(of: study)
        if (try? SystemCalls.shape(of: path)) == .missing { return nil }
        let content = try ToldFile(path: path)
        guard content.fingerprint == settings.fingerprint else {
            // A file that was just started has nothing to lose.
            if content.lines.isEmpty { return nil }
            throw StudyError.wrongResult(
                file: path, line: 1, found: "results of another study",
                expected: "those of this one; remove the file, or repeat the settings of the study")
        }
        lines = content.lines
    }

    func measurements(space: SearchSpace) -> [Trial: UnitMeasurement] {
        StudyLine.measurements(in: lines, space)
    }

    /// Removes the file, if the study has everything that is in it now.
    @discardableResult
    package static func removeIfTaken(study: String) throws -> Int {
        let path = path(of: study)
        if (try? SystemCalls.shape(of: path)) == .missing { return 0 }
        let told = try ToldFile(path: path)
        let taken = Set(try StudyReading(path: study).lines)
        let left = Set(told.lines).subtracting(taken)
        // Still locked: no process can add to it meanwhile.
        if left.isEmpty { SystemCalls.removeFile(path) }
        return left.count
    }
}

/// A measurement that was made elsewhere.
package struct ToldResult: Hashable, Sendable {
    package var study: String
    /// The trial, as it was requested.
    package var trial: String
    package var unit: Int
    package var measurement: UnitMeasurement
}

extension ToldResult {
    /// The line of `tune measure`.
    package var line: String {
        JSON.object([
            "study": .text(study), "trial": .text(trial), "unit": .whole(unit),
            "fresh": .whole(measurement.fresh), "joules": .shortest(measurement.joules),
        ]).text + "\n"
    }

    package init(line: JSONValue) throws(RecordProblem) {
        study = try line.field("study").text()
        trial = try line.field("trial").text()
        unit = try line.field("unit").count()
        measurement = UnitMeasurement(
            fresh: try line.field("fresh").count(), joules: try line.field("joules").amount())
    }
}

/// Telling a study, which need not be read with its traces for that.
package struct StudyTeller {
    private let path: String
    private let told: ToldFile
    private let fingerprint: String
    private var known: [String: Substring] = [:]
    private var new: [UInt8] = []
    package private(set) var added = 0
    package private(set) var repeated = 0

    package init(study path: String) throws {
        self.path = path
        let study = try StudyReading(path: path)
        fingerprint = study.fingerprint
        told = try ToldFile(path: ToldResults.path(of: path))
        let isOld = told.fingerprint == fingerprint
        if !isOld, !told.lines.isEmpty {
            throw StudyError.wrongResult(
                file: told.path, line: 1, found: "results of another study",
                expected: "those of \(quoted(path)); remove the file if nobody needs them")
        }
        for line in study.lines + told.lines { note(line) }
        if !isOld { new = Array((ToldFile.title + fingerprint + "\n").utf8) }
    }

    private mutating func note(_ line: Substring) {
        let fields = line.split(separator: " ", maxSplits: 2)
        if fields.count == 3 { known["\(fields[0]) \(fields[1])"] = fields[2] }
    }

    package mutating func take(_ result: ToldResult, file: String, line: Int) throws {
        func wrong(_ found: String, _ expected: String) -> StudyError {
            .wrongResult(file: file, line: line, found: found, expected: expected)
        }
        guard result.study == fingerprint else {
            throw wrong(
                "a result of study \(quoted(result.study))", "one of \(quoted(fingerprint)), as asked for")
        }
        let isText = result.trial.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isText, !result.trial.isEmpty, result.unit >= 0, result.measurement.fresh >= 0,
            result.measurement.joules.isFinite
        else { throw wrong("a result that none can be", "one of a trial that was asked for") }
        let text = StudyLine.text(result.trial, unit: result.unit, result.measurement)
        guard let content = StudyLine.checked(ArraySlice(text.utf8.dropLast())) else { return }
        if let before = known["\(result.trial) \(result.unit)"] {
            guard content.hasSuffix(" " + before) else {
                throw wrong(
                    "other figures of trial \(quoted(result.trial)) on unit \(result.unit) than before",
                    "the same (\(before)): all must be measured with one engine and the same settings")
            }
            repeated += 1
            return
        }
        new += Array(text.utf8)
        added += 1
        note(content)
    }

    /// Writes down all that was taken, and waits until it is on the storage.
    package func commit() throws {
        guard !new.isEmpty else { return }
        try told.append(new)
    }
}

struct StudyReading {
    let fingerprint: String
    let lines: [Substring]

    init(path: String) throws {
        let bytes = try described(.cannotOpen, path) { () throws(SystemFailure) in
            let descriptor = try SystemCalls.openToRead(path)
            defer { try? SystemCalls.closeFile(descriptor) }
            return try SystemCalls.readAll(descriptor)
        }
        (fingerprint, lines) = try StudySettings.parts(of: bytes, file: path)
    }
}

/// The file of what was told, locked.
struct ToldFile {
    static let title = "fetchsched told 1 "

    let path: String
    /// The study's fingerprint; nil if the file is new.
    let fingerprint: String?
    let lines: [Substring]
    private let file: AppendFile

    /// Opens it, and makes it if it is not there. Whatever is no whole line at its end is cut off.
    init(path: String) throws {
        self.path = path
        file = try AppendFile(waitingFor: path)
        let bytes = try file.content()
        let heading = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let first = String(decoding: bytes[..<(heading ?? bytes.count)], as: UTF8.self)
        guard let heading, first.hasPrefix(Self.title) else {
            // New, or started by a process that was killed.
            guard Self.title.hasPrefix(first) || first.hasPrefix(Self.title) else {
                throw StudyError.noStudy(file: path)
            }
            try file.truncate(to: 0)
            fingerprint = nil
            lines = []
            return
        }
        fingerprint = String(first.dropFirst(Self.title.count))
        let (lines, whole) = StudyFile.wholeLines(bytes, after: heading + 1)
        self.lines = lines
        if whole < bytes.count { try file.truncate(to: whole) }
    }

    func append(_ bytes: [UInt8]) throws {
        try file.append(bytes)
        try file.synchronize()
    }
}
