/// Sources of a program that polls, on an always-on network.
extension Scheduler {
    /// Adds a source that was never asked.
    package mutating func registerSource(
        _ limits: SourceLimits = SourceLimits(), interval: FetchInterval = .minimum, at now: Instant
    ) -> AppID {
        let app = add(AppBasics(interval: interval, lastSync: .distantPast), at: now)
        if limits != SourceLimits() { polling[limits: app.index] = limits }
        return app
    }

    package mutating func setLimits(
        _ limits: SourceLimits, of app: AppID, at now: Instant
    ) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        polling[limits: app.index] = limits
        notePolling(of: app.index, at: now)
    }

    package mutating func addGroup(_ limits: GroupLimits) -> SourceGroup {
        polling.groups.append(GroupState(limits))
        return SourceGroup(number: Int32(clamping: polling.groups.count - 1))
    }

    package mutating func setLimits(_ limits: GroupLimits, of group: SourceGroup) {
        guard polling.groups.indices.contains(Int(group.number)) else { return }
        polling.groups[Int(group.number)].limits = limits
    }

    package func group(number: Int32) -> SourceGroup? {
        polling.groups.indices.contains(Int(number)) ? SourceGroup(number: number) : nil
    }

    /// When the source is due, all vetoes considered; nil if not before something happens.
    package mutating func nextFetch(of app: AppID, at now: Instant) throws(EngineError) -> Instant? {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        if polls { settlePolling(at: now) }
        let due = polls ? polling.due[app.index] : apps.allowedFrom(app.index)
        guard let due, due < .distantFuture, apps[app.index].fetch == nil,
            device.conditions.allowFetches(configuration)
        else { return nil }
        let opens = polling.group(of: app.index).map { polling.groups[$0].opens } ?? .distantPast
        return max(due, opens, now)
    }

    /// Learns what a request found, and says when the next is due.
    @discardableResult
    package mutating func asked(
        _ app: AppID, _ answer: SourceAnswer, at now: Instant
    ) throws(EngineError) -> Instant? {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        expireFetches(at: now)
        if apps[app.index].fetch == nil {
            let value = fetchValue(app.index, opportunity(at: now))
            start(FetchDecision(app: app, moment: now, reason: .forced, value: value), at: now)
        }
        if answer.outcome == .newData {
            var dates = answer.changed
            if zip(dates, dates.dropFirst()).contains(where: { $0 > $1 }) { dates.sort() }
            for date in dates { observe(.contentChanged(app, at: date), at: now) }
        }
        if let wait = answer.retryAfter { observe(.serverWait(app, until: now + wait), at: now) }
        if let age = answer.maxAge { observe(.serverInterval(app, age), at: now) }
        try complete(app, answer.outcome, bytes: answer.bytes, at: now)
        return try nextFetch(of: app, at: now)
    }

    /// Puts off a request that was asked for and not made.
    package mutating func deferFetch(
        of app: AppID, until moment: Instant, at now: Instant
    ) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        guard let run = apps.endFetch(of: app.index) else { throw .noFetchUnderWay(app) }
        notice(now)
        spending.ledger.endFetch(at: now, configuration.radio)
        spending.ledger.charge(-costs.startJoules(app.index, apps))
        score.limit.release(run.expectedJoules)
        apps[app.index].score.underWay = 0
        polling.price.refund()
        let floor = max(apps[app.index].server.floor, moment)
        apps[app.index].server.floor = min(floor, now + Self.longestServerWait)
        notePolling(of: app.index, at: now)
        plan = .unknown
    }

    package mutating func read(_ app: AppID, at now: Instant) {
        observe(.launch(app), at: now)
        observe(.endOfUse(app), at: now)
    }

    package mutating func idleReason(at now: Instant) -> IdleReason? {
        guard polls, apps.running.isEmpty else { return nil }
        notice(now)
        settlePolling(at: now)
        if apps.appCount == 0 { return .noSources }
        if !device.conditions.allowFetches(configuration) { return .noNetwork }
        if let perDay = polling.price.perDay {
            if perDay <= 0 { return .noRequests }
        } else if !(configuration.polling.ageJoules > 0), !polling.demand.hasLaunches {
            // Those that were never asked are, once.
            if let first = polling.due.first, apps[basics: first.number].lastSync == .distantPast {
                return nil
            }
            return .noLaunches
        }
        return polling.due.first == nil ? .nothingAllowed : nil
    }
}

/// What a request found, as a host tells it.
public struct SourceAnswer: Hashable, Sendable {
    /// The outcome.
    public var outcome: FetchOutcome
    /// Bytes transferred; 0 if not known.
    public var bytes: Int64 = 0
    /// When the source changed since the last request, as the dates of new entries say; see
    /// ``FetchEvent/contentChanged(_:at:)``.
    public var changed: [Instant] = []
    /// The time that the server asks to wait (`Retry-After`); nil if it does not.
    public var retryAfter: TimeSpan?
    /// The time between requests that the server asks for (`max-age`, `ttl`); nil to leave it as it is.
    public var maxAge: TimeSpan?

    /// Makes an answer.
    public init(_ outcome: FetchOutcome) { self.outcome = outcome }
}

/// Why no source is ever asked.
public enum IdleReason: UInt8, Hashable, Sendable {
    /// There are no sources.
    case noSources = 1
    /// There is no network, or the user's switches forbid fetches.
    case noNetwork
    /// No requests are allowed: ``Budget/requestsPerDay`` is 0.
    case noRequests
    /// Only launches count and there was none: set ``PollingParameters/ageJoules`` or ``Budget/requestsPerDay``.
    case noLaunches
    /// The interval or a switch of each source forbids it, or its announcements are waited for.
    case nothingAllowed
}
