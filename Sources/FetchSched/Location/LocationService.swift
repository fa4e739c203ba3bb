/// Location wakeups: says which app to wake when, for a region it entered or left, or for a significant change.
///
///     var places = LocationService(limits: LocationLimits())
///     places.grow(to: 1)
///     try places.add(Region(RegionID(1), centre: home, radius: 150), to: mail)
///     places.observe(position, at: now)
///     while let wake = places.nextWake(at: now) { /* wake the app */ }
///     let timer = places.nextTime
///
/// **Regions.** The first position after a region was added only tells on which side the device is. Crossings of one
/// moment, and those while the app is awake anyway, share a wake of 10 s. The next wake for a crossing comes a minute
/// later at the earliest, with what has become of it by then: there and back again is nothing. Here with the regions
/// `h` and `w`, every column 5 s:
///
///     s         0           60          120
///     enter     h  h     h    h
///     enter     w
///     leave      h    h      h
///     in        h           h           h
///     in        w
///     out        h           h
///
/// **Significant changes.** An app that wants them is told when the device has moved by
/// ``LocationLimits/significantDistance``, but at most once per 5 minutes; the newest is told when they have passed:
///
///     min       0    5    10   15
///     moved     s ss    s       s
///     told      s    s    s     s
///
/// **Quit apps** are not woken. After the next launch the app is told, in one go, what has changed in the meantime:
///
///     s         0           60
///     enter     h  w
///     leave       h
///     quit       a
///     open                  a
///     in        h           w
///     out                   h
///
/// It reads no clock and prints nothing, and allocates nothing once all apps and regions are known. Regions are bounded
/// by ``LocationLimits/regionsPerApp`` and ``LocationLimits/regionsInAll``.
public struct LocationService: Sendable {
    /// How often places may wake apps, every number in its range.
    public let limits: LocationLimits
    private var apps = AppStates(blank: AppPlaces())
    /// How many regions are watched.
    public private(set) var regionCount = 0
    /// The apps that have something to be told, by when that is if they are not awake; none of those that were quit.
    private var times = DeadlineHeap()
    /// Of these, the ones that may be told something now, as far as is known, and when the others may.
    private var ready = NumberSet()
    private var held = DeadlineHeap()
    /// How many apps were looked at so far: the work that tests hold against what is documented.
    private(set) var looks = 0

    /// Makes a service without apps.
    public init(limits: LocationLimits = LocationLimits()) {
        self.limits = limits.inRange
    }

    /// Makes room for the apps 0 to `appCount` - 1; never fewer than before.
    ///
    /// - Complexity: O(1).
    public mutating func grow(to appCount: Int) { apps.grow(to: appCount) }

    // MARK: What apps want to know

    /// Watches a region for an app. It takes the place of the app's region of the same name; if it is the same region,
    /// nothing changes.
    ///
    /// - Throws: `unknownApp`, `invalidRegion`; `tooManyRegions`, `tooManyRegionsInAll` beyond
    ///   ``LocationLimits/regionsPerApp`` and ``LocationLimits/regionsInAll``.
    /// - Complexity: O(regions of the app).
    public mutating func add(_ region: Region, to app: AppID) throws(LocationError) {
        try check(app)
        guard region.isValid else { throw .invalidRegion(region.id) }
        let place = apps[app.index].place(of: region.id)
        if place < apps[app.index].regions.count, apps[app.index].regions[place].region.id == region.id {
            // Apps add their regions anew at each start: that must not forget what they were not told.
            guard apps[app.index].regions[place].region != region else { return }
            apps[app.index].regions[place] = WatchedRegion(region)
            changed(app.index)
        } else {
            guard apps[app.index].regions.count < limits.regionsPerApp else {
                throw .tooManyRegions(app, limit: limits.regionsPerApp)
            }
            guard regionCount < limits.regionsInAll else {
                throw .tooManyRegionsInAll(limit: limits.regionsInAll)
            }
            apps[app.index].regions.insert(WatchedRegion(region), at: place)
            regionCount += 1
        }
    }

    /// Watches a region no longer; what its app was not told of it is forgotten.
    ///
    /// - Complexity: O(regions of the app).
    public mutating func remove(_ id: RegionID, from app: AppID) throws(LocationError) {
        let place = try place(of: id, in: app)
        apps[app.index].regions.remove(at: place)
        regionCount -= 1
        changed(app.index)
    }

    /// Sets whether an app wants to know of significant changes. The first position from now on is where they are
    /// measured from.
    ///
    /// - Complexity: O(1).
    public mutating func setWantsSignificantChanges(_ wants: Bool, for app: AppID) throws(LocationError) {
        try check(app)
        guard apps[app.index].wantsChanges != wants else { return }
        apps[app.index].wantsChanges = wants
        apps[app.index].anchor = nil
        apps[app.index].change = nil
        changed(app.index)
    }

    // MARK: What happens

