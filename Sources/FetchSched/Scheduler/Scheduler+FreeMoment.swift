extension Scheduler {
    /// The app to fetch first at this free moment, if any is due.
    ///
    /// Free moments are short, so not all that is due finds a place in one that costs nothing. First comes what
    /// gains most over waiting; what it is worth in the longer run counts with a small weight
    /// (``Configuration/prospectWeight``). If nothing is due, a source that has not been looked at for long has
    /// its turn.
    ///
    /// - Complexity: O(apps of which anything was heard), O(apps) if those never opened may be worth a fetch; no more than
    ///   ``AppTurn`` says.
    mutating func bestAtFreeMoment(_ now: Instant) -> FetchDecision? {
        let moment = freeMoment(at: now);
        content.fit()
        var best = Best()
        if considersUnused(moment) || apps.scansAll || foresight != nil || !forecast.keepsAnswers {
            considerEach(&best, moment)
        } else {
            considerAwake(&best, moment)
        }
        guard let app = best.app, let value = best.value else { return probe(moment) }
        return FetchDecision(app: apps.id(of: app), moment: now, reason: .freeMoment, value: value)
    }

    /// Looks at one app after the other.
    mutating func considerEach(_ best: inout Best, _ moment: FreeMoment) {
        guard let turn = turn(at: moment.now) else {
            for app in apps.indices { consider(app, &best, moment) }
            return
        }
        for index in turn.indices {
            if let app = turn.app(index, forecast) { consider(app, &best, moment) }
        }
    }

    /// Looks whether `app` is due, and better than `best`.
    @inline(__always)
    mutating func consider(_ app: Int, _ best: inout Best, _ moment: FreeMoment) {
        guard app != device.foreground, apps.mayStart(app, at: moment.now) else { return }
        if let value = dueValue(app, moment) { best.consider(app, value, rank: rank(value)) }
    }

    /// The best app so far.
    struct Best {
        private(set) var app: Int?
        private(set) var value: FetchValue?
        private(set) var rank = -Double.infinity
        /// What all that were considered gain over waiting, in joules.
        private(set) var advantage = 0.0

        /// Whether an app of that rank would take its place: of two that are alike, the one registered first.
        func givesWay(to app: Int, rank: Double) -> Bool {
            rank > self.rank || rank == self.rank && app < self.app ?? .min
        }

        mutating func consider(_ app: Int, _ value: FetchValue, rank: Double) {
            advantage += value.advantageOverWaiting
            if givesWay(to: app, rank: rank) { (self.app, self.value, self.rank) = (app, value, rank) }
        }
    }

    /// By what the apps that are due are put in order. (Mutating, as calling it would otherwise copy the whole scheduler
    /// where code is not optimised. So are others below that change nothing.)
    @inline(__always)
    mutating func rank(_ value: FetchValue) -> Double {
        value.advantageOverWaiting + configuration.prospectWeight * value.surplus
    }

    /// Whether an app of which nothing was ever heard may be worth a fetch at this free moment. They all share the same
    /// small chance to be launched, so one bound serves for all of them.
    mutating func considersUnused(_ moment: FreeMoment) -> Bool {
        guard foresight == nil else { return true }
        return sharedTrust * valueJoules * forecast.mostUseOfUnlaunched(moment)
            > configuration.power.runJoules
    }

    func isDue(_ value: FetchValue) -> Bool {
        configuration.experiment.waits ? value.isDue : value.surplus > 0
    }

    /// What a request in vain is taken to cost its server, times the chance of that.
    @inline(__always)
    func noDataCost(_ somethingNew: Double) -> Double {
        // Written so that what is no number is nothing.
        configuration.noDataJoules > 0 ? configuration.noDataJoules * (1 - somethingNew) : 0
    }

    /// A look at the source of an app that is used, but has not been fetched for long: what keeps the penalty for
    /// noData from starving it. It waits some hours for a moment that costs next to nothing.
    private mutating func probe(_ moment: FreeMoment) -> FetchDecision? {
        var best: FetchDecision?
        if let turn = turn(at: moment.now) {
            for index in turn.indices {
                guard let app = turn.app(index, forecast), let row = apps.probeRow(of: app, at: moment.now)
                else { continue }
                probe(app, row, &best, moment)
            }
            return best
        }
        var last = 0
        while let (row, app) = apps.nextProbe(after: last, at: moment.now) {
            last = row
            probe(app, row, &best, moment)
        }
        return best
    }

    @inline(__always)
    private mutating func probe(_ app: Int, _ row: Int, _ best: inout FetchDecision?, _ moment: FreeMoment) {
        guard isProbeOpen(app, at: moment.now) else {
            apps.setNoProbe(row: row, until: probeFrom(app))
            return
        }
        guard app < best?.app.index ?? .max else { return }
        let value = valueAlone(
            app, moment, somethingNew: content.somethingNew(app, apps, at: moment.sourceTime))
        guard value.cost <= mostProbeJoules(app, at: moment.now),
            affords(app, joules: value.cost, somethingNew: value.somethingNew)
        else { return }
        best = FetchDecision(
            app: apps.id(of: app), moment: moment.now, reason: .probe, value: fetchValue(app, moment))
    }

    /// From when on the source may have its turn, unless something changes.
    private mutating func probeFrom(_ app: Int) -> Instant {
        guard let launch = apps[app].lastLaunch.moment, !apps[basics: app].announces else {
            return .distantFuture
        }
        return max(
            (apps[app].lastFetch.moment ?? launch) + configuration.probe.cheapAfter, waitsFrom(app))
    }

    @inline(__always)
    func isProbeOpen(_ app: Int, at now: Instant) -> Bool {
        // A source that announces its changes need not be looked at.
        guard apps.active.contains(app), let launch = apps[app].lastLaunch.moment,
            now - launch <= configuration.probe.usedWithin,
            now - (apps[app].lastFetch.moment ?? launch) >= configuration.probe.cheapAfter
        else { return false }
        return !apps[basics: app].announces && app != device.foreground && apps.mayStart(app, at: now)
            && apps[basics: app].lastSync < now
    }

    /// What a look at the source may cost at the most now, in joules.
    @inline(__always)
    func mostProbeJoules(_ app: Int, at now: Instant) -> Double {
        let rule = configuration.probe
        // Whoever gives little for a fresh launch gives little for a look: 1 J at V = 20.
        return min(isProbeDue(app, at: now) ? rule.mostJoules : rule.cheapJoules, valueJoules / 20)
    }

    @inline(__always)
    func isProbeDue(_ app: Int, at now: Instant) -> Bool {
        now - (apps[app].lastFetch.moment ?? now) >= configuration.probe.after
    }

    /// The value of fetching `app` now while the radio is awake; nil if it is not due.
    mutating func dueValue(_ app: Int, _ moment: FreeMoment) -> FetchValue? {
        dueValue(
            app, moment, somethingNew: content.somethingNew(app, apps, at: moment.sourceTime))
    }

    /// The same if its source has something new with that chance.
    mutating func dueValue(_ app: Int, _ moment: FreeMoment, somethingNew: Double) -> FetchValue? {
        let least = costs.leastJoules(of: app, apps, factor: Double(costs.shared.energyFactor))
        guard trust(in: app) * valueJoules * somethingNew > 0.999 * least else { return nil }
        var value = valueAlone(app, moment, somethingNew: somethingNew)
        // What it is worth at the most is known before the sessions to come are looked at.
        guard value.mostWorth > value.cost + value.noDataCost,
            affords(app, joules: value.cost, somethingNew: somethingNew)
        else { return nil }
        // Nor need they be where the next free moment is better: waiting knows nothing of them.
        guard !configuration.experiment.waits || value.advantageOverWaiting > 0 else { return nil }
        if foresight == nil { addSessions(to: &value, of: app, moment) }
        return isDue(value) ? value : nil
    }

    /// The value of fetching `app` now, as if nothing forbade it.
    mutating func fetchValue(_ app: Int, _ moment: FreeMoment) -> FetchValue {
        if polls { return pollingValue(app, at: moment.now) }
        var value = valueAlone(
            app, moment, somethingNew: content.somethingNew(app, apps, at: moment.sourceTime))
        if foresight == nil { addSessions(to: &value, of: app, moment) }
        return value
    }

    /// The value without what this session and those to come are worth.
    private mutating func valueAlone(_ app: Int, _ moment: FreeMoment, somethingNew: Double) -> FetchValue {
        let estimate = costs.estimate(
            app, apps, somethingNew: somethingNew, inUse: device.foreground != nil)
        let (cost, laterCost) = (
            costs.joules(estimate, moment.place), costs.joules(estimate, moment.laterPlace)
        )
        if let foresight {
            return value(
                of: app, knowing: foresight, somethingNew: somethingNew, at: moment.now, estimate)
        }
        let change = content.meanChange(of: app, apps)
        let waits = forecast.waits(
            app, change: change, pace: content.pace(of: app, apps), moment, device.clock)
        let outlook = moment.outlook
        let launched = forecast.launchedNext(app, moment)
        let changeNow = change * content.hours.factor(moment.hour, apps[app].hours)
        let bySession = outlook.newSessionSeconds.map { Self.ratio(changeNow * $0) } ?? (1 - waits.toSession)
        let changed =
            outlook.moment * Self.ratio(changeNow * outlook.momentSeconds)
            + outlook.sameSession * Self.ratio(changeNow * outlook.sameSessionSeconds)
            + outlook.newSession * bySession
        var heldBack = 0.0
        if case .custom(let span) = apps[basics: app].interval {
            heldBack = forecast.launchProbability(app, within: span, at: moment.now, clock: device.clock)
        }
        return FetchValue(
            value: valueJoules, somethingNew: somethingNew, cost: cost,
            launchedBeforeNextMoment: launched, usedInTime: launched + (1 - launched) * waits.toLaunch,
            changedBeforeNextMoment: changed, laterCost: laterCost, launchedWhileHeldBack: heldBack,
            noDataCost: noDataCost(somethingNew), trust: trust(in: app))
    }

    /// Adds what a fetch is worth in this session and in those to come.
    private mutating func addSessions(to value: inout FetchValue, of app: Int, _ moment: FreeMoment) {
        guard configuration.experiment.renews else {
            value.worthLater = value.mostWorth
            return
        }
        let waits = forecast.waits(
            app, change: content.meanChange(of: app, apps), pace: content.pace(of: app, apps), moment,
            device.clock)
        let sessions = forecast.sessionChances(app, moment)
        let renewal = SessionRenewal(
            value: value.trustedValue, cost: value.laterCost, inSession: sessions.toCome,
            first: sessions.first, unchanged: waits.toSession, usedLater: waits.later,
            near: forecast.renewalStep(of: app))
        forecast.keep(renewalStep: renewal.step, of: app)
        value.launchedThisSession = sessions.present
        value.worthLater = renewal.loss(value.somethingNew)
    }

    /// The chance of a change within an exponential time whose mean holds `expected` changes.
    @inline(__always)
    private static func ratio(_ expected: Double) -> Double {
        expected / (1 + expected)
    }
}
