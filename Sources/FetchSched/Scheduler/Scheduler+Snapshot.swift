/// A process that ended and began again.
extension Scheduler {
    /// The fetches under way are forgotten as if they had not been started, since the apps' sources are not to blame.
    package mutating func hostRestarted(at now: Instant) {
        notice(now)
        if let app = device.foregroundApp { observe(.endOfUse(app), at: now) }
        let ended = apps.running + apps.expired
        apps.forgetFetches()
        spending.ledger.fetchesUnderWay = 0
        score.limit.releaseAll()
        costs.endAllProcesses(&apps)
        // The others stay due when they were.
        for app in ended { notePolling(of: app, at: now) }
        (isWakeupUnderWay, plan) = (false, .unknown)
    }
}

extension Scheduler: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        if Coder.isReader {
            forecast.setApps(places: apps.count, appCount: apps.appCount)
            if polling.isOn {
                polling.demand.grow(to: apps.count)
                polling.demand.appCount = apps.count
                score.limit.share(among: apps.count)
            }
        }
        try coder.code(any: &spending.valueJoules)
        try coder.code(&forecast, &device)
        try costs.code(&coder, below: apps.count)
        try coder.code(&random, &content, &spending)
        try score.code(&coder, below: apps.count)
        try coder.code(&plan, &isWakeupUnderWay, &screenOccasion, &network)
        try coder.code(&score.lastDecision)
        try polling.code(&coder, apps: apps.count)
        guard Coder.isReader else { return }
        let vacant = apps.numbers.vacant
        try coder.check(
            vacant.allSatisfy { !forecast.knows($0) && !costs.hasProcess($0) && !score.awaits($0) })
        try coder.check(device.foregroundApp.map { apps.contains($0) } ?? true)
        if polling.isOn {
            try coder.check(vacant.allSatisfy { polling.due[$0] == nil && polling.touched?.app != $0 })
            polling.demand.appCount = apps.appCount
            shareAmongSources()
        }
        spending.ledger.fetchesUnderWay = apps.running.count
        if let app = device.foreground, apps[basics: app].quit { device.endUse() }
    }
}

/// A clock that was set wrong and right again.
extension Scheduler {
    /// Takes note of the time. If the clock was set back, nothing that was remembered may lie ahead of it: an app
    /// synced "in a year" would not be fetched until then.
    ///
    /// - Complexity: O(1), O(apps) if the clock was set back.
    mutating func notice(_ now: Instant) {
        if let end = device.silentUseEnd(by: now) { endUse(at: end) }
        guard let before = device.notice(now) else { return }
        spending.clockWentBack(to: now, device.clock)
        score.limit.clockWentBack(to: now)
        forecast.clockWentBack(to: now)
        screenOccasion.clockWentBack(to: now)
        network.clockWentBack(to: now)
        plan = .unknown
        let longestBackoff = now + max(configuration.backoff.cap, .zero)
        for app in apps.indices {
            apps[basics: app].lastSync = min(apps[basics: app].lastSync, now)
            guard apps.isKnown(app) else { continue }
            apps[app].lastLook.hold(to: now)
            apps[app].lastFetch.hold(to: now)
            apps[app].lastLaunch.hold(to: now)
            apps[app].failingSince.hold(to: now)
            if let run = apps[app].fetch { apps[app].fetch?.since = min(run.since, now) }
            apps[app].announced.hold(to: now)
            apps[app].datedChange.hold(to: now)
            apps[app].settledFrom = min(apps[app].settledFrom, now + max(.zero, configuration.settling))
            apps[app].backoffUntil = min(apps[app].backoffUntil, longestBackoff)
            apps[app].server.floor = min(apps[app].server.floor, now + Self.longestServerWait)
        }
        guard polling.isOn else { return }
        polling.clockWentBack(from: before, to: now, device.clock)
        reckonAllPolling(at: now)
    }
}
