/// Working memory of the wakeup plan, kept so that planning allocates nothing once it has grown.
struct PlanScratch: Sendable {
    /// Apps that may be worth a wakeup, and their chance to begin a session that began now.
    var apps: [Int] = []
    var chances: [Double] = []
    /// By candidate and hour of day: chance to begin a session; negative until it is asked for.
    var firstLaunch: [Double] = []
    /// By candidate and step of the horizon: chance that what is fetched then is current when the next
    /// session begins.
    var staysFresh: [Double] = []

    /// Empties it, and makes room for `count` candidates.
    mutating func clear(count: Int) {
        apps.removeAll(keepingCapacity: true)
        chances.removeAll(keepingCapacity: true)
        firstLaunch.removeAll(keepingCapacity: true)
        staysFresh.removeAll(keepingCapacity: true)
        guard apps.capacity < count else { return }
        apps.reserveCapacity(count)
        chances.reserveCapacity(count)
        firstLaunch.reserveCapacity(count * 24)
        staysFresh.reserveCapacity(count * Horizon.count)
    }
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
        // Where an interval reaches further than the plan, planning goes on from the plan's end.
        let isHeldBack = scratch.apps.contains { apps[$0].allowedFrom.milliseconds > end }
        return isHeldBack && last > now.milliseconds ? Instant(milliseconds: last) : nil
    }

    /// Finds the apps that may be worth a wakeup: if there are too many, those that are likeliest to begin a
    /// session.
    private mutating func gatherCandidates(at now: Instant) {
        scratch.clear(count: min(apps.count, Self.mostCandidates))
        let hour = conditions.clock.hour(now)
        // An app adds to a batch only if its chance to be first is worth more than the request.
        let leastCost = configuration.radio.activeWatts * configuration.radio.requestSeconds
        let leastChance = leastCost / (configuration.valueJoules * Self.hourlyFactor)
        for app in apps.indices {
            guard apps[app].fetchStart == nil, apps[app].allowedFrom != .distantFuture else { continue }
            let chance = forecast.beginsSession(app, hour: hour)
            guard chance > leastChance else { continue }
            if scratch.apps.count < Self.mostCandidates {
                scratch.apps.append(app)
                scratch.chances.append(chance)
            } else if let least = scratch.chances.indices.min(by: {
                scratch.chances[$0] < scratch.chances[$1]
            }), scratch.chances[least] < chance {
                scratch.apps[least] = app
                scratch.chances[least] = chance
            }
        }
        for app in scratch.apps {
            let base = scratch.staysFresh.count
            for _ in 0..<24 { scratch.firstLaunch.append(-1) }
            for _ in 0..<Horizon.count { scratch.staysFresh.append(0) }
            forecast.horizon.sessionDiscounts(
                change: content(of: app).rate.mean, factors: contentHours.factors
            ) { step, discount in
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
            wakeupJoules: configuration.radio.wakeupJoules, sessionRate: forecast.horizon.nextSessionRates[step],
            momentRate: forecast.idleMomentRate)
        let hour = forecast.horizon.hours[step]
        for index in scratch.apps.indices {
            let app = scratch.apps[index]
            let staysFresh = scratch.staysFresh[index * Horizon.count + step]
            let slot = index * 24 + hour
            if scratch.firstLaunch[slot] < 0 {
                scratch.firstLaunch[slot] = forecast.nextApp.probability(
                    app, situation: .newSession, hour: hour)
            }
            join(app, to: &rule, firstLaunch: scratch.firstLaunch[slot], staysFresh: staysFresh, at: time)
        }
        return rule.isDue
    }

    @discardableResult
    private func join(
        _ app: Int, to rule: inout WakeupRule, firstLaunch: Double, staysFresh: Double, at time: Instant
    ) -> Bool {
        let state = apps[app]
        guard state.isAllowed(at: time) else { return false }
        let somethingNew = somethingNew(app, at: time)
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
            forecast.horizon.sessionDiscounts(
                change: content(of: app).rate.mean, factors: contentHours.factors
            ) { step, discount in
                if step == 0 { staysFresh = discount }
            }
            var alone = WakeupRule(wakeupJoules: 0, sessionRate: 1, momentRate: 0)
            let first = forecast.beginsSession(app, hour: hour)
            if join(app, to: &alone, firstLaunch: first, staysFresh: staysFresh, at: now) { return app }
        }
        return nil
    }
}
