import FetchTrace

/// The bytes of a file as UTF-8, and its name for errors.
///
/// UTF-16 with a byte order mark, which `adb shell … > file` makes in older PowerShells, is converted.
package struct InputText: Sendable {
    package let name: String
    /// The text in UTF-8, without a byte order mark.
    package let bytes: [UInt8]

    /// Takes the bytes of a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = Self.utf8(bytes)
    }

    /// Reads the file at `path`; `-` is standard input.
    ///
    /// - Throws: ``FetchTrace/TraceError`` of kind `cannotOpen`.
    package init(path: String) throws(TraceError) {
        let source = try FileSource(path: path)
        let chunk = 1 << 16
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: chunk)
        while true {
            let size = try source.read(into: &buffer, from: 0, atMost: chunk)
            if size == 0 { break }
            bytes += buffer[..<size]
        }
        self.init(name: source.name, bytes: bytes)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// An error at a byte, as line and column.
    ///
    /// - Complexity: O(*n*) in the offset.
    func problem(at offset: Int, found: String, expected: String, advice: String? = nil) -> TraceError {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return TraceError(
            kind: .data, file: name, line: line, column: offset - lineStart + 1, found: found,
            expected: expected, advice: advice)
    }

    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
        // Half a surrogate becomes U+FFFD.
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
