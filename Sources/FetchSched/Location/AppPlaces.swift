/// A region that is watched, and what its app knows of it.
struct WatchedRegion: Equatable, Sendable {
    let region: Region
    private let centre: GlobePoint?
    /// Squared chord from the centre to the border.
    private let border: Double
    /// Whether the device is in it; nil until that is known.
    private(set) var isInside: Bool?
    /// What the app was told last, or the state in which the watch began.
    private(set) var toldInside: Bool?
    /// When the border was crossed last.
    private(set) var crossed = Instant.distantPast

    init(_ region: Region) {
        self.region = region
        centre = region.centre.map { GlobePoint($0) }
        border = Globe.squaredChord(metres: region.radius)
    }

    /// What the app has yet to be told. Two crossings of which it knows neither cancel each other.
    var untold: LocationCause? {
        guard let isInside, isInside != toldInside else { return nil }
        return isInside ? .enter(region.id) : .exit(region.id)
    }

    /// The app is told.
    mutating func tell() { toldInside = isInside }

    /// Learns where the device is: the first time only whether that is inside, later whether the border was crossed,
    /// which it was for sure if the position is beyond it by its own accuracy, and by the cushion.
    ///
    /// - Returns: whether it was crossed.
    mutating func observe(_ point: GlobePoint, accuracy: Double, cushion: Double, at now: Instant) -> Bool {
        guard let centre else { return false }
        let distance = centre.squaredChord(to: point)
        let seemsInside = distance <= border
        guard let wasInside = isInside else {
            isInside = seemsInside
            toldInside = seemsInside
            return false
        }
        guard seemsInside != wasInside else { return false }
        if wasInside {
            guard distance > Globe.squaredChord(metres: region.radius + max(accuracy, cushion)) else {
                return false
            }
        } else {
            // A small region must remain one that can be entered.
            let margin = max(accuracy, min(cushion, region.radius / 2))
            guard margin < region.radius, distance < Globe.squaredChord(metres: region.radius - margin) else {
                return false
            }
        }
        return cross(seemsInside ? .enter : .exit, at: now)
    }

    /// The border was crossed. If nothing was known before, the device was on the other side.
    ///
    /// - Returns: whether it was: not if the device was on that side already.
    mutating func cross(_ crossing: Crossing, at now: Instant) -> Bool {
        let isInside = crossing == .enter
        guard self.isInside != isInside else { return false }
        if self.isInside == nil { toldInside = !isInside }
        self.isInside = isInside
        crossed = now
        return true
    }

    /// Nothing was crossed after `now`.
    mutating func clockWentBack(to now: Instant) { crossed = min(crossed, now) }
}

/// What one app wants to know of places, and when it may be told.
struct AppPlaces: Equatable, Sendable {
    /// In the order of their names.
    var regions: [WatchedRegion] = []
    /// Whether it wants to know of significant changes.
    var wantsChanges = false
    /// From where the next significant change is measured; nil until a position is known.
    var anchor: GlobePoint?
    /// When the newest significant change happened that the app was not told.
    var change: Instant?
    var quit = false
    /// From when on it may be woken again, for crossings and for changes.
    private var regionsFrom = Instant.distantPast
    private var changesFrom = Instant.distantPast
    private var awakeUntil = Instant.distantPast

