/// When a request of a source pays on an always-on network, by ``PollingRule`` and ``LookAhead``.
extension Scheduler {
    /// Returns the first moment from `from` on, approximately, at which a request pays, or `limit`; and the copy at the
    /// last age that was tried.
    ///
    /// - Parameter isDue: whether the moment was found before; then the benefit may be a little less, see ``mostEarly``.
    private mutating func payingMoment(
        _ rule: PollingRule, _ course: ContentModel.Course, since last: FetchTime, from: FetchTime,
        limit: FetchTime, isDue: Bool
    ) -> (moment: FetchTime, copy: CopyAge) {
        var copy = CopyAge()
        let (start, end) = ((from - last).seconds, (limit - last).seconds)
        var best = rule
        best.launches *= polling.demand.byHour.most
        let least = best.leastProbability
        func surplus(_ copy: CopyAge) -> Double {
            rule.surplus(
                copy, demand: polling.demand.byHour.factor(at: last + .seconds(copy.seconds), device.clock))
        }
        // As the benefit grows approximately as the square of the age, its root is a straight line.
        func root(_ surplus: Double) -> Double { PortableMath.squareRoot(max(rule.emptyCost + surplus, 0)) }
        // The ages before the first that is allowed matter for integrals alone.
        var next = rule.isMemoryless && start > 0 ? start : max(1, best.leastSeconds)
        while true {
            if copy.seconds < start, next > start { next = start }
            next = min(next, end)
            if copy.somethingNew > 0, copy.somethingNew < least / Self.stretch, course.announced == nil {
                // The probability grows hardly faster than the age: ages at which it is too low are passed.
                let far = min(copy.seconds * least / copy.somethingNew, end)
                let probability = course.probability(age: far)
                if probability < least {
                    copy = CopyAge(seconds: far, somethingNew: probability)
                    guard far < end else { return (limit, copy) }
                    next = far * Self.stretch
                    continue
                }
            }
            let before = copy
            copy.advance(to: next, rule, course)
            if copy.seconds == start {
                // Written so that NaN never pays.
                if surplus(copy) >= (isDue ? -Self.mostEarly * rule.emptyCost : 0) { return (from, copy) }
            } else if before.seconds >= start, copy.somethingNew >= least, best.surplus(copy) >= 0 {
                // Look at each hour between the two ages, as a request would pay in the best one.
                var (age, low) = (before.seconds, surplus(before))
                while age < copy.seconds {
                    let step = min(3600, copy.seconds - age)
                    let high = surplus(before.between(copy, age: age + step))
                    if high >= 0 {
                        let part = low < 0 ? (root(high) - root(0)) / (root(high) - root(low)) : 1
                        return (last + .seconds(age + (1 - part) * step), copy)
                    }
                    (age, low) = (age + step, high)
                }
            }
            guard next < end else { return (limit, copy) }
            next *= Self.stretch
        }
    }

    /// First moment at which the app may be polled, whether that pays or not; `distantFuture` for never, or in use.
    func allowedMoment(of app: Int) -> FetchTime {
        guard apps[app].fetch == nil, app != device.foreground else { return .distantFuture }
        let least = max(polling[limits: app].least, everNewSpacing(of: app))
        return max(apps.allowedFrom(app), apps[app].lastFetch.known.map { $0 + least } ?? .distantPast)
    }

    /// When to poll or reconsider an app (`distantFuture` for never), and its copy at the last age that was tried.
    mutating func pollingMoment(
        of app: Int, at now: FetchTime, isDue: Bool = false
    ) -> (moment: FetchTime, copy: CopyAge) {
        let limits = polling[limits: app]
        let last = apps[basics: app].lastSync
        let allowed = allowedMoment(of: app)
        guard allowed < .distantFuture else { return (.distantFuture, CopyAge()) }
        let from = max(allowed, now)
        // The first request, and the last moment that the host allows, need not pay.
        let most = last == .distantPast ? from : max(from, last + max(limits.most, .zero))
        // Unprofitable sources: after as long as they have been quiet, as shared estimates move slowly.
        let review = from + min(max(.days(1), from - last), .days(30))
        let tried =
            apps[app].everNew.isTried && polling.price.perDay != nil
            ? max(from, last + EverNew.gap) : .distantFuture
        let limit = min(most, review, lookMoment(of: app, from: from), tried)
        guard limit > from else { return (from, CopyAge()) }
        let (rule, course) = (pollingRule(of: app, at: from), content.course(of: app, apps, device.clock))
        let paying = payingMoment(rule, course, since: last, from: from, limit: limit, isDue: isDue)
        // A request pays, and its moment was found before.
        if isDue, paying.moment <= from { return paying }
        return lookAhead(for: app, rule, course, since: last, paying, from: from, limit: limit, isDue: isDue)
            ?? paying
    }

