import FetchHost
import FetchSched
import Synchronization

/// A reader, with what decides when it looks, and the user's openings.
struct Run<C: Clock>: Sendable where C.Duration == Duration {
    let clock: C
    let time: @Sendable () -> FetchTime
    let site: Site?
    let reader: Reader

    /// Opens feeds as the user does, from `now` on. When a feed is opened the reader looks at it, whatever the policy.
    func open(
        _ openings: [Scenario.Opening], telling host: FetchHost<C>? = nil
    ) async throws -> Seen {
        var seen = Seen()
        for opening in openings where opening.time >= time() {
            try await clock.sleep(for: .milliseconds((opening.time - time()).milliseconds))
            try await host?.tell(.launch(opening.feed))
            try await host?.tell(.radio(.user, for: .seconds(5)))
            if let site {
                let newest = await reader.journal.newest(of: opening.feed)
                seen.open(site.published(in: opening.feed), newest: newest, at: time())
            }
            let result = (try? await reader.sync(opening.feed)) ?? .failed
            try await host?.tell(.foregroundSync(opening.feed, result.outcome, bytes: result.bytes))
            try await clock.sleep(for: .seconds(opening.seconds))
            try await host?.tell(.endOfUse(opening.feed))
        }
        return seen
    }

    /// Looks at every feed once.
    func lookAtAll() async throws {
        for feed in Feed.all {
            _ = try? await reader.sync(feed.name)
            try Task.checkCancellation()
        }
    }

    /// Looks at every feed once per interval, whatever happens.
    func poll(every interval: Duration) async throws {
        while true {
            try await clock.sleep(for: interval)
            try await lookAtAll()
        }
    }

    /// Lets a host decide.
    func add(to host: FetchHost<C>) async {
        for feed in Feed.all {
            await host.add(feed.name, interval: .minimum) { context in try await reader.sync(context.app) }
        }
    }
}
