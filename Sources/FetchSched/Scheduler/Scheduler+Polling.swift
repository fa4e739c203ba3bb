/// Decisions on an always-on network. Each source is asked at its own time, by ``PollingRule``.
extension Scheduler {
    /// The next app that is worth a request now.
    mutating func bestToPoll(_ now: Instant) -> FetchDecision? {
        settlePolling(at: now)
        guard !spending.isSpent else { return nil }
        while let app = candidate(at: now) {
            let (moment, copy) = pollingMoment(of: app, at: now, isDue: true)
            guard let later = refusal(of: app, moment, copy.somethingNew, at: now, present: now) else {
                // The chosen app stays due until its time is computed again, after its fetch has ended.
                polling.waiting.remove(app)
                return FetchDecision(
                    app: apps.id(of: app), moment: now, reason: .due,
                    value: pollingValue(app, copy, pollingRule(of: app, at: now), at: now))
            }
            polling.due.set(app, to: later < .distantFuture ? later : nil)
        }
        return nil
    }

    /// The source that has waited longest for its turn in the number of requests, if it has come, or the one that is due first.
    private func candidate(at now: Instant) -> Int? {
        if let first = polling.waiting.first, polling.price.allows(at: now, beside: polling.promisedPerDay) {
            return first.number
        }
        return polling.due.first(dueAt: now)
    }

    /// When to look again at an app whose time has come and that is not to be asked now; nil if it is to be asked.
    ///
    /// - Parameters:
    ///   - moment: when a request pays, by what is known now.
    ///   - present: the present, where `now` is still to come.
    private mutating func refusal(
        of app: Int, _ moment: Instant, _ somethingNew: Double, at now: Instant, present: Instant
    ) -> Instant? {
        // An app that came a little too early is not followed by the next millisecond.
        let step = max(1000, (now - apps[basics: app].lastSync).milliseconds / 256)
        guard moment <= now else {
            polling.waiting.remove(app)
            return max(moment, now + TimeSpan(milliseconds: min(step, 3_600_000)))
        }
        if let turn = numberTurn(of: app, at: now) { return turn }
        polling.waiting.remove(app)
        if let group = polling.group(of: app) {
            let free = groupIsFree(group, at: present)
            if free > now || polling.groups[group].opens > now {
                return polling.groups[group].turn(after: max(now, free))
            }
        }
        // The energy that may be spent then is not known yet.
        guard now == present else { return nil }
        let estimate = costs.estimate(
            app, apps, somethingNew: somethingNew, inUse: device.foreground != nil)
        let joules = max(configuration.leastFetchJoules, costs.batchJoules(estimate))
        guard !affords(app, joules: joules, somethingNew: somethingNew) else { return nil }
        let affordable = affordsFrom(app, joules: joules, somethingNew: somethingNew, at: now)
        // Once a day at least: estimates move, and launches pay back. At the end of time there is no later moment.
        let later = min(max(now + .minutes(1), affordable), now + .days(1))
        return later > now ? later : .distantFuture
    }

    mutating func nextPolling(after now: Instant) -> Instant? {
        settlePolling(at: now)
        guard device.conditions.allowFetches(configuration) else { return nil }
        if spending.isSpent { return budgetReview() }
        let earliest = network.isDown ? network.nextTry : now
        if network.isDown, !apps.running.isEmpty { return nil }
        let turn = polling.price.turn(after: 0, beside: polling.promisedPerDay)
        // A question changes nothing: what is foreseen here is found again by `bestToPoll`.
        defer { polling.takeBack() }
        for _ in 0..<Self.mostPutOff {
            guard putOffFirst(from: earliest, before: turn, at: now) else { break }
        }
        var next = polling.due.first?.due ?? .distantFuture
        if polling.waiting.count > 0 { next = min(next, turn) }
        if let fall = polling.price.fall(after: now) { next = min(next, fall) }
        return next < .distantFuture ? max(next, earliest) : nil
    }

