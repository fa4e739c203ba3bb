/// Most apps need not be looked at, at most free moments: so soon after a fetch there is hardly anything new. Each app has
/// a moment until which this is certain; it costs as much as a look, and saves dozens.
///
/// While a copy is used with at most the chance u, a fetch does not pay as long as V p u is below the least that it costs;
/// and the belief p that a source has something new grows at a bounded rate.
extension Scheduler {
    /// How far the hours' factors may have moved since they were read; see ``ContentHours/version``.
    private static var drift: Double { 1.25 }

    /// Looks at the apps that may be due.
    ///
    /// - Complexity: O(apps of which anything was heard), of which those that are quiet take a nanosecond or two; no more than
    ///   ``AppTurn`` says.
    mutating func considerAwake(_ best: inout Best, _ moment: FreeMoment) {
        beginEpoch(moment)
        let coming = forecast.comingMoments(from: moment.now)
        if let turn = turn(at: moment.now) {
            for index in turn.indices {
                guard let app = turn.app(index, forecast), let row = apps.awakeRow(of: app, at: moment.now)
                else { continue }
                considerAwake(app, row, &best, coming, moment)
            }
            return
        }
        var last = 0
        while let (row, app) = apps.nextAwake(after: last, at: moment.now) {
            last = row
            considerAwake(app, row, &best, coming, moment)
        }
    }

    @inline(__always)
    private mutating func considerAwake(
        _ app: Int, _ row: Int, _ best: inout Best, _ coming: LaunchForecast.ComingMoments,
        _ moment: FreeMoment
    ) {
        guard apps.active.contains(app), apps.mayStart(app, at: moment.now) else {
            apps.setQuiet(row: row, until: waitsFrom(app))
            return
        }
        guard app != device.foreground else { return }
        var somethingNew = ContentModel.announced(app, apps)
        if somethingNew == nil {
            let gap = content.hours.passed(
                from: apps[basics: app].lastSync, to: moment.sourceTime, apps[app].hours)
            let believed = content.believed(of: app, apps, after: gap)
            if isQuiet(app, row, gap, believed: believed, coming, moment) { return }
            somethingNew = content.somethingNew(app, apps, believed: believed, at: moment.sourceTime)
        }
        guard let value = dueValue(app, moment, somethingNew: somethingNew ?? 0) else { return }
        best.consider(app, value, rank: rank(value))
    }

    /// What is quiet stays so only while what it was reckoned with stays.
    private mutating func beginEpoch(_ moment: FreeMoment) {
        var epoch = QuietEpoch(
            forecast: forecast.version(hour: moment.hour, at: moment.now),
            waits: forecast.waitsVersion(at: moment.now, device.clock, content.hours.pace),
            contentHours: content.hours.version, calibration: content.calibration.version,
            clock: device.clock, sharedTrustStep: score.sharedTrustStep,
            energyFactor: apps.quietEpoch.energyFactor, value: apps.quietEpoch.value)
        let factor = costs.shared.energyFactor
        if !(epoch.energyFactor <= factor && epoch.energyFactor >= 0.7 * factor) {
            epoch.energyFactor = 0.9 * factor
        }
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
    ///
    /// What an app is worth at the most is V p q, with q the chance that a copy is used: see ``FetchValue/mostWorth``.
    @inline(__always)
    private mutating func isQuiet(
        _ app: Int, _ row: Int, _ gap: TimeSpan, believed: Double, _ coming: LaunchForecast.ComingMoments,
        _ moment: FreeMoment
    ) -> Bool {
        let least = 0.999 * costs.leastJoules(of: app, apps, factor: Double(apps.quietEpoch.energyFactor))
        // What the others suggest of a source that nobody has looked at moves with each look at them.
        guard least > 0, apps[app].content.looks > 0 else { return false }
        let bias = apps[app].contentBias
        let trust = mostTrust(in: app)
        func leastChance(_ value: Double, _ use: Double) -> Double {
            content.calibration.leastChance(least / (value * min(1, trust * use)), bias, hour: moment.hour)
        }
        // Soon after a fetch a use that is certain would not pay for the next, so that none need be reckoned.
        var paying = leastChance(apps.quietEpoch.value, 1)
        if believed > paying {
            let use = forecast.mostUses(
                app, change: content.meanChange(of: app, apps), pace: content.pace(of: app, apps), moment,
                device.clock, coming)
            guard believed <= leastChance(valueJoules, use.now) else { return false }
            paying = leastChance(apps.quietEpoch.value, use.later)
            guard believed < paying else { return true }
        }
        // When a fetch may pay at any free moment until then. The gap, too, is read by the hours' factors, which drift.
        let drifted = content.believed(of: app, apps, after: .seconds(Self.drift * gap.seconds))
        let factor = content.hours.factor(moment.hour, apps[app].hours)
        let growth = content.mostGrowth(of: app, apps) * Self.drift * factor
        let wait = (paying - max(believed, drifted)) / growth - 0.01
        // Rounded down, as a millisecond more would be too late.
        if wait > 0 { apps.setQuiet(row: row, until: moment.now + .seconds(min(wait, 1e9) - 0.001)) }
        return true
    }
}
