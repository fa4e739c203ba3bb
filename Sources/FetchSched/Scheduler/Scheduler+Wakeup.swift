/// Working memory of the wakeup plan, kept so that planning allocates nothing once it has grown.
struct PlanScratch: Sendable {
    var plan = WakeupPlan()
    /// Apps that may be worth a wakeup, and their chance to begin a session that began now.
    var apps: [Int] = []
    var chances: [Double] = []
    /// From when on each of them may be fetched.
    var opens: [Instant] = []
    /// From the first step's begin to the middle of each, in the time of all sources, by block of the day.
    var passed: [PortableMath.Lanes] = []
    /// Of one app: by hour of day, by step, by steps passed.
    var worth: [Double] = []
    var newNow: [Double] = []
    var newSince: [Double] = []
    /// When the first back-off of an app that may be worth a wakeup ends.
    var review = Instant.distantFuture
}

extension Scheduler {
    /// How much likelier an app may be to begin a session at its best hour than at this one.
    private static var hourlyFactor: Double { 4 }
    /// Most candidates that a plan looks at.
    private static var mostCandidates: Int { 24 }
    /// Shortest step of a plan, in milliseconds: as short as the spacing of fetches, from one to five minutes. Shorter ones
    /// were measured to bring nothing.
    private var leastStep: Int64 {
        min(max(configuration.minimumSpacing, .minutes(1)), .minutes(5)).milliseconds
    }
    /// A wakeup within so many steps is looked for again on steps that much shorter.
    private static var stepsToRefine: Int64 { 4 }
    private static var refinement: Int64 { 6 }
    /// How much earlier than they are due a plan takes alarms to be: the radio is not woken when one rings, as then the
    /// user is as soon as the content.
    private static var alarmLead: TimeSpan { .minutes(1) }
    /// Most steps of a plan.
    private static var mostSteps: Int { 96 }

    /// What a fresh first launch is worth to a wakeup beforehand, in joules: nothing if an ``Arrival`` announces it, which
    /// then is the better occasion.
    private var unannouncedJoules: Double { valueJoules * forecast.arrivals.habits.unannounced }

    /// When the radio should be woken if nothing happens before, or nil.
    ///
    /// - Complexity: O(apps of which anything was heard + steps x (steps + candidates x hours)); O(apps) more if the others
    ///   may begin a session.
    mutating func planWakeup(after now: Instant) -> Instant? {
        // At most one first launch can be saved, so a wakeup dearer than that never pays.
        wakeup.scratch.review = .distantFuture
        if let foresight { return planWakeup(knowing: foresight).flatMap { $0 > now ? $0 : nil } }
        let wakeupJoules = configuration.radio.wakeupJoules
        guard unannouncedJoules > wakeupJoules,
            spending.affords(joules: wakeupJoules, bytes: 0)
        else { return nil }
        guard mayLose(wakeupJoules) else {
            wakeup.scratch.review = max(mayLoseFrom(wakeupJoules), now + TimeSpan(milliseconds: 1))
            return nil
        }
        content.fit()
        gatherCandidates(at: now)
        guard !wakeup.scratch.apps.isEmpty else { return nil }
        forecast.updateHorizon(at: now, clock: device.clock)
        var step = max(configuration.planStep.milliseconds, leastStep)
        let reach = max(1, configuration.planReach.milliseconds / step)
        let steps = Int(min(Int64(Self.mostSteps), reach))
        var planned = planWakeup(steps: steps, of: step, after: now)
        // One that is due within a few steps is looked at more closely: where fresh launches are worth many wakeups,
        // the best time between two of them may be shorter than a step.
        while let found = planned, step > leastStep,
            found - now <= TimeSpan(milliseconds: step) * Self.stepsToRefine
        {
            step = max(step / Self.refinement, leastStep)
            guard let closer = planWakeup(steps: steps, of: step, after: now) else { break }
            planned = closer
        }
        return planned
    }

    /// The plan on steps of that many milliseconds.
    private mutating func planWakeup(steps: Int, of step: Int64, after now: Instant) -> Instant? {
        let first = saturatingAdd(now.milliseconds - now.milliseconds % step, step)
        guard first > now.milliseconds else { return nil }
        wakeup.scratch.plan.clear(wakeupJoules: configuration.radio.wakeupJoules)
        let begin = Instant(milliseconds: first)
        appendSteps(steps, of: step, from: begin, now: now)
        wakeup.scratch.passed.removeAll(keepingCapacity: true)
        for index in 0..<steps {
            let length = TimeSpan(milliseconds: step)
            let middle = begin + length * Int64(index) + TimeSpan(milliseconds: step / 2)
            wakeup.scratch.passed.append(
                content.hours.passed(from: begin, to: content.hours.read(middle, device.clock)))
        }
        for index in wakeup.scratch.apps.indices {
            // The first step before which it may be fetched.
            let wait = max(0, (wakeup.scratch.opens[index] - begin).milliseconds)
            let opens = wait / step + (wait % step > 0 ? 1 : 0)
            guard opens < Int64(steps) else { continue }
            addToPlan(wakeup.scratch.apps[index], from: begin, opens: Int(opens), now: now)
        }
        guard let found = wakeup.scratch.plan.firstWakeup() else { return nil }
        return Instant(milliseconds: first) + TimeSpan(milliseconds: step) * Int64(found)
    }

