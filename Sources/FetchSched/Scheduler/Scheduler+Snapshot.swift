/// Restart of the host's process.
extension Scheduler {
    /// Drops the fetches under way; their apps wait a minute, as an answer may have ended the process. An app whose
    /// fetch is under way at a second such end in a row is to blame: its fetch has failed. Intervals count from the
    /// restart, as the server was polled.
    mutating func hostRestarted(at now: FetchTime) {
        notice(now)
        if let app = device.foregroundApp { observe(.endOfUse(app), at: now) }
        let ended = apps.running + apps.expired
        for app in apps.running {
            guard let since = apps[app].fetch?.since else { continue }
            apps[app].lastFetch = max(apps[app].lastFetch, since)
            apps[app].lastLook = max(apps[app].lastLook, since)
        }
        apps.forgetFetches()
        spending.ledger.fetchesUnderWay = 0
        costs.endAllProcesses(&apps)
        // Other sources stay due at their times.
        for app in ended {
            if apps[app].isInterrupted {
                noteFailure(of: app, blames: false, since: now, at: now)
            } else {
                apps[app].isInterrupted = true
                apps[app].backoffUntil = max(apps[app].backoffUntil, now + .minutes(1))
            }
            changed(app, at: now)
        }
        phone.hostRestarted()
    }
}

extension Scheduler: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        if Coder.isReader { appsRead() }
        try coder.code(any: &spending.valueJoules)
        try coder.code(&forecast, &device)
        try costs.code(&coder, below: apps.count)
        try coder.code(&random, &content, &spending)
        try score.code(&coder, below: apps.count)
        try coder.code(&phone.plan, &phone.isWakeupUnderWay, &phone.screenOccasion, &network)
        try polling.code(&coder, apps: apps.count)
        let vacant = apps.numbers.vacant
        try coder.check(vacant.allSatisfy { !forecast.knows($0) })
        try coder.check(device.foregroundApp.map { apps.contains($0) } ?? true)
        try coder.check(vacant.allSatisfy { !polling.knows($0) })
        guard Coder.isReader else { return }
        stateRead()
        spending.ledger.fetchesUnderWay = apps.running.count
        if let app = device.foreground, apps[basics: app].quit { device.endUse() }
    }
}