    /// When a group that has as many requests under way as its limit allows is believed to have room; `distantPast` if it has.
    private func groupIsFree(_ group: Int, at now: Instant) -> Instant {
        let most = polling.groups[group].limits.atOnce
        guard most < .max else { return .distantPast }
        var (count, last) = (0, Instant.distantPast)
        for app in apps.running where polling.group(of: app) == group {
            count += 1
            last = max(last, apps[app].fetch?.since ?? now)
        }
        // A request lasts for some time more, the longer it has lasted.
        return count < most ? .distantPast : now + TimeSpan(milliseconds: 1 + (now - last).milliseconds / 8)
    }

    /// When the source has its turn in the number of requests; nil if that is now. Until then it waits.
    private mutating func numberTurn(of app: Int, at now: Instant) -> Instant? {
        guard let perDay = polling.price.perDay else { return nil }
        if isFirstRequest(of: app), perDay > 0 { return nil }
        // A try that comes late tells nothing.
        if apps[app].everNew.isTried, polling.price.roomBegins(beside: 0) <= now { return nil }
        let promised = polling.promisedPerDay
        if polling.price.allows(at: now, beside: promised) { return nil }
        // Longest times that need more than half of the number are no promise.
        let longest =
            promised <= 0.5 * perDay
            ? apps[basics: app].lastSync + polling[limits: app].most : .distantFuture
        if now >= longest {
            let room = polling.price.roomBegins(beside: 0, evenly: false)
            return room > now ? room : nil
        }
        let turn = polling.price.turn(after: polling.waiting.count, beside: promised)
        if polling.waiting[app] == nil { polling.waiting.set(app, to: min(now, polling.due[app] ?? now)) }
        return min(max(turn, now + .seconds(1)), longest)
    }

    /// Puts off the source that is due first, if it is not to be asked then by what is known now: a host does not wake for it.
    ///
    /// - Returns: whether it was put off.
    private mutating func putOffFirst(from earliest: Instant, before turn: Instant, at now: Instant) -> Bool {
        guard let (app, due) = polling.due.first, due > now else { return false }
        let moment = max(due, earliest)
        // A source that waits has its turn before.
        if polling.waiting.count > 0, turn <= moment { return false }
        polling.foresee(app, due)
        if let turn = numberTurn(of: app, at: moment) {
            polling.due.set(app, to: turn < .distantFuture ? turn : nil)
            return true
        }
        let (paying, copy) = pollingMoment(of: app, at: moment, isDue: true)
        guard let later = refusal(of: app, paying, copy.somethingNew, at: moment, present: now),
            later > due
        else {
            return false
        }
        polling.due.set(app, to: later < .distantFuture ? later : nil)
        return true
    }

    /// So many sources are put off with one call.
    private static var mostPutOff: Int { 64 }

    /// The decision on an app that nothing forbids to fetch.
    mutating func pollingVerdict(on app: Int, at now: Instant) -> Explanation.Verdict {
        guard let due = polling.due[app] else { return .notWorthFetching }
        guard due <= now else { return .notDue }
        return pollingMoment(of: app, at: now, isDue: true).moment <= now ? .fetch : .notWorthFetching
    }

    // MARK: When

    /// About the first moment from `from` on at which a request pays (`limit` if none before), and the copy at the last age
    /// that was looked at.
    ///
    /// - Parameter isDue: whether it was found before. Then a request at `from` may be worth a little less, see ``nearly``.
    private mutating func payingMoment(
        _ rule: PollingRule, _ course: ContentModel.Course, since last: Instant, from: Instant,
        limit: Instant, isDue: Bool
    ) -> (moment: Instant, copy: CopyAge) {
        var copy = CopyAge()
        let (begin, end) = ((from - last).seconds, (limit - last).seconds)
        var best = rule
        best.launches *= polling.demand.byHour.most
        let least = best.leastProbability
        // As the worth grows about as the square of the age, its root is a straight line.
        func root(_ copy: CopyAge) -> Double {
            let demand = polling.demand.byHour.factor(at: last + .seconds(copy.seconds), device.clock)
            return PortableMath.squareRoot(max(rule.emptyCost + rule.surplus(copy, demand: demand), 0))
        }
        let enough = PortableMath.squareRoot(rule.emptyCost)
        // The ages before the first that is allowed matter for integrals alone.
        var next = rule.isMemoryless && begin > 0 ? begin : max(1, best.leastSeconds)
        while true {
            if copy.seconds < begin, next > begin { next = begin }
            next = min(next, end)
            if copy.somethingNew > 0, copy.somethingNew < least / Self.stretch, course.announced == nil {
                // The probability grows hardly faster than the age: ages at which it is too low are passed.
                let far = min(copy.seconds * least / copy.somethingNew, end)
                let chance = course.chance(age: far)
                if chance < least {
                    copy = CopyAge(seconds: far, somethingNew: chance)
                    guard far < end else { return (limit, copy) }
                    next = far * Self.stretch
                    continue
                }
            }
            let before = copy
            copy.advance(to: next, rule, course)
            if copy.seconds == begin {
                // Written so that NaN never pays.
                if root(copy) >= (isDue ? Self.nearly * enough : enough) { return (from, copy) }
            } else if before.seconds >= begin, copy.somethingNew >= least, best.surplus(copy) >= 0 {
                // Look at each hour between the two ages, as a request would pay in the best one.
                var (age, low) = (before.seconds, root(before))
                while age < copy.seconds {
                    let step = min(3600, copy.seconds - age)
                    let high = root(before.between(copy, age: age + step))
                    if high >= enough {
                        let part = low < enough ? (high - enough) / (high - low) : 1
                        return (last + .seconds(age + (1 - part) * step), copy)
                    }
                    (age, low) = (age + step, high)
                }
            }
            guard next < end else { return (limit, copy) }
            next *= Self.stretch
        }
    }

