import FetchSched

/// A rule that decides when apps are fetched. It sees what the engine sees and nothing else: the simulator
/// tells it each ``/FetchSched/Observation`` and each finished fetch, and asks it what to do.
public protocol Policy: Sendable {
    /// Learns of a new or changed interval of an app; apps appear in order of their numbers.
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant)
    /// Learns what the host saw.
    mutating func observe(_ observation: Observation, at now: Instant)
    /// The app to fetch now, or nil. Asked after every event and every wakeup while no fetch is under way.
    mutating func nextFetch(at now: Instant) -> AppID?
    /// Learns how a fetch it asked for ended.
    mutating func complete(_ fetch: FinishedFetch, at now: Instant)
    /// When it wants to be asked next if nothing happens before; nil for not at all.
    mutating func nextWakeup(after now: Instant) -> Instant?
    /// Why it asked for the fetch that it asked for last; nil from policies that give no reasons.
    var lastDecision: FetchDecision? { get }
}

extension Policy {
    /// No reasons.
    public var lastDecision: FetchDecision? { nil }
}

/// How a fetch ended.
public struct FinishedFetch: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// What it found.
    public let outcome: FetchOutcome
    /// When it was started.
    public let start: Instant
    /// When its transfer began, after a promotion of the radio if there was one.
    public let transferStart: Instant
    /// Bytes transferred.
    public let bytes: Int64
}
