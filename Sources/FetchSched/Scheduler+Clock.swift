/// A clock that was set wrong and right again.
extension Scheduler {
    /// Steps back within this are taken for events that come out of order.
    private static var tolerance: TimeSpan { .minutes(1) }

    /// Takes note of the time. If the clock was set back, nothing that was remembered may lie ahead of it: an app
    /// synced "in a year" would not be fetched until then.
    ///
    /// - Complexity: O(1), O(apps) if the clock was set back.
    mutating func notice(_ now: Instant) {
        guard now < latest else {
            latest = now
            return
        }
        guard latest - now > Self.tolerance else { return }
        latest = now
        ledger.clockWentBack(to: now)
        radio.clockWentBack(to: now)
        forecast.clockWentBack(to: now)
        plan = .unknown
        let longestBackoff = now + max(configuration.backoff.cap, .zero)
        for app in apps.indices {
            apps[app].lastSync = min(apps[app].lastSync, now)
            apps[app].lastEnd = apps[app].lastEnd.map { min($0, now) }
            apps[app].lastFetch = apps[app].lastFetch.map { min($0, now) }
            apps[app].lastLaunch = apps[app].lastLaunch.map { min($0, now) }
            apps[app].fetchStart = apps[app].fetchStart.map { min($0, now) }
            if let start = apps[app].fetchStart { running.set(app, to: start) }
            apps[app].announced = apps[app].announced.map { min($0, now) }
            apps[app].settledFrom = min(apps[app].settledFrom, now + max(.zero, configuration.settling))
            apps[app].backoffUntil = min(apps[app].backoffUntil, longestBackoff)
            apps[app].serverFloor = min(apps[app].serverFloor, now + Self.longestServerWait)
        }
    }
}
