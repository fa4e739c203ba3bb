/// Decisions on a network that is always on. Each app is asked for at its own moment, by ``PollingRule``.
extension Scheduler {
    /// Whether this scheduler decides so.
    var polls: Bool { polling.isOn && foresight == nil }

    /// The next app that is worth a request now.
    ///
    /// - Complexity: O(log apps) for each app whose moment has come; most of them are worth one.
    mutating func bestToPoll(_ now: Instant) -> FetchDecision? {
        settlePolling(at: now)
        guard !spending.isSpent else { return nil }
        content.fit()
        while let app = polling.due.popFirst(dueAt: now) {
            guard app != device.foreground, apps.mayStart(app, at: now) else {
                reckonPolling(of: app, at: now, cameTooEarly: true)
                continue
            }
            let value = pollingValue(app, at: now)
            guard value.surplus > 0 else {
                reckonPolling(of: app, at: now, cameTooEarly: true)
                continue
            }
            if affords(app, joules: value.cost, somethingNew: value.somethingNew) {
                return FetchDecision(app: apps.id(of: app), moment: now, reason: .due, value: value)
            }
            // At the end of time there is no later moment.
            let later = max(now + .minutes(1), mayLoseFrom(value.cost))
            polling.due.set(app, to: later < .distantFuture ? later : nil)
        }
        return nil
    }

    /// When to ask again.
    mutating func nextPolling(after now: Instant) -> Instant? {
        settlePolling(at: now)
        guard device.conditions.allowFetches(configuration) else { return nil }
        if spending.isSpent { return budgetReview() }
        return polling.due.first?.due
    }

    /// What would become of an app that nothing forbids to fetch.
    mutating func pollingVerdict(on app: Int, _ value: FetchValue, at now: Instant) -> Explanation.Verdict {
        settlePolling(at: now)
        guard let due = polling.due[app] else { return .notWorthFetching }
        guard due <= now else { return .notDue }
        return value.surplus > 0 ? .fetch : .notWorthFetching
    }

