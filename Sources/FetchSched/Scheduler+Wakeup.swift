/// Working memory of the wakeup plan, kept so that planning allocates nothing.
struct PlanScratch: Sendable {
    /// Apps that may be worth a wakeup.
    var apps: [Int] = []
    /// By candidate and step of the horizon: chance that what is fetched then is current when the next
    /// session begins.
    var staysFresh: [Double] = []
}

extension Scheduler {
    /// How much likelier an app may be to begin a session at its best hour than at this one.
    private static var hourlyFactor: Double { 4 }
    /// Most candidates that a plan looks at.
    private static var mostCandidates: Int { 64 }
    /// Longest look ahead, whatever the configuration says: it bounds the steps of a plan.
    private static var longestReach: TimeSpan { .days(7) }

    /// The first step of the plan at which a wakeup is worth its cost, or nil.
    ///
    /// - Complexity: O(apps + candidates x steps).
    mutating func planWakeup(after now: Instant) -> Instant? {
        // At most one first launch can be saved, so a wakeup dearer than that never pays.
        guard configuration.valueJoules > configuration.radio.wakeupJoules else { return nil }
        forecast.updateHorizon(at: now, clock: conditions.clock)
        gatherCandidates(at: now)
        guard !scratch.apps.isEmpty else { return nil }
        let step = max(configuration.planStep.milliseconds, 60_000)
        let end = (now + min(configuration.planReach, Self.longestReach)).milliseconds
        var moment = saturatingAdd(now.milliseconds - now.milliseconds % step, step)
        // The step saturates at the end of time: then no moment is later than the one before.
        var last = now.milliseconds
        while moment <= end, moment > last {
            let time = Instant(milliseconds: moment)
            if isWakeupDue(at: time, from: now) { return time }
            last = moment
            moment = saturatingAdd(moment, step)
        }
        return nil
    }

    private mutating func gatherCandidates(at now: Instant) {
        scratch.apps.removeAll(keepingCapacity: true)
        scratch.staysFresh.removeAll(keepingCapacity: true)
        let hour = conditions.clock.hour(now)
        // An app adds to a batch only if its chance to be first is worth more than the request.
        let leastCost = configuration.radio.activeWatts * configuration.radio.requestSeconds
        let leastFirst = leastCost / (configuration.valueJoules * Self.hourlyFactor)
        for app in apps.indices {
            guard scratch.apps.count < Self.mostCandidates, apps[app].fetchStart == nil,
                apps[app].allowedFrom != .distantFuture,
                forecast.beginsSession(app, hour: hour) > leastFirst
            else { continue }
            let base = scratch.staysFresh.count
            scratch.apps.append(app)
            for _ in 0..<Horizon.count { scratch.staysFresh.append(0) }
            forecast.horizon.sessionDiscounts(change: apps[app].content.mean) { step, discount in
                scratch.staysFresh[base + step] = discount
            }
        }
    }

    /// Whether the batch of `time`, as foreseen at `now`, is worth a wakeup.
    private mutating func isWakeupDue(at time: Instant, from now: Instant) -> Bool {
        let ahead = (time - now).seconds
        var step = 0
        while step + 1 < Horizon.count, Horizon.begins[step + 1] <= ahead { step += 1 }
        var rule = WakeupRule(
            wakeupJoules: configuration.radio.wakeupJoules, sessionRate: forecast.horizon.sessionRates[step],
            momentRate: forecast.idleMomentRate)
        let hour = forecast.horizon.hours[step]
        for index in scratch.apps.indices {
            let app = scratch.apps[index]
            let staysFresh = scratch.staysFresh[index * Horizon.count + step]
            join(
                app, to: &rule,
                firstLaunch: forecast.nextApp.probability(
                    app, situation: .newSession, hour: hour), staysFresh: staysFresh, at: time)
        }
        return rule.isDue
    }

    @discardableResult
    private func join(
        _ app: Int, to rule: inout WakeupRule, firstLaunch: Double, staysFresh: Double, at time: Instant
    ) -> Bool {
        let state = apps[app]
        guard state.isAllowed(at: time) else { return false }
        let somethingNew = state.content.probabilityNew(after: time - state.lastSync)
        return rule.join(
            value: configuration.valueJoules, firstLaunch: firstLaunch, somethingNew: somethingNew,
            staysFresh: staysFresh,
            cost: configuration.radio.activeWatts * expectedSeconds(state, somethingNew: somethingNew))
    }

    /// The next app of the batch for which the scheduler woke the radio itself.
    mutating func bestOfOwnWakeup(_ now: Instant) -> Int? {
        let hour = conditions.clock.hour(now)
        forecast.updateHorizon(at: now, clock: conditions.clock)
        for app in apps.indices where app != foreground && apps[app].fetchStart == nil {
            guard apps[app].isAllowed(at: now) else { continue }
            var staysFresh = 0.0
            forecast.horizon.sessionDiscounts(change: apps[app].content.mean) { step, discount in
                if step == 0 { staysFresh = discount }
            }
            var alone = WakeupRule(wakeupJoules: 0, sessionRate: 1, momentRate: 0)
            let first = forecast.beginsSession(app, hour: hour)
            if join(app, to: &alone, firstLaunch: first, staysFresh: staysFresh, at: now) { return app }
        }
        return nil
    }
}
