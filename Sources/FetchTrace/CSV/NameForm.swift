/// How a name is written in a trace.
enum NameForm: UInt8, Sendable {
    /// As it is.
    case plain
    /// In quotes.
    case quoted
    /// Not at all: the reader would not take it as it is.
    case refused

    /// - Complexity: O(bytes).
    init(_ name: String) {
        let bytes = Array(name.utf8)
        var needsQuotes = false
        var previous: UInt8 = 0
        self = .refused
        for byte in bytes {
            if previous == UInt8(ascii: "\r"), byte != UInt8(ascii: "\n") { return }
            if previous == 0xC2, byte < 0xA0 { return }
            if byte < 0x20 || byte == 0x7F, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { return }
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") {
                needsQuotes = true
            }
            previous = byte
        }
        if bytes.isEmpty || previous == UInt8(ascii: "\r") { return }
        self = needsQuotes ? .quoted : .plain
    }
}

/// Whether the reader would take the name as it is: some text, and controls only as line ends.
package func isTraceName(_ name: String) -> Bool { NameForm(name) != .refused }
