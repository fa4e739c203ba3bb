extension Scheduler {
    /// The app to fetch first at this free moment, if any is due.
    ///
    /// Free moments are short, so not all that is due finds a place in one that costs nothing. First comes what
    /// gains most over waiting; what it is worth in the longer run counts with a small weight
    /// (``Configuration/prospectWeight``). If nothing is due, a source that has not been looked at for long has
    /// its turn.
    ///
    /// - Complexity: O(apps of which anything was heard), O(apps) if those never opened may be worth a fetch.
    mutating func bestAtFreeMoment(_ now: Instant) -> FetchDecision? {
        let outlook = forecast.outlook(at: now)
        let hour = conditions.clock.hour(now)
        var best: FetchDecision?
        var bestRank = -Double.infinity
        let all = considersUnused(outlook, hour: hour)
        var following = nextApp(from: 0, all: all)
        while let app = following {
            following = nextApp(from: app + 1, all: all)
            guard let value = freeMomentValue(app, outlook, hour: hour, at: now), isDue(value) else {
                continue
            }
            let rank = value.advantageOverWaiting + configuration.prospectWeight * value.surplus
            if rank > bestRank {
                best = FetchDecision(app: AppID(app), moment: now, reason: .freeMoment, value: value)
                bestRank = rank
            }
        }
        return best ?? probe(outlook, hour: hour, at: now)
    }

    /// Whether an app of which nothing was ever heard may be worth a fetch at this free moment. They all share the same
    /// small chance to be launched, so one bound serves for all of them.
    mutating func considersUnused(_ outlook: OccasionForecast.Outlook, hour: Int) -> Bool {
        guard foresight == nil else { return true }
        return valueJoules * forecast.mostUseOfUnlaunched(outlook, hour: hour)
            > configuration.leastFetchJoules
    }

    func isDue(_ value: FetchValue) -> Bool {
        configuration.experiment.waits ? value.isDue : value.surplus > 0
    }

    /// A look at the source of an app that is used, but has not been fetched for long: what keeps the penalty for
    /// noData from starving it. It waits some hours for a moment that costs next to nothing.
    private mutating func probe(
        _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchDecision? {
        var following = active.next(from: 0)
        while let app = following {
            following = active.next(from: app + 1)
            guard isProbeOpen(app, at: now) else { continue }
            let value = fetchValue(app, outlook, hour: hour, at: now)
            guard value.cost <= mostProbeJoules(app, at: now) else { continue }
            return FetchDecision(app: AppID(app), moment: now, reason: .probe, value: value)
        }
        return nil
    }

    func isProbeOpen(_ app: Int, at now: Instant) -> Bool {
        let state = apps[app]
        // A source that announces its changes need not be looked at.
        guard !state.announces, app != foreground, state.fetchStart == nil, state.isAllowed(at: now),
            state.lastSync < now,
            let launch = state.lastLaunch, now - launch <= configuration.probe.usedWithin
        else { return false }
        return now - (state.lastFetch ?? launch) >= configuration.probe.cheapAfter
    }

    /// What a look at the source may cost at the most now, in joules.
    func mostProbeJoules(_ app: Int, at now: Instant) -> Double {
        let rule = configuration.probe
        // Whoever gives little for a fresh launch gives little for a look: 1 J at V = 20.
        return min(isProbeDue(app, at: now) ? rule.mostJoules : rule.cheapJoules, valueJoules / 20)
    }

    func isProbeDue(_ app: Int, at now: Instant) -> Bool {
        now - (apps[app].lastFetch ?? now) >= configuration.probe.after
    }

    /// The value of fetching `app` now while the radio is awake; nil if it may not be fetched or there is
    /// surely nothing to gain.
    mutating func freeMomentValue(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue? {
        let state = apps[app]
        guard app != foreground, state.fetchStart == nil, state.isAllowed(at: now) else { return nil }
        let somethingNew = somethingNew(app, at: now)
        guard valueJoules * somethingNew > configuration.leastFetchJoules else { return nil }
        return fetchValue(app, outlook, hour: hour, at: now)
    }

    /// The value of fetching `app` now, as if nothing forbade it.
    mutating func fetchValue(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue {
        let state = apps[app]
        let somethingNew = somethingNew(app, at: now)
        if let foresight { return value(of: app, knowing: foresight, somethingNew: somethingNew, at: now) }
        let costs = configuration.radio
        let seconds = expectedSeconds(state, somethingNew: somethingNew)
        let factor = Double(state.costs.completed(by: othersCosts).energyFactor)
        let coldStart = coldStartJoules(of: app)
        let cost =
            coldStart
            + max(
                configuration.leastFetchJoules,
                factor * radio.costNow(seconds: seconds, at: now, outlook, costs))
        let laterCost =
            coldStart
            + max(configuration.leastFetchJoules, factor * radio.costLater(seconds: seconds, outlook, costs))
        let change = content(of: app).rate.mean
        let waits = forecast.waits(
            app, change: change, factors: contentHours.factors, at: now, clock: conditions.clock)
        let launched = forecast.launchedNext(app, outlook, hour: hour)
        let changeNow = change * contentHours.factors[hour]
        let changed =
            outlook.moment * ratio(changeNow * outlook.momentSeconds)
            + outlook.sameSession * ratio(changeNow * outlook.sameSessionSeconds)
            + outlook.newSession * (1 - waits.toSession)
        var heldBack = 0.0
        if case .custom(let span) = state.interval {
            heldBack = forecast.launchProbability(app, within: span, at: now, clock: conditions.clock)
        }
        return FetchValue(
            value: valueJoules, somethingNew: somethingNew, cost: cost,
            launchedBeforeNextMoment: launched, usedInTime: launched + (1 - launched) * waits.toLaunch,
            changedBeforeNextMoment: changed, laterCost: laterCost,
            launchedWhileHeldBack: heldBack)
    }

    /// What starting the app costs beside its fetch, in joules.
    func coldStartJoules(of app: Int) -> Double {
        apps[app].isRunning ? 0 : max(0, configuration.coldStartJoules)
    }

    /// Expected length of a fetch's transfer, in seconds.
    func expectedSeconds(_ state: AppState, somethingNew: Double) -> Double {
        state.costs.completed(by: othersCosts).seconds(
            somethingNew: somethingNew, configuration.radio)
    }

    /// The chance of a change within an exponential time whose mean holds `expected` changes.
    private func ratio(_ expected: Double) -> Double {
        expected / (1 + expected)
    }
}
