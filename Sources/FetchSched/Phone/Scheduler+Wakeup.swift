/// Working memory of the wakeup plan, reused so that planning allocates nothing once it has grown.
struct Planner: Sendable {
    var plan = WakeupPlan()
    var candidates: [Candidate] = []
    /// Benefit for one app: by hour of day, by step, by steps passed.
    var values: [Double] = []
    var newNow: [Double] = []
    var newSince: [Double] = []
    /// When the back-off of an app that may justify a wakeup ends, so that a new plan is made.
    var review = FetchTime.distantFuture

    struct Candidate: Sendable {
        var app: Int
        /// Probability that the app is first in a session that starts now.
        var probability: Double
        /// When it may be fetched.
        var opens: FetchTime
    }
}

/// Wakeups for fetches alone: when to wake the radio, and what to fetch then.
extension Scheduler {
    /// Most that an app's probability to start a session may rise from this hour to its best one, as a factor.
    private static var hourlyFactor: Double { 4 }
    private static var mostCandidates: Int { 24 }
    /// Shortest step of a plan, in milliseconds: as short as the spacing of fetches, from one to five minutes.
    private var leastStep: Int64 {
        min(max(configuration.minimumSpacing, .minutes(1)), .minutes(5)).milliseconds
    }
    /// Steps within which a wakeup is searched again, on steps that are shorter by the factor `refinement`: three times as
    /// many in a plan of days, whose steps are long.
    private static var stepsToRefine: Int64 { 4 }
    private static var refinement: Int64 { 6 }
    private static var mostSteps: Int { 96 }
    /// A plan reaches as far as so many sessions take, from one to four times its set reach. With 3 single apps gain a
    /// tenth less, with 24 no more.
    private static var sessionsInReach: Double { 12 }

    // MARK: When

    mutating func plannedWakeup(after now: FetchTime) -> FetchTime? {
        updatePlan(after: now)
        return phone.plan?.wakeup
    }

    mutating func updatePlan(after now: FetchTime) {
        if let plan = phone.plan, plan.wakeup ?? .distantFuture > now, plan.review > now { return }
        guard device.foreground == nil, device.conditions.allowFetches(configuration) else {
            return phone.plan = PhoneState.Plan()
        }
        if spending.isSpent { return phone.plan = PhoneState.Plan(review: budgetReview() ?? .distantFuture) }
        if waitsForNetwork(at: now) {
            return phone.plan = PhoneState.Plan(
                review: apps.running.isEmpty ? network.nextTry : .distantFuture)
        }
        let wakeup = planWakeup(after: now)
        phone.plan = PhoneState.Plan(wakeup: wakeup, review: phone.planner.review)
    }

    /// Starts a wakeup of the scheduler's own if one is due.
    mutating func startDueWakeup(at now: FetchTime) {
        guard let found = phone.plan else { return }
        if let wakeup = found.wakeup, wakeup <= now {
            // A timer that fires while the radio is awake anyway need not wake it. Nor need one that fires long after
            // its time, when what it was planned for has passed.
            let isLate = now - wakeup > max(configuration.planStep, .minutes(1))
            if isLate || isFreeMoment(now) { phone.dropPlan() } else { phone.isWakeupUnderWay = true }
        } else if found.review <= now {
            phone.dropPlan()
        }
    }

    /// Value of a fresh first launch to a wakeup, in joules: 0 if a ``ScreenSign``, the better moment, announces it.
    private var unannouncedJoules: Double { valueJoules * forecast.screen.unannounced }

    /// When the radio should be woken if nothing happens before, or nil.
    private mutating func planWakeup(after now: FetchTime) -> FetchTime? {
        phone.planner.review = .distantFuture
        // A wakeup can make at most one first launch fresh, so a more expensive one never pays. Before any launch,
        // their number is a guess.
        let wakeupJoules = configuration.radio.wakeupJoules
        guard forecast.session.number > 0, unannouncedJoules > wakeupJoules,
            spending.affords(joules: wakeupJoules, bytes: 0)
        else {
            return nil
        }
        guard mayLose(wakeupJoules) else {
            phone.planner.review = max(mayLoseFrom(wakeupJoules), now + TimeSpan(milliseconds: 1))
            return nil
        }
        gatherCandidates(at: now)
        guard !phone.planner.candidates.isEmpty else { return nil }
        forecast.updateHorizon(at: now, clock: device.clock)
        var step = max(configuration.planStep.milliseconds, leastStep)
        // Where sessions are rare, a copy serves for days.
        let days = (Self.sessionsInReach / max(1e-9, forecast.horizon.sessionsPerDay)).clamped(to: 1...4)
        let reach = Int64(days * Double(min(max(0, configuration.planReach.milliseconds), 1 << 50)))
        if reach / step > Int64(Self.mostSteps) { step = reach / Int64(Self.mostSteps) }
        let steps = Int(max(1, min(Int64(Self.mostSteps), reach / step)))
        var planned = planWakeup(steps: steps, of: step, after: now)
        // A wakeup that is due within a few steps is refined: where the value of a fresh launch is that of many
        // wakeups, the best time between two of them may be shorter than a step.
        while let found = planned, step > leastStep,
            found - now <= TimeSpan(milliseconds: step)
                * (days > 1 ? 3 * Self.stepsToRefine : Self.stepsToRefine)
        {
            step = max(step / Self.refinement, leastStep)
            guard let closer = planWakeup(steps: steps, of: step, after: now) else { break }
            planned = closer
        }
        return planned
    }

