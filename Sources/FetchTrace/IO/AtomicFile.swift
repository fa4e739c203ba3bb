import FetchFiles

/// A file that appears whole or not at all.
///
/// Bytes go to a temporary file next to the target. ``commit()`` waits until they are on the storage and gives
/// the file its name, in one step; until then, a file that was there stays as it was. An `AtomicFile` that goes
/// away uncommitted takes its temporary file along; only a process that is killed can leave one behind.
///
///     let file = try AtomicFile(path: "week.csv")
///     try file.write(bytes)
///     try file.commit()
///
/// Standard output, and targets that are not ordinary files (`/dev/null`, a named pipe), are written directly.
/// Links are followed, and a file that is replaced passes its permissions on, and its owner if possible. A link that leads to no
/// file is an error.
public final class AtomicFile: ByteSink {
    /// The target as given, or `<stdout>`.
    public let name: String

    private var descriptor: Int32
    /// Temporary path of the bytes, and their final one; nil if they are written directly.
    private let move: (temporary: String, target: String)?
    /// Whether the descriptor is ours to close.
    private var isOpen: Bool

    /// Makes the temporary file. A `path` of `-` or nil is standard output.
    ///
    /// With standard output, the process ignores the signal `SIGPIPE` from then on, so that a reader that
    /// goes away is a ``TraceError/isBrokenPipe`` error and not the end of the process.
    ///
    /// - Throws: ``TraceError/Kind/cannotWrite``.
    public init(path: String?) throws(TraceError) {
        guard let path, path != "-" else {
            SystemCalls.ignoreBrokenPipeSignal()
            name = "<stdout>"
            descriptor = 1
            move = nil
            isOpen = false
            return
        }
        name = path
        if SystemCalls.isLink(path), (try? SystemCalls.shape(of: path)) == .missing {
            throw TraceError(
                kind: .cannotWrite, file: path, found: "a link that leads to no file",
                advice: "remove the link, or name the file that it should lead to")
        }
        (descriptor, move) = try described(.cannotWrite, path) { () throws(SystemFailure) in
            try Self.open(path)
        }
        isOpen = true
    }

    deinit {
        abandon()
    }

    /// Writes all of `bytes`; after a commit, or after being abandoned, an error.
    public func write(_ bytes: [UInt8]) throws(TraceError) {
        guard isOpen || move == nil else {
            throw TraceError(kind: .cannotWrite, file: name, found: "the file is closed")
        }
        try described(.cannotWrite, name) { () throws(SystemFailure) in
            try SystemCalls.write(descriptor, bytes)
        }
    }

    /// Makes the file appear under its name. Further calls do nothing.
    ///
    /// - Throws: ``TraceError/Kind/cannotWrite``; then nothing has changed at the target.
    public func commit() throws(TraceError) {
        guard isOpen else { return }
        try described(.cannotWrite, name) { () throws(SystemFailure) in
            do throws(SystemFailure) {
                if move != nil { try SystemCalls.synchronize(descriptor) }
                isOpen = false
                try SystemCalls.closeFile(descriptor)
                if let move { try TemporaryFiles.rename(move.temporary, to: move.target) }
            } catch {
                if isOpen { abandon() } else if let move { TemporaryFiles.remove(move.temporary) }
                throw error
            }
        }
    }

    /// Removes the temporary file, if it has not become the target.
    public func abandon() {
        guard isOpen else { return }
        isOpen = false
        try? SystemCalls.closeFile(descriptor)
        if let move { TemporaryFiles.remove(move.temporary) }
    }

    private static func open(
        _ path: String
    ) throws(SystemFailure) -> (Int32, (temporary: String, target: String)?) {
        switch try SystemCalls.shape(of: path) {
        case .directory:
            throw SystemFailure(code: SystemCalls.isDirectory)
        case .special:
            SystemCalls.ignoreBrokenPipeSignal()
            return (try SystemCalls.openToWrite(path), nil)
        case .missing:
            let (temporary, descriptor) = try TemporaryFiles.create(nextTo: path)
            return (descriptor, (temporary, path))
        case .file(let access):
            let target = try SystemCalls.resolved(path)
            let (temporary, descriptor) = try TemporaryFiles.create(nextTo: target)
            do {
                try SystemCalls.setAccess(descriptor, access)
            } catch {
                try? SystemCalls.closeFile(descriptor)
                TemporaryFiles.remove(temporary)
                throw error
            }
            return (descriptor, (temporary, target))
        }
    }
}
