/// The choice at an opportunity: the value of each app's fetch, and the best of them.
extension Scheduler {
    /// The app to fetch at the present opportunity, whichever kind it is; nil if there is none or nothing is due.
    mutating func bestAtOpportunity(_ now: FetchTime) -> FetchDecision? {
        startDueWakeup(at: now)
        updateValue(at: now)
        if phone.isWakeupUnderWay {
            if let decision = bestOfOwnWakeup(now) { return decision }
            phone.endWakeup()
        }
        decideScreenOccasion(at: now)
        if isFreeMoment(now) {
            let opportunity = opportunity(at: now)
            let best = best(opportunity)
            if let decision = best.decision(apps, at: now) ?? probe(opportunity) { return decision }
        }
        phone.screenOccasion.end()
        return nil
    }

    func isFreeMoment(_ now: FetchTime) -> Bool {
        configuration.experiment.coalesces
            && (device.radio.isFree(at: now, configuration.radio) || phone.screenOccasion.isOpen(at: now)
                || isRunGranted(at: now))
    }

    /// The best app of those that are due.
    struct Best {
        private(set) var app: Int?
        private var value: FetchValue?
        private var rank = -Double.infinity
        /// The gain of all due apps over waiting, in joules.
        private(set) var advantage = 0.0

        /// Free moments are short, so the first app is the one that gains most over waiting; its surplus counts with a
        /// small weight (``FetchConfiguration/prospectWeight``). Where they share the time of a run, it is the first by
        /// its seconds. Of two that are alike the one registered first is taken.
        mutating func consider(_ app: Int, _ value: FetchValue, seconds: Double, prospectWeight: Double) {
            advantage += value.advantageOverWaiting
            let rank = (value.advantageOverWaiting + prospectWeight * value.surplus) / seconds
            guard rank > self.rank || rank == self.rank && app < self.app ?? .min else { return }
            (self.app, self.value, self.rank) = (app, value, rank)
        }

        /// The fetch to start; nil if no app is due.
        func decision(_ apps: borrowing AppTable, at now: FetchTime) -> FetchDecision? {
            guard let app, let value else { return nil }
            return FetchDecision(
                app: apps.id(of: app), moment: now, reason: apps[app].isAnnounced ? .push : .freeMoment,
                value: value)
        }
    }

    /// The best of the apps that may be fetched.
    mutating func best(_ opportunity: Opportunity) -> Best {
        var best = Best()
        // Apps without any event share the same small probability to be launched: one bound serves for all of them.
        let considersUnknown =
            sharedTrust * valueJoules * opportunity.unlaunchedUse > configuration.power.runJoules
        for index in considersUnknown ? apps.indices : apps.rows {
            let app = considersUnknown ? index : apps.app(ofRow: index)
            guard app != device.foreground, apps.mayStart(app, at: opportunity.now),
                let value = dueValue(app, opportunity),
                let seconds = secondsInRun(app, value, at: opportunity.now)
            else { continue }
            best.consider(app, value, seconds: seconds, prospectWeight: configuration.prospectWeight)
        }
        return best
    }

    @inline(__always)  // A call copies the scheduler.
    func isDue(_ value: FetchValue) -> Bool {
        configuration.experiment.waits ? value.isDue : value.surplus > 0
    }

    /// Cost to the server of a request that finds nothing, times its probability.
    func noDataCost(_ somethingNew: Double) -> Double {
        // Written so that NaN is 0.
        configuration.noDataJoules > 0 ? configuration.noDataJoules * (1 - somethingNew) : 0
    }

    // MARK: The value of a fetch

    /// The value of fetching `app` at an opportunity; nil if it is not due. Cheap bounds come first.
    mutating func dueValue(_ app: Int, _ opportunity: Opportunity) -> FetchValue? {
        let somethingNew = content.somethingNew(app, apps, at: opportunity.now, device.clock)
        let least = costs.leastJoules(of: app, apps, factor: Double(costs.shared.energyFactor))
        let mostUse = forecast.knows(app) ? 1 : min(1, opportunity.unlaunchedUse)
        guard trust(in: app) * valueJoules * somethingNew * mostUse > 0.999 * least else { return nil }
        let choice = choice(app, opportunity, somethingNew: somethingNew)
        // An operand of || that uses the scheduler would copy it.
        if configuration.experiment.waits, !mayBeatWaiting(app, choice, somethingNew: somethingNew) {
            return nil
        }
        var (value, probabilities) = valueOfOne(app, opportunity, choice, somethingNew: somethingNew)
        // The benefit has a limit without the sessions to come, which need not be known if waiting is better anyway.
        if configuration.experiment.waits, !(value.advantageOverWaiting > 0) { return nil }
        guard value.mostBenefit > value.cost + value.noDataCost,
            affords(app, joules: value.cost, somethingNew: somethingNew)
        else { return nil }
        addSessions(to: &value, probabilities)
        return isDue(value) ? value : nil
    }

