import FetchFiles
import FetchSched

/// Keeps an engine's snapshots in a file, so that one is there whatever happens to the process or the machine.
///
///     let now = FetchTime(seconds: …)
///     var store = try SnapshotStore(path: "engine.state")
///     var engine = FetchEngine(configuration: configuration, seed: 1)
///     if let saved = try store.load({ bytes throws(SnapshotError) in
///         try FetchEngine(restoring: bytes, configuration: configuration)
///     }) {
///         for problem in saved.problems { log("\(problem)") }   // an older state: the last one was damaged
///         engine = saved.state
///         engine.hostRestarted(at: now)
///     }
///     …
///     try store.save(engine.snapshot())                        // every few minutes, and before the process ends
///
/// When ``save(_:)`` returns, the state is on the storage. Whenever the process ends, by whatever signal, and
/// whenever the power goes, ``load(_:)`` gives that state or one that was being saved later. Next to the file are the
/// state before it (`.previous`), to which `load` falls back if the last one is damaged, a file to lock (`.lock`),
/// and while a state is written a temporary one (`.new`), which the next store removes if it was left over.
///
/// One store has the file at a time: a second one, in this process or another, is refused (where the file system can
/// lock files; on those that cannot, the host sees to it). Links and the working directory are followed once, when the
/// store is made. New files are for their owner alone; one that is there passes its owner (where the
/// process may give files away) and its permissions on.
///
/// What the storage itself does after `fsync` is not in the store's hands: a drive that says that bytes are safe
/// which are not may lose both states.
public struct SnapshotStore: ~Copyable, Sendable {
    /// Where the state is: an absolute path, links followed.
    public var path: String { steps.current }

    /// Why states can be loaded and not saved: the folder, or the file to lock, may not be written to. Nil if they can.
    ///
    /// Such a store keeps no other from the file. If another one is just keeping a state, ``load(_:)`` may give the one
    /// before.
    public let readOnly: FileProblem?

    private var steps: StoreSteps<SystemFiles>
    private let lock: Int32?

    /// Opens the place, and removes what a process left there that ended while it was writing. The folder must exist,
    /// the file need not.
    ///
    /// - Parameter seal: encrypts what is saved; nil for plain states.
    /// - Throws: ``StoreError/cannotOpen(_:)``, ``StoreError/inUse(file:)``.
    public init(path: String, sealedBy seal: StateSeal? = nil) throws(StoreError) {
        let (file, access) = try Self.place(path)
        let folder = SystemCalls.parts(of: file).folder
        var steps = StoreSteps(SystemFiles(), current: file, folder: folder, access: access, seal: seal)
        switch try Self.locked(file) {
        case .locked(let lock):
            do { try steps.cleanUp() } catch {
                SystemCalls.unlockAndClose(lock)
                throw error
            }
            (self.lock, readOnly) = (lock, nil)
        case .forbidden(let problem): (lock, readOnly) = (nil, problem)
        }
        self.steps = steps
    }

    deinit {
        // The lock's file stays: another process may have opened it already.
        if let lock { SystemCalls.unlockAndClose(lock) }
    }

    /// Saves `snapshot` in the place of the last one, which becomes the one before.
    ///
    /// - Throws: ``StoreError/notASnapshot(_:)``, ``StoreError/cannotRead(_:)`` if it is unknown now whether there is
    ///   a state already, or ``StoreError/cannotWrite(_:)``, always if the store is ``readOnly``.
    /// - Complexity: O(bytes), as the last state is read again, and two waits for the storage.
    public mutating func save(_ snapshot: [UInt8]) throws(StoreError) {
        if let readOnly { throw .cannotWrite(readOnly) }
        try steps.save(snapshot)
    }

    /// Gives back the last state that is whole: one that `restore` takes. Nil if none was ever saved.
    ///
    /// - Throws: ``StoreError/refused(_:)``, ``StoreError/cannotRead(_:)``, or ``StoreError/nothingWhole(_:)``.
    /// - Complexity: O(bytes).
    public mutating func load<State>(
        _ restore: ([UInt8]) throws(SnapshotError) -> State
    ) throws(StoreError) -> Restored<State>? {
        try steps.load(restore)
    }

    /// The file that a path leads to, wherever the process goes afterwards, and the owner and permissions that it passes on.
    private static func place(_ path: String) throws(StoreError) -> (String, SystemCalls.Access?) {
        do throws(SystemFailure) {
            switch try SystemCalls.shape(of: path) {
            case .file(var access):
                access.permissions &= 0o777
                return (try SystemCalls.resolved(path), access)
            case .directory: throw SystemFailure(code: SystemCalls.isDirectory)
            case .special: throw SystemFailure(code: SystemCalls.notOrdinary)
            case .missing:
                // A link that leads nowhere would be replaced, not followed.
                if SystemCalls.isLink(path) { throw SystemFailure(code: SystemCalls.missing) }
                let (folder, name) = SystemCalls.parts(of: path)
                if name.isEmpty { throw SystemFailure(code: SystemCalls.missing) }
                let resolved = try SystemCalls.resolved(folder)
                return (resolved == "/" ? "/" + name : resolved + "/" + name, nil)
            }
        } catch {
            throw .cannotOpen(FileProblem(path, error))
        }
    }

    private enum Lock {
        /// A descriptor that keeps other stores from the file.
        case locked(Int32)
        /// Writing there is forbidden.
        case forbidden(FileProblem)
    }

    private static func locked(_ file: String) throws(StoreError) -> Lock {
        let lockFile = file + ".lock"
        let descriptor: Int32
        do { descriptor = try SystemCalls.openToLock(lockFile) } catch {
            let problem = FileProblem(lockFile, error)
            if SystemCalls.forbidden.contains(error.code) { return .forbidden(problem) }
            throw .cannotOpen(problem)
        }
        if SystemCalls.lock(descriptor) { return .locked(descriptor) }
        try? SystemCalls.closeFile(descriptor)
        throw .inUse(file: file)
    }
}

/// A state that was given back.
public struct Restored<State> {
    /// The state.
    public let state: State
    /// Where it was.
    public let file: String
    /// Why not a later one: what is wrong with the file that should hold it. Empty if this is the last one.
    public let problems: [FileProblem]

    /// Whether this is not the last saved state, as far as can be known.
    public var isFallback: Bool { !problems.isEmpty }
}

extension Restored: Sendable where State: Sendable {}
