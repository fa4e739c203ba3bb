/// Where bytes go: a file, standard output, or memory.
public protocol ByteSink: AnyObject {
    /// The name that errors show.
    var name: String { get }

    /// Takes all of `bytes`.
    ///
    /// - Throws: ``TraceError/Kind/cannotWrite``.
    func write(_ bytes: [UInt8]) throws(TraceError)
}

/// Keeps the bytes in memory.
public final class MemorySink: ByteSink {
    /// The name that errors show.
    public let name: String
    /// Everything written so far.
    public private(set) var bytes: [UInt8] = []

    /// Makes an empty sink.
    public init(name: String = "<memory>") {
        self.name = name
    }

    /// Appends `bytes`.
    public func write(_ bytes: [UInt8]) throws(TraceError) {
        self.bytes += bytes
    }
}
