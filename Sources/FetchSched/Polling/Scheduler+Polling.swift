/// Decisions on an always-on network. Each source is polled at its own time, by ``PollingRule``.
extension Scheduler {
    /// The next app whose request pays now.
    mutating func bestToPoll(_ now: FetchTime) -> FetchDecision? {
        updateValue(at: now)
        settlePolling(at: now)
        guard !spending.isSpent else { return nil }
        if let app = proofOfNetwork(at: now) {
            return pollingDecision(app, pollingValue(app, at: now), at: now)
        }
        polling.compared.removeAll(keepingCapacity: true)
        // In parts as well: where more sources are put off, the next call goes on.
        for _ in 0..<Self.mostComputed {
            guard let first = candidate(at: now) else {
                putOffNext(after: now)
                return nil
            }
            let app = bestInLine(from: first, at: now)
            let (moment, copy) = pollingMoment(of: app, at: now, isDue: true)
            var later =
                laterLook(at: app, moment, at: now) ?? turnAfterPause(of: app, at: now)
                ?? numberTurn(of: app, at: now)
            if later == nil {
                if waitsForGroup(app, at: now) { continue }
                later = energyTurn(of: app, somethingNew: copy.somethingNew, at: now)
            }
            guard let later else {
                return pollingDecision(
                    app, pollingValue(app, copy, pollingRule(of: app, at: now), at: now), at: now)
            }
            polling.setDue(app, to: later)
        }
        return nil
    }

    /// The chosen app stays due until its time is computed again, after its fetch has ended.
    private mutating func pollingDecision(_ app: Int, _ value: FetchValue, at now: FetchTime) -> FetchDecision
    {
        polling.waiting.remove(app)
        return FetchDecision(app: apps.id(of: app), moment: now, reason: .due, value: value)
    }

    /// Puts off the sources that are due next, as long as by the present state their request will not pay then. Else each
    /// question for the next time, which changes nothing, would look at all of them again. Those that are due later are
    /// judged by what is known then.
    private mutating func putOffNext(after now: FetchTime) {
        for _ in 0..<Self.mostPutOff {
            guard let (app, due) = polling.due.first, due <= now + .minutes(1), polling.waiting[app] == nil,
                !polling.lines.contains(app),
                let later = laterLook(at: app, foreseenFor: due)
            else { return }
            polling.setDue(app, to: later)
        }
    }

    /// When to reconsider a source whose request will not pay at a coming moment, by the present state; nil if it will.
    private mutating func laterLook(at app: Int, foreseenFor moment: FetchTime) -> FetchTime? {
        laterLook(at: app, pollingMoment(of: app, at: moment, isDue: true).moment, at: moment)
    }

    /// The source that has waited longest for its turn in the number of requests, if it has come, or the one that is
    /// due first: before the others if it may wait no longer.
    private mutating func candidate(at now: FetchTime) -> Int? {
        let due = polling.due.first(dueAt: now)
        guard polling.price.allows(at: now, reserving: polling.promisedPerDay) else { return due }
        guard let first = polling.waiting.first else { return due }
        return overdue(at: now) ?? first.number
    }

    /// The first due source that may wait no longer, among the first in the order of times. A turn that comes when it
    /// becomes due would go to another one, again and again where there are few.
    private mutating func overdue(at now: FetchTime) -> Int? {
        guard polling.promisedPerDay > 0 else { return nil }
        defer { polling.takeBack() }
        for _ in 0..<Self.mostPutOff {
            guard let (app, due) = polling.due.first, due <= now else { return nil }
            if longestWait(of: app) <= now { return app }
            polling.foresee(app, due)
            polling.due.set(app, to: .distantFuture)
        }
        return nil
    }

