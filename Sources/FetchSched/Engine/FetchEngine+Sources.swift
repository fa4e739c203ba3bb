/// Sources of a program that polls.
extension FetchEngine {
    /// Registers a source that was never asked. Its first request comes at once, or in its turn where many are added together.
    public mutating func registerSource(
        _ limits: SourceLimits = SourceLimits(), at now: Instant
    ) -> AppID {
        notice(now)
        return scheduler.registerSource(limits, at: now)
    }

    /// Changes the limits of a source.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setLimits(
        _ limits: SourceLimits, of app: AppID, at now: Instant
    ) throws(EngineError) {
        try scheduler.setLimits(limits, of: app, at: now)
    }

    /// Adds a group of sources that share a server. A source joins it by ``SourceLimits/group``; a `Retry-After` of one
    /// (``FetchEvent/serverWait(_:until:)``) holds for all.
    public mutating func addGroup(_ limits: GroupLimits) -> SourceGroup { scheduler.addGroup(limits) }

    /// The group of that number, for interfaces that go by numbers; nil if there is none.
    package func group(number: Int32) -> SourceGroup? { scheduler.group(number: number) }

    /// Changes the limits of a group; those of a group that was never added are ignored.
    public mutating func setLimits(_ limits: GroupLimits, of group: SourceGroup) {
        scheduler.setLimits(limits, of: group)
    }

    /// When the source is due, all vetoes considered; nil if not before something happens, as while a request is under way. It
    /// may be put off then, as other sources learn and as requests are made.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(log apps).
    public mutating func nextFetch(of app: AppID, at now: Instant) throws(EngineError) -> Instant? {
        try scheduler.nextFetch(of: app, at: now)
    }

    /// The next source to ask; nil if none is due. Its request is under way until ``asked(_:_:at:)``,
    /// ``completeFetch(of:with:bytes:joules:at:)`` or ``deferFetch(of:until:at:)``, or until its limit. For programs that only
    /// poll: other work is left for ``nextAction(at:)``.
    public mutating func nextDue(at now: Instant) -> AppID? {
        notice(now)
        while scheduler.nextExpired(at: now) != nil {}
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
        let next = try scheduler.asked(app, answer, at: now)
        noteEnd(of: app, .noData, at: now)
        return next
    }

    /// Puts off a request that was asked for and not made: no failure, no request, but none before `moment` either, a week
    /// ahead at most.
    ///
    /// - Throws: `unknownApp`, `noFetchUnderWay`.
    public mutating func deferFetch(
        of app: AppID, until moment: Instant, at now: Instant
    ) throws(EngineError) {
        try scheduler.deferFetch(of: app, until: moment, at: now)
        noteEnd(of: app, .noData, at: now)
    }

    /// Learns that somebody read the source: a launch that ends at once. The app does not run by that.
    ///
    /// - Throws: `unknownApp`.
    public mutating func read(_ app: AppID, at now: Instant) throws(EngineError) {
        try check(app)
        notice(now)
        scheduler.read(app, at: now)
    }

    /// Why nothing is asked, and will not be before something happens; nil if something will be.
    ///
    /// - Complexity: O(1).
    public mutating func idleReason(at now: Instant) -> IdleReason? { scheduler.idleReason(at: now) }
}
