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

/// Effects of checks of sources that fail, and of the first that succeeds.
extension Scheduler {
    /// Whether a fetch has to wait as the network is believed to be down: one at a time tries it.
    func waitsForNetwork(at now: FetchTime) -> Bool {
        network.isDown && now < network.nextTry || triesNetwork(at: now) && !apps.running.isEmpty
    }

    /// Whether one fetch at a time tries the network.
    func triesNetwork(at now: FetchTime) -> Bool {
        network.isDown || polling.lateNetwork.unproven > now
    }

    /// Whether a fetch of the app would be a try, paid from the account for failures.
    func isTry(_ app: Int?) -> Bool {
        network.isDown || app.map { apps[$0].failures > 0 || apps[$0].isExcused } ?? false
    }

    /// Records a failed fetch and sets the app's back-off. Without a network the app's source is not blamed.
    ///
    /// - Parameters:
    ///   - isGone: the server answered that there is no such source any more.
    ///   - blames: whether the network may be to blame.
    ///   - start: when the fetch started.
    mutating func noteFailure(
        of app: Int, isGone: Bool = false, blames: Bool = true, since start: FetchTime, at now: FetchTime
    ) {
        // A server that imposes a delay has answered.
        let (isAnswer, isTooSoon) = (isGone || apps[app].server.isOfAnswer, apps[app].server.isTooSoon)
        apps[app].server.endAnswer()
        guard device.conditions.network != .none else { return }
        if isAnswer {
            networkWorks(at: now)
        } else if blames {
            let group = polling.group(of: app)
            polling.lateNetwork.learn(isAnswered: false, at: now)
            network.fail(
                app, group: group, isFirst: isInOrder(app), start: start, on: device.conditions.network,
                at: now)
            if let group, !triesNetwork(at: now) {
                polling.groups[group].fail(isFirst: isInOrder(app), since: start, at: now)
            }
        }
        // The source waits for its server alone.
        if isTooSoon, !isGone { return }
        if apps[app].failures == 0 { apps[app].failingSince = now }
        var rule = configuration.backoff
        if let perDay = polling.price.perDay {
            // In units of the time between two requests of a source, so that one that fails takes no more than others.
            let gap = 86_400 * Double(apps.appCount) / max(perDay, 1e-6)
            (rule.first, rule.cap) = (max(rule.first, .seconds(gap / 32)), max(rule.cap, .seconds(2 * gap)))
        }
        let doublings = Int(apps[app].failures) + Int(apps[app].strikes)
        apps[app].failures += apps[app].failures < 1000 ? 1 : 0
        let wait = isGone ? BackoffParameters.longest : rule.wait(doublings: doublings)
        let spread = 1 - min(max(rule.jitter, 0), 1) * random.nextUnit()
        apps[app].backoffUntil = now + max(.seconds(wait.seconds * spread), .seconds(1))
        // The server's word, which holds on another network, too.
        if isGone { apps[app].server.floor = max(apps[app].server.floor, apps[app].backoffUntil) }
    }

    mutating func noteOpeningFailed(_ app: Int, at now: FetchTime) {
        guard device.conditions.network != .none else { return }
        let path = device.conditions.network
        network.fail(
            app, group: polling.group(of: app), isFirst: isInOrder(app), start: nil, on: path, at: now)
    }

    /// Whether the app's source was in order until now. An excused source that fails again was not.
    func isInOrder(_ app: Int) -> Bool { apps[app].failures == 0 && !apps[app].isExcused }

    /// Records a successful check of the app's source: ends its back-off and its server-imposed delay.
    mutating func noteSuccess(of app: Int, at now: FetchTime) {
        endFailures(of: app)
        apps[app].server.endWait()
        networkWorks(at: now)
    }

    private mutating func endFailures(of app: Int) {
        apps[app].failures = 0
        apps[app].failingSince = .distantPast
        apps[app].isExcused = false
        apps[app].backoffUntil = .distantPast
    }

    /// Excuses sources whose failures started while the network was down.
    private mutating func networkWorks(at now: FetchTime) {
        polling.lateNetwork.learn(isAnswered: true, at: now)
        guard let since = network.succeed() else { return }
        for row in apps.rows {
            let app = apps.app(ofRow: row)
            guard let failing = apps[app].failingSince.known, failing >= since, !apps[app].isExcused
            else { continue }
            apps[app].strikes -= apps[app].strikes > 0 ? 1 : 0
            endFailures(of: app)
            apps[app].isExcused = true
        }
        allChanged(at: now)
    }

    /// Handles a change of network: sources that failed on the former network may be tried again at once. Only once, so
    /// that a device that alternates between networks does not poll dead sources each time.
    mutating func networkChanged(at now: FetchTime) {
        guard device.conditions.network != .none else { return }
        if network.change(to: device.conditions.network) { networkWorks(at: now) }
        for row in apps.rows {
            let app = apps.app(ofRow: row)
            guard apps[app].failures > 0, !apps[app].isExcused else { continue }
            apps[app].isExcused = true
            apps[app].backoffUntil = .distantPast
            changed(app, at: now)
        }
    }
}

extension BackoffParameters {
    /// Number of failures at the cap before waits grow beyond it.
    private static var patience: Int { 4 }
    /// No wait is longer, but for a cap that is.
    static var longest: TimeSpan { .days(7) }

    /// Wait after `doublings` failures, without random jitter.
    func wait(doublings: Int) -> TimeSpan {
        var wait = max(first, .seconds(1))
        var left = doublings
        while left > 0, wait < cap {
            wait = wait * 2
            left -= 1
        }
        wait = min(wait, cap)
        left -= Self.patience
        while left > 0, wait < Self.longest {
            wait = min(Self.longest, wait + max(TimeSpan(milliseconds: wait.milliseconds / 4), .seconds(1)))
            left -= 1
        }
        return wait
    }
}
