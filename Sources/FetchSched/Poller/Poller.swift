/// Decides when to poll each of many sources, with a daily number of requests: for feed readers, crawlers, gateways.
///
///     var poller = try Poller(configuration: .poller(requestsPerDay: 1200), seed: 1)
///     let feed = poller.add(at: now)
///     while let source = poller.startNextRequest(at: now) { /* request it */ }
///     let next = try poller.recordAnswer(SourceAnswer(.newData), from: feed, at: now)
///     let timer = poller.nextDeadline(after: now)
///
/// A value, as ``FetchEngine`` is: it never reads a clock, prints, waits or traps, and equal calls get equal answers on
/// every platform. It has what a poller needs of an engine: no radio, no apps that run, and one way to be driven.
///
/// A host with its own loop does not call ``startNextRequest(at:)``: ``recordAnswer(_:from:at:)`` takes the answer of a
/// request that the host made itself, and returns when the source is due next.
public struct Poller: Sendable {
    var scheduler: Scheduler

    /// Makes a poller without sources. Its jitter comes from `seed`; the same seed gives the same decisions.
    ///
    /// - Parameter configuration: one of ``FetchConfiguration/poller(requestsPerDay:)``, or another without a radio.
    /// - Throws: the first fault that ``FetchConfiguration/validate()`` finds.
    public init(configuration: FetchConfiguration, seed: UInt64 = 0) throws(ConfigurationError) {
        try configuration.validate()
        self.init(unchecked: configuration, seed: seed)
    }

    /// Makes a poller without sources under a configuration that is not checked. A number that makes no sense does no
    /// harm, and the costs of a radio count for nothing.
    public init(unchecked configuration: FetchConfiguration, seed: UInt64 = 0) {
        var configuration = configuration
        if !configuration.radio.isAlwaysOn { configuration.radio = .wired }
        scheduler = Scheduler(configuration: configuration, seed: seed)
    }

    /// The settings.
    public var configuration: FetchConfiguration { scheduler.configuration }

    // MARK: Sources

    /// Adds a source. Its first request comes at once, or in its turn where many are added.
    ///
    /// - Complexity: amortised O(log sources).
    public mutating func add(_ limits: SourceLimits = SourceLimits(), at now: FetchTime) -> AppID {
        let source = scheduler.add(AppBasics(interval: .minimum, lastSync: .distantPast), at: now)
        if limits != SourceLimits() { scheduler.polling[limits: source.index] = limits }
        scheduler.setFirstTurn(of: source.index, at: now)
        return source
    }

    /// Removes a source and all state of it alone; its number is never reused.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(log sources).
    public mutating func remove(_ source: AppID, at now: FetchTime) throws(EngineError) {
        try scheduler.remove(source, at: now)
    }

    /// Changes the limits of a source.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setLimits(
        _ limits: SourceLimits, of source: AppID, at now: FetchTime
    ) throws(EngineError) {
        try check(source)
        scheduler.notice(now)
        scheduler.polling[limits: source.index] = limits
        scheduler.changed(source.index, at: now)
    }

    /// Pauses or resumes the requests of a source. Its state stays.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setPaused(
        _ isPaused: Bool, of source: AppID, at now: FetchTime
    ) throws(EngineError) {
        try scheduler.setInterval(isPaused ? .never : .minimum, of: source, at: now)
    }

    // MARK: Groups

    /// Adds a group of sources that share a server. A source joins it by ``SourceLimits/group``; a `Retry-After` of one
    /// holds for all.
    public mutating func addGroup(_ limits: GroupLimits = GroupLimits()) -> SourceGroup {
        SourceGroup(number: Int32(clamping: scheduler.polling.addGroup(limits)))
    }

    /// Changes the limits of a group; those of a group that was never added are ignored.
    public mutating func setLimits(_ limits: GroupLimits, of group: SourceGroup) {
        guard self.group(number: group.number) != nil else { return }
        scheduler.polling.groups[Int(group.number)].setLimits(limits)
    }

    /// Removes a group without sources, and all that was learned of its server. A later group may reuse its number.
    ///
    /// - Complexity: O(1).
    public mutating func removeGroup(_ group: SourceGroup) {
        scheduler.polling.removeGroup(Int(group.number))
    }

    /// The group of that number, for interfaces that go by numbers; nil if there is none.
    package func group(number: Int32) -> SourceGroup? {
        scheduler.polling.hasGroup(number) ? SourceGroup(number: number) : nil
    }

    func check(_ source: AppID) throws(EngineError) {
        guard has(source) else { throw .unknownApp(source) }
    }
}
