import FetchSched
import FetchTrace
import Synchronization

/// Writes a partial result: a header, a line for each device, and an end.
package final class PartialWriter: Sendable {
    private let state: Mutex<State>

    private struct State {
        let file: AtomicFile
        var devices = 0

        func write(_ fields: String) throws(TraceError) {
            let content = Array(("{" + fields).utf8)
            let checksum = PartialLine.checksum(content)
            try file.write(content + Array(",\"crc\":\"\(checksum)\"}\n".utf8))
        }
    }

    /// Starts a partial result that appears at `path` when it is complete; `-` is standard output.
    package init(path: String, _ header: PartialHeader) throws(TraceError) {
        let first = State(file: try AtomicFile(path: path))
        try first.write(header.fields)
        state = Mutex(first)
    }

    package func write(_ fields: String) throws {
        try state.withLock { state in
            try state.write(fields)
            state.devices += 1
        }
    }

    /// Writes the end, and makes the file appear.
    package func commit() throws {
        try state.withLock { state in
            try state.write("\"end\":\(state.devices)")
            try state.file.commit()
        }
    }

    package func abandon() {
        state.withLock { $0.file.abandon() }
    }
}

enum PartialLine {
    /// `,"crc":"`, eight digits, `"}`.
    static let tail = 18

    static func checksum(_ content: [UInt8]) -> String {
        hexadecimal(UInt64(SnapshotChecksum.of(content, count: content.count)), digits: 8)
    }
}

/// Reads partial results line by line; a file may hold several, one after the other.
package struct PartialReader {
    package enum Line: Sendable {
        case header(PartialHeader)
        /// A device, with the checksum of its line.
        case device(JSONValue)
        case end
    }

    /// The file as errors show it.
    package var name: String { source.name }
    /// The line that was read last, from 1.
    package private(set) var line = 0

    private let source: FileSource
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var filled = 0
    private var position = 0
    private var isInside = false
    private var devices = 0

    /// Opens the file at `path`; `-` is standard input.
    package init(path: String) throws(TraceError) {
        source = try FileSource(path: path)
    }

    package mutating func next() throws(TraceError) -> Line? {
        guard let content = try nextLine() else {
            if isInside {
                throw damaged(
                    "the end of the file", "more lines",
                    "the file was cut off: make this partial result again")
            }
            if line == 0 { throw damaged("an empty file", "the output of 'fetchsched bench --partial'", nil) }
            return nil
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: content)
            return try read(value, content)
        } catch {
            throw error.at(source.name, line)
        }
    }

    private mutating func read(_ value: JSONValue, _ content: [UInt8]) throws(RecordProblem) -> Line {
        if try value.optionalField("format") != nil {
            guard !isInside else {
                throw RecordProblem(
                    offset: 0, found: "another partial result", expected: "the end of the one before",
                    advice: "the one before was cut off: make it again")
            }
            let header = try PartialHeader(value)
            isInside = true
            devices = 0
            return .header(header)
        }
        guard isInside else {
            throw RecordProblem(offset: 0, found: "no header", expected: "one before the devices")
        }
        guard let end = try value.optionalField("end") else {
            devices += 1
            return .device(value)
        }
        let count = try end.count()
        guard count == devices else {
            throw RecordProblem(
                offset: 0, found: "\(devices) devices", expected: "\(count)",
                advice: "lines are missing or doubled: make this partial result again")
        }
        isInside = false
        return .end
    }

    /// The next line without its end, its checksum verified; nil at the end of the file.
    private mutating func nextLine() throws(TraceError) -> [UInt8]? {
        var content: [UInt8] = []
        while true {
            if position == filled {
                filled = try source.read(into: &buffer, from: 0, atMost: buffer.count)
                position = 0
                if filled == 0 { break }
            }
            let rest = buffer[position..<filled]
            if let end = rest.firstIndex(of: 0x0A) {
                content += rest[..<end]
                position = end + 1
                line += 1
                try verify(content)
                return content
            }
            content += rest
            position = filled
        }
        guard !content.isEmpty else { return nil }
        line += 1
        throw damaged(
            "a line without an end", "a whole one", "the file was cut off: make this partial result again")
    }

    private func verify(_ content: [UInt8]) throws(TraceError) {
        let body = Array(content.dropLast(PartialLine.tail))
        guard content.count > PartialLine.tail,
            content.suffix(PartialLine.tail).elementsEqual(",\"crc\":\"\(PartialLine.checksum(body))\"}".utf8)
        else {
            let isOurs = line > 1 || content.starts(with: "{\"format\":\"fetchsched-partial/".utf8)
            throw damaged(
                isOurs ? "a line without its checksum" : "no partial result",
                isOurs
                    ? "one as it was written"
                    : "the output of 'fetchsched bench --partial'",
                isOurs ? "the file is damaged: make this partial result again" : nil)
        }
    }

    private func damaged(_ found: String, _ expected: String, _ advice: String?) -> TraceError {
        TraceError(
            kind: .data, file: source.name, line: line == 0 ? nil : line, column: line == 0 ? nil : 1,
            found: found,
            expected: expected, advice: advice)
    }
}

extension RecordProblem {
    package func at(_ file: String, _ line: Int) -> TraceError {
        TraceError(
            kind: .data, file: file, line: line, column: offset + 1, found: found, expected: expected,
            advice: advice)
    }
}
