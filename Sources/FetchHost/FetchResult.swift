import FetchSched

/// A fetch's report about itself.
///
///     return .newData(bytes: 80_000).changed(newEntries.map { $0.age })
///     return .noData(bytes: 300).serverInterval(.seconds(maxAge))
///     return .failed.serverWait(.seconds(retryAfter))
public struct FetchResult: Hashable, Sendable {
    /// Whether there was new content.
    public var outcome: FetchOutcome
    /// Bytes that it moved; below 0 counts as 0.
    public var bytes: Int64
    /// Energy that it took beyond what the device would have spent anyway, in joules, if the host can measure it.
    public var joules: Double?
    /// How long ago the source changed, each time since the last look: the ages of a feed's new entries, in any order. Where
    /// they are known the engine learns the source's timetable.
    public var changes: [Duration] = []
    /// The least time between two fetches that the server asks for from now on (`Cache-Control: max-age`, a feed's
    /// `ttl`); nil leaves it as it was, zero takes it back. At most a week is believed.
    public var serverInterval: Duration?
    /// How long the server asks to be left alone (`Retry-After`); nil if it does not. At most a week is believed.
    public var serverWait: Duration?

    /// Makes a result.
    public init(_ outcome: FetchOutcome, bytes: Int64 = 0) {
        self.outcome = outcome
        self.bytes = bytes
    }

    /// Content came that was not there before.
    public static func newData(bytes: Int64) -> FetchResult { FetchResult(.newData, bytes: bytes) }
    /// The source had nothing new.
    public static func noData(bytes: Int64 = 0) -> FetchResult { FetchResult(.noData, bytes: bytes) }
    /// The fetch did not succeed, which says nothing about the source's content. To throw says the same.
    public static var failed: FetchResult { FetchResult(.failed) }
    /// The server answered that there is no such source any more (HTTP's 410). Polled again after five to seven days.
    public static var gone: FetchResult { FetchResult(.gone) }

    /// Adds the ages of the changes since the last check, for sources that date them.
    public func changed(_ ages: [Duration]) -> FetchResult {
        var result = self
        result.changes = ages
        return result
    }

    /// Adds the least time between two fetches that the server asks for.
    public func serverInterval(_ interval: Duration?) -> FetchResult {
        var result = self
        result.serverInterval = interval
        return result
    }

    /// Adds the time for which the server asks not to be polled.
    public func serverWait(_ wait: Duration?) -> FetchResult {
        var result = self
        result.serverWait = wait
        return result
    }
}

/// Facts about a fetch that starts.
public struct FetchContext: Sendable {
    /// The app's name.
    public let app: String
    /// Why it is fetched now, and the benefit.
    public let decision: FetchDecision
    /// How long it may take (`FetchConfiguration.fetchLimit`, or the rest of a run that the system granted). Then its task is
    /// cancelled; in a run that lasts on, it has failed.
    public let limit: Duration
}
