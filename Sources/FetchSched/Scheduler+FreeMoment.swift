extension Scheduler {
    /// The app to fetch first at this free moment, if any is due.
    ///
    /// Free moments are short, so not all that is due finds a place in one that costs nothing. First comes what
    /// gains most over waiting; what it is worth in the longer run counts with a small weight
    /// (``Configuration/prospectWeight``).
    ///
    /// - Complexity: O(apps).
    mutating func bestAtFreeMoment(_ now: Instant) -> Int? {
        let outlook = forecast.outlook(at: now)
        let hour = conditions.clock.hour(now)
        var best: Int?
        var bestRank = -Double.infinity
        for app in apps.indices {
            guard let value = freeMomentValue(app, outlook, hour: hour, at: now), value.isDue else {
                continue
            }
            let rank = value.advantageOverWaiting + configuration.prospectWeight * value.surplus
            if rank > bestRank {
                best = app
                bestRank = rank
            }
        }
        return best
    }

    /// The value of fetching `app` now while the radio is awake; nil if it may not be fetched or there is
    /// surely nothing to gain.
    mutating func freeMomentValue(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue? {
        let state = apps[app]
        guard app != foreground, state.fetchStart == nil, state.isAllowed(at: now) else { return nil }
        let somethingNew = somethingNew(app, at: now)
        guard configuration.valueJoules * somethingNew > configuration.leastFetchJoules else { return nil }
        return fetchValue(app, outlook, hour: hour, at: now)
    }

    /// The value of fetching `app` now, as if nothing forbade it.
    mutating func fetchValue(
        _ app: Int, _ outlook: OccasionForecast.Outlook, hour: Int, at now: Instant
    ) -> FetchValue {
        let state = apps[app]
        let somethingNew = somethingNew(app, at: now)
        let costs = configuration.radio
        let seconds = expectedSeconds(state, somethingNew: somethingNew)
        let cost = max(
            configuration.leastFetchJoules, radio.costNow(seconds: seconds, at: now, outlook, costs))
        let laterCost = max(configuration.leastFetchJoules, radio.costLater(seconds: seconds, outlook, costs))
        let change = content(of: app).rate.mean
        let waits = forecast.waits(
            app, change: change, factors: contentHours.factors, at: now, clock: conditions.clock)
        let launched = forecast.launchedNext(app, outlook, hour: hour)
        let changeNow = change * contentHours.factors[hour]
        let changed =
            outlook.moment * ratio(changeNow * outlook.momentSeconds)
            + outlook.sameSession * ratio(changeNow * outlook.sameSessionSeconds)
            + outlook.newSession * (1 - waits.toSession)
        return FetchValue(
            value: configuration.valueJoules, somethingNew: somethingNew, cost: cost,
            launchedBeforeNextMoment: launched, usedInTime: launched + (1 - launched) * waits.toLaunch,
            changedBeforeNextMoment: changed, laterCost: laterCost,
            fetchIsLastForNow: isCustom(state.interval))
    }

    /// Expected length of a fetch's transfer, in seconds: the request, and the bytes if there is something new.
    func expectedSeconds(_ state: AppState, somethingNew: Double) -> Double {
        let bytes = state.meanBytes ?? meanBytes
        return configuration.radio.requestSeconds
            + somethingNew * bytes / max(1, configuration.radio.bytesPerSecond)
    }

    private func isCustom(_ interval: FetchInterval) -> Bool {
        if case .custom = interval { true } else { false }
    }

    /// The chance of a change within an exponential time whose mean holds `expected` changes.
    private func ratio(_ expected: Double) -> Double {
        expected / (1 + expected)
    }
}