    private mutating func appendSteps(_ steps: Int, of step: Int64, from first: Instant, now: Instant) {
        let (length, seconds) = (TimeSpan(milliseconds: step), Double(step) / 1000)
        let horizon = forecast.horizon
        var place = 0
        for index in 0..<steps {
            let ahead = (first - now).seconds + (Double(index) + 0.5) * seconds
            while place + 1 < Horizon.count, Horizon.begins[place + 1] <= ahead { place += 1 }
            let begin = first + length * Int64(index) + Self.alarmLead
            let alarms = forecast.use.alarms.meanRatio(from: begin, to: begin + length)
            let sessions = horizon.nextSessionRates[place] / horizon.alarmRatios[place] * alarms * seconds
            let moments = forecast.idleMomentRate * seconds
            wakeup.scratch.plan.append(sessions: sessions, moments: moments, hour: horizon.hours[place])
        }
        wakeup.scratch.plan.ready()
    }

    private mutating func addToPlan(_ app: Int, from begin: Instant, opens: Int, now: Instant) {
        guard let last = wakeup.scratch.passed.last else { return }
        let rate = content.belief(of: app, apps).rate
        let cost = batchJoules(of: app, somethingNew: 0.5)
        wakeup.scratch.worth.removeAll(keepingCapacity: true)
        forecast.appendBeginsSession(
            app, times: unannouncedJoules * trust(in: app), at: now, device.clock, to: &wakeup.scratch.worth)
        var most = 0.0
        for hour in 0..<24 where wakeup.scratch.worth[hour] > most { most = wakeup.scratch.worth[hour] }
        // Most apps never pay for a place in a batch; so this comes before the steps are gone through.
        let reach = TimeSpan.seconds(content.hours.seconds(last, content.hours.ratios(apps[app].hours)))
        guard most * rate.probabilityNew(after: reach) > 3 * cost else { return }
        addSteps(of: app, from: begin)
        wakeup.scratch.plan.add(
            worth: wakeup.scratch.worth, newNow: wakeup.scratch.newNow, newSince: wakeup.scratch.newSince,
            cost: cost, opens: opens)
    }

    /// What may be new in an app's source, step by step.
    private mutating func addSteps(of app: Int, from begin: Instant) {
        wakeup.scratch.newNow.removeAll(keepingCapacity: true)
        wakeup.scratch.newSince.removeAll(keepingCapacity: true)
        let belief = content.belief(of: app, apps)
        let own = apps[app].hours
        let known = content.hours.passed(
            from: apps[basics: app].lastSync, to: begin, own, clock: device.clock)
        // What a source that announces its changes will announce leads to a new plan.
        let certain = ContentModel.announced(app, apps)
        let passed = wakeup.scratch.passed
        let count = passed.count
        let ratios = content.hours.ratios(own)
        guard count >= 4 else {
            for blocks in passed {
                let since = TimeSpan.seconds(content.hours.seconds(blocks, ratios))
                let newNow =
                    certain
                    ?? belief.probabilityNew(
                        after: content.stretched(known + since, of: app, apps), configuration.content)
                wakeup.scratch.newNow.append(newNow)
                wakeup.scratch.newSince.append(belief.rate.probabilityNew(after: since))
            }
            return
        }
        for begin in stride(from: 0, to: count, by: 8) {
            let since = seconds(passed, ratios, from: begin)
            let now = content.stretched(since + known.seconds, of: app, apps)
            let newSince = belief.rate.probabilityNew(after: since)
            let newNow = belief.probabilityNew(after: now, configuration.content)
            for lane in 0..<min(8, count - begin) {
                wakeup.scratch.newNow.append(certain ?? newNow[lane])
                wakeup.scratch.newSince.append(newSince[lane])
            }
        }
    }

    /// How much of a source's time has passed at eight steps, by its ratios; the last one again after the end.
    @inline(__always)
    private func seconds(
        _ passed: [PortableMath.Lanes], _ ratios: PortableMath.Lanes, from begin: Int
    ) -> PortableMath.Lanes {
        let last = passed.count - 1
        func seconds(_ lane: Int) -> Double { content.hours.seconds(passed[min(begin + lane, last)], ratios) }
        return PortableMath.Lanes(
            seconds(0), seconds(1), seconds(2), seconds(3), seconds(4), seconds(5), seconds(6), seconds(7))
    }