    /// Now or at the next free moment, before the sessions to come are looked at: the probability that the app is
    /// launched between them, and what a fetch costs at either, in joules.
    private struct Choice {
        var launchedBetween: UsageForecast.LaunchBeforeMoment
        var cost: Double
        var laterCost: Double
    }

    private mutating func choice(
        _ app: Int, _ opportunity: Opportunity, somethingNew: Double
    ) -> Choice {
        let estimate = costs.estimate(
            app, apps, somethingNew: somethingNew, inUse: device.foreground != nil)
        return Choice(
            launchedBetween: forecast.launchedBeforeNextMoment(
                app, at: opportunity.now, hour: opportunity.hour, opportunity.outlook),
            cost: costs.joules(estimate, opportunity.place),
            laterCost: costs.joules(estimate, opportunity.laterPlace))
    }

    /// Whether a fetch now could be better than one at the next free moment, if its copy lasted until then for certain.
    @inline(__always)  // A call copies the scheduler.
    private func mayBeatWaiting(_ app: Int, _ choice: Choice, somethingNew: Double) -> Bool {
        let launched = choice.launchedBetween.probability
        return min(1, trust(in: app) * launched) * valueJoules * somethingNew
            + (1 - launched) * choice.laterCost > 0.999 * choice.cost
    }

    /// The value of fetching `app` at an opportunity, as if nothing forbade it.
    mutating func fetchValue(_ app: Int, _ opportunity: Opportunity) -> FetchValue {
        let somethingNew = content.somethingNew(app, apps, at: opportunity.now, device.clock)
        let choice = choice(app, opportunity, somethingNew: somethingNew)
        var (value, probabilities) = valueOfOne(app, opportunity, choice, somethingNew: somethingNew)
        addSessions(to: &value, probabilities)
        return value
    }

    /// The value of a fetch as if no other one followed, and the probabilities that it is computed from.
    private mutating func valueOfOne(
        _ app: Int, _ opportunity: Opportunity, _ choice: Choice, somethingNew: Double
    ) -> (FetchValue, UsageForecast.Probabilities) {
        let (now, outlook) = (opportunity.now, opportunity.outlook)
        let change = content.meanChange(of: app, apps)
        let probabilities = forecast.probabilities(
            of: app, beforeNextMoment: choice.launchedBetween, change: change,
            pace: content.pace(of: app, apps), fade: fading?.rate(near: change), at: now,
            hour: opportunity.hour, opportunity.restOfSession, clock: device.clock)
        let changeNow = change * content.hours.factor(opportunity.hour, apps[app].hours)
        let changedBySession =
            outlook.newSessionSeconds.map { Self.ratio(changeNow * $0) }
            ?? (1 - probabilities.unchangedUntilSession)
        var heldBack = 0.0
        if case .custom(let span) = apps[basics: app].interval {
            heldBack = forecast.launchProbability(of: app, within: span, at: now, clock: device.clock)
        }
        var value = FetchValue(
            value: valueJoules, somethingNew: somethingNew, cost: choice.cost,
            launchedBeforeNextMoment: choice.launchedBetween.probability, usedInTime: probabilities.used,
            changedBeforeNextMoment: outlook.moment * Self.ratio(changeNow * outlook.momentSeconds)
                + outlook.sameSession * Self.ratio(changeNow * outlook.sameSessionSeconds)
                + outlook.newSession * changedBySession,
            laterCost: choice.laterCost, launchedWhileHeldBack: heldBack,
            noDataCost: noDataCost(somethingNew), trust: trust(in: app))
        if let fading, let faded = probabilities.faded {
            let lost = lostIfMissing(app, somethingNew: somethingNew, at: now)
            let used = fading.discounts(
                lost: lost, change: change, unchanged: probabilities.used, faded: faded.used)
            value.fading = FetchValue.Fading(lost: lost, spared: used.spared, spoiled: used.spoiled)
        }
        return (value, probabilities)
    }