    /// The value of a request of `app` now, as if nothing forbade it.
    mutating func pollingValue(_ app: Int, at now: Instant) -> FetchValue {
        polling.demand.turn(to: now, device.clock)
        let somethingNew = content.somethingNew(app, apps, at: content.hours.read(now, device.clock))
        let rule = pollingRule(app, pollingDemand(app, at: now), hour: device.clock.hourOfWeek(now))
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

    /// What decides about an app in that hour of the week; at demand's best, without one.
    private func pollingRule(_ app: Int, _ demand: PollingDemand, hour: Int?) -> PollingRule {
        let opened = demand.mean * polling.demand.factor(within: demand.lasts, hour: hour)
        func cost(_ somethingNew: Double) -> Double {
            costs.batchJoules(
                costs.estimate(app, apps, somethingNew: somethingNew, inUse: device.foreground != nil))
        }
        let empty = max(configuration.leastFetchJoules, cost(0)) + noDataCost(0)
        return PollingRule(
            value: valueJoules * trust(in: app), usedInTime: opened / (opened + demand.change),
            emptyCost: empty, findCost: max(configuration.leastFetchJoules, cost(1)) - empty)
    }

    /// How often an app is opened and its source changes, per second, and for how long a copy lasts until either.
    private struct PollingDemand {
        let mean: Double
        let change: Double
        var lasts: Double { 1 / (mean + change) }
    }

    private func pollingDemand(_ app: Int, at now: Instant) -> PollingDemand {
        PollingDemand(mean: polling.demand.rate(app, at: now), change: content.meanChange(of: app, apps))
    }

    // MARK: When to look

    /// An app was added at that place.
    mutating func addToPolling(_ app: Int, at now: Instant) {
        guard polling.isOn else { return }
        polling.demand.add(app, at: now, device.clock)
        score.limit.share(among: apps.appCount)
        notePolling(of: app, at: now)
    }

    /// The app there was removed.
    mutating func removeFromPolling(_ app: Int) {
        guard polling.isOn else { return }
        polling.remove(app)
        score.limit.share(among: apps.appCount)
    }

    /// Something was heard about an app that may change when it is worth a request.
    @inline(__always)
    mutating func notePolling(of app: Int, at now: Instant) {
        guard polling.isOn else { return }
        if let other = polling.touch(app, at: now) { reckonPolling(of: other.app, at: other.at) }
    }

    /// Reckons what is still to be reckoned.
    private mutating func settlePolling(at now: Instant) {
        if let last = polling.takeTouched() { reckonPolling(of: last.app, at: last.at) }
        polling.demand.turn(to: now, device.clock)
        if !(valueJoules <= 1.1 * polling.reckonedValue) { reckonAllPolling(at: now) }
    }

    /// Reckons all moments anew.
    ///
    /// - Complexity: O(apps x log apps).
    mutating func reckonAllPolling(at now: Instant) {
        guard polling.isOn else { return }
        polling.reckonedValue = valueJoules
        _ = polling.takeTouched()
        for app in apps.indices { reckonPolling(of: app, at: now) }
    }

    private mutating func reckonPolling(of app: Int, at now: Instant, cameTooEarly: Bool = false) {
        polling.due.set(app, to: pollingMoment(of: app, at: now, cameTooEarly: cameTooEarly))
    }

    /// When to look at an app next; nil if not before something happens.
    ///
    /// - Parameter cameTooEarly: whether it was looked at now, so that the next look is to be later.
    /// - Complexity: O(1) if a copy lasts for days, else O(hours until then).
    private func pollingMoment(of app: Int, at now: Instant, cameTooEarly: Bool) -> Instant? {
        guard !apps[app].fetch.isRunning, app != device.foreground else { return nil }
        let allowed = apps.allowedFrom(app)
        guard allowed < .distantFuture else { return nil }
        // One that came a little too early is not followed by the next millisecond.
        let step = cameTooEarly ? max(1000, (now - apps[basics: app].lastSync).milliseconds / 256) : 0
        let from = max(allowed, now + TimeSpan(milliseconds: step))
        let demand = pollingDemand(app, at: now)
        let best = pollingRule(app, demand, hour: nil)
        let due = firstPollingMoment(of: app, by: best, demand, from: from)
        return due < .distantFuture ? max(from, due) : nil
    }

    /// The first moment at which a request pays, or when to look for it again.
    private func firstPollingMoment(
        of app: Int, by best: PollingRule, _ demand: PollingDemand, from: Instant
    ) -> Instant {
        let announced = ContentModel.announced(app, apps)
        guard announced ?? 1 > 0 else { return .distantFuture }
        let latest = from + .days(1)
        guard let threshold = best.threshold() else { return latest }
        var earliest = from
        if announced == nil {
            let gap = content.leastGap(until: threshold, of: app, apps, hour: device.clock.hour(from))
            earliest = content.hours.moment(after: gap, from: apps[basics: app].lastSync, clock: device.clock)
        }
        guard earliest < latest else { return earliest }
        // At demand's best it pays within a day. So its hours are gone through, one by one.
        var moment = max(from, earliest)
        var hour = device.clock.hourOfWeek(moment)
        while moment < latest {
            let end = device.clock.nextHour(after: moment)
            guard end > moment else { break }
            let rule = pollingRule(app, demand, hour: hour)
            let reading = content.hours.read(end - TimeSpan(milliseconds: 1), device.clock)
            if rule.surplus(content.somethingNew(app, apps, at: reading)) > 0 {
                return max(moment, pollingMoment(of: app, by: rule, at: moment) ?? end)
            }
            moment = end
            hour = (hour + 1) % DemandOutlook.hours
        }
        return moment
    }

    /// How much likelier something new is to be than pays. It was seen to spare most of the looks in vain.
    private static var pollingMargin: Double { 0.02 }

    /// When a request pays by that rule; nil if never.
    private func pollingMoment(of app: Int, by rule: PollingRule, at now: Instant) -> Instant? {
        guard let threshold = rule.threshold() else { return nil }
        if let announced = ContentModel.announced(app, apps) { return announced >= threshold ? now : nil }
        // A little more, as what all apps share moves until then: who comes too early has to come again.
        let asked = min(1, (1 + Self.pollingMargin) * threshold)
        guard let gap = content.gap(until: asked, of: app, apps, hour: device.clock.hour(now)) else {
            return nil
        }
        return content.hours.moment(after: gap, from: apps[basics: app].lastSync, clock: device.clock)
    }
}
