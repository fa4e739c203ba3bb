import CFetchSched
import FetchSched

/// Why a call fails, as the host is told.
struct Failure: Error {
    let status: fetchsched_status

    init(_ status: Int) { self.status = fetchsched_status(status) }

    static var null: Failure { Failure(FETCHSCHED_ERROR_NULL) }
    static var invalidValue: Failure { Failure(FETCHSCHED_ERROR_INVALID_VALUE) }
    static var bufferTooSmall: Failure { Failure(FETCHSCHED_ERROR_BUFFER_TOO_SMALL) }
    static var invalidHandle: Failure { Failure(FETCHSCHED_ERROR_INVALID_HANDLE) }
    static var handleInUse: Failure { Failure(FETCHSCHED_ERROR_HANDLE_IN_USE) }
    static var full: Failure { Failure(FETCHSCHED_ERROR_FULL) }
    static var unknownApp: Failure { Failure(FETCHSCHED_ERROR_UNKNOWN_APP) }
    static var unknownParameter: Failure { Failure(FETCHSCHED_ERROR_UNKNOWN_PARAMETER) }
    static var outOfRange: Failure { Failure(FETCHSCHED_ERROR_OUT_OF_RANGE) }
    static var syntax: Failure { Failure(FETCHSCHED_ERROR_SYNTAX) }
}

/// The engine's errors, by the header's numbers.
extension Failure {
    init(_ error: EngineError) {
        switch error {
        case .unknownApp: self.init(FETCHSCHED_ERROR_UNKNOWN_APP)
        case .noFetchUnderWay: self.init(FETCHSCHED_ERROR_NO_FETCH_RUNNING)
        case .vetoed(_, let veto):
            self.init(veto.rule == .quitByUser ? FETCHSCHED_ERROR_QUIT_BY_USER : FETCHSCHED_ERROR_VETOED)
        case .outOfRange: self.init(FETCHSCHED_ERROR_INVALID_VALUE)
        case .notRunning: self.init(FETCHSCHED_ERROR_NOT_RUNNING)
        case .notMonitored: self.init(FETCHSCHED_ERROR_NOT_MONITORED)
        case .invalidRegion: self.init(FETCHSCHED_ERROR_INVALID_REGION)
        case .unknownRegion: self.init(FETCHSCHED_ERROR_UNKNOWN_REGION)
        case .unknownTask: self.init(FETCHSCHED_ERROR_UNKNOWN_TASK)
        case .unknownTransfer: self.init(FETCHSCHED_ERROR_UNKNOWN_TRANSFER)
        case .taskEnded, .transferEnded: self.init(FETCHSCHED_ERROR_ALREADY_ENDED)
        case .tooMany(_, of: nil, limit: _): self.init(FETCHSCHED_ERROR_FULL)
        case .tooMany(.region, of: _, limit: _): self.init(FETCHSCHED_ERROR_TOO_MANY_REGIONS)
        case .tooMany(.task, of: _, limit: _): self.init(FETCHSCHED_ERROR_TOO_MANY_TASKS)
        case .tooMany(.transfer, of: _, limit: _): self.init(FETCHSCHED_ERROR_TOO_MANY_TRANSFERS)
        }
    }

    init(_ error: SnapshotError) {
        switch error {
        case .notASnapshot: self.init(FETCHSCHED_ERROR_NOT_A_SNAPSHOT)
        case .truncated: self.init(FETCHSCHED_ERROR_TRUNCATED)
        case .damaged: self.init(FETCHSCHED_ERROR_DAMAGED)
        case .newerVersion: self.init(FETCHSCHED_ERROR_NEWER_VERSION)
        case .otherConfiguration: self.init(FETCHSCHED_ERROR_OTHER_CONFIGURATION)
        case .invalid, .missingHostBytes: self.init(FETCHSCHED_ERROR_INVALID_STATE)
        }
    }
}

/// Calls the engine; an error of it becomes a status.
func tried<Result>(_ body: () throws(EngineError) -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw Failure(error) }
}

