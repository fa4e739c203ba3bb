import FetchSched

extension PolicyFamily {
    static let none = PolicyFamily("none", "no background fetches") { $0.replay(NonePolicy()) }
}

/// No background fetch at all: what every other policy's energy is measured against.
struct NonePolicy: IdlePolicy {}

/// A policy that fetches nothing of its own accord, whatever happens.
protocol IdlePolicy: Policy {}

extension IdlePolicy {
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {}
    mutating func observe(_ observation: FetchEvent, at now: Instant) {}
    mutating func nextFetch(at now: Instant) -> AppID? { nil }
    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {}
    mutating func nextWakeup(after now: Instant) -> Instant? { nil }
    var heedsRadioFrom: Instant { .distantFuture }
}
