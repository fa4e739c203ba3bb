/// Working memory of the wakeup plan, kept so that planning allocates nothing.
struct PlanScratch: Sendable {
    /// Candidates, and per candidate what does not change from step to step.
    var apps: [Int] = []
    /// E[e^(-mT)] of each candidate at each hour ahead.
    var used: [Double] = []
    private(set) var capacity = 0

    mutating func grow(to count: Int) {
        capacity = count
    }
}

extension Scheduler {
    /// Apps that begin fewer sessions than this cannot make a wakeup worth while.
    private static var leastFirstLaunch: Double { 0.002 }
    /// Most candidates that a plan looks at.
    private static var mostCandidates: Int { 64 }

    /// The first step of the plan at which a wakeup is worth its cost, or nil.
    mutating func planWakeup(after now: Instant) -> Instant? {
        // At most one first launch can be saved, so a wakeup dearer than that never pays.
        guard configuration.valueJoules > configuration.radio.wakeupJoules else { return nil }
        gatherCandidates(at: now)
        guard !scratch.apps.isEmpty else { return nil }
        let step = max(configuration.planStep.milliseconds, 60_000)
        var moment = now.milliseconds - now.milliseconds % step + step
        let end = (now + configuration.planReach).milliseconds
        while moment <= end {
            let time = Instant(milliseconds: moment)
            if wakeupRule(at: time, from: now).isDue { return time }
            moment = saturatingAdd(moment, step)
        }
        return nil
    }

    private mutating func gatherCandidates(at now: Instant) {
        scratch.apps.removeAll(keepingCapacity: true)
        scratch.used.removeAll(keepingCapacity: true)
        let hour = conditions.clock.hour(now)
        for app in apps.indices {
            guard scratch.apps.count < Self.mostCandidates, apps[app].fetchStart == nil,
                apps[app].allowedFrom != .distantFuture,
                forecast.nextApp.probability(app, situation: .newSession, hour: hour) > Self.leastFirstLaunch
            else { continue }
            scratch.apps.append(app)
            let waits = forecast.discountedWaits(
                app, change: apps[app].content.mean, at: now, clock: conditions.clock)
            scratch.used.append(waits.toLaunch)
        }
    }

    /// The rule with the batch of `time`, as foreseen at `now`.
    private func wakeupRule(at time: Instant, from now: Instant) -> WakeupRule {
        let outlook = forecast.outlook(at: time)
        let momentRate = outlook.moment / max(outlook.momentSeconds, 1)
        var rule = WakeupRule(
            wakeupJoules: configuration.radio.wakeupJoules,
            sessionRate: forecast.sessionRate(at: time, clock: conditions.clock),
            momentRate: momentRate)
        let hour = conditions.clock.hour(time)
        for index in scratch.apps.indices {
            join(scratch.apps[index], to: &rule, hour: hour, used: scratch.used[index], at: time)
        }
        return rule
    }

    @discardableResult
    private func join(
        _ app: Int, to rule: inout WakeupRule, hour: Int, used: Double, at time: Instant
    ) -> Bool {
        let state = apps[app]
        guard state.allowedFrom <= time else { return false }
        let somethingNew = state.content.probabilityNew(after: time - state.lastSync)
        let cost = configuration.radio.activeWatts * expectedSeconds(state, somethingNew: somethingNew)
        let worth = configuration.valueJoules
        return rule.join(
            firstLaunch: forecast.nextApp.probability(app, situation: .newSession, hour: hour),
            value: worth * somethingNew, worth: worth, used: used, change: state.content.mean, cost: cost)
    }

    /// The next app of the batch for which the scheduler woke the radio itself.
    mutating func bestOfOwnWakeup(_ now: Instant) -> Int? {
        let hour = conditions.clock.hour(now)
        for app in apps.indices where app != foreground && apps[app].fetchStart == nil {
            guard apps[app].allowedFrom <= now else { continue }
            let waits = forecast.discountedWaits(
                app, change: apps[app].content.mean, at: now, clock: conditions.clock)
            var alone = WakeupRule(
                wakeupJoules: 0, sessionRate: forecast.sessionRate(at: now, clock: conditions.clock),
                momentRate: 0)
            if join(app, to: &alone, hour: hour, used: waits.toLaunch, at: now) { return app }
        }
        return nil
    }
}
