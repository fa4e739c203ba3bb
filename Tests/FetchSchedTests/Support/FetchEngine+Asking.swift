@testable import FetchSched

extension FetchEngine {
    /// The next action of a host that would start a fetch, or would not.
    mutating func nextAction(at now: Instant, fetching: Bool) -> EngineAction? {
        isFetchingAllowed = fetching
        defer { isFetchingAllowed = true }
        return nextAction(at: now)
    }

    mutating func nextDeadline(after now: Instant, fetching: Bool) -> Instant? {
        isFetchingAllowed = fetching
        defer { isFetchingAllowed = true }
        return nextDeadline(after: now)
    }

    /// Whether the engine refuses the event.
    mutating func refuses(_ event: FetchEvent, at now: Instant) -> Bool {
        (try? observe(event, at: now)) == nil
    }
}
