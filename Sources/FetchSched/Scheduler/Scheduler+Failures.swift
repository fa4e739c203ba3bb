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
            polling.lateNetwork.learn(isAnswered: false, at: now)
            network.fail(
                app, group: polling.group(of: app), isFirst: isInOrder(app), start: start,
                on: device.conditions.network, at: now)
        }
        // The source waits for its server alone.
        if isTooSoon, !isGone { return }
        if apps[app].failures == 0 { apps[app].failingSince = now }
        var rule = configuration.backoff
        if let perDay = polling.price.perDay {
            // In units of the time between two requests of a source, so that one that fails takes no more than others.
            let gap = 86_400 * Double(apps.appCount) / max(perDay, 1e-6)
            (rule.first, rule.cap) = (max(rule.first, .seconds(gap / 8)), max(rule.cap, .seconds(2 * gap)))
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
