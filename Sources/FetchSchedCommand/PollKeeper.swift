import FetchFiles
import FetchOptions
import FetchPoll
import FetchSched
import FetchStore
import FetchTrace
import Foundation

/// A session of a poller with its state file, which nobody else has meanwhile.
struct PollKeeper: ~Copyable {
    private var session = PollSession()
    private var store: SnapshotStore?
    /// When the session was saved last, and whether it was told anything since.
    private var saved = Instant.distantPast
    private(set) var isChanged = false

    /// Opens the state file, and reads it if there is one.
    ///
    /// - Parameter patience: How many seconds to wait for another process that has the file.
    init(state path: String?, patience: Double = 0) throws(Failure) {
        guard let path else { return }
        do throws(StoreError) {
            var store = try Self.open(path, until: Date(timeIntervalSinceNow: patience))
            if let kept = try store.load({ bytes throws(SnapshotError) in try PollSession(restoring: bytes) }) {
                for problem in kept.problems {
                    StandardStreams.say(printable("\(problem); the state before it is used\n"))
                }
                session = kept.state
            }
            self.store = consume store
        } catch {
            throw Self.failure(error)
        }
        saved = Instant(milliseconds: WallClock.milliseconds)
    }

    private static func open(_ path: String, until end: Date) throws(StoreError) -> SnapshotStore {
        while true {
            do throws(StoreError) { return try SnapshotStore(path: path) } catch {
                guard case .inUse = error, Date() < end else { throw error }
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    private static func failure(_ error: StoreError) -> Failure {
        let status: Int32 =
            switch error {
            case .inUse: 75
            case .refused, .nothingWhole, .notASnapshot: 65
            case .cannotOpen, .cannotRead: 66
            case .cannotWrite: 73
            }
        return Failure(status: status, "error: \(error)")
    }

    /// The answer to a line, both without their ends.
    mutating func answer(_ line: [UInt8]) -> [UInt8] {
        let now = WallClock.milliseconds
        isChanged = true
        guard store != nil else { return session.answer(line, at: now) }
        var session = session
        // The session has one owner at a time, or each line would copy it.
        self.session = PollSession()
        defer { self.session = session }
        let answer = session.answer(line, at: now, saving: { state in
            do throws(Failure) { try keep(state) } catch { return error.message }
            return nil
        })
        return answer
    }

    /// Saves the session if five minutes have passed since it was, or if the clock was set back.
    mutating func saveNowAndThen() {
        let age = Instant(milliseconds: WallClock.milliseconds) - saved
        guard store != nil, age < .zero || age >= .minutes(5) else { return }
        do throws(Failure) { try save() } catch {
            StandardStreams.say(printable(error.message + "\n"))
            saved = Instant(milliseconds: WallClock.milliseconds)
        }
    }

    mutating func save() throws(Failure) {
        let state = session.state()
        guard store != nil, isChanged, !state.isEmpty else { return }
        try keep(state)
    }

    private mutating func keep(_ state: [UInt8]) throws(Failure) {
        do throws(StoreError) { try store?.save(state) } catch { throw Self.failure(error) }
        saved = Instant(milliseconds: WallClock.milliseconds)
        isChanged = false
    }
}
