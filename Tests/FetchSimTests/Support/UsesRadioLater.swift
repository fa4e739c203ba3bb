import FetchSched

@testable import FetchSim

/// A policy that says of another from when on the radio matters to it, and does all else as the other.
struct UsesRadioLater: Policy {
    var base: any Policy
    let usesRadioFrom: FetchTime

    var parallelFetches: Int { base.parallelFetches }
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        base.setInterval(interval, of: app, at: now)
    }
    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        base.observe(observation, at: now)
    }
    mutating func nextFetch(at now: FetchTime) -> AppID? { base.nextFetch(at: now) }
    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) { base.complete(fetch, at: now) }
    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
        base.startPushFetch(of: app, isAllowed: isAllowed, at: now)
    }
    func limitPushes(_ limits: inout PushLimits) { base.limitPushes(&limits) }
    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { base.nextWakeup(after: now) }
}