/// Restores a state; an error of the snapshot becomes a status.
func restored<State>(_ body: () throws(SnapshotError) -> State) throws(Failure) -> State {
    do { return try body() } catch { throw Failure(error) }
}

/// The snapshot of a state, unless it would be refused: no host is to keep that. A state that breaks a check is written as an
/// empty frame, which is shorter than any other.
func checked(_ snapshot: [UInt8]) throws(Failure) -> [UInt8] {
    if snapshot.count < 64, let error = SnapshotError(checking: snapshot) { throw Failure(error) }
    return snapshot
}

/// A few words for a status.
@c @implementation
public func fetchsched_status_text(_ status: fetchsched_status) -> UnsafePointer<CChar>? {
    let text: StaticString =
        switch Int(status) {
        case FETCHSCHED_OK: "no error"
        case FETCHSCHED_ERROR_NULL: "a pointer is NULL that may not be"
        case FETCHSCHED_ERROR_INVALID_VALUE: "a value is out of its range, is no number, or names nothing"
        case FETCHSCHED_ERROR_BUFFER_TOO_SMALL: "the buffer is too small"
        case FETCHSCHED_ERROR_UNKNOWN_APP: "no app or source has that number, or it was removed"
        case FETCHSCHED_ERROR_NO_FETCH_RUNNING: "no fetch or request is under way there"
        case FETCHSCHED_ERROR_VETOED: "something forbids the fetch"
        case FETCHSCHED_ERROR_NOT_RUNNING: "the app does not run"
        case FETCHSCHED_ERROR_UNKNOWN_TASK: "no task was begun under that number"
        case FETCHSCHED_ERROR_UNKNOWN_TRANSFER: "no transfer was enqueued under that number"
        case FETCHSCHED_ERROR_ALREADY_ENDED: "it has ended already"
        case FETCHSCHED_ERROR_QUIT_BY_USER: "the user quit the app and has not opened it since"
        case FETCHSCHED_ERROR_UNKNOWN_REGION: "the app has no region of that number"
        case FETCHSCHED_ERROR_INVALID_REGION: "the region's radius is not above 0 and below 20,015 km"
        case FETCHSCHED_ERROR_TOO_MANY_REGIONS: "the app has the most regions allowed"
        case FETCHSCHED_ERROR_NOT_MONITORED: "the app does not want to know of significant changes"
        case FETCHSCHED_ERROR_UNKNOWN_PARAMETER: "there is no parameter of that name"
        case FETCHSCHED_ERROR_OUT_OF_RANGE: "the value is outside the parameter's range"
        case FETCHSCHED_ERROR_SYNTAX: "the line is not `name = number`, or sets a parameter again"
        case FETCHSCHED_ERROR_NOT_A_SNAPSHOT: "not a snapshot"
        case FETCHSCHED_ERROR_TRUNCATED: "a truncated snapshot"
        case FETCHSCHED_ERROR_DAMAGED: "a damaged snapshot"
        case FETCHSCHED_ERROR_NEWER_VERSION: "a snapshot of a later version of the library"
        case FETCHSCHED_ERROR_OTHER_CONFIGURATION: "a snapshot of a configuration that counts other things"
        case FETCHSCHED_ERROR_INVALID_STATE: "an invalid snapshot: there is no such state"
        case FETCHSCHED_ERROR_TOO_MANY_TASKS: "the app has the most open tasks allowed"
        case FETCHSCHED_ERROR_TOO_MANY_TRANSFERS: "the app has the most transfers allowed"
        case FETCHSCHED_ERROR_FULL: "the limit on the number of these is reached"
        case FETCHSCHED_ERROR_INVALID_HANDLE: "the handle is destroyed, of another kind, or no handle"
        case FETCHSCHED_ERROR_HANDLE_IN_USE: "another thread is using the handle"
        default: "no status of this library"
        }
    return unsafe constant(text)
}
