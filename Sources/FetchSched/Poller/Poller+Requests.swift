extension Poller {
    /// The next source to poll; nil if none is due. Its request is under way until ``recordAnswer(_:from:at:)`` or
    /// ``deferRequest(to:until:at:)``, or until ``FetchConfiguration/fetchLimit``, by which it has failed.
    ///
    /// - Complexity: O(log sources).
    public mutating func startNextRequest(at now: FetchTime) -> AppID? {
        while scheduler.nextExpired(at: now) != nil {}
        return scheduler.nextFetch(at: now)
    }

    /// When to call ``startNextRequest(at:)`` if nothing happens before; nil for not at all.
    public mutating func nextDeadline(after now: FetchTime) -> FetchTime? { scheduler.nextWakeup(after: now) }

    /// When the source is due, all vetoes considered; nil if not before something happens, as while a request is under
    /// way. As other sources learn and as requests are made, that may be put off.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(log sources).
    public mutating func nextRequest(to source: AppID, at now: FetchTime) throws(EngineError) -> FetchTime? {
        try check(source)
        scheduler.notice(now)
        scheduler.settlePolling(at: now)
        // A source with a request under way is due at the end of time.
        guard let due = scheduler.polling.moment(of: source.index), due < .distantFuture,
            scheduler.device.conditions.allowFetches(configuration)
        else { return nil }
        let group = scheduler.polling.group(of: source.index)
        return max(due, group.map { scheduler.polling.groups[$0].opens } ?? .distantPast, now)
    }

    /// Learns what a request found, and returns when the next is due. Ends the request that ``startNextRequest(at:)``
    /// started; without one, the host has made a request itself, at `now`.
    ///
    /// - Returns: as ``nextRequest(to:at:)``.
    /// - Throws: `unknownApp`; `outOfRange` for bytes below 0.
    /// - Complexity: O(log sources + dates).
    @discardableResult
    public mutating func recordAnswer(
        _ answer: SourceAnswer, from source: AppID, at now: FetchTime
    ) throws(EngineError) -> FetchTime? {
        try check(source)
        if answer.bytes < 0 { throw .outOfRange(.bytes, Double(answer.bytes)) }
        scheduler.notice(now)
        scheduler.expireFetches(at: now)
        if scheduler.apps[source.index].fetch == nil { scheduler.startForced(source, at: now) }
        if answer.outcome == .newData {
            for date in answer.changed.sorted() {
                scheduler.observe(.contentChanged(source, at: date), at: now)
            }
        }
        if let wait = answer.retryAfter { scheduler.observe(.serverWait(source, until: now + wait), at: now) }
        if let age = answer.maxAge { scheduler.observe(.serverInterval(source, age), at: now) }
        try scheduler.complete(source, answer.outcome, bytes: answer.bytes, at: now)
        return try nextRequest(to: source, at: now)
    }

    /// Postpones a request that was started and not made until `moment`, at most a week ahead. That is no failure.
    ///
    /// - Throws: `unknownApp`, `noFetchUnderWay`.
    public mutating func deferRequest(
        to source: AppID, until moment: FetchTime, at now: FetchTime
    ) throws(EngineError) {
        try check(source)
        guard scheduler.apps[source.index].fetch != nil else { throw .noFetchUnderWay(source) }
        scheduler.notice(now)
        scheduler.deferFetch(source.index, until: moment, at: now)
    }

    // MARK: What the host knows

    /// Learns that a user read the source: it is polled more often, shortly before it is read.
    ///
    /// - Throws: `unknownApp`.
    public mutating func noteRead(of source: AppID, at now: FetchTime) throws(EngineError) {
        try check(source)
        scheduler.observe(.launch(source), at: now)
        scheduler.observe(.endOfUse(source), at: now)
    }

    /// Learns that the source has something new, as a hub (WebSub), a webhook or a mail says. It is due at once, as its
    /// value allows, and polled less, as far as what is new is announced. A hub that falls silent is noticed.
    ///
    /// - Throws: `unknownApp`.
    public mutating func noteAnnouncement(of source: AppID, at now: FetchTime) throws(EngineError) {
        try check(source)
        scheduler.observe(.contentHint(source), at: now)
    }

    /// Learns that the network is there, or gone: nothing is polled while it is gone.
    public mutating func setNetwork(isUp: Bool, at now: FetchTime) {
        scheduler.observe(.network(isUp ? .wired : .none), at: now)
    }

    /// Learns that the host's process restarted, after the poller was restored: requests under way are dropped.
    ///
    /// - Complexity: O(sources).
    public mutating func hostRestarted(at now: FetchTime) {
        scheduler.hostRestarted(at: now)
    }

    // MARK: Several pollers of one number

    /// The price of a request, at which the number of requests a day is made; 1 without a number.
    ///
    /// It has a unit of its own: it serves to compare pollers of one configuration, see ``joinPrice(_:at:)``.
    public mutating func price(at now: FetchTime) -> Double {
        scheduler.notice(now)
        scheduler.settlePolling(at: now)
        return scheduler.polling.price.factor
    }

    /// Takes the price of several pollers that hold one number of requests a day together.
    ///
    /// Each has its part of the number, by its sources. Every few minutes each takes the mean of all prices, as the
    /// root of their product. A poller whose sources change more often than others' then makes more than its part, up
    /// to four times it, and all together make the number. A price holds for an hour; a poller that gets none makes its
    /// own part. In its first day a poller takes none.
    ///
    /// - Throws: `outOfRange` for a price that is not above 0.
    public mutating func joinPrice(_ price: Double, at now: FetchTime) throws(EngineError) {
        guard price > 0, price < .infinity else { throw .outOfRange(.requestPrice, price) }
        scheduler.notice(now)
        scheduler.settlePolling(at: now)
        scheduler.polling.price.join(price, at: now)
    }
}

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
