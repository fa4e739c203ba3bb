import FetchFiles

/// A file that grows at its end, and keeps what was written to it even if the process is killed.
///
/// Each ``append(_:)`` is one write to the system; what it has taken survives the end of the process, and after
/// ``synchronize()`` that of the machine. At the end of a file that was cut short there may be a part of the last
/// bytes appended, which ``truncate(to:)`` takes away. One process has the file at a time.
public final class AppendFile {
    /// The path as given.
    public let name: String

    private let descriptor: Int32

    /// Opens the file at `path`, and makes it if it is not there.
    ///
    /// - Throws: ``TraceError/Kind/cannotWrite``, also if another process has the file open in this way, or if it
    ///   is not an ordinary file.
    public convenience init(path: String) throws(TraceError) {
        self.init(path: path, descriptor: try Self.open(path))
        guard SystemCalls.lock(descriptor) else {
            throw TraceError(kind: .cannotWrite, file: path, found: "another run has it open")
        }
    }

    /// Opens it as ``init(path:)`` does, but waits while another process has it open in this way.
    public convenience init(waitingFor path: String) throws(TraceError) {
        while true {
            let descriptor = try Self.open(path)
            SystemCalls.waitForLock(descriptor)
            // Another process may have removed the file; then a write to it would be lost.
            guard SystemCalls.number(of: path) == SystemCalls.number(of: descriptor) else {
                SystemCalls.unlockAndClose(descriptor)
                continue
            }
            self.init(path: path, descriptor: descriptor)
            return
        }
    }

    private init(path: String, descriptor: Int32) {
        name = path
        self.descriptor = descriptor
    }

    private static func open(_ path: String) throws(TraceError) -> Int32 {
        let descriptor = try described(.cannotWrite, path) { () throws(SystemFailure) -> Int32? in
            try SystemCalls.shape(of: path) == .special ? nil : SystemCalls.openToAppend(path)
        }
        if let descriptor { return descriptor }
        throw TraceError(kind: .cannotWrite, file: path, found: "not an ordinary file")
    }

    deinit {
        SystemCalls.unlockAndClose(descriptor)
    }

    /// The whole content. Call it before anything is appended.
    ///
    /// - Complexity: O(bytes).
    public func content() throws(TraceError) -> [UInt8] {
        try described(.cannotOpen, name) { () throws(SystemFailure) in try SystemCalls.readAll(descriptor) }
    }

    /// Adds `bytes` at the end.
    public func append(_ bytes: [UInt8]) throws(TraceError) {
        try described(.cannotWrite, name) { () throws(SystemFailure) in
            try SystemCalls.write(descriptor, bytes)
        }
    }

    /// Keeps the first `length` bytes only.
    public func truncate(to length: Int) throws(TraceError) {
        try described(.cannotWrite, name) { () throws(SystemFailure) in
            try SystemCalls.truncate(descriptor, to: length)
        }
    }

    /// Waits until all that was appended is on the storage.
    public func synchronize() throws(TraceError) {
        try described(.cannotWrite, name) { () throws(SystemFailure) in
            try SystemCalls.synchronize(descriptor)
        }
    }
}
