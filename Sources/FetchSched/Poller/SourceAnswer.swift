/// The result of a request, as a host reports it.
public struct SourceAnswer: Hashable, Sendable {
    /// The outcome.
    public var outcome: FetchOutcome
    /// Bytes transferred; 0 if not known.
    public var bytes: Int64 = 0
    /// When the source changed since the last request, by dates of new entries: ``FetchEvent/contentChanged(_:at:)``.
    public var changed: [FetchTime] = []
    /// The server-imposed delay (`Retry-After`), 0 for a refusal without a time; nil for neither.
    public var retryAfter: TimeSpan?
    /// The time between requests that the server imposes (`max-age`, `ttl`); nil for no change.
    public var maxAge: TimeSpan?

    /// Makes an answer.
    public init(_ outcome: FetchOutcome) { self.outcome = outcome }
}

/// Why no source is ever polled.
public enum IdleReason: UInt8, Hashable, Sendable {
    /// No sources exist.
    case noSources = 1
    /// No network, or the user's switches forbid fetches.
    case noNetwork
    /// No requests are allowed: ``FetchBudget/requestsPerDay`` is 0.
    case noRequests
    /// Only launches count and there was none: set ``PollingParameters/ageJoules`` or ``FetchBudget/requestsPerDay``.
    case noLaunches
    /// The interval or a switch of each source forbids it, or its announcements are waited for.
    case nothingAllowed
}