    /// Adds a fetch's benefit in this and later sessions. Mutating, as a call would otherwise copy the scheduler.
    private mutating func addSessions(
        to value: inout FetchValue, _ probabilities: UsageForecast.Probabilities
    ) {
        guard configuration.experiment.renews else { return value.laterBenefit = value.mostBenefit }
        var (stale, retained, used) = (
            value.somethingNew, probabilities.unchangedUntilSession, probabilities.usedInLaterSession
        )
        if let fading, let faded = probabilities.faded, let lost = value.fading?.lost {
            (stale, retained, used) = fading.renewal(
                somethingNew: stale, lost: lost, change: probabilities.change,
                session: (retained, faded.untilSession), launch: (used, faded.usedInLaterSession))
        }
        let renewal = SessionRenewal(
            value: value.trustedValue, cost: value.laterCost, inSession: probabilities.laterInNextSession,
            first: probabilities.firstOfNextSession, unchanged: retained, usedLater: used)
        value.launchedThisSession = probabilities.inThisSession
        value.laterBenefit = renewal.loss(stale)
    }

    /// The part of its value that a launch now loses if it misses something: 1 where the value does not fade.
    func lostIfMissing(_ app: Int, somethingNew: Double, at now: FetchTime) -> Double {
        guard let fading else { return 1 }
        // An announcement, and an update that was dated, say since when.
        if let since = apps[app].announced.known { return fading.lost(after: (now - since).seconds) }
        return fading.lost(missing: somethingNew, age: (now - apps[basics: app].lastSync).seconds)
    }

    /// The probability of a change within an exponential time whose mean holds `expected` changes.
    private static func ratio(_ expected: Double) -> Double { expected / (1 + expected) }

    // MARK: Probes

    /// A look at the source of an app that is used, but has not been fetched for long, where the host does not say what
    /// launches find: so the penalty for noData never starves a source. It waits some hours for a moment that costs
    /// next to nothing.
    mutating func probe(_ opportunity: Opportunity) -> FetchDecision? {
        var best: FetchDecision?
        for row in apps.rows {
            let app = apps.app(ofRow: row)
            guard app < best?.app.index ?? .max, isProbeOpen(app, at: opportunity.now) else { continue }
            let value = fetchValue(app, opportunity)
            guard value.cost <= mostProbeJoules(app, at: opportunity.now),
                affords(app, joules: value.cost, somethingNew: value.somethingNew)
            else { continue }
            best = FetchDecision(app: apps.id(of: app), moment: opportunity.now, reason: .probe, value: value)
        }
        return best
    }

    // Inlined, as a call per app would copy the whole scheduler: a third of the time with thousands of apps in use.
    func isProbeOpen(_ app: Int, at now: FetchTime) -> Bool {
        guard let launch = apps[app].lastLaunch.known, now - launch <= configuration.probe.usedWithin,
            apps[app].lastLook < launch || apps[app].content.looks < Self.looksToKnow,
            now - (apps[app].lastFetch.known ?? launch) >= configuration.probe.cheapAfter
                * probePatience(app)
        else { return false }
        return app != device.foreground && apps.mayStart(app, at: now)
            && apps[basics: app].lastSync < now
    }

    /// A source with fewer looks teaches what sources are like, so that a launch that says what it found does not stand
    /// for a probe.
    private static var looksToKnow: UInt8 { 5 }

    /// A source that announces nearly all its changes is looked at once a week, in case that it does not any more.
    func probePatience(_ app: Int) -> Int64 { content.announcedShare(app, apps).now > 0.9 ? 7 : 1 }

    /// The most that a look at the source may cost now, in joules.
    func mostProbeJoules(_ app: Int, at now: FetchTime) -> Double {
        let rule = configuration.probe
        let isLate = now - (apps[app].lastFetch.known ?? now) >= rule.after * probePatience(app)
        // Where the value of a fresh launch is low, so is that of a look: 1 J at V = 20.
        return min(isLate ? rule.mostJoules : rule.cheapJoules, valueJoules / 20)
    }
}