    /// The source that shows best whether the network works again, due or not, where tries have failed for some time: of
    /// those that have not failed since, the one that was served last. One that may be dead shows little.
    ///
    /// - Complexity: O(apps).
    private mutating func proofOfNetwork(at now: FetchTime) -> Int? {
        guard network.isTriedAgain(at: now),
            polling.price.allows(at: now, reserving: polling.promisedPerDay)
        else { return nil }
        var best: (app: Int, served: FetchTime)?
        for row in apps.rows {
            let app = apps.app(ofRow: row)
            let served = apps[basics: app].lastSync
            // Rows may be in any order.
            guard apps[app].lastFetch.known != nil,
                best.map({ served > $0.served || served == $0.served && app < $0.app }) ?? true,
                isInOrder(app), allowedMoment(of: app) <= now,
                groupOpens(for: app, at: now, present: now) == nil
            else { continue }
            best = (app, served)
        }
        guard let app = best?.app, energyTurn(of: app, somethingNew: 0, at: now) == nil else { return nil }
        return app
    }

    mutating func nextPolling(after now: FetchTime) -> FetchTime? {
        settlePolling(at: now)
        guard device.conditions.allowFetches(configuration) else { return nil }
        if spending.isSpent { return budgetReview() }
        let earliest = network.isDown ? network.nextTry : now
        if triesNetwork(at: now), !apps.running.isEmpty { return nil }
        // A source whose time is not computed yet may be due.
        if polling.sweep != nil { return max(earliest, now + TimeSpan(milliseconds: 1)) }
        let turn = polling.price.turn(after: 0, reserving: polling.promisedPerDay)
        // A question changes nothing: what is foreseen here is found again by `bestToPoll`.
        defer { polling.takeBack() }
        for _ in 0..<Self.mostPutOff {
            guard putOffFirst(from: earliest, before: turn, at: now) else { break }
        }
        var next = polling.due.first?.due ?? .distantFuture
        if polling.waiting.count > 0 { next = min(next, turn) }
        if let fall = polling.price.fall(after: now) { next = min(next, fall) }
        let proof = max(network.firstProof, now)
        if proof < next, proofOfNetwork(at: proof) != nil { next = proof }
        return next < .distantFuture ? max(next, earliest) : nil
    }

    /// Postpones the first due source if by the present state it may not be polled then: a host need not wake for it.
    ///
    /// - Returns: whether it was put off.
    private mutating func putOffFirst(from earliest: FetchTime, before turn: FetchTime, at now: FetchTime)
        -> Bool
    {
        guard let (app, due) = polling.due.first, due > now else { return false }
        let moment = max(due, earliest)
        // A source that waits has its turn before.
        if polling.waiting.count > 0, turn <= moment { return false }
        polling.foresee(app, due)
        // The turn costs least to find; the energy that may be spent then is not known yet.
        var later = numberTurn(of: app, at: moment)
        // Only the first of a line has a time: put off for its own sake, it would hide the others.
        if later == nil, !polling.lines.contains(app) {
            later = turnAfterPause(of: app, at: moment) ?? laterLook(at: app, foreseenFor: moment)
        }
        later = later ?? groupOpens(for: app, at: moment, present: now)
        guard let later, later > due else { return false }
        polling.due.set(app, to: later)
        return true
    }

    /// Most sources that one call postpones.
    private static var mostPutOff: Int { 64 }

    /// The decision on an app that nothing forbids to fetch.
    mutating func pollingVerdict(on app: Int, at now: FetchTime) -> FetchExplanation.Verdict {
        guard let due = polling.moment(of: app) else { return .doesNotPay }
        guard due <= now else { return .notDue }
        return pollingMoment(of: app, at: now, isDue: true).moment <= now ? .fetch : .doesNotPay
    }

    // MARK: What happens

    mutating func addToPolling(_ app: Int, at now: FetchTime) {
        polling.demand.add(app, at: now, device.clock)
        shareAmongSources()
        touch(app, at: now)
    }

    /// Assigns a turn to a source that was never polled.
    mutating func setFirstTurn(of app: Int, at now: FetchTime) {
        apps[app].server.floor = polling.firstTurn(of: app, at: now)
        touch(app, at: now)
    }

