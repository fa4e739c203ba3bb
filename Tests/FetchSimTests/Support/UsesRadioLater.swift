import FetchSched

@testable import FetchSim

/// A policy that says of another from when on the radio matters to it, and does all else as the other.
struct UsesRadioLater: Policy {
    var base: any Policy
    let usesRadioFrom: Instant

    var parallelFetches: Int { base.parallelFetches }
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        base.setInterval(interval, of: app, at: now)
    }
    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        base.observe(observation, at: now)
    }
    mutating func nextFetch(at now: Instant) -> AppID? { base.nextFetch(at: now) }
    mutating func complete(_ fetch: FinishedFetch, at now: Instant) { base.complete(fetch, at: now) }
    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool {
        base.startPushFetch(of: app, isAllowed: isAllowed, at: now)
    }
    func limitPushes(_ limits: inout PushLimits) { base.limitPushes(&limits) }
    mutating func nextWakeup(after now: Instant) -> Instant? { base.nextWakeup(after: now) }
}
