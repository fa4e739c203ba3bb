extension FetchEngine {
    /// Watches a region for an app, in place of the app's region of that number. An equal region changes nothing.
    ///
    /// - Throws: `unknownApp`, `invalidRegion`; `tooMany` beyond the ``LocationLimits``.
    public mutating func add(_ region: FetchRegion, to app: AppID) throws(EngineError) {
        try check(app)
        try locations.add(region, to: app)
    }

    /// Stops watching a region. A crossing that the app has not received is lost.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public mutating func remove(_ region: RegionID, from app: AppID) throws(EngineError) {
        try check(app)
        try locations.remove(region, from: app)
    }

    /// Sets whether an app is woken when the device has moved far. The distance is measured from the next position.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setWantsSignificantChanges(_ wants: Bool, for app: AppID) throws(EngineError) {
        try check(app)
        locations.setWantsSignificantChanges(wants, for: app)
    }

    /// Learns the position of the device. It crosses a border when it is beyond by its own accuracy and by
    /// ``LocationLimits/cushion``. A region that is smaller than the accuracy is never entered.
    public mutating func observe(_ position: GeoPosition, at now: FetchTime) {
        notice(now)
        locations.observe(position, at: present)
    }

    /// Learns of a crossing that the host detected itself. A crossing to the side where the device is has no effect.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public mutating func reportCrossing(
        _ crossing: Crossing, of region: RegionID, in app: AppID, at now: FetchTime
    ) throws(EngineError) {
        // A refused call changes nothing, including the time.
        _ = try isInside(region, of: app)
        notice(now)
        try locations.reportCrossing(crossing, of: region, in: app, at: present)
    }

    /// Learns of a significant change that the host detected itself, for an app that wants them.
    ///
    /// - Throws: `unknownApp`, `notMonitored`.
    public mutating func reportSignificantChange(for app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        guard locations.wantsSignificantChanges(app) else { throw .notMonitored(app) }
        notice(now)
        locations.reportSignificantChange(for: app, at: present)
    }

    /// Whether the device is inside a region; nil until that is known.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public func isInside(_ region: RegionID, of app: AppID) throws(EngineError) -> Bool? {
        try check(app)
        return try locations.isInside(region, of: app)
    }
}
