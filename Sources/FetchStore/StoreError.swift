import FetchFiles
import FetchSched

/// Why a state could not be saved or given back. Whatever fails, a state that was saved before is not lost by it.
public enum StoreError: Error, Hashable, Sendable {
    /// The place cannot be used: the file is a folder or a device, or its folder is not there or may not be used.
    case cannotOpen(FileProblem)
    /// Another process (or another store of this one) has the place.
    case inUse(file: String)
    /// Unknown now whether there is a state: it may not be read, or the system lacks what reading needs (a
    /// descriptor, memory). What is there is left alone, also by ``SnapshotStore/save(_:)``: try again.
    case cannotRead(FileProblem)
    /// The state is whole, but is not for this library, configuration or key:
    /// ``SnapshotError/newerVersion(found:supported:)``, ``SnapshotError/otherConfiguration``, or
    /// ``FileProblem/Reason/sealed``. To start again is the
    /// host's decision; the next ``SnapshotStore/save(_:)`` keeps it as the one before.
    case refused(FileProblem)
    /// Files exist, and none has a valid state.
    case nothingWhole([FileProblem])
    /// The bytes to keep are no snapshot; nothing was written.
    case notASnapshot(SnapshotError)
    /// The state could not be written, or is too long to be read again, and the state saved before stays; or
    /// (``FileProblem/file`` is a folder) it was written and is not known to be safe from a loss of power.
    case cannotWrite(FileProblem)
}

/// An error in a file.
public struct FileProblem: Hashable, Sendable {
    /// The file's path.
    public let file: String
    /// The kind of error.
    public let reason: Reason

    /// Kinds of errors in a file.
    public enum Reason: Hashable, Sendable {
        /// The system refused, with that error number.
        case system(code: Int32)
        /// The content cannot be restored.
        case snapshot(SnapshotError)
        /// An expected file does not exist.
        case missing
        /// The file is longer than so many bytes.
        case tooLong(most: Int)
        /// The state is encrypted, and the ``StateSeal`` of this store does not open it, or it has none.
        case sealed
        /// The ``StateSeal`` threw for a state to save.
        case cannotSeal
    }
}

extension FileProblem: CustomStringConvertible {
    /// One line for people, as in `engine.state: a damaged snapshot: its checksum is wrong`.
    public var description: String {
        switch reason {
        case .system(let code): "\(file): \(SystemFailure(code: code).text)"
        case .snapshot(let error): "\(file): \(error)"
        case .missing: "\(file): not there"
        case .tooLong(let most): "\(file): longer than \(most) bytes"
        case .sealed: "\(file): encrypted, and not with this key"
        case .cannotSeal: "\(file): the state could not be encrypted"
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .cannotOpen(let problem): "cannot save states: \(problem)"
        case .inUse(let file): "\(file): another process has it, or another store of this process"
        case .cannotRead(let problem): "cannot read the state: \(problem)"
        case .refused(let problem): "the state is for another library, configuration or key: \(problem)"
        case .nothingWhole(let problems):
            "no whole state: " + problems.map(\.description).joined(separator: "; ")
        case .notASnapshot(let error): "the state to save is \(error)"
        case .cannotWrite(let problem): "cannot write the state: \(problem)"
        }
    }
}
