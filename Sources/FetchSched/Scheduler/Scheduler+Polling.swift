/// Decisions on a network that is always on: each app is polled at a time of its own, by ``PollingRule``.
extension Scheduler {
    /// Whether this scheduler polls.
    var polls: Bool { polling.isOn && foresight == nil }

    /// Returns the next app that is worth a request now.
    ///
    /// - Complexity: O(log apps) for each app that is due; most of these are worth a request.
    mutating func bestToPoll(_ now: Instant) -> FetchDecision? {
        refreshPolling(at: now)
        guard !spending.isSpent else { return nil }
        while let app = polling.queue.first(dueAt: now) {
            guard app != device.foreground, apps.mayStart(app, at: now) else {
                recomputeDueTime(of: app, at: now, isRetry: true)
                continue
            }
            let value = pollingValue(app, at: now)
            guard value.surplus > 0 else {
                recomputeDueTime(of: app, at: now, isRetry: true)
                continue
            }
            if affords(app, joules: value.cost, somethingNew: value.somethingNew) {
                return FetchDecision(app: apps.id(of: app), moment: now, reason: .due, value: value)
            }
            let affordable = affordsFrom(
                app, joules: value.cost, somethingNew: value.somethingNew, at: now)
            // At least once a day: estimates move, and launches pay back. At the end of time there is no later time.
            let later = min(max(now + .minutes(1), affordable), now + .days(1))
            polling.queue.set(app, to: later < .distantFuture ? later : nil)
        }
        return nil
    }

    /// Returns when to ask for the next app.
    mutating func nextPolling(after now: Instant) -> Instant? {
        refreshPolling(at: now)
        guard device.conditions.allowFetches(configuration) else { return nil }
        if spending.isSpent { return budgetReview() }
        return polling.queue.first?.due
    }

    /// Returns the decision about an app that nothing forbids to fetch.
    mutating func pollingVerdict(on app: Int, _ value: FetchValue, at now: Instant) -> Explanation.Verdict {
        refreshPolling(at: now)
        guard let due = polling.queue[app] else { return .notWorthFetching }
        guard due <= now else { return .notDue }
        return value.surplus > 0 ? .fetch : .notWorthFetching
    }

    /// Returns the value of a request of `app` now, as if nothing forbade it.
    mutating func pollingValue(_ app: Int, at now: Instant) -> FetchValue {
        polling.demand.advance(to: now, device.clock)
        let somethingNew = content.somethingNew(app, apps, at: now, device.clock)
        var rule = pollingRule(for: app, at: now)
        rule.launchRate *= polling.demand.outlook.factor(
            rule.timeScale, hour: device.clock.hourOfWeek(now))
        let cost = rule.emptyCost + rule.findCost * somethingNew
        let noData = noDataCost(somethingNew)
        return FetchValue(
            value: valueJoules, somethingNew: somethingNew, cost: cost - noData, launchedBeforeNextMoment: 0,
            usedInTime: rule.usedInTime, changedBeforeNextMoment: 0, laterCost: cost - noData,
            launchedWhileHeldBack: 0, noDataCost: noData,
            worthLater: rule.value
                * PollingRule.index(somethingNew: somethingNew, usedInTime: rule.usedInTime),
            trust: trust(in: app))
    }

    /// Returns the rule for an app in a mean hour.
    private mutating func pollingRule(for app: Int, at now: Instant) -> PollingRule {
        let cost = costs.batchJoules(of: app, apps, inUse: device.foreground != nil)
        let empty = max(configuration.leastFetchJoules, cost.empty) + noDataCost(0)
        return PollingRule(
            value: valueJoules * trust(in: app), launchRate: polling.demand.rate(app, at: now),
            updateRate: content.meanChange(of: app, apps), emptyCost: empty,
            findCost: max(configuration.leastFetchJoules, cost.found) - empty)
    }

    // MARK: Due times

    mutating func addToPolling(_ app: Int, at now: Instant) {
        guard polling.isOn else { return }
        polling.demand.add(app, at: now, device.clock)
        score.limit.share(among: apps.appCount)
        recomputeDueTime(of: app, at: now)
    }

    mutating func removeFromPolling(_ app: Int) {
        guard polling.isOn else { return }
        polling.remove(app)
        score.limit.share(among: apps.appCount)
    }

    /// Brings the demand up to date, and all due times if the value of a fresh launch has grown.
    private mutating func refreshPolling(at now: Instant) {
        polling.demand.advance(to: now, device.clock)
        if !(valueJoules <= 1.1 * polling.computedValue) { recomputeAllDueTimes(at: now) }
    }

    /// Computes when to evaluate each app next.
    ///
    /// - Complexity: O(apps x log apps).
    mutating func recomputeAllDueTimes(at now: Instant) {
        guard polling.isOn else { return }
        polling.computedValue = valueJoules
        for app in apps.indices { recomputeDueTime(of: app, at: now) }
    }

