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
            if var run = apps[app].fetch.run, run.since > now {
                run.since = now
                apps[app].fetch = .running(run)
            }
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
