import FetchFiles
import FetchCommandLine
import FetchPoll
import FetchSched
import FetchStore
import FetchTrace
import Foundation

/// A session of a poller with its state file, which no other process has meanwhile.
struct PollKeeper: ~Copyable {
    private var session = PollSession()
    private var file: PollFile

    /// Opens the state file, and reads it if there is one.
    ///
    /// - Parameter patience: How many seconds to wait for another process that has the file.
    init(state path: String?, patience: Double = 0) throws(Failure) {
        file = PollFile()
        guard let path else { return }
        do throws(StoreError) {
            var store = try PollFile.open(path, until: Date(timeIntervalSinceNow: patience))
            if let last = try store.load({ bytes throws(SnapshotError) in try PollSession(restoring: bytes) })
            {
                for problem in last.problems {
                    StandardStreams.say(printable("\(problem); the state before it is used\n"))
                }
                session = last.state
            }
            file = PollFile(consume store)
        } catch {
            throw PollFile.failure(error)
        }
    }

    /// The answer to a line, both without their ends.
    mutating func answer(_ line: [UInt8]) -> [UInt8] { Self.answer(line, &session, &file) }

    private static func answer(
        _ line: [UInt8], _ session: inout PollSession, _ file: inout PollFile
    ) -> [UInt8] {
        file.isChanged = true
        let now = WallClock.milliseconds
        if !file.isSaved { return session.answer(line, at: now) }
        return session.answer(
            line, at: now,
            saving: { state in
                do throws(Failure) { try file.keep(state) } catch { return error.message }
                return nil
            })
    }

    /// Saves the session if five minutes have passed since it was, or if the clock was set back.
    mutating func saveNowAndThen() {
        guard file.isDue else { return }
        do throws(Failure) { try save() } catch { StandardStreams.say(printable(error.message + "\n")) }
    }

    mutating func save() throws(Failure) {
        guard file.isSaved, file.isChanged else { return }
        let state = session.state()
        if !state.isEmpty { try file.keep(state) }
    }
}

/// Where a session's state is saved, if it is.
private struct PollFile: ~Copyable {
    private var store: SnapshotStore?
    /// When the session was saved last, or could not be.
    private var saved = FetchTime(milliseconds: WallClock.milliseconds)
    /// Whether the session was told anything since.
    var isChanged = false

    init() {}
    init(_ store: consuming SnapshotStore) { self.store = consume store }

    static func open(_ path: String, until end: Date) throws(StoreError) -> SnapshotStore {
        while true {
            do throws(StoreError) { return try SnapshotStore(path: path) } catch {
                guard case .inUse = error, Date() < end else { throw error }
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    var isSaved: Bool { store != nil }

    var isDue: Bool {
        guard isSaved else { return false }
        let age = FetchTime(milliseconds: WallClock.milliseconds) - saved
        return age < .zero || age >= .minutes(5)
    }

    mutating func keep(_ state: [UInt8]) throws(Failure) {
        saved = FetchTime(milliseconds: WallClock.milliseconds)
        do throws(StoreError) { try store?.save(state) } catch { throw Self.failure(error) }
        isChanged = false
    }

    static func failure(_ error: StoreError) -> Failure {
        let status: Int32 =
            switch error {
            case .inUse: 75
            case .refused, .nothingWhole, .notASnapshot: 65
            case .cannotOpen, .cannotRead: 66
            case .cannotWrite: 73
            }
        return Failure(status: status, "error: \(error)")
    }
}