    /// When an app is to be asked, or looked at again (`distantFuture` for never), and its copy at the last age looked at.
    private mutating func pollingMoment(
        of app: Int, at now: Instant, isDue: Bool = false
    ) -> (moment: Instant, copy: CopyAge) {
        let limits = polling[limits: app]
        let last = apps[basics: app].lastSync
        let spaced =
            apps[app].lastFetch.known.map { $0 + max(limits.least, everNewSpacing(of: app)) } ?? .distantPast
        let allowed = max(apps.allowedFrom(app), spaced)
        guard apps[app].fetch == nil, app != device.foreground, allowed < .distantFuture else {
            return (.distantFuture, CopyAge())
        }
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
        return lookAhead(rule, course, since: last, paying, from: from, limit: limit, isDue: isDue) ?? paying
    }

    /// The best moment by ``LookAhead``, and the copy at `from`; nil for a source that has no use for it.
    ///
    /// - Parameter paying: the moment by the rule.
    private mutating func lookAhead(
        _ rule: PollingRule, _ course: ContentModel.Course, since last: Instant,
        _ paying: (moment: Instant, copy: CopyAge), from: Instant, limit: Instant, isDue: Bool
    ) -> (moment: Instant, copy: CopyAge)? {
        let interval = (paying.moment - last).seconds
        guard LookAhead.intervals.contains(interval), !rule.launchesLoad, rule.ageJoules > 0,
            course.announced == nil
        else { return nil }
        let (demand, clock, bias) = (polling.demand.byHour, device.clock, course.meanHourBias)
        let begin = (from - last).seconds
        let copy = copy(of: begin, rule, course)
        polling.lookAhead.begin(
            rule, interval: interval, passed: { course.passed(age: begin + $0) },
            demand: { demand.factor(at: from + .seconds($0), clock) },
            chance: { course.chance(passed: $0, hourBias: bias) })
        let wait = polling.lookAhead.wait(with: copy, isDue: isDue) { course.chance(age: begin + $0) }
        return (min(from + .seconds(wait), limit), copy)
    }

    /// - Parameter sooner: whether the app is to be due no later than it is.
    private mutating func reckonPolling(of app: Int, at now: Instant, sooner: Bool = false) {
        polling.waiting.remove(app)
        var moment = pollingMoment(of: app, at: now).moment
        let last = max(apps[basics: app].lastSync, apps[app].lastFetch.known ?? .distantPast)
        // A source that is due already is not put off again with each event.
        if moment > now, moment < .distantFuture, last > .distantPast, configuration.polling.jitter > 0 {
            // Beyond a day more spread serves nobody, and a clock that was wrong once makes years of it.
            let span = min(moment - last, .days(1)).seconds
            let wait = configuration.polling.jitter * polling.draw(app, last) * span
            moment = min(moment + .seconds(wait), max(moment, last + polling[limits: app].most))
        }
        if sooner, let due = polling.due[app] { moment = min(moment, due) }
        polling.due.set(app, to: moment < .distantFuture ? moment : nil)
    }

