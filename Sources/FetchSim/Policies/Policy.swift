import FetchSched

/// A rule that decides when apps are fetched. It sees what the engine sees and nothing else: the simulator
/// tells it each ``/FetchSched/FetchEvent`` and each finished fetch, and asks it what to do.
public protocol Policy: Sendable {
    /// Learns of a new or changed interval of an app; apps appear in order of their numbers.
    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant)
    /// Learns whether the app's source announces all its updates, as its host says.
    mutating func setAnnouncesContent(_ announces: Bool, of app: AppID)
    /// Learns what the host saw.
    mutating func observe(_ observation: FetchEvent, at now: Instant)
    /// The app to fetch now, or nil. Asked after every event and every wakeup while fewer than
    /// ``parallelFetches`` are under way, until it says nil.
    mutating func nextFetch(at now: Instant) -> AppID?
    /// Learns how a fetch it asked for ended.
    mutating func complete(_ fetch: FinishedFetch, at now: Instant)
    /// Learns that a push asks for a fetch of an app; `isAllowed` says whether the app's interval, the user and the
    /// device's conditions allow it.
    ///
    /// - Returns: whether the fetch is to start now.
    mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool
    /// Sets how silent pushes are held, before the replay.
    func limitPushes(_ limits: inout PushLimits)
    /// Learns what a discretionary transfer moved, for a budget of data.
    mutating func noteTransferred(bytes: Int64)
    /// Whether a budget is spent, so that only what the user asked for may run.
    var isBudgetSpent: Bool { get }
    /// Brings the budgets up to the present.
    mutating func updateBudgets(at now: Instant)
    /// When a spent budget may serve again, to look again then; nil if none is spent, or never will serve.
    mutating func budgetReview() -> Instant?
    /// When it wants to be asked next if nothing happens before; nil for not at all.
    mutating func nextWakeup(after now: Instant) -> Instant?
    /// From when on the radio's activity may matter to it, as long as nothing else happens, after it has said that there
    /// is nothing to fetch and when to ask next. Before then, and before that next time, it is not told of the bursts of
    /// the app in the foreground, nor asked after them: by far most of what happens on a device.
    var heedsRadioFrom: Instant { get }
    /// How many fetches it has under way at once, at the most; at least 1.
    var parallelFetches: Int { get }
    /// Why it asked for the fetch that it asked for last; nil from policies that give no reasons.
    var lastDecision: FetchDecision? { get }
}

extension Policy {
    /// Ignored.
    public mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) {}

    /// No reasons.
    public var lastDecision: FetchDecision? { nil }

    /// One after the other.
    public var parallelFetches: Int { 1 }

    /// Always.
    public var heedsRadioFrom: Instant { .distantPast }

    /// No budget that it could count for.
    public mutating func noteTransferred(bytes: Int64) {}

    /// No budget.
    public var isBudgetSpent: Bool { false }

    /// No budget.
    public mutating func updateBudgets(at now: Instant) {}

    /// No budget.
    public mutating func budgetReview() -> Instant? { nil }

    /// Not held but by the limit on their number.
    public func limitPushes(_ limits: inout PushLimits) { limits.longestDelay = .zero }

    /// Whatever is allowed.
    public mutating func startPushFetch(of app: AppID, isAllowed: Bool, at now: Instant) -> Bool { isAllowed }
}

/// How a fetch ended.
public struct FinishedFetch: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// The outcome.
    public let outcome: FetchOutcome
    /// When it was started.
    public let start: Instant
    /// When its transfer began, after a promotion of the radio if there was one.
    public let transferStart: Instant
    /// Bytes transferred.
    public let bytes: Int64
}
