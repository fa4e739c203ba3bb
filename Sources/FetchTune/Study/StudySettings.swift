import FetchSched
import FetchSchedText
import FetchSim
import FetchTrace

/// Settings on which the measurements of a ``StudyFile`` depend. Settings that only say what and how long to search
/// (the parameters, the number of evaluations, patience, folds) are left out, so that a study can be continued with
/// more of it, or with less.
package struct StudySettings: Sendable {
    /// Names and values, in the order of the file.
    package let all: [(name: String, value: String)]

    /// Settings by name; neither names nor values may hold a line feed.
    init(_ all: [(name: String, value: String)]) {
        self.all = all
    }

    /// The settings of a task, run by a program of that version.
    package init(_ task: TuneTask, version: String) {
        var all = [("engine", version)]
        for (index, source) in task.sources.enumerated() {
            let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
            all.append(("trace \(index + 1)", "\(source.fingerprint) \(escaped(name))"))
        }
        for radio in task.radios { all.append(("radio", "\(escaped(radio.name)) \(radio.fingerprint)")) }
        all.append(("values", task.values.map(DecimalText.text).joined(separator: ",")))
        all.append(("warmup days", DecimalText.text(task.rules.warmup.seconds / 86_400)))
        all.append(("seed", "\(task.seed)"))
        for parameter in Parameter.tunable {
            all.append((parameter.name, DecimalText.text(parameter.value(in: task.base))))
        }
        self.all = all
    }

    private static let title = "fetchsched study 1"
    private static let end = "end of settings "

    /// The heading of the file.
    var text: String { body + Self.end + fingerprint + "\n" }

    private var body: String {
        ([Self.title] + all.map { "\($0.name) = \($0.value)" }).joined(separator: "\n") + "\n"
    }

    /// A checksum that differs between studies of other settings.
    package var fingerprint: String { StudyLine.checksum(body.utf8) }

    /// The fingerprint and the lines of the study that `bytes` are.
    static func parts(
        of bytes: [UInt8], file: String
    ) throws(StudyError) -> (fingerprint: String, lines: [Substring]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == title[...], let last = lines.firstIndex(where: { $0.hasPrefix(end) }) else {
            throw .noStudy(file: file)
        }
        let fingerprint = String(lines[last].dropFirst(end.count))
        let body = lines[..<last].joined(separator: "\n") + "\n"
        guard StudyLine.checksum(body.utf8) == fingerprint else { throw .noStudy(file: file) }
        lines.removeFirst(last + 1)
        return (fingerprint, lines.compactMap { StudyLine.checked(ArraySlice(Array($0.utf8))) })
    }

    func expectSame(in bytes: [UInt8], file: String) throws(StudyError) {
        if bytes.starts(with: text.utf8) { return }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .prefix { !$0.starts(with: Self.end.utf8) }.map { String(decoding: $0, as: UTF8.self) }
        guard lines.first == Self.title else { throw .noStudy(file: file) }
        let wanted = all.map { "\($0.name) = \($0.value)" }
        for (index, pair) in zip(lines.dropFirst(), wanted).enumerated() where pair.0 != pair.1 {
            throw .otherSettings(file: file, line: index + 2, found: pair.0, expected: pair.1)
        }
        throw .noStudy(file: file)
    }
}

extension TuneTask.Source {
    /// A checksum of the devices, as text.
    package var fingerprint: String {
        var digest = Digest()
        for device in devices { digest.add(Int(Int64(bitPattern: device.digest))) }
        return hexadecimal(digest.value, digits: 16)
    }
}

extension RadioProfile {
    var fingerprint: String {
        var digest = Digest()
        func add(_ phase: Phase?) {
            digest.add(phase?.seconds ?? -1)
            digest.add(phase?.watts ?? -1)
        }
        add(promotion)
        for stage in tail {
            digest.add(stage.seconds)
            digest.add(stage.watts)
            add(stage.promotion)
        }
        for figure in [
            baseWatts, downlinkWattsPerMbps, uplinkWattsPerMbps, downlinkMbps, uplinkMbps, roundTripSeconds,
        ] {
            digest.add(figure)
        }
        return hexadecimal(digest.value, digits: 16)
    }
}

/// Why a study cannot be continued.
package enum StudyError: ReportedError, Sendable {
    package var exitStatus: Int32 { 65 }

    /// The file is something else, or its heading is damaged.
    case noStudy(file: String)
    case otherSettings(file: String, line: Int, found: String, expected: String)
    /// The engine gives other figures than those in the file.
    case otherEngine(file: String)
    /// A line that was told is of another study, or says other figures than one before.
    case wrongResult(file: String, line: Int, found: String, expected: String)

    /// `file:line:column: error: found X, expected Y, what to do`.
    package var description: String {
        switch self {
        case .noStudy(let file):
            "\(escaped(file)):1:1: error: found no study of fetchsched, expected one or a new file"
        case .otherSettings(let file, let line, let found, let expected):
            "\(escaped(file)):\(line):1: error: found \(quoted(found)), expected \(quoted(expected)) as in this run; "
                + "repeat the settings of the study, or start a new one in another file"
        case .otherEngine(let file):
            "\(escaped(file)): error: found other figures than the engine gives now; it was "
                + "changed meanwhile, so start a new study in another file"
        case .wrongResult(let file, let line, let found, let expected):
            "\(escaped(file)):\(line):1: error: found \(found), expected \(expected)"
        }
    }
}