    // MARK: What happens

    mutating func addToPolling(_ app: Int, at now: Instant) {
        guard polling.isOn else { return }
        polling.demand.add(app, at: now, device.clock)
        shareAmongSources()
        notePolling(of: app, at: now)
    }

    /// A source that was never asked is asked in its turn.
    mutating func setFirstTurn(of app: Int, at now: Instant) {
        guard polling.isOn else { return }
        apps[app].server.floor = polling.firstTurn(of: app, at: now)
        notePolling(of: app, at: now)
    }

    /// Whether no request of the app was made yet.
    func isFirstRequest(of app: Int) -> Bool {
        apps[basics: app].lastSync == .distantPast && apps[app].lastFetch.known == nil
    }

    mutating func removeFromPolling(_ app: Int) {
        guard polling.isOn else { return }
        polling.remove(app)
        shareAmongSources()
    }

    /// Divides the shared estimates by the number of sources.
    mutating func shareAmongSources() {
        guard polling.isOn else { return }
        score.limit.share(among: apps.appCount)
        let prior = ContentRate(configuration.content)
        let rule = PollingRule(
            value: 0, ageJoules: ageJoules, launchesLoad: false, launches: 0, updates: prior.mean,
            emptyCost: 0, findCost: 0)
        let cost = max(configuration.leastFetchJoules, configuration.power.runJoules)
        polling.price.setSources(apps.appCount) { seconds in
            var copy = CopyAge()
            var next = min(60, seconds)
            while copy.seconds < seconds {
                copy.advance(to: next, somethingNew: prior.probabilityNew(after: .seconds(next)), rule)
                next = min(seconds, 2 * next)
            }
            return rule.worth(copy) / cost
        }
    }

    /// An event of an app that may change when it is worth a request.
    @inline(__always)
    mutating func notePolling(of app: Int, at now: Instant) {
        guard polling.isOn else { return }
        if let other = polling.touch(app, at: now) { reckonPolling(of: other.app, at: other.at) }
    }

    /// Computes what is still to be computed.
    mutating func settlePolling(at now: Instant) {
        polling.price.pass(
            to: now, isBlocked: network.isDown || !device.conditions.allowFetches(configuration),
            waiting: polling.waiting.count)
        if let last = polling.takeTouched() { reckonPolling(of: last.app, at: last.at) }
        polling.demand.turn(to: now, device.clock)
        let isLate = polling.due.first.map { now - $0.due > Self.longestDelay } ?? false
        // Sources that are due later than they should be are found here; the others when they are due.
        let isWorthMore = !(valueJoules / polling.price.factor <= 1.3 * polling.reckonedValue)
        if isLate || isWorthMore { reckonAllPolling(at: now, sooner: true) }
    }

    /// Computes all times again.
    mutating func reckonAllPolling(at now: Instant, sooner: Bool = false) {
        guard polling.isOn else { return }
        polling.reckonedValue = valueJoules / polling.price.factor
        _ = polling.takeTouched()
        for group in polling.groups.indices { polling.groups[group].lastTurn = .distantPast }
        for app in apps.indices {
            reckonPolling(of: app, at: now, sooner: sooner)
            guard let due = polling.due[app], due <= now else { continue }
            // Sources that wait together, as after days off, go by their benefit; those that were never asked before all others.
            let benefit = max(0, pollingValue(app, at: now).surplus / valueJoules)
            let part = isFirstRequest(of: app) ? 1 : benefit < .infinity ? benefit / (1 + benefit) : 1
            polling.due.set(app, to: now - .seconds(part * Self.longestDelay.seconds))
        }
    }

    /// The root of the part of its cost that a due request must be worth. Estimates have moved since its moment was found, and
    /// being a little early costs less than looking again and again.
    private static var nearly: Double { 0.975 }

    /// After so long a delay all moments are computed again.
    private static var longestDelay: TimeSpan { .hours(1) }

    /// When to look at the source of an opened app though no request pays; `distantFuture` if openings do, or it costs too much.
    /// (Mutating, as calling it would otherwise copy the whole scheduler.)
    private mutating func lookMoment(of app: Int, from: Instant) -> Instant {
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
