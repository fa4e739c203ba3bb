import FetchFiles
import FetchTrace

/// Lines of standard input, each without its end.
struct PollLineReader {
    /// Bytes of a line at the most: the sources of a line may be a million.
    private static let mostBytes = 1 << 28

    private var buffer: [UInt8] = []
    /// The bytes at hand that belong to no line yet, and from where on they were not searched.
    private var (start, searched, end) = (0, 0, 0)
    private var hasEnded = false

    /// The next line; nil at the end of the input. A line that is too long is cut off, and so refused.
    mutating func next() throws(SystemFailure) -> [UInt8]? {
        while true {
            if let stop = buffer[searched..<end].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (start, searched) = (stop + 1, stop + 1) }
                return Array(buffer[start..<stop])
            }
            searched = end
            if hasEnded {
                guard start < end else { return nil }
                defer { start = end }
                return Array(buffer[start..<end])
            }
            try refill()
        }
    }

    private mutating func refill() throws(SystemFailure) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            (searched, end, start) = (searched - start, end - start, 0)
        }
        // Bytes behind that cannot be part of a line that is taken.
        if end > Self.mostBytes { (searched, end) = (Self.mostBytes, Self.mostBytes) }
        let room = max(1 << 16, end)
        if buffer.count < end + room { buffer += [UInt8](repeating: 0, count: end + room - buffer.count) }
        let count = try SystemCalls.read(0, into: &buffer, from: end, atMost: room)
        end += count
        hasEnded = count == 0
    }
}

/// An answer of a session, as the steps read it.
struct PollReply {
    private let value: JSONValue?

    init(_ answer: [UInt8]) { value = try? JSONValue(parsing: answer) }

    /// The fault, and its byte in the line; nil if there is none.
    var error: (text: String, byte: Int)? {
        guard let text = try? value?.field("error").text() else { return nil }
        return (text, (try? value?.field("byte").count()) ?? 0)
    }

    /// The names of sources that are due.
    var due: [[UInt8]] {
        ((try? value?.field("due").list()) ?? []).compactMap { (try? $0.text()).map { Array($0.utf8) } }
    }

    /// Appends bytes as a text of JSON. Those that are not UTF-8 are refused by who reads it.
    static func quote(_ text: some Collection<UInt8>, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { line.append(UInt8(ascii: "\\")) }
            line.append(byte)
        }
        line.append(UInt8(ascii: "\""))
    }
}
