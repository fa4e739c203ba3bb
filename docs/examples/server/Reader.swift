import FetchHostTesting
import FetchSched
import Synchronization

/// A feed: something new every so often, and how likely it is opened when its reader comes.
struct Feed: Hashable, Sendable {
    let name: String
    let minutes: Int64
    let probability: Double

    static let all = [
        Feed(name: "news", minutes: 40, probability: 0.9),
        Feed(name: "board", minutes: 120, probability: 0.3),
        Feed(name: "blog", minutes: 540, probability: 0.5),
    ]
}

/// The feeds' copies on the server, and what was counted since the first week.
final class Reader: Sendable {
    struct Counts {
        var requests = 0
        var openings = 0
        var fresh = 0
    }

    private struct State {
        var copies: [Feed: Int64] = [:]
        var counts = Counts()
        var random: UInt64 = 7
    }

    static let days = 28
    let clock = TestClock()
    private let state = Mutex(State())

    var counts: Counts { state.withLock { $0.counts } }

    /// Loads what there is of the feed.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    func load(_ feed: Feed) -> Bool {
        let isCounted = isCounted
        return state.withLock { state in
            state.counts.requests += isCounted ? 1 : 0
            return take(feed, &state)
        }
    }

    /// The user opens the feed, which is loaded where it is not fresh.
    ///
    /// - Returns: whether it was fresh.
    func open(_ feed: Feed) -> Bool {
        let isCounted = isCounted
        return state.withLock { state in
            let isFresh = !take(feed, &state)
            state.counts.openings += isCounted ? 1 : 0
            state.counts.fresh += isCounted && isFresh ? 1 : 0
            return isFresh
        }
    }

    /// Four weeks of a user who reads about four times a day.
    func read(_ opened: (Feed, _ isFresh: Bool) async throws -> Void) async throws {
        for day in 0..<Self.days {
            for hour in [7.5, 12.5, 18, 21.5] {
                let seconds = (hour + (draw() - 0.5) * 1.5) * 3600
                try await clock.sleep(until: .init(offset: .seconds(86_400 * day) + .seconds(seconds)))
                for feed in Feed.all where draw() < feed.probability {
                    try await opened(feed, open(feed))
                    try await clock.sleep(for: .seconds(60))
                }
            }
        }
    }

    private var isCounted: Bool { clock.now.offset > .seconds(7 * 86_400) }

    private func take(_ feed: Feed, _ state: inout State) -> Bool {
        let version = clock.time.milliseconds / (feed.minutes * 60_000)
        defer { state.copies[feed] = version }
        return state.copies[feed] != version
    }

    /// A number from 0 to 1.
    private func draw() -> Double {
        state.withLock { state in
            state.random = state.random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state.random >> 33) / Double(1 << 31)
        }
    }
}
