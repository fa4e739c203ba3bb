/// Regions, positions and significant changes.
extension BackgroundEngine {
    /// Watches a region for an app, in place of the app's region of the same ID. The same region again changes nothing.
    ///
    /// - Throws: `unknownApp`, `invalidRegion`; `tooManyRegions`, `tooManyRegionsInAll` beyond
    ///   ``LocationLimits/regionsPerApp`` and ``LocationLimits/regionsInAll``.
    public mutating func add(_ region: Region, to app: AppID) throws(LocationError) {
        try checkLocations(of: app)
        try work.locations.add(region, to: app)
        work.disturb()
    }

    /// Stops watching a region. A crossing that the app has not received is lost.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public mutating func remove(_ region: RegionID, from app: AppID) throws(LocationError) {
        try checkLocations(of: app)
        try work.locations.remove(region, from: app)
        work.disturb()
    }

    /// Sets whether an app is woken when the device has moved far. The distance is measured from the next position.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setWantsSignificantChanges(_ wants: Bool, for app: AppID) throws(LocationError) {
        try checkLocations(of: app)
        work.locations.setWantsSignificantChanges(wants, for: app)
        work.disturb()
    }

    /// Learns the position of the device.
    ///
    /// A crossing counts when the position is beyond the border by its own accuracy and by ``LocationLimits/cushion``. A
    /// region that is smaller than the accuracy is never entered.
    public mutating func observe(_ position: GeoPosition, at now: Instant) {
        work.notice(now)
        work.disturb()
        work.locations.observe(position, at: work.device.now)
    }

    /// Learns of a crossing that the host detected itself. A crossing to the side where the device is has no effect.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public mutating func reportCrossing(
        _ crossing: Crossing, of region: RegionID, in app: AppID, at now: Instant
    ) throws(LocationError) {
        // A refused call changes nothing, including the time.
        _ = try isInside(region, of: app)
        work.notice(now)
        work.disturb()
        try work.locations.reportCrossing(crossing, of: region, in: app, at: work.device.now)
    }

    /// Learns of a significant change that the host detected itself, for an app that wants them.
    ///
    /// - Throws: `unknownApp`, `notMonitored`.
    public mutating func reportSignificantChange(for app: AppID, at now: Instant) throws(LocationError) {
        try checkLocations(of: app)
        guard work.locations.wantsSignificantChanges(app) else { throw .notMonitored(app) }
        work.notice(now)
        work.disturb()
        work.locations.reportSignificantChange(for: app, at: work.device.now)
    }

    /// Whether the device is inside a region; nil until that is known.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public func isInside(_ region: RegionID, of app: AppID) throws(LocationError) -> Bool? {
        try checkLocations(of: app)
        return try work.locations.isInside(region, of: app)
    }

    private func checkLocations(of app: AppID) throws(LocationError) {
        guard decider.hasApp(app) else { throw .unknownApp(app) }
    }
}
