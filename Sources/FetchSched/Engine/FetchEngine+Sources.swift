extension FetchEngine {
    /// Registers a source that was never asked. Its first request comes at once, or in its turn where many are added.
    public mutating func registerSource(_ limits: SourceLimits = SourceLimits(), at now: Instant) -> AppID {
        notice(now)
        let app = scheduler.add(AppBasics(interval: .minimum, lastSync: .distantPast), at: now)
        if limits != SourceLimits() { scheduler.polling[limits: app.index] = limits }
        scheduler.setFirstTurn(of: app.index, at: now)
        return app
    }

    /// Changes the limits of a source.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setLimits(
        _ limits: SourceLimits, of app: AppID, at now: Instant
    ) throws(EngineError) {
        try check(app)
        notice(now)
        scheduler.polling[limits: app.index] = limits
        scheduler.changed(app.index, at: now)
    }

    /// Adds a group of sources that share a server. A source joins it by ``SourceLimits/group``; a `Retry-After` of one
    /// (``FetchEvent/serverWait(_:until:)``) holds for all.
    public mutating func addGroup(_ limits: GroupLimits) -> SourceGroup {
        SourceGroup(number: Int32(clamping: scheduler.polling.addGroup(limits)))
    }

    /// Removes a group that no source is in any more, and all that was learned of its server. A later group may have its number.
    ///
    /// - Complexity: O(1).
    public mutating func removeGroup(_ group: SourceGroup) {
        scheduler.polling.removeGroup(Int(group.number))
    }

    /// The group of that number, for interfaces that go by numbers; nil if there is none.
    package func group(number: Int32) -> SourceGroup? {
        scheduler.polling.hasGroup(number) ? SourceGroup(number: number) : nil
    }

    /// Changes the limits of a group; those of a group that was never added are ignored.
    public mutating func setLimits(_ limits: GroupLimits, of group: SourceGroup) {
        guard self.group(number: group.number) != nil else { return }
        scheduler.polling.groups[Int(group.number)].setLimits(limits)
    }

    /// When the source is due, all vetoes considered; nil if not before something happens, as while a request is under way.
    /// As other sources learn and as requests are made, that may be put off.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(log apps).
    public mutating func nextFetch(of app: AppID, at now: Instant) throws(EngineError) -> Instant? {
        try check(app)
        notice(now)
        let polls = scheduler.polling.isOn
        if polls { scheduler.settlePolling(at: now) }
        let due = polls ? scheduler.polling.due[app.index] : scheduler.apps.allowedFrom(app.index)
        guard let due, due < .distantFuture, scheduler.apps[app.index].fetch == nil,
            conditions.allowFetches(configuration)
        else { return nil }
        let group = scheduler.polling.group(of: app.index)
        return max(due, group.map { scheduler.polling.groups[$0].opens } ?? .distantPast, now)
    }

    /// The next source to ask, for programs that only poll; nil if none is due. Its request is under way until
    /// ``asked(_:_:at:)``, ``completeFetch(of:with:bytes:joules:at:)`` or ``deferFetch(of:until:at:)``, or until its limit.
    public mutating func nextDue(at now: Instant) -> AppID? {
        notice(now)
        while scheduler.nextExpired(at: now) != nil {}
        // An app that was opened and has no task is suspended untold, so that no deadline waits for that.
        while tasks.openCount == 0, tasks.nextAction(at: present) != nil {}
        return scheduler.nextFetch(at: now)
    }

    /// Learns what a request found, and says when the next is due. It ends the request that ``nextDue(at:)`` or
    /// ``nextAction(at:)`` asked for; without one, the host has made one by itself, at `now`.
    ///
    /// - Returns: as ``nextFetch(of:at:)``.
    /// - Throws: `unknownApp`; `outOfRange` for bytes below 0.
    /// - Complexity: O(log apps + dates).
    @discardableResult
    public mutating func asked(
        _ app: AppID, _ answer: SourceAnswer, at now: Instant
    ) throws(EngineError) -> Instant? {
        try check(app)
        if answer.bytes < 0 { throw .outOfRange(.bytes, Double(answer.bytes)) }
        notice(now)
        scheduler.expireFetches(at: now)
        if scheduler.apps[app.index].fetch == nil { scheduler.startForced(app, at: now) }
        if answer.outcome == .newData {
            for date in answer.changed.sorted() { scheduler.observe(.contentChanged(app, at: date), at: now) }
        }
        if let wait = answer.retryAfter { scheduler.observe(.serverWait(app, until: now + wait), at: now) }
        if let age = answer.maxAge { scheduler.observe(.serverInterval(app, age), at: now) }
        try scheduler.complete(app, answer.outcome, bytes: answer.bytes, at: now)
        noteEnd(of: app, .noData, at: now)
        return try nextFetch(of: app, at: now)
    }

    /// Puts off a request that was asked for and not made, which is no failure, until `moment`, at most a week ahead.
    ///
    /// - Throws: `unknownApp`, `noFetchUnderWay`.
    public mutating func deferFetch(
        of app: AppID, until moment: Instant, at now: Instant
    ) throws(EngineError) {
        try check(app)
        guard scheduler.apps[app.index].fetch != nil else { throw .noFetchUnderWay(app) }
        notice(now)
        scheduler.deferFetch(app.index, until: moment, at: now)
        noteEnd(of: app, .noData, at: now)
    }

    /// Learns that somebody read the source: a launch that ends at once. The app does not run by that.
    ///
    /// - Throws: `unknownApp`.
    public mutating func read(_ app: AppID, at now: Instant) throws(EngineError) {
        try check(app)
        notice(now)
        scheduler.observe(.launch(app), at: now)
        scheduler.observe(.endOfUse(app), at: now)
    }

    /// The price of a request, at which the number of requests a day is made; 1 without a number.
    ///
    /// Its unit is that of no other number: it serves to compare engines of one configuration, see ``joinRequestPrice(_:at:)``.
    public mutating func requestPrice(at now: Instant) -> Double {
        notice(now)
        scheduler.settlePolling(at: now)
        return scheduler.polling.price.factor
    }

    /// Takes the price of several engines that hold one number of requests a day together.
    ///
    /// Each engine has its part of the number, by its sources. Every few minutes each takes the mean of all prices, as the root of
    /// their product. An engine whose sources change more often than others' then makes more than its part, up to four times it,
    /// and all together make the number. A price holds for an hour; an engine that hears of none keeps to its own part.
    ///
    /// - Throws: `outOfRange` for a price that is not above 0.
    public mutating func joinRequestPrice(_ price: Double, at now: Instant) throws(EngineError) {
        guard price > 0, price < .infinity else { throw .outOfRange(.requestPrice, price) }
        notice(now)
        scheduler.settlePolling(at: now)
        scheduler.polling.price.join(price, at: now)
    }

    /// Why nothing is asked, and will not be before something happens; nil if something will be.
    ///
    /// - Complexity: O(1).
    public mutating func idleReason(at now: Instant) -> IdleReason? {
        guard scheduler.polling.isOn, scheduler.apps.running.isEmpty else { return nil }
        notice(now)
        scheduler.settlePolling(at: now)
        let polling = scheduler.polling
        if appCount == 0 { return .noSources }
        if !conditions.allowFetches(configuration) { return .noNetwork }
        if let perDay = polling.price.perDay {
            if perDay <= 0 { return .noRequests }
        } else if !(configuration.polling.ageJoules > 0), !polling.demand.hasLaunches {
            // Sources that were never polled are polled once.
            let isFirst = polling.due.first.map { scheduler.apps[basics: $0.number].lastSync == .distantPast }
            return isFirst == true ? nil : .noLaunches
        }
        return polling.due.first == nil ? .nothingAllowed : nil
    }
}
