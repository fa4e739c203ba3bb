import FetchSched

/// A rule that decides when apps are fetched, in place of the engine. It sees what the engine sees and nothing else: the
/// simulator tells it each ``/FetchSched/FetchEvent`` and each finished fetch, and asks it what to do. The engine handles
/// pushes, places, tasks and transfers under every policy.
public protocol Policy: Sendable {
    /// Learns of a new or changed interval of an app; apps appear in order of their numbers.
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime)
    /// Learns what the host saw.
    mutating func observe(_ observation: FetchEvent, at now: FetchTime)
    /// The app to fetch now, or nil. Called after every event and every wakeup while fewer than
    /// ``parallelFetches`` are under way, until it returns nil.
    mutating func nextFetch(at now: FetchTime) -> AppID?
    /// Receives the end of a fetch that the policy requested.
    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime)
    /// Learns that a push asks for a fetch of an app; `isAllowed` says whether the app's interval, the user and the
    /// device's conditions allow it.
    ///
    /// - Returns: whether the fetch is to start now.
    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool
    /// Sets how silent pushes are held, before the replay.
    func limitPushes(_ limits: inout PushLimits)
    /// When to call the policy next if nothing happens before; nil for not at all.
    mutating func nextWakeup(after now: FetchTime) -> FetchTime?
    /// The time from which radio activity may matter to the policy if nothing else happens, after the policy returned
    /// no fetch and its next wakeup. Before both times, bursts of the app in the foreground are not reported to the
    /// policy, and no call follows them: such bursts are by far most of what happens on a device.
    var usesRadioFrom: FetchTime { get }
    /// How many fetches it has under way at once, at the most; at least 1.
    var parallelFetches: Int { get }
}

extension Policy {
    /// One after the other.
    public var parallelFetches: Int { 1 }

    /// Always.
    public var usesRadioFrom: FetchTime { .distantPast }

    /// Not held but by the limit on their number.
    public func limitPushes(_ limits: inout PushLimits) { limits.longestDelay = .zero }

    /// Whatever is allowed.
    public mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: FetchTime) -> Bool {
        isAllowed
    }
}

/// How a fetch ended.
public struct FinishedFetch: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// The outcome.
    public let outcome: FetchOutcome
    /// When it was started.
    public let start: FetchTime
    /// When its transfer started, after a promotion of the radio if there was one.
    public let transferStart: FetchTime
    /// Bytes transferred.
    public let bytes: Int64
}
