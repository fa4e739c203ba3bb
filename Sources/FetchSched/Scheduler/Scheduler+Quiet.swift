/// Most apps need not be looked at, at most free moments: so soon after a fetch there is hardly anything new. Each app has
/// a moment until which this is certain; it costs as much as a look, and saves dozens.
///
/// For an app whose source changes m times a second, p <= m g after a gap of g. While a copy is used with at most the
/// chance u, a fetch is not worth the least that it costs as long as V m g u is below that.
extension Scheduler {
    /// How far the hours' factors may have moved since they were read; see ``ContentHours/version``.
    private static var drift: Double { 1.12 }

    /// Looks at the apps that may be due.
    ///
    /// - Complexity: O(apps of which anything was heard), of which those that are quiet take a nanosecond or two.
    mutating func considerAwake(_ best: inout Best, _ moment: FreeMoment) {
        beginEpoch(moment)
        var last = 0
        while let (row, app) = apps.nextAwake(after: last, at: moment.now) {
            last = row
            guard apps.active.contains(app), apps.mayStart(app, at: moment.now) else {
                apps.setQuiet(row: row, until: waitsFrom(app))
                continue
            }
            guard app != device.foreground else { continue }
            let gap = content.hours.passed(from: apps[basics: app].lastSync, to: moment.sourceTime).seconds
            if !isQuiet(app, row, gap: gap, moment) { consider(app, &best, moment) }
        }
    }

    /// What is quiet stays so only while what it was reckoned with stays.
    private mutating func beginEpoch(_ moment: FreeMoment) {
        var epoch = QuietEpoch(
            forecast: forecast.version, hour: Int32(truncatingIfNeeded: ForecastStep.of(moment.now)),
            contentHours: content.hours.version, calibration: content.calibration.version,
            clock: device.clock, sharedTrustStep: score.sharedTrustStep, value: apps.quietEpoch.value)
        if !(valueJoules <= epoch.value && valueJoules >= 0.5 * epoch.value) {
            // A budget moves it a little each time.
            epoch.value = configuration.budget.isSet ? 1.1 * valueJoules : valueJoules
        }
        apps.beginQuiet(epoch)
    }

    /// From when on an app that may not be fetched now is looked at again.
    @inline(__always)
    func waitsFrom(_ app: Int) -> Instant {
        guard apps.active.contains(app), !apps[app].fetch.isRunning else { return .distantFuture }
        return apps.allowedFrom(app)
    }

    /// Whether a fetch would not pay now; notes until when it surely does not.
    @inline(__always)
    private mutating func isQuiet(_ app: Int, _ row: Int, gap: Double, _ moment: FreeMoment) -> Bool {
        let least = 0.999 * max(configuration.leastFetchJoules, 0.5 * costs.leastJoules(of: app, apps))
        // What the others suggest of a source that nobody has looked at moves with each look at them.
        guard least > 0, apps[app].content.looks > 0, apps[app].announced.moment == nil else { return false }
        let change = content.meanChange(of: app, apps)
        let bias = apps[app].contentBias
        let trust = mostTrust(in: app)
        guard
            let use = forecast.mostUses(
                app, change: change, pace: content.hours.pace, moment, device.clock),
            change * gap <= content.calibration.leastChance(least / (trust * valueJoules * use.now), bias)
        else { return false }
        // From which gap on a fetch may pay at any free moment until then, in seconds.
        let chance = content.calibration.leastChance(
            least / (trust * apps.quietEpoch.value * use.hour), bias)
        let paying = chance / (change * Self.drift) - 0.01
        let wait = (paying - gap) / content.hours.factors[moment.hour]
        // Rounded down, as a millisecond more would be too late.
        if wait > 0 { apps.setQuiet(row: row, until: moment.now + .seconds(min(wait, 1e9) - 0.001)) }
        return true
    }
}