    /// The plan on steps of `step` milliseconds.
    private mutating func planWakeup(steps: Int, of step: Int64, after now: FetchTime) -> FetchTime? {
        let first = saturatingAdd(now.milliseconds - now.milliseconds % step, step)
        guard first > now.milliseconds else { return nil }
        let (start, length) = (FetchTime(milliseconds: first), TimeSpan(milliseconds: step))
        phone.planner.plan.clear(wakeupJoules: configuration.radio.wakeupJoules)
        appendSteps(steps, of: length, from: start, now: now)
        for candidate in phone.planner.candidates {
            // The first step before which it may be fetched.
            let wait = max(0, (candidate.opens - start).milliseconds)
            let opens = wait / step + (wait % step > 0 ? 1 : 0)
            guard opens < Int64(steps) else { continue }
            addToPlan(candidate.app, steps: steps, of: length, from: start, opens: Int(opens), now: now)
        }
        guard let found = phone.planner.plan.firstWakeup() else { return nil }
        return start + length * Int64(found)
    }

    private mutating func appendSteps(
        _ steps: Int, of length: TimeSpan, from first: FetchTime, now: FetchTime
    ) {
        let horizon = forecast.horizon
        var place = 0
        for index in 0..<steps {
            let ahead = (first - now).seconds + (Double(index) + 0.5) * length.seconds
            place = Horizon.step(at: ahead, after: place)
            phone.planner.plan.append(
                sessions: horizon.nextSessionRates[place] * length.seconds,
                moments: forecast.idleMomentRate * length.seconds, hour: horizon.hours[place])
        }
    }

    private mutating func addToPlan(
        _ app: Int, steps: Int, of length: TimeSpan, from start: FetchTime, opens: Int, now: FetchTime
    ) {
        let belief = content.belief(of: app, apps)
        let (own, clock) = (apps[app].hours, device.clock)
        let cost = batchJoules(of: app, somethingNew: 0.5)
        // Most apps never pay for a place in a batch; so this comes before the steps are gone through.
        let reach = content.hours.passed(from: start, to: start + length * Int64(steps), own, clock: clock)
        let mostNew = belief.rate.probabilityNew(after: reach)
        phone.planner.values.removeAll(keepingCapacity: true)
        forecast.nextApp.hourlyProbabilities(
            of: app, times: unannouncedJoules * trust(in: app), above: 3 * cost / mostNew,
            hour: clock.hour(now), at: now, to: &phone.planner.values)
        guard phone.planner.values.contains(where: { $0 * mostNew > 3 * cost }) else { return }
        phone.planner.newNow.removeAll(keepingCapacity: true)
        phone.planner.newSince.removeAll(keepingCapacity: true)
        let known = content.hours.passed(from: apps[basics: app].lastSync, to: start, own, clock: clock)
        // Coming announcements lead to a new plan.
        let (announced, share) = (content.announced(app, apps), content.announcedShare(app, apps))
        let parameters = configuration.content
        func somethingNew(after gap: TimeSpan) -> Double {
            announced
                ?? share.unannounced(belief.probabilityNew(after: gap, parameters), after: gap.seconds)
        }
        let pace = content.pace(of: app, apps)
        var since = TimeSpan.zero
        for step in 0..<steps {
            // Up to the middle of the step.
            let hour = clock.hour(start + length * Int64(step))
            let half = TimeSpan.seconds(length.seconds / 2 * pace.factor(hour))
            since = since + half
            phone.planner.newNow.append(somethingNew(after: known + since))
            phone.planner.newSince.append(belief.rate.probabilityNew(after: since))
            since = since + half
        }
        if let fading {
            let probability = somethingNew(after: known)
            let loss = probability * lostIfMissing(app, somethingNew: probability, at: start)
            fading.follow(&phone.planner.newNow, from: (probability, loss), step: length.seconds)
            fading.follow(&phone.planner.newSince, from: (0, 0), step: length.seconds)
        }
        phone.planner.plan.add(
            values: phone.planner.values, newNow: phone.planner.newNow, newSince: phone.planner.newSince,
            cost: cost,
            opens: opens)
    }

