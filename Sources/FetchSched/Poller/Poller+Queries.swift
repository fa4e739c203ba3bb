extension Poller {
    /// Number of sources.
    public var sourceCount: Int { scheduler.appCount }

    /// The numbers of all sources, those at the first places first.
    ///
    /// - Complexity: O(sources).
    public var sources: [AppID] { scheduler.appIDs }

    /// Whether a source of that number is there.
    ///
    /// - Complexity: O(1).
    public func has(_ source: AppID) -> Bool { scheduler.apps.contains(source) }

    /// When the request to the source that is under way was started; nil if there is none.
    public func requestStart(of source: AppID) -> FetchTime? {
        has(source) ? scheduler.apps[source.index].fetch?.since : nil
    }

    /// The sources whose request is under way.
    ///
    /// - Complexity: O(requests under way).
    public var requestsUnderWay: [AppID] { scheduler.apps.running.map { scheduler.apps.id(of: $0) } }

    /// The probability that the source has something new at `now`; 0 for unknown sources.
    ///
    /// - Complexity: O(1).
    public func newContentProbability(of source: AppID, at now: FetchTime) -> Double {
        scheduler.newContentProbability(of: source, at: now)
    }

    /// Why the source would be polled at `now` or would not, and when it will be.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(sources).
    public func explain(_ source: AppID, at now: FetchTime) throws(EngineError) -> FetchExplanation {
        try scheduler.explain(source, at: now)
    }

    /// Why nothing is polled, and will not be before something happens; nil if something will be.
    ///
    /// - Complexity: O(1).
    public mutating func idleReason(at now: FetchTime) -> IdleReason? {
        guard scheduler.apps.running.isEmpty else { return nil }
        scheduler.notice(now)
        scheduler.settlePolling(at: now)
        if sourceCount == 0 { return .noSources }
        if !scheduler.device.conditions.allowFetches(configuration) { return .noNetwork }
        let polling = scheduler.polling
        if let perDay = polling.price.perDay {
            if perDay <= 0 { return .noRequests }
        } else if !(configuration.polling.ageJoules > 0), !polling.demand.hasLaunches {
            // Sources that were never polled are polled once.
            let isFirst = polling.due.first.map { scheduler.apps[basics: $0.number].lastSync == .distantPast }
            return isFirst == true ? nil : .noLaunches
        }
        return polling.due.first == nil ? .nothingAllowed : nil
    }

    /// Everything that the poller knows, for ``init(restoring:configuration:)``. Equal states give equal bytes on every
    /// platform. The rules are those of ``FetchEngine/snapshot()``, whose bytes are no poller's.
    ///
    /// - Complexity: O(sources); about 3 bytes for one that was never polled.
    public func snapshot() -> [UInt8] {
        SnapshotFrame.write(scheduler, configuration.pollerDigest, at: scheduler.device.now)
    }

    /// Makes the poller that wrote `snapshot`: with the same configuration it gives the same further answers. Requests
    /// under way still are; a host whose process has ended meanwhile reports that by ``hostRestarted(at:)``.
    ///
    /// - Throws: ``SnapshotError``, whatever the bytes are.
    /// - Complexity: O(bytes).
    public init(restoring snapshot: [UInt8], configuration: FetchConfiguration) throws(SnapshotError) {
        self.init(unchecked: configuration)
        try SnapshotFrame(snapshot).read(into: &scheduler, self.configuration.pollerDigest)
    }
}
