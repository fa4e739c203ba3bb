/// How fetches end, and what is learned from it.
extension Scheduler {
    /// Learns how a fetch ended, see ``FetchEngine/completeFetch(of:with:bytes:joules:at:)``.
    mutating func complete(
        _ app: AppID, _ outcome: FetchOutcome, bytes: Int64 = 0, joules: Double? = nil, at now: FetchTime
    ) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        // A host that is wrong about that may be wrong about the time as well: nothing is taken note of.
        guard apps[app.index].fetch != nil else { throw .noFetchUnderWay(app) }
        notice(now)
        expireFetches(at: now)
        guard let run = endFetch(app.index, bytes: bytes, at: now) else { throw .noFetchUnderWay(app) }
        apps[app.index].isInterrupted = false
        let seconds = (now - run.since).seconds
        spending.bytes.spend(Double(bytes))
        guard configuration.decidesFetches else { return }
        if outcome.isSuccess {
            costs.learn(app.index, &apps, from: run, outcome, bytes: bytes, joules: joules, seconds: seconds)
        }
        if outcome == .newData {
            scoreFind(run, of: app.index)
        }
        learnEverNew(outcome, of: app.index, at: run.since)
        learn(outcome, of: app.index, copiedAt: run.since)
        if outcome.isSuccess {
            apps[app.index].learnSuccess()
            apps[app.index].strikes -= apps[app.index].strikes > 0 ? 1 : 0
            noteSuccess(of: app.index, at: now)
            if let group = polling.group(of: app.index) { polling.groups[group].served(since: run.since) }
        } else {
            scoreFailure(run, of: app.index, at: now)
            noteFailure(of: app.index, isGone: outcome == .gone, since: run.since, at: now)
        }
        changed(app.index, at: now)
        if outcome == .newData { apps[app.index].prefetchedBytes = Float(min(max(0, bytes), 1 << 40)) }
    }

    /// Cancels a request that was not made: it costs nothing and is no failure.
    mutating func deferFetch(_ app: Int, until moment: FetchTime, at now: FetchTime) {
        guard apps.endFetch(of: app) != nil else { return }
        spending.ledger.endFetch(at: now, configuration.radio)
        spending.ledger.charge(-costs.startJoules(app, apps))
        // A first request was not paid for.
        if !isFirstRequest(of: app) { polling.price.refund() }
        apps[app].server.floor = min(max(apps[app].server.floor, moment), now + Self.longestServerWait)
        changed(app, at: now)
    }

    /// A fetch that ran past its limit and is to be stopped; nil if there is none (any more). It counts as failed and
    /// as a strike, which doubles the app's waits after failures until it is forgiven by a success.
    mutating func nextExpired(at now: FetchTime) -> AppID? {
        notice(now)
        expireFetches(at: now)
        return apps.takeExpired().map { apps.id(of: $0) }
    }

    var nextExpiry: FetchTime? {
        apps.firstStart.map { $0 + configuration.fetchLimit + TimeSpan(milliseconds: 1) }
    }

    /// Fails fetches that ran past the limit, in the order of the apps, as their back-offs draw from one generator.
    mutating func expireFetches(at now: FetchTime) {
        while let app = apps.overdue(at: now, limit: configuration.fetchLimit) {
            let run = endFetch(app, at: now)
            if device.conditions.network != .none {
                // A fetch that waited for others' bytes may be fast enough.
                if (run?.waitSeconds ?? 0) < 1 { costs.learnOverrun(of: app, &apps) }
                apps[app].strikes += apps[app].strikes < 6 ? 1 : 0
            }
            apps.expire(app)
            if let run { scoreFailure(run, of: app, at: now) }
            noteFailure(of: app, since: run?.since ?? now, at: now)
            changed(app, at: now)
        }
    }

    /// Ends the app's fetch, if one is under way, and charges it. An abandoned fetch reports no bytes.
    ///
    /// If the app's process has ended, so has its fetch: the engine learns nothing from that, and it is no failure.
    @discardableResult
    mutating func endFetch(_ app: Int, bytes: Int64 = 0, at now: FetchTime) -> FetchRun? {
        guard let run = apps.endFetch(of: app) else { return nil }
        // A fetch past the limit is charged up to the limit.
        spending.ledger.endFetch(at: min(now, run.since + configuration.fetchLimit), configuration.radio)
        scoreEnd(run, at: now)
        apps[app].lastLook = now
        apps[app].lastFetch = now
        device.radio.transferred(until: now)
        phone.dropPlan()
        let seconds = (now - run.since).seconds
        spending.ledger.charge(
            costs.endJoules(bytes: Double(bytes), seconds: seconds, inUse: device.foreground != nil))
        return run
    }

    mutating func learn(_ outcome: FetchOutcome, of app: Int, copiedAt moment: FetchTime) {
        guard outcome.isSuccess else { return }
        content.learnLook(foundNew: outcome == .newData, of: app, &apps, at: moment, device.clock)
    }
}