    /// Computes when to evaluate an app next, after an event that may change it.
    ///
    /// - Parameter isRetry: whether the app was evaluated too early just now.
    mutating func recomputeDueTime(of app: Int, at now: Instant, isRetry: Bool = false) {
        guard polling.isOn else { return }
        polling.queue.set(app, to: dueTime(of: app, at: now, isRetry: isRetry))
    }

    private mutating func dueTime(of app: Int, at now: Instant, isRetry: Bool) -> Instant? {
        guard !apps[app].fetch.isRunning, app != device.foreground else { return nil }
        let allowed = apps.allowedFrom(app)
        guard allowed < .distantFuture, ContentModel.announced(app, apps) ?? 1 > 0 else { return nil }
        // An evaluation that came a little too early is not repeated in the next millisecond.
        let step = isRetry ? max(1000, (now - apps[basics: app].lastSync).milliseconds / 256) : 0
        let from = max(allowed, now + TimeSpan(milliseconds: step))
        let due = firstPayingTime(of: app, pollingRule(for: app, at: now), from: from)
        return due < .distantFuture ? due : nil
    }

    /// Returns the first time from `from` on at which a request pays, or at which to compute it again.
    private func firstPayingTime(of app: Int, _ mean: PollingRule, from: Instant) -> Instant {
        let (scale, outlook, calibration) = (mean.timeScale, polling.demand.outlook, content.calibration)
        let (bestFactor, bestBias) = (outlook.largestFactor(scale), calibration.mostHourBias)
        let lastSync = apps[basics: app].lastSync
        var hour = device.clock.hourOfWeek(from)
        var (factor, bias) = (outlook.factor(scale, hour: hour), calibration.hourBias(hour % 24))
        var guess: Double?
        var due = payingTime(of: app, mean, demand: factor, hourBias: bias, &guess)
        if due == nil {
            (factor, bias) = (bestFactor, bestBias)
            due = payingTime(of: app, mean, demand: factor, hourBias: bias, &guess)
        }
        guard var due else {
            // Nothing of the app's own changes without an event, and what it shares with others moves slowly: the longer
            // it has been quiet, the longer until the next evaluation.
            let last = max(lastSync, apps[app].lastLaunch.moment ?? .distantPast)
            return from + min(max(.days(1), from - last), .days(30))
        }
        /// By how much an hour is better than the last one that `due` was computed for, in log-odds.
        func improvement(_ newFactor: Double, _ newBias: Double) -> Double {
            newFactor / factor - 1 + newBias - bias
        }
        /// How long before `due` a request may pay in a better hour: odds that are x times as high are reached in a time not
        /// much shorter than 1 / x^2.
        func lead(_ improvement: Double) -> TimeSpan { .seconds(2 * improvement * (due - lastSync).seconds) }
        var begin = max(from, due - max(.zero, lead(improvement(bestFactor, bestBias))))
        let latest = begin + .days(1)
        var rule = mean
        // An app that is not launched until then is taken to be launched less often.
        rule.launchRate = polling.demand.rate(app, at: begin)
        hour = device.clock.hourOfWeek(begin)
        while begin < latest {
            let end = device.clock.nextHour(after: begin)
            guard end > begin else { break }
            let (newFactor, newBias) = (outlook.factor(scale, hour: hour), calibration.hourBias(hour % 24))
            let better = improvement(newFactor, newBias)
            // ``pollingMargin`` covers differences of 0.5 %.
            if better.magnitude > 0.02, due < end || due - lead(better) <= end {
                (factor, bias) = (newFactor, newBias)
                due = payingTime(of: app, rule, demand: factor, hourBias: bias, &guess) ?? .distantFuture
            }
            if due < end { return max(begin, due) }
            begin = end
            hour = (hour + 1) % 168
        }
        return begin
    }

    /// How much likelier than necessary something new has to be: what all apps share moves until then, and an evaluation
    /// that comes too early has to be repeated. The margin was seen to spare most of these.
    private static var pollingMargin: Double { 0.02 }

    /// Returns when a request pays by the rule in an hour with that demand and bias; nil if never.
    private func payingTime(
        of app: Int, _ mean: PollingRule, demand: Double, hourBias: Double, _ guess: inout Double?
    ) -> Instant? {
        var rule = mean
        rule.launchRate *= demand
        guess = rule.threshold(near: guess)
        guard let threshold = guess else { return nil }
        if let announced = ContentModel.announced(app, apps) {
            return announced >= threshold ? .distantPast : nil
        }
        let asked = min((1 + Self.pollingMargin) * threshold, 0.5 * (1 + threshold))
        guard let gap = content.gap(until: asked, of: app, apps, hourBias: hourBias) else { return nil }
        return content.hours.moment(
            after: gap, from: apps[basics: app].lastSync, apps[app].hours, clock: device.clock)
    }
}