    /// Finds the apps that may justify a wakeup: if there are too many, those that most probably start a session.
    private mutating func gatherCandidates(at now: FetchTime) {
        phone.planner.candidates.removeAll(keepingCapacity: true)
        let hour = device.clock.hour(now)
        // An app adds to a batch only if the benefit of its probability to be first exceeds the cost of the request.
        let leastCost =
            configuration.power.runJoules + configuration.radio.baseWatts * configuration.radio.requestSeconds
        let leastProbability = leastCost / (valueJoules * Self.hourlyFactor)
        let considersUnknown = forecast.firstOfSession(nil, hour: hour, at: now) > leastProbability
        for index in considersUnknown ? apps.indices : apps.rows {
            gather(
                considersUnknown ? index : apps.app(ofRow: index), hour: hour, least: leastProbability,
                at: now)
        }
    }

    private mutating func gather(_ app: Int, hour: Int, least leastProbability: Double, at now: FetchTime) {
        let from = apps.allowedFrom(app)
        guard apps[app].fetch == nil, from != .distantFuture else { return }
        let probability = forecast.firstOfSession(app, hour: hour, at: now)
        guard probability > leastProbability else { return }
        guard from <= now || opensInPlan(app, from, at: now) else {
            // Longer intervals get no review at their end: the plan ignores that a fetch consumes the next interval,
            // and such reviews lost value in trials.
            if max(apps[app].backoffUntil, apps[app].server.floor) > now {
                phone.planner.review = min(phone.planner.review, from)
            }
            return
        }
        let candidate = Planner.Candidate(app: app, probability: probability, opens: from)
        if phone.planner.candidates.count < Self.mostCandidates {
            return phone.planner.candidates.append(candidate)
        }
        var least = 0
        for index in phone.planner.candidates.indices
        where phone.planner.candidates[index].probability < phone.planner.candidates[least].probability {
            least = index
        }
        if phone.planner.candidates[least].probability < probability {
            phone.planner.candidates[least] = candidate
        }
    }

    /// Whether a plan has a place for an app that may be fetched from `start` on: it waits only for the least spacing
    /// of fetches, or for an interval no longer than `planStep`. After a use nearly every app that matters has just
    /// been fetched, so a plan without these apps would never wake.
    private func opensInPlan(_ app: Int, _ start: FetchTime, at now: FetchTime) -> Bool {
        let longest = max(configuration.planStep, configuration.minimumSpacing)
        guard start - now <= longest else { return false }
        guard case .custom(let span) = apps[basics: app].interval, let end = apps.intervalEnd(of: app) else {
            return true
        }
        return end <= now || span <= longest
    }

    // Inlined, as a call would copy the whole scheduler.
    private func batchJoules(of app: Int, somethingNew: Double) -> Double {
        costs.batchJoules(
            costs.estimate(app, apps, somethingNew: somethingNew, inUse: device.foreground != nil))
    }

    // MARK: What

    /// The next app in a planned wakeup: first the apps that justified it, then other due apps, since the radio is
    /// awake.
    mutating func bestOfOwnWakeup(_ now: FetchTime) -> FetchDecision? {
        let hour = device.clock.hour(now)
        forecast.updateHorizon(at: now, clock: device.clock)
        let unknown = forecast.firstOfSession(nil, hour: hour, at: now)
        let considersUnknown = sharedTrust * unknown * valueJoules > configuration.power.runJoules
        for index in considersUnknown ? apps.indices : apps.rows {
            let app = considersUnknown ? index : apps.app(ofRow: index)
            guard let value = valueForWakeup(app, hour: hour, at: now) else { continue }
            return FetchDecision(app: apps.id(of: app), moment: now, reason: .wakeup, value: value)
        }
        guard device.radio.isAwake(at: now, configuration.radio) else { return nil }
        return best(opportunity(at: now)).decision(apps, at: now)
    }

    /// The part of the value of the next session's first launch that a fetch now spares, if it finds something.
    private mutating func sparedNextSession(_ app: Int, somethingNew: Double, at now: FetchTime) -> Double {
        let change = content.meanChange(of: app, apps)
        let unchanged = forecast.horizon.sessionDiscount(
            change: change, pace: content.pace(of: app, apps))
        guard let fading else { return unchanged }
        return fading.discounts(
            lost: lostIfMissing(app, somethingNew: somethingNew, at: now), change: change,
            unchanged: unchanged,
            faded: forecast.horizon.sessionDiscount(change: fading.rate(near: change), pace: .even)
        ).spared
    }

    /// The value of a fetch before the next session, if that pays for the app's place in the batch.
    private mutating func valueForWakeup(_ app: Int, hour: Int, at now: FetchTime) -> FetchValue? {
        guard app != device.foreground, apps.mayStart(app, at: now) else { return nil }
        let new = content.somethingNew(app, apps, at: now, device.clock)
        let gain =
            trust(in: app) * unannouncedJoules * forecast.firstOfSession(app, hour: hour, at: now) * new
        guard gain > configuration.leastFetchJoules else { return nil }
        let spared = sparedNextSession(app, somethingNew: new, at: now)
        guard gain * spared > batchJoules(of: app, somethingNew: new) else { return nil }
        let value = fetchValue(app, opportunity(at: now))
        return affords(app, joules: value.cost, somethingNew: new) ? value : nil
    }
}
