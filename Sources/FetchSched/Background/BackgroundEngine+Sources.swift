/// Sources of a program that polls; see ``Scheduler``, where each of these is described.
extension BackgroundEngine where Fetches == Scheduler {
    /// Adds a source that was never asked; see ``Scheduler/registerSource(_:interval:at:)``.
    public mutating func registerSource(_ limits: SourceLimits = SourceLimits(), at now: Instant) -> AppID {
        let app = decider.registerSource(limits, at: now)
        work.forget(app)
        fetchesChanged()
        return app
    }

    /// Changes the limits of a source.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setLimits(
        _ limits: SourceLimits, of app: AppID, at now: Instant
    ) throws(SchedulerError) {
        try decider.setLimits(limits, of: app, at: now)
        fetchesChanged()
    }

    /// Adds a group of sources that share a server; see ``Scheduler/addGroup(_:)``.
    public mutating func addGroup(_ limits: GroupLimits) -> SourceGroup { decider.addGroup(limits) }

    /// Changes the limits of a group.
    public mutating func setLimits(_ limits: GroupLimits, of group: SourceGroup) {
        decider.setLimits(limits, of: group)
        fetchesChanged()
    }

    /// When the source is due; see ``Scheduler/nextFetch(of:at:)``.
    ///
    /// - Throws: `unknownApp`.
    public mutating func nextFetch(of app: AppID, at now: Instant) throws(SchedulerError) -> Instant? {
        try decider.nextFetch(of: app, at: now)
    }

    /// The next source to ask; nil if none is due. Its request is under way until ``asked(_:_:at:)``, ``complete(_:_:bytes:joules:at:)``
    /// or ``deferFetch(of:until:at:)``, or until its limit. For programs that only poll: other work is left for
    /// ``nextAction(at:fetching:)``.
    public mutating func nextDue(at now: Instant) -> AppID? {
        while decider.nextExpired(at: now) != nil {}
        fetchesChanged()
        return decider.nextFetch(at: now)
    }

    /// Learns what a request found, and says when the next is due; see ``Scheduler/asked(_:_:at:)``.
    ///
    /// - Throws: `unknownApp`, and `notBelieved` for bytes below 0.
    @discardableResult
    public mutating func asked(
        _ app: AppID, _ answer: SourceAnswer, at now: Instant
    ) throws(SchedulerError) -> Instant? {
        guard hasApp(app) else { throw .unknownApp(app) }
        if answer.bytes < 0 { throw .notBelieved(app, .bytes(answer.bytes)) }
        let next = try decider.asked(app, answer, at: now)
        work.fetchDropped(app, at: now)
        return next
    }

    /// Puts off a request that was not made; see ``Scheduler/deferFetch(of:until:at:)``.
    ///
    /// - Throws: `unknownApp`, `noFetchRunning`.
    public mutating func deferFetch(
        of app: AppID, until moment: Instant, at now: Instant
    ) throws(SchedulerError) {
        try decider.deferFetch(of: app, until: moment, at: now)
        work.fetchDropped(app, at: now)
    }

    /// Learns that somebody read the source. For programs that only poll: the app does not run by that.
    public mutating func read(_ app: AppID, at now: Instant) {
        decider.read(app, at: now)
        fetchesChanged()
    }

    /// Why nothing is asked; see ``Scheduler/idleReason(at:)``.
    public mutating func idleReason(at now: Instant) -> IdleReason? { decider.idleReason(at: now) }
}