    /// Whether no request of the app was made yet.
    func isFirstRequest(of app: Int) -> Bool {
        apps[basics: app].lastSync == .distantPast && apps[app].lastFetch.known == nil
    }

    mutating func removeFromPolling(_ app: Int) {
        polling.remove(app)
        shareAmongSources()
    }

    /// A request is made: it counts in the number of requests, and takes its turn in its group.
    mutating func startPolling(_ app: Int, at now: FetchTime) {
        if !isFirstRequest(of: app) { polling.price.spend() }
        if let group = polling.group(of: app) { polling.groups[group].started(at: now) }
        touch(app, at: now)
    }

    /// Divides the shared estimates by the number of sources.
    mutating func shareAmongSources() {
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
            return rule.benefit(copy) / cost
        }
    }

    /// Notes an event of an app that may change when its request pays.
    mutating func touch(_ app: Int, at now: FetchTime) {
        if let other = polling.touch(app, at: now) { computeDue(of: other.app, at: other.at) }
    }

    /// Computes what is still to be computed.
    mutating func settlePolling(at now: FetchTime) {
        let due = expectedQuestion
        polling.lateNetwork.resume(at: now, due: due)
        polling.price.pass(
            to: now, due: due, isBlocked: network.isDown || !device.conditions.allowFetches(configuration),
            waiting: polling.waiting.count)
        if let last = polling.takeTouched() { computeDue(of: last.app, at: last.at) }
        polling.demand.turn(to: now, device.clock)
        // In parts, so that no call takes long where there are very many.
        if polling.sweep != nil { return goOnComputing(at: now) }
        let isLate = polling.due.first.map { now - $0.due > Self.longestDelay } ?? false
        // Sources that are due later than they should be are found here; the others when they are due.
        let isMoreValuable = !(valueJoules / polling.price.factor <= 1.3 * polling.computedValue)
        if isLate || isMoreValuable { computeAllDue(at: now, sooner: true) }
    }

    /// When the host was to call again, approximately, by the state at the last call.
    private var expectedQuestion: FetchTime {
        let (promised, isWaiting) = (polling.promisedPerDay, polling.waiting.count > 0)
        let turn = isWaiting ? polling.price.turn(after: 0, reserving: promised) : .distantFuture
        return max(min(turn, polling.due.first?.due ?? .distantFuture), network.nextTry)
    }

    /// Computes all times again, a part of them now and the others at the next questions.
    mutating func computeAllDue(at now: FetchTime, sooner: Bool = false) {
        polling.computedValue = valueJoules / polling.price.factor
        _ = polling.takeTouched()
        polling.sweep = Polling.Sweep(sooner: sooner)
        goOnComputing(at: now)
    }

    /// Most times that one call computes: about 30 ms, as most of them take 25 us.
    static var mostComputed: Int { 1024 }

    private mutating func goOnComputing(at now: FetchTime) {
        guard let sweep = polling.sweep else { return }
        let end = min(sweep.next + Self.mostComputed, apps.count)
        polling.sweep = end < apps.count ? Polling.Sweep(next: end, sooner: sweep.sooner) : nil
        for app in min(sweep.next, end)..<end {
            computeDue(of: app, at: now, sooner: sweep.sooner)
            guard let due = polling.due[app], due <= now else { continue }
            // Sources that wait together, as after days off, are sorted by benefit, and urgent ones come first. The
            // logarithm tells benefits apart that are many times the price, as with a host that cannot make its requests.
            let benefit = PortableMath.log(1 + max(0, pollingValue(app, at: now).surplus / valueJoules))
            let part = benefit < .infinity ? benefit / (1 + benefit) : 1
            let most = Self.longestDelay.seconds / 2
            polling.due.set(app, to: now - .seconds(isUrgent(app, at: now) ? most + 1 : most * part))
        }
    }

    /// After so long a delay all moments are computed again. Sources that wait then are late by half of it at most, or
    /// the next question would compute them again.
    private static var longestDelay: TimeSpan { .hours(1) }
}
