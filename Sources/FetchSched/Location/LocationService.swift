/// Decides which app to wake when, for a crossing of a region's border or for a significant change.
struct LocationService: Sendable, SnapshotCoded {
    let limits: LocationLimits
    private(set) var records: [AppLocations] = []

    init(limits: LocationLimits = LocationLimits()) { self.limits = limits }

    var regionCount: Int { records.reduce(0) { $0 + $1.regions.count } }

    mutating func add(_ region: FetchRegion, to app: AppID) throws(EngineError) {
        guard region.isValid else { throw .invalidRegion(region.id) }
        if let (index, old) = try? find(region.id, of: app) {
            // Apps add their regions again at each start, which must not lose a crossing.
            guard records[index].regions[old].region != region else { return }
            records[index].regions[old] = WatchedRegion(region)
            return
        }
        let count = records[of: app]?.regions.count ?? 0
        guard count < limits.regionsPerApp else {
            throw .tooMany(.region, of: app, limit: limits.regionsPerApp)
        }
        guard regionCount < limits.regionsInAll else {
            throw .tooMany(.region, of: nil, limit: limits.regionsInAll)
        }
        let index = records.index(of: app, inserting: AppLocations(app: app))
        let place = records[index].regions.firstIndex { $0.region.id > region.id } ?? count
        records[index].regions.insert(WatchedRegion(region), at: place)
    }

    mutating func remove(_ id: RegionID, from app: AppID) throws(EngineError) {
        let (index, region) = try find(id, of: app)
        records[index].regions.remove(at: region)
    }

    mutating func setWantsSignificantChanges(_ wants: Bool, for app: AppID) {
        let index = records.index(of: app, inserting: AppLocations(app: app))
        guard records[index].wantsChanges != wants else { return }
        records[index].wantsChanges = wants
        (records[index].anchor, records[index].change) = (nil, nil)
    }

    mutating func observe(_ position: GeoPosition, at now: FetchTime) {
        let point = GlobePoint(position)
        for index in records.indices {
            records[index].observe(point, accuracy: position.accuracy, at: now, limits)
        }
    }

    mutating func reportCrossing(
        _ crossing: Crossing, of id: RegionID, in app: AppID, at now: FetchTime
    ) throws(EngineError) {
        let (index, region) = try find(id, of: app)
        records[index].regions[region].cross(crossing, at: now)
    }

    func wantsSignificantChanges(_ app: AppID) -> Bool { records[of: app]?.wantsChanges ?? false }

    mutating func reportSignificantChange(for app: AppID, at now: FetchTime) {
        if let index = records.index(of: app), records[index].wantsChanges { records[index].change = now }
    }

    mutating func clockWentBack(to now: FetchTime) {
        for index in records.indices { records[index].clockWentBack(to: now, limits) }
    }

    mutating func forget(_ app: AppID) { records.removeRecord(of: app) }

    /// The next location event, in the order of the apps; for each app its regions by ID, then the change. Call it
    /// until nil after each event, and at ``nextTime(apps:)``.
    mutating func nextWake(at now: FetchTime, apps: AppTable) -> LocationWake? {
        for index in records.indices where !apps.isQuit(records[index].app) {
            if let wake = records[index].nextWake(at: now, limits) { return wake }
        }
        return nil
    }

    func nextTime(apps: AppTable) -> FetchTime? {
        records.least { apps.isQuit($0.app) ? nil : $0.nextTime }?.key
    }

    func heldWork(of app: AppID, at now: FetchTime, isQuit: Bool) -> [HeldWork] {
        records[of: app]?.heldWork(at: now, isQuit: isQuit) ?? []
    }

    func isInside(_ id: RegionID, of app: AppID) throws(EngineError) -> Bool? {
        let (index, region) = try find(id, of: app)
        return records[index].regions[region].isInside
    }

    private func find(_ id: RegionID, of app: AppID) throws(EngineError) -> (record: Int, region: Int) {
        guard let index = records.index(of: app), let region = records[index].index(of: id) else {
            throw .unknownRegion(app, id)
        }
        return (index, region)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&records)
    }
}
