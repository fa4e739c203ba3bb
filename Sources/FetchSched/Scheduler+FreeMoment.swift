extension Scheduler {
    /// The app whose fetch at this free moment has the greatest advantage over waiting, if any is due.
    ///
    /// - Complexity: O(apps).
    mutating func bestAtFreeMoment(_ now: Instant) -> Int? {
        let outlook = forecast.outlook(at: now)
        let hour = conditions.clock.hour(now)
        var best: Int?
        var bestAdvantage = 0.0
        for app in apps.indices {
            guard let value = freeMomentValue(app, outlook, hour: hour, at: now), value.isDue else { continue }
            if value.advantageOverWaiting > bestAdvantage {
                best = app
                bestAdvantage = value.advantageOverWaiting
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
        let somethingNew = state.content.probabilityNew(after: now - state.lastSync)
        guard configuration.valueJoules * somethingNew > configuration.leastFetchJoules else { return nil }

        let costs = configuration.radio
        let seconds = expectedSeconds(state, somethingNew: somethingNew)
        let continues = outlook.momentSeconds * 0.5 < costs.tailSeconds && foreground != nil
        let cost = max(
            configuration.leastFetchJoules,
            radio.awakeCost(seconds: seconds, at: now, continues: continues, costs))
        let laterCost = max(configuration.leastFetchJoules, radio.sharedCost(seconds: seconds, costs))
        let change = state.content.mean
        let waits = forecast.waits(app, change: change, at: now, clock: conditions.clock)
        let launched = forecast.launchedNext(app, outlook, hour: hour)
        let changed =
            outlook.moment * ratio(change * outlook.momentSeconds)
            + outlook.sameSession * ratio(change * outlook.sameSessionSeconds)
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
