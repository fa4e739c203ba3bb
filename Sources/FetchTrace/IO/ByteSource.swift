import FetchFiles

/// Where bytes come from: a file, standard input, or memory. It is called once per chunk, not per byte.
public protocol ByteSource {
    /// The name that errors show.
    var name: String { get }

    /// Puts at least one and at most `count` bytes into `buffer`, from index `start`.
    ///
    /// - Parameter count: At least 1; `start + count` is at most `buffer.count`.
    /// - Returns: How many bytes; 0 at the end, and from then on.
    mutating func read(into buffer: inout [UInt8], from start: Int, atMost count: Int) throws(TraceError)
        -> Int
}

/// Bytes in memory.
public struct MemorySource: ByteSource, Sendable {
    /// The name that errors show.
    public let name: String
    private let bytes: [UInt8]
    private var position = 0

    /// Makes a source of `bytes`.
    public init(_ bytes: [UInt8], name: String = "<memory>") {
        self.bytes = bytes
        self.name = name
    }

    /// Copies the next bytes; see ``ByteSource/read(into:from:atMost:)``.
    public mutating func read(
        into buffer: inout [UInt8], from start: Int, atMost count: Int
    ) throws(TraceError) -> Int {
        let size = min(count, bytes.count - position)
        buffer.replaceSubrange(start..<start + size, with: bytes[position..<position + size])
        position += size
        return size
    }
}

/// An open file, or standard input; it is closed when the source goes away.
public final class FileSource: ByteSource {
    /// The path, or `<stdin>`.
    public let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the file at `path`; `-` is standard input.
    ///
    /// - Throws: ``TraceError/Kind/cannotOpen``. That the path is a directory shows with the first read.
    public init(path: String) throws(TraceError) {
        isOwned = path != "-"
        name = isOwned ? path : "<stdin>"
        descriptor =
            path == "-"
            ? 0
            : try described(.cannotOpen, path) { () throws(SystemFailure) in
                try SystemCalls.openToRead(path)
            }
    }

    /// Whether the file at `path` is an ordinary one, which can be read more than once; standard input is not.
    package static func canReadAgain(_ path: String) -> Bool {
        guard path != "-", case .file = try? SystemCalls.shape(of: path) else { return false }
        return true
    }

    deinit {
        if isOwned { try? SystemCalls.closeFile(descriptor) }
    }

    /// Reads the next bytes; see ``ByteSource/read(into:from:atMost:)``.
    public func read(into buffer: inout [UInt8], from start: Int, atMost count: Int) throws(TraceError) -> Int
    {
        try described(.cannotOpen, name) { () throws(SystemFailure) in
            try SystemCalls.read(descriptor, into: &buffer, from: start, atMost: count)
        }
    }
}
