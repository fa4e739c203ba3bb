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
        // One that is chosen keeps its place until its moment is computed again, once its fetch has ended.
        while let app = polling.due.first(dueAt: now) {
            guard app != device.foreground, apps.mayStart(app, at: now) else {
                reckonPolling(of: app, at: now, cameTooEarly: true)
                continue
            }
            let value = pollingValue(app, at: now)
            let isProbe = value.surplus <= 0 && lookMoment(of: app, from: now) <= now
            guard value.surplus > 0 || isProbe else {
                reckonPolling(of: app, at: now, cameTooEarly: true)
                continue
            }
            if affords(app, joules: value.cost, somethingNew: value.somethingNew) {
                return FetchDecision(
                    app: apps.id(of: app), moment: now, reason: isProbe ? .probe : .due, value: value)
            }
            let affordable = affordsFrom(
                app, joules: value.cost, somethingNew: value.somethingNew, at: now)
            // Once a day at least: estimates move, and launches pay back. At the end of time there is no later moment.
            let later = min(max(now + .minutes(1), affordable), now + .days(1))
            polling.due.set(app, to: later < .distantFuture ? later : nil)
        }
        return nil
    }

    /// When to ask again.
    mutating func nextPolling(after now: Instant) -> Instant? {
        settlePolling(at: now)
        guard device.conditions.allowFetches(configuration) else { return nil }
        if spending.isSpent { return budgetReview() }
        guard network.isDown else { return polling.due.first?.due }
        return apps.running.isEmpty ? polling.due.first.map { max($0.due, network.nextTry) } : nil
    }

    /// What would become of an app that nothing forbids to fetch.
    mutating func pollingVerdict(on app: Int, _ value: FetchValue, at now: Instant) -> Explanation.Verdict {
        settlePolling(at: now)
        guard let due = polling.due[app] else { return .notWorthFetching }
        guard due <= now else { return .notDue }
        if value.surplus > 0 { return .fetch }
        return lookMoment(of: app, from: now) <= now ? .probe : .notWorthFetching
    }

    /// The value of a request of `app` now, as if nothing forbade it.
    mutating func pollingValue(_ app: Int, at now: Instant) -> FetchValue {
        polling.demand.turn(to: now, device.clock)
        let somethingNew = content.somethingNew(app, apps, at: now, device.clock)
        let trust = trust(in: app)
        let terms = pollingTerms(of: app, trust: trust, at: now)
        let rule = terms.rule(
            demand: polling.demand.outlook.factor(terms.place, hour: device.clock.hourOfWeek(now)))
        let cost = rule.emptyCost + rule.findCost * somethingNew
        let noData = noDataCost(somethingNew)
        return FetchValue(
            value: valueJoules, somethingNew: somethingNew, cost: cost - noData, launchedBeforeNextMoment: 0,
            usedInTime: rule.usedInTime, changedBeforeNextMoment: 0, laterCost: cost - noData,
            launchedWhileHeldBack: 0, noDataCost: noData,
            worthLater: rule.value
                * PollingRule.index(somethingNew: somethingNew, usedInTime: rule.usedInTime),
            trust: trust)
    }

    /// What decides about an app but the hour.
    private mutating func pollingTerms(of app: Int, trust: Double, at now: Instant) -> PollingTerms {
        let cost = costs.batchJoules(of: app, apps, inUse: device.foreground != nil)
        let empty = max(configuration.leastFetchJoules, cost.empty) + noDataCost(0)
        return PollingTerms(
            opened: polling.demand.rate(app, at: now), change: content.meanChange(of: app, apps),
            value: valueJoules * trust, emptyCost: empty,
            findCost: max(configuration.leastFetchJoules, cost.found) - empty)
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

    /// Computes what is still to be computed.
    private mutating func settlePolling(at now: Instant) {
        if let last = polling.takeTouched() { reckonPolling(of: last.app, at: last.at) }
        polling.demand.turn(to: now, device.clock)
        let isLate = polling.due.first.map { now - $0.due > Self.longestDelay } ?? false
        if isLate || !(valueJoules <= 1.1 * polling.reckonedValue) { reckonAllPolling(at: now) }
    }

    /// Computes all moments again.
    ///
    /// - Complexity: O(apps x log apps).
    mutating func reckonAllPolling(at now: Instant) {
        guard polling.isOn else { return }
        polling.reckonedValue = valueJoules
        _ = polling.takeTouched()
        for app in apps.indices {
            reckonPolling(of: app, at: now)
            guard let due = polling.due[app], due <= now else { continue }
            // What waits together, as after days off, goes by what it is worth.
            let part = (pollingValue(app, at: now).surplus / valueJoules).clamped(to: 0...1)
            polling.due.set(app, to: now - .seconds(part * Self.longestDelay.seconds))
        }
    }

    /// After so long a delay all moments are computed again.
    private static var longestDelay: TimeSpan { .hours(1) }

    private mutating func reckonPolling(of app: Int, at now: Instant, cameTooEarly: Bool = false) {
        let moment = pollingMoment(of: app, at: now, cameTooEarly: cameTooEarly)
        polling.due.set(app, to: moment < .distantFuture ? moment : nil)
    }

    /// When to look at an app next; `distantFuture` if not before something happens.
    ///
    /// - Parameter cameTooEarly: whether it was looked at now, so that the next look is to be later.
    /// - Complexity: O(1), and O(hours) where demand differs from hour to hour, from the best of them on.
    private mutating func pollingMoment(of app: Int, at now: Instant, cameTooEarly: Bool) -> Instant {
        guard !apps[app].fetch.isRunning, app != device.foreground else { return .distantFuture }
        let allowed = apps.allowedFrom(app)
        guard allowed < .distantFuture else { return .distantFuture }
        // One that came a little too early is not followed by the next millisecond.
        let step = cameTooEarly ? max(1000, (now - apps[basics: app].lastSync).milliseconds / 256) : 0
        let from = max(allowed, now + TimeSpan(milliseconds: step))
        let look = lookMoment(of: app, from: from)
        guard ContentModel.announced(app, apps) ?? 1 > 0 else { return look }
        let terms = pollingTerms(of: app, trust: trust(in: app), at: now)
        return min(look, firstPollingMoment(of: app, terms, from: from))
    }

    /// When the source of an app that is opened is looked at, though no request pays; `distantFuture` if openings do so, or
    /// that is too dear.
    private func lookMoment(of app: Int, from: Instant) -> Instant {
        let rule = configuration.probe
        guard let launch = apps[app].lastLaunch.moment else { return .distantFuture }
        let look = apps[app].lastLook.moment ?? apps[basics: app].lastSync
        guard look < launch else { return .distantFuture }
        let moment = max(from, look + rule.after * probePatience(app))
        let cost = costs.batchJoules(of: app, apps, inUse: false).empty
        return moment - launch <= rule.usedWithin && cost <= min(rule.mostJoules, valueJoules / 20)
            ? moment : .distantFuture
    }

    /// The first moment at which a request pays, or when to look for it again.
    private mutating func firstPollingMoment(of app: Int, _ present: PollingTerms, from: Instant) -> Instant {
        var terms = present
        let place = terms.place
        var (demand, bias) = (polling.demand.outlook.mostFactor(place), content.calibration.mostHourBias)
        // No request pays before this, whatever the hour.
        guard var due = payingMoment(of: app, terms.rule(demand: demand), hourBias: bias) else {
            return laterLook(at: app, from: from)
        }
        // From there its hours are gone through, one by one. `due` is by the last one that was computed with.
        var begin = max(from, due)
        let latest = begin + .days(1)
        // Who is not opened until then is taken to be opened less often.
        terms.opened = polling.demand.rate(app, at: begin)
        let last = apps[basics: app].lastSync
        var hour = device.clock.hourOfWeek(begin)
        while begin < latest {
            let end = device.clock.nextHour(after: begin)
            guard end > begin else { break }
            let demandThen = polling.demand.outlook.factor(place, hour: hour)
            let biasThen = content.calibration.hourBias(hour % 24)
            let better = demandThen / demand - 1 + biasThen - bias
            if abs(better) > Self.sameHour, Self.mayPay(better, before: end, due, since: last) {
                (demand, bias) = (demandThen, biasThen)
                due = payingMoment(of: app, terms.rule(demand: demand), hourBias: bias) ?? .distantFuture
            }
            if due < end { return max(begin, due) }
            begin = end
            hour = (hour + 1) % DemandOutlook.hours
        }
        return begin
    }

    /// Hours that differ no more are computed with as one: ``pollingMargin`` covers it.
    private static var sameHour: Double { 0.005 }

    /// Whether a request may pay before `end` in an hour that is so much better, in log-odds, than one in which it pays from
    /// `due` on. Odds that are x times as high are reached in a time not much shorter than 1 / x^2 of it.
    @inline(__always)
    private static func mayPay(_ better: Double, before end: Instant, _ due: Instant, since last: Instant)
        -> Bool
    {
        due < end || better * 2 * (due - last).seconds >= (due - end).seconds
    }

    /// When to look again at an app of which no request pays: after as long as it has been quiet, since nothing of its own
    /// changes without an event, and what it shares with others moves slowly.
    private func laterLook(at app: Int, from: Instant) -> Instant {
        let last = max(apps[basics: app].lastSync, apps[app].lastLaunch.moment ?? .distantPast)
        return from + min(max(.days(1), from - last), .days(30))
    }

    /// How much likelier something new is to be than pays, near 0. It was seen to spare most of the looks in vain.
    private static var pollingMargin: Double { 0.02 }

    /// When a request pays by that rule in an hour of that bias; nil if never.
    private mutating func payingMoment(of app: Int, _ rule: PollingRule, hourBias: Double) -> Instant? {
        guard let threshold = rule.threshold() else { return nil }
        if let announced = ContentModel.announced(app, apps) {
            return announced >= threshold ? .distantPast : nil
        }
        // A little more, as what all apps share moves until then: who comes too early has to come again.
        let asked = min((1 + Self.pollingMargin) * threshold, 0.5 * (1 + threshold))
        guard let gap = content.gap(until: asked, of: app, apps, hourBias: hourBias) else { return nil }
        return content.hours.moment(
            after: gap, from: apps[basics: app].lastSync, apps[app].hours, clock: device.clock)
    }
}