    /// Finds the apps that may be worth a wakeup: if there are too many, those that are likeliest to begin a
    /// session.
    private mutating func gatherCandidates(at now: Instant) {
        wakeup.scratch.apps.removeAll(keepingCapacity: true)
        wakeup.scratch.chances.removeAll(keepingCapacity: true)
        wakeup.scratch.opens.removeAll(keepingCapacity: true)
        let hour = device.clock.hour(now)
        // An app adds to a batch only if its chance to be first is worth more than the request.
        let leastCost =
            configuration.power.runJoules + configuration.radio.baseWatts * configuration.radio.requestSeconds
        let leastChance = leastCost / (valueJoules * Self.hourlyFactor)
        let all = forecast.beginsSession(NextAppTables.unlaunched, hour: hour, at: now) > leastChance
        if let turn = turn(at: now) {
            for index in turn.indices {
                guard let app = turn.app(index, forecast) else { continue }
                gather(app, hour: hour, least: leastChance, at: now)
            }
            return
        }
        var following = apps.next(from: 0, all: all)
        while let app = following {
            following = apps.next(from: app + 1, all: all)
            gather(app, hour: hour, least: leastChance, at: now)
        }
    }

    @inline(__always)
    private mutating func gather(_ app: Int, hour: Int, least leastChance: Double, at now: Instant) {
        let from = apps.allowedFrom(app)
        guard !apps[app].fetch.isRunning, from != .distantFuture else { return }
        let chance = forecast.beginsSession(app, hour: hour, at: now)
        guard chance > leastChance else { return }
        guard from <= now || opensInPlan(app, from, at: now) else {
            // No review at the end of a longer interval: a plan does not know that a fetch uses up the next one, which was
            // seen to cost more than it brought.
            if max(apps[app].backoffUntil, apps[app].server.floor) > now {
                wakeup.scratch.review = min(wakeup.scratch.review, from)
            }
            return
        }
        if wakeup.scratch.apps.count < Self.mostCandidates {
            wakeup.scratch.apps.append(app)
            wakeup.scratch.chances.append(chance)
            wakeup.scratch.opens.append(from)
        } else if let least = wakeup.scratch.chances.indices.min(by: {
            wakeup.scratch.chances[$0] < wakeup.scratch.chances[$1]
        }), wakeup.scratch.chances[least] < chance {
            wakeup.scratch.apps[least] = app
            wakeup.scratch.chances[least] = chance
            wakeup.scratch.opens[least] = from
        }
    }

    /// Whether a plan has a place for an app that may be fetched from `start` on: all that it waits for is the least spacing
    /// of fetches, or an interval no longer than `planStep`. After a use nearly every app that matters has just been
    /// fetched, so a plan without these would wake for nobody.
    private func opensInPlan(_ app: Int, _ start: Instant, at now: Instant) -> Bool {
        let longest = max(configuration.planStep, configuration.minimumSpacing)
        guard start - now <= longest else { return false }
        guard case .custom(let span) = apps[basics: app].interval, let end = apps.intervalEnd(of: app) else {
            return true
        }
        return end <= now || span <= longest
    }

    /// What an app's fetch adds to a wakeup, in joules.
    private mutating func batchJoules(of app: Int, somethingNew: Double) -> Double {
        costs.batchJoules(
            costs.estimate(app, apps, somethingNew: somethingNew, inUse: device.foreground != nil))
    }

    /// The next app of the batch for which the scheduler woke the radio itself: first those for whose sake it did, then
    /// what else is due now that it is awake. Each app is looked at once for each.
    ///
    /// - Complexity: O(apps of which anything was heard) over a whole wakeup, O(apps) if the others may be worth it.
    mutating func bestOfOwnWakeup(_ now: Instant) -> FetchDecision? {
        if foresight != nil { return bestAtFreeMoment(now) }
        let hour = device.clock.hour(now)
        content.fit()
        forecast.updateHorizon(at: now, clock: device.clock)
        let unlaunched = forecast.beginsSession(NextAppTables.unlaunched, hour: hour, at: now)
        let all = sharedTrust * unlaunched * valueJoules > configuration.power.runJoules
        while wakeup.cursor < apps.count {
            guard let app = apps.next(from: wakeup.cursor, all: all) else {
                wakeup.cursor = apps.count
                break
            }
            wakeup.cursor = app + 1
            guard app != device.foreground, apps.mayStart(app, at: now) else { continue }
            let first = forecast.beginsSession(app, hour: hour, at: now)
            let new = content.somethingNew(app, apps, at: content.hours.read(now, device.clock))
            let worth = trust(in: app) * unannouncedJoules * first * new
            guard worth > configuration.leastFetchJoules else { continue }
            let staysFresh = forecast.horizon.sessionDiscount(
                change: content.meanChange(of: app, apps), pace: content.pace(of: app, apps))
            let cost = batchJoules(of: app, somethingNew: new)
            if worth * staysFresh > cost {
                let value = fetchValue(app, freeMoment(at: now))
                guard affords(app, joules: value.cost, somethingNew: new) else { continue }
                return FetchDecision(app: apps.id(of: app), moment: now, reason: .wakeup, value: value)
            }
        }
        while let app = apps.next(from: wakeup.cursor - apps.count, all: false) {
            wakeup.cursor = apps.count + app + 1
            guard app != device.foreground, apps.mayStart(app, at: now),
                device.radio.isAwake(at: now, configuration.radio),
                let value = dueValue(app, freeMoment(at: now))
            else { continue }
            return FetchDecision(app: apps.id(of: app), moment: now, reason: .freeMoment, value: value)
        }
        return nil
    }
}
