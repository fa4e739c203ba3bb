/// The result of a request, as a host reports it.
public struct SourceAnswer: Hashable, Sendable {
    /// The outcome.
    public var outcome: FetchOutcome
    /// Bytes transferred; 0 if not known.
    public var bytes: Int64 = 0
    /// When the source changed since the last request, by the dates of new entries: ``FetchEvent/contentChanged(_:at:)``.
    public var changed: [FetchTime] = []
    /// The time that the server asks to wait (`Retry-After`), 0 if it refuses and says none; nil if it does neither.
    public var retryAfter: TimeSpan?
    /// The time between requests that the server asks for (`max-age`, `ttl`); nil to leave it as it is.
    public var maxAge: TimeSpan?

    /// Makes an answer.
    public init(_ outcome: FetchOutcome) { self.outcome = outcome }
}

/// Why no source is ever asked.
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