    /// The best moment by ``LookAhead``, and the copy at `from`; nil for a source that has no use for it.
    ///
    /// - Parameter paying: the moment by the rule.
    private mutating func lookAhead(
        for app: Int, _ rule: PollingRule, _ course: ContentModel.Course, since last: FetchTime,
        _ paying: (moment: FetchTime, copy: CopyAge), from: FetchTime, limit: FetchTime, isDue: Bool
    ) -> (moment: FetchTime, copy: CopyAge)? {
        let interval = (paying.moment - last).seconds
        // If all hours are alike, the rule is right, and noise in the learned hours would mislead.
        guard LookAhead.intervals.contains(interval), !rule.launchesLoad, rule.ageJoules > 0,
            course.announced == nil, rule.launches > 0 || content.hours.differ(apps[app].hours)
        else { return nil }
        let (demand, clock, bias) = (polling.demand.byHour, device.clock, course.meanHourBias)
        let start = (from - last).seconds
        let copy = copy(of: start, rule, course)
        polling.lookAhead.start(
            rule, interval: interval, passed: { course.passed(age: start + $0) },
            demand: { demand.factor(at: from + .seconds($0), clock) },
            probability: { course.probability(passed: $0, hourBias: bias) })
        let wait = polling.lookAhead.wait(with: copy, isDue: isDue) { course.probability(age: start + $0) }
        return (min(from + .seconds(wait), limit), copy)
    }

    /// - Parameter sooner: whether the app is to be due no later than it is.
    mutating func computeDue(of app: Int, at now: FetchTime, sooner: Bool = false) {
        polling.waiting.remove(app)
        var moment = pollingMoment(of: app, at: now).moment
        let last = max(apps[basics: app].lastSync, apps[app].lastFetch.known ?? .distantPast)
        // A source that is due already is not put off again with each event.
        if moment > now, moment < .distantFuture, last > .distantPast, configuration.polling.jitter > 0 {
            // More than a day of spread is useless, and a clock that was wrong once would make it years.
            let span = min(moment - last, .days(1)).seconds
            let wait = configuration.polling.jitter * polling.draw(app, last) * span
            moment = min(moment + .seconds(wait), max(moment, last + polling[limits: app].most))
        }
        if sooner, let due = polling.due[app] { moment = min(moment, due) }
        // A source that waits for its server stays in its place.
        if polling.lines.contains(app), moment < .distantFuture, sooner || moment <= now { return }
        polling.setDue(app, to: moment)
    }

    /// The part of its cost that the benefit of a due request may lack. Estimates have changed since its moment was
    /// found, and a slightly early request costs less than repeated reviews.
    private static var mostEarly: Double { 0.05 }

    /// When to look at the source of an opened app though no request pays; `distantFuture` if openings do, or it costs
    /// too much. (Mutating, as calling it would otherwise copy the whole scheduler.)
    private mutating func lookMoment(of app: Int, from: FetchTime) -> FetchTime {
        let rule = configuration.probe
        guard let launch = apps[app].lastLaunch.known else { return .distantFuture }
        let look = apps[app].lastLook.known ?? apps[basics: app].lastSync
        guard look < launch else { return .distantFuture }
        let moment = max(from, look + rule.after * probePatience(app))
        let cost = costs.batchJoules(of: app, apps, inUse: false).empty
        return moment - launch <= rule.usedWithin && cost <= min(rule.mostJoules, valueJoules / 20)
            ? moment : .distantFuture
    }
}
