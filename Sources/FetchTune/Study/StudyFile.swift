import FetchSched
import FetchSchedText
import FetchSim
import FetchTrace
import Synchronization

/// The measurements of a search in a file, so that a run that ended in whatever way can be taken up again.
///
/// A text file that only grows. First the settings that give the measurements their meaning, then a line for each
/// measurement, in the order in which the search needs them:
///
///     fetchsched study 1
///     radio = lte
///     ...
///     end of settings 0f6a3d1c5b7e9a20
///     prospectWeight=0.25,probe.after=7200 12 345/67.25 91f3a2c4d5e6f708
///
/// that is: what differs from the base (`-` for nothing), the number of the unit, fresh launches and joules,
/// and a checksum. Each line is written at once and is on the storage about a second later. A line that
/// does not have its checksum, such as one that was being written when the process was killed, is cut off, with
/// all that follows it.
package final class StudyFile: Sendable {
    package let path: String
    package let fingerprint: String
    /// Bytes at the end of the file that were no whole lines, and were cut off.
    package let bytesCutOff: Int

    private let state: Mutex<State>

    private struct State {
        let file: AppendFile
        var lines: [Substring]
        var synchronized: ContinuousClock.Instant
    }

    private static let synchronizationPeriod = Duration.seconds(1)

    /// Opens the study at `path`, or starts it there.
    package init(path: String, settings: StudySettings) throws {
        self.path = path
        fingerprint = settings.fingerprint
        let file = try AppendFile(path: path)
        let bytes = try file.content()
        let heading = Array(settings.text.utf8)
        var lines: [Substring] = []
        var whole = bytes.count
        if bytes.count < heading.count, heading.starts(with: bytes) {
            // New, or killed while it was created.
            try file.truncate(to: 0)
            try file.append(heading)
            try file.synchronize()
        } else {
            try settings.expectSame(in: bytes, file: path)
            (lines, whole) = Self.wholeLines(bytes, after: heading.count)
            if whole < bytes.count { try file.truncate(to: whole) }
        }
        bytesCutOff = bytes.count < heading.count ? 0 : bytes.count - whole
        state = Mutex(State(file: file, lines: lines, synchronized: .now))
    }

    /// Measurements in the file when it was opened; to be called once.
    func takeMeasurements(space: SearchSpace) -> [Trial: UnitMeasurement] {
        let lines = state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
        return StudyLine.measurements(in: lines, space)
    }

    func append(_ trial: Trial, _ measurement: UnitMeasurement, space: SearchSpace) throws {
        let line = Array(StudyLine.text(trial, measurement, space).utf8)
        try state.withLock { state in
            try state.file.append(line)
            let now = ContinuousClock.now
            if now - state.synchronized >= Self.synchronizationPeriod {
                state.synchronized = now
                try state.file.synchronize()
            }
        }
    }

    /// Waits until everything is on the storage.
    package func synchronize() throws {
        try state.withLock { try $0.file.synchronize() }
    }

    /// The lines that have their checksums, up to the first that does not, and the bytes up to there.
    static func wholeLines(_ bytes: [UInt8], after start: Int) -> ([Substring], Int) {
        var lines: [Substring] = []
        var whole = start
        while let end = bytes[whole...].firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = StudyLine.checked(bytes[whole..<end]) else { break }
            lines.append(line)
            whole = end + 1
        }
        return (lines, whole)
    }
}

/// One measurement as a line of text.
enum StudyLine {
    static func text(_ trial: Trial, _ measurement: UnitMeasurement, _ space: SearchSpace) -> String {
        text(changes(of: trial.candidate, space), unit: trial.unit, measurement)
    }

    static func text(_ changes: String, unit: Int, _ measurement: UnitMeasurement) -> String {
        // The shortest text that reads back as the same number.
        let content = "\(changes) \(unit) \(measurement.fresh)/\(measurement.joules)"
        return content + " " + checksum(content.utf8) + "\n"
    }

    /// A candidate's differences from the base; `-` for none.
    static func changes(of candidate: Candidate, _ space: SearchSpace) -> String {
        let changes = space.changes(of: candidate).map { index in
            "\(space.dimensions[index].name)=\(DecimalText.text(candidate.values[index]))"
        }
        return changes.isEmpty ? "-" : changes.joined(separator: ",")
    }

    /// The candidate of that text; nil if it is none of the space.
    static func candidate(_ changes: some StringProtocol, _ space: SearchSpace) -> Candidate? {
        var candidate = space.base
        if changes == "-" { return candidate }
        for change in changes.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = change.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let value = DecimalText.value(sides[1].utf8),
                let index = space.dimensions.firstIndex(where: { $0.name == sides[0] }),
                space.dimensions[index].range.contains(value)
            else { return nil }
            candidate.values[index] = value
        }
        return candidate
    }

    /// The line without its checksum, if that is right.
    static func checked(_ bytes: ArraySlice<UInt8>) -> Substring? {
        guard let space = bytes.lastIndex(of: UInt8(ascii: " ")) else { return nil }
        let content = bytes[..<space]
        guard bytes[(space + 1)...].elementsEqual(checksum(content).utf8) else { return nil }
        return Substring(decoding: content, as: UTF8.self)
    }

    /// The measurements of lines, as far as their candidates are of the space; of several of one trial the last.
    static func measurements(in lines: [Substring], _ space: SearchSpace) -> [Trial: UnitMeasurement] {
        Dictionary(lines.compactMap { parse($0, space) }) { $1 }
    }

    private static func parse(_ line: Substring, _ space: SearchSpace) -> (Trial, UnitMeasurement)? {
        let fields = line.split(separator: " ")
        guard fields.count == 3, let unit = Int(fields[1]), let candidate = candidate(fields[0], space) else {
            return nil
        }
        let sides = fields[2].split(separator: "/")
        guard sides.count == 2, let fresh = Int(sides[0]), let joules = Double(sides[1]) else { return nil }
        return (Trial(candidate: candidate, unit: unit), UnitMeasurement(fresh: fresh, joules: joules))
    }

    static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        var digest = Digest()
        digest.add(bytes)
        return hexadecimal(digest.value, digits: 16)
    }
}
