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
            guard let value = dueValue(app, outlook, hour: hour, at: now) else { continue }
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
        // A source that announces its changes need not be looked at.
        guard let launch = apps[app].lastLaunch, now - launch <= configuration.probe.usedWithin,
            now - (apps[app].lastFetch ?? launch) >= configuration.probe.cheapAfter
        else { return false }
        return !apps[app].announces && app != foreground && apps[app].fetchStart == nil
            && apps.allowFetch(app, at: now) && apps[app].lastSync < now
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

    /// The value of fetching `app` now while the radio is awake; nil if it may not be fetched or is not due.
    private mutating func dueValue(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue? {
        guard app != foreground, apps[app].fetchStart == nil, apps.allowFetch(app, at: now) else { return nil }
        // Bounds that cost little come first: of most apps they say that nothing is to be gained.
        if !considersAll, isUseless(app, outlook, hour: hour, at: now) { return nil }
        let somethingNew = somethingNew(app, at: now)
        guard valueJoules * somethingNew > configuration.leastFetchJoules else { return nil }
        let value = fetchValue(app, somethingNew: somethingNew, outlook, hour: hour, at: now)
        return isDue(value) ? value : nil
    }

    /// Whether a fetch would not pay even if there surely was something new: the app is hardly ever used. Only of apps
    /// whose waits are known and that have no interval of their own, as the others' questions renew what is kept.
    private mutating func isUseless(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> Bool {
        guard foresight == nil, apps[app].interval == .minimum,
            let use = forecast.mostUse(
                app, change: content(of: app).rate.mean, outlook, hour: hour, at: now, clock: conditions.clock)
        else { return false }
        return valueJoules * use <= 0.999_999 * configuration.leastFetchJoules
    }

    /// The value of fetching `app` now, as if nothing forbade it.
    mutating func fetchValue(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue {
        fetchValue(app, somethingNew: somethingNew(app, at: now), outlook, hour: hour, at: now)
    }

    private mutating func fetchValue(
        _ app: Int, somethingNew: Double, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue {
        if let foresight { return value(of: app, knowing: foresight, somethingNew: somethingNew, at: now) }
        let record = apps[app].costs.completed(by: othersCosts)
        let seconds = record.seconds(somethingNew: somethingNew, configuration.radio)
        let factor = Double(record.energyFactor)
        let coldStart = coldStartJoules(of: app)
        let cost =
            coldStart
            + max(
                configuration.leastFetchJoules,
                factor * radio.costNow(seconds: seconds, at: now, outlook, configuration.radio))
        let laterCost =
            coldStart
            + max(configuration.leastFetchJoules, factor * radio.costLater(seconds: seconds, outlook, configuration.radio))
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
        if case .custom(let span) = apps[app].interval {
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
    func expectedSeconds(of app: Int, somethingNew: Double) -> Double {
        apps[app].costs.completed(by: othersCosts).seconds(
            somethingNew: somethingNew, configuration.radio)
    }

    /// The chance of a change within an exponential time whose mean holds `expected` changes.
    private func ratio(_ expected: Double) -> Double {
        expected / (1 + expected)
    }
}