    /// Learns where the device is, and finds what that crosses. Afterwards ask ``nextWake(at:)``.
    ///
    /// A crossing counts when the position is beyond the border by its own accuracy and by
    /// ``LocationLimits/cushion``. A region that is smaller than the accuracy is never entered.
    ///
    /// - Complexity: O(regions of all apps), a few multiplications each.
    public mutating func observe(_ position: GeoPosition, at now: Instant) {
        let point = GlobePoint(position)
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            if apps[app].observe(point, accuracy: position.accuracy, at: now, limits) { changed(app) }
        }
    }

    /// Learns of a crossing that the host found itself. One to the side where the device is already is none.
    ///
    /// - Complexity: O(regions of the app).
    public mutating func reportCrossing(
        _ crossing: Crossing, of id: RegionID, in app: AppID, at now: Instant
    ) throws(LocationError) {
        let place = try place(of: id, in: app)
        if apps[app.index].regions[place].cross(crossing, at: now) { changed(app.index) }
    }

    /// Learns of a significant change that the host found itself, for an app that wants to know.
    ///
    /// - Complexity: O(1).
    public mutating func reportSignificantChange(for app: AppID, at now: Instant) throws(LocationError) {
        try check(app)
        guard apps[app.index].wantsChanges else { throw .notMonitored(app) }
        apps[app.index].change = now
        changed(app.index)
    }

    /// Learns that the user quit the app. Unknown apps are ignored.
    ///
    /// - Complexity: O(1).
    public mutating func quit(_ app: AppID) {
        guard apps.contains(app), !apps[app.index].quit else { return }
        apps[app.index].quit = true
        changed(app.index)
    }

    /// Learns that the user opened the app. Unknown apps are ignored.
    ///
    /// - Complexity: O(1).
    public mutating func launched(_ app: AppID) {
        guard apps.contains(app), apps[app.index].quit else { return }
        apps[app.index].quit = false
        changed(app.index)
    }

    /// Learns that the clock was set back: no pause is longer than from now, and nothing happened after `now`.
    ///
    /// - Complexity: O(regions of all apps).
    public mutating func clockWentBack(to now: Instant) {
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            apps[app].clockWentBack(to: now, limits)
            changed(app)
        }
    }

    // MARK: What follows

    /// An app to tell a location event now, and to wake if it is not awake; nil if there is none (any more). Ask again
    /// until nil: after each call that tells what happens, and at ``nextTime``.
    ///
    /// In the order of apps, for each first its regions by name.
    ///
    /// - Complexity: O(log apps + regions of the app), amortised.
    public mutating func nextWake(at now: Instant) -> LocationWake? {
        while let app = held.popFirst(dueAt: now) { ready.insert(app) }
        while let app = ready.next(from: 0) {
            looks &+= 1
            if let wake = apps[app].nextWake(of: apps.id(of: app), at: now, limits) {
                changed(app)
                return wake
            }
            ready.remove(app)
            held.set(app, to: times[app])
        }
        return nil
    }

    /// When to ask ``nextWake(at:)`` if nothing happens before. It may have passed; nil if no app waits for anything.
    ///
    /// - Complexity: O(1).
    public var nextTime: Instant? { times.first?.due }

    /// Something changed about what an app is to be told: whether it may be told now is found out at the next question.
    private mutating func changed(_ app: Int) {
        looks &+= 1
        let time = apps[app].nextTime
        times.set(app, to: time)
        held.remove(app)
        if time != nil { ready.insert(app) } else { ready.remove(app) }
    }

    /// What the app was not told, and why, its regions first, by name.
    ///
    /// - Complexity: O(regions of the app).
    public func held(of app: AppID, at now: Instant) -> [HeldLocation] {
        apps.contains(app) ? apps[app.index].held(at: now) : []
    }

    /// Whether the device is in the region; nil until that is known.
    ///
    /// - Complexity: O(regions of the app).
    public func isInside(_ id: RegionID, of app: AppID) throws(LocationError) -> Bool? {
        let place = try place(of: id, in: app)
        return apps[app.index].regions[place].isInside
    }

    private func check(_ app: AppID) throws(LocationError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
    }

    private func place(of id: RegionID, in app: AppID) throws(LocationError) -> Int {
        try check(app)
        let place = apps[app.index].place(of: id)
        guard place < apps[app.index].regions.count, apps[app.index].regions[place].region.id == id else {
            throw .unknownRegion(app, id)
        }
        return place
    }
}

extension LocationService {
    /// Forgets an app and its regions.
    ///
    /// - Complexity: O(log apps).
    mutating func forget(_ app: Int) {
        guard !apps.isBlank(app) else { return }
        regionCount -= apps[app].regions.count
        times.remove(app)
        ready.remove(app)
        held.remove(app)
        apps.clear(app)
    }

    mutating func lend(_ numbers: AppNumbers) { apps.numbers = numbers }

    /// Whether nothing is known of places without an app.
    func agrees(with numbers: AppNumbers) -> Bool { numbers.vacant.allSatisfy { apps.isBlank($0) } }

    /// Whether the user quit the app; not if it is unknown.
    func wasQuit(_ app: AppID) -> Bool { apps.contains(app) && apps[app.index].quit }
}

extension LocationService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        // Whether an app may have something to be told: it was once kept apart.
        var mayWait = !times.isEmpty
        try coder.code(&mayWait)
        guard Coder.isReader else { return }
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            regionCount += apps[app].regions.count
            changed(app)
        }
    }
}