    /// Where the region of that name is, or would be.
    func place(of id: RegionID) -> Int {
        var (low, high) = (0, regions.count)
        while low < high {
            let middle = low + (high - low) / 2
            if regions[middle].region.id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Learns where the device is.
    ///
    /// - Returns: whether that changed what it is to be told.
    mutating func observe(
        _ point: GlobePoint, accuracy: Double, at now: Instant, _ limits: LocationLimits
    ) -> Bool {
        var isNews = false
        for index in regions.indices {
            let crosses = regions[index].observe(point, accuracy: accuracy, cushion: limits.cushion, at: now)
            isNews = isNews || crosses
        }
        guard wantsChanges else { return isNews }
        guard let anchor else {
            self.anchor = point
            return isNews
        }
        // A move of less than the accuracy may be none.
        let least = Globe.squaredChord(metres: max(limits.significantDistance, accuracy))
        guard anchor.squaredChord(to: point) > least else { return isNews }
        self.anchor = point
        change = now
        return true
    }

    /// The next thing to tell the app, if it may be told now.
    mutating func nextWake(of app: AppID, at now: Instant, _ limits: LocationLimits) -> LocationWake? {
        hold(to: now, limits)
        // What happens while the app is awake wakes it no more.
        let isAwake = now < awakeUntil
        let end = isAwake ? awakeUntil : now + limits.wakeTime
        if isAwake || regionsFrom <= now {
            for index in regions.indices {
                guard let cause = regions[index].untold else { continue }
                regions[index].tell()
                if !isAwake { regionsFrom = now + limits.regionPeriod }
                awakeUntil = end
                return LocationWake(app: app, cause: cause, happened: regions[index].crossed, awakeUntil: end)
            }
        }
        guard let happened = change, changesFrom <= now else { return nil }
        change = nil
        changesFrom = now + limits.significantPeriod
        awakeUntil = end
        return LocationWake(app: app, cause: .significant, happened: happened, awakeUntil: end)
    }

    /// When it may be told what it was not told, if it is not awake; nil if there is nothing.
    var nextTime: Instant? {
        guard !quit else { return nil }
        var next = change.map { max($0, changesFrom) }
        for region in regions where region.untold != nil {
            let time = max(region.crossed, regionsFrom)
            next = min(next ?? time, time)
        }
        return next
    }

    /// What it was not told, and why.
    func held(at now: Instant) -> [HeldLocation] {
        func veto(_ until: Instant, _ veto: LocationVeto) -> LocationVeto? {
            quit ? .quitByUser : now < until ? veto : nil
        }
        let regionsUntil = now < awakeUntil ? now : regionsFrom
        var held = regions.compactMap { region in
            region.untold.map {
                HeldLocation(
                    cause: $0, happened: region.crossed,
                    veto: veto(regionsUntil, .regionPeriod(until: regionsUntil)))
            }
        }
        if let change {
            let veto = veto(changesFrom, .significantPeriod(until: changesFrom))
            held.append(HeldLocation(cause: .significant, happened: change, veto: veto))
        }
        return held
    }

    /// No pause is longer than from its begin; only a clock that was set back makes it seem so.
    private mutating func hold(to now: Instant, _ limits: LocationLimits) {
        regionsFrom = min(regionsFrom, now + limits.regionPeriod)
        changesFrom = min(changesFrom, now + limits.significantPeriod)
        awakeUntil = min(awakeUntil, now + limits.wakeTime)
    }

    /// Nothing happened after `now`.
    mutating func clockWentBack(to now: Instant, _ limits: LocationLimits) {
        hold(to: now, limits)
        change = change.map { min($0, now) }
        for index in regions.indices { regions[index].clockWentBack(to: now) }
    }
}

extension WatchedRegion: SnapshotElement {
    static var blank: WatchedRegion { WatchedRegion(.blank) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var region = region
        try coder.code(&region)
        // Its centre and border on the globe follow.
        if Coder.isReader { self = WatchedRegion(region) }
        try coder.code(&isInside)
        try coder.code(&toldInside)
        try coder.code(&crossed)
        try coder.check(isInside != nil || toldInside == nil)
    }
}

extension AppPlaces: SnapshotElement {
    static var blank: AppPlaces { AppPlaces() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&regions)
        try coder.code(&wantsChanges)
        try coder.code(&anchor)
        try coder.code(&change)
        try coder.code(&quit)
        try coder.code(&regionsFrom)
        try coder.code(&changesFrom)
        try coder.code(&awakeUntil)
        for place in regions.indices.dropFirst() {
            try coder.check(regions[place - 1].region.id < regions[place].region.id)
        }
    }
}
