import FetchHost
import FetchHostTesting
import FetchSched
import Synchronization

/// What a test's fetches and listeners write down.
final class Notes<Note: Sendable>: Sendable {
    private let notes = Mutex<[Note]>([])

    var all: [Note] { notes.withLock { $0 } }

    func add(_ note: Note) { notes.withLock { $0.append(note) } }
    func add(contentsOf more: [Note]) { notes.withLock { $0 += more } }
}

extension FetchHost {
    /// Runs the host while `body` goes on, then stops it. Gives the lines of its events.
    @discardableResult
    func running(_ body: @Sendable @escaping () async throws -> Void) async throws -> [String] {
        let lines = Notes<String>()
        try await run(onEvent: { lines.add("\($0.app) \($0.kind)") }, while: body)
        return lines.all
    }
}

extension TestClock {
    func sleep(hours: Int) async throws { try await sleep(for: .seconds(3600 * hours)) }
    func sleep(seconds: Double) async throws { try await sleep(for: .seconds(seconds)) }
}

extension FetchHost where C == TestClock {
    /// Days of a user who opens "news" and "mail" at the same hours of each day.
    nonisolated func use(days: Int, _ clock: TestClock) async throws {
        for _ in 0..<days {
            for (hour, pause) in zip([8, 12, 18, 22], [4, 6, 4, 10]) {
                for app in hour == 12 ? ["news"] : ["news", "mail"] {
                    try await observe(.launch(app))
                    try await observe(.radio(.user, for: .seconds(5)))
                    try await observe(.foregroundSync(app, .newData, bytes: 50_000))
                    try await clock.sleep(for: .seconds(90))
                    try await observe(.endOfUse(app))
                }
                try await clock.sleep(for: .seconds(3600 * pause - (hour == 12 ? 90 : 180)))
            }
        }
    }
}
