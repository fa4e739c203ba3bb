/// The regions of an app, its significant changes, and when it may be woken for them.
struct AppLocations: AppOwned, SnapshotElement {
    var app = AppID()
    var regions: [WatchedRegion] = []
    var wantsChanges = false
    /// Where the next significant change is measured from; nil until a position is known.
    var anchor: GlobePoint?
    /// When the newest significant change happened that the app has not received.
    var change: FetchTime?
    /// When the app may be woken again for crossings and for changes.
    private var regionsFrom = FetchTime.distantPast
    private var changesFrom = FetchTime.distantPast
    private var awakeUntil = FetchTime.distantPast

    init() {}

    init(app: AppID) { self.app = app }

    func index(of id: RegionID) -> Int? { regions.firstIndex { $0.region.id == id } }

    mutating func observe(_ point: GlobePoint, accuracy: Double, at now: FetchTime, _ limits: LocationLimits)
    {
        for index in regions.indices {
            regions[index].observe(point, accuracy: accuracy, cushion: limits.cushion, at: now)
        }
        guard wantsChanges else { return }
        guard let anchor else { return self.anchor = point }
        // A move by less than the accuracy may be none.
        let least = GlobePoint.squaredChord(metres: max(limits.significantDistance, accuracy))
        guard anchor.squaredChord(to: point) > least else { return }
        self.anchor = point
        change = now
    }

    mutating func nextWake(at now: FetchTime, _ limits: LocationLimits) -> LocationWake? {
        // An event while the app is awake costs no further wake.
        let isAwake = now < awakeUntil
        let end = isAwake ? awakeUntil : now + limits.wakeTime
        if isAwake || regionsFrom <= now, let index = regions.firstIndex(where: { $0.pending != nil }) {
            let (cause, happened) = (regions[index].pending, regions[index].crossed)
            regions[index].deliver()
            if !isAwake { regionsFrom = now + limits.regionPeriod }
            awakeUntil = end
            return cause.map { LocationWake(app: app, cause: $0, happened: happened, awakeUntil: end) }
        }
        guard let happened = change, changesFrom <= now else { return nil }
        change = nil
        changesFrom = now + limits.significantPeriod
        awakeUntil = end
        return LocationWake(app: app, cause: .significant, happened: happened, awakeUntil: end)
    }

    var nextTime: FetchTime? {
        var next = change.map { max($0, changesFrom) }
        for region in regions where region.pending != nil {
            next = min(next ?? .distantFuture, max(region.crossed, regionsFrom))
        }
        return next
    }

    func heldWork(at now: FetchTime, isQuit: Bool) -> [HeldWork] {
        func vetoes(_ rule: FetchVeto.Rule, until: FetchTime) -> [FetchVeto] {
            isQuit ? [FetchVeto(.quitByUser)] : now < until ? [FetchVeto(rule, until: until)] : []
        }
        let regionVetoes = vetoes(.regionPeriod, until: now < awakeUntil ? now : regionsFrom)
        var held = regions.filter { $0.pending != nil }.map { region in
            HeldWork(
                kind: .crossing, number: UInt64(bitPattern: Int64(region.region.id.number)),
                since: region.crossed, vetoes: regionVetoes)
        }
        if let change {
            let vetoes = vetoes(.significantPeriod, until: changesFrom)
            held.append(HeldWork(kind: .significantChange, number: 0, since: change, vetoes: vetoes))
        }
        return held
    }

    /// No pause is longer than from its start, and nothing happened after `now`.
    mutating func clockWentBack(to now: FetchTime, _ limits: LocationLimits) {
        regionsFrom = min(regionsFrom, now + limits.regionPeriod)
        changesFrom = min(changesFrom, now + limits.significantPeriod)
        awakeUntil = min(awakeUntil, now + limits.wakeTime)
        change = change.map { min($0, now) }
        for index in regions.indices { regions[index].crossed = min(regions[index].crossed, now) }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &regions, &wantsChanges, &anchor)
        try coder.code(&change, &regionsFrom, &changesFrom, &awakeUntil)
    }
}

/// A region that is watched, and the side of its border that the app knows of.
struct WatchedRegion: Sendable, SnapshotElement {
    private(set) var region: FetchRegion
    private(set) var isInside: Bool?
    /// The side that the app received last, or the first side that was known.
    private var deliveredInside: Bool?
    var crossed = FetchTime.distantPast

    init() { self.init(FetchRegion()) }

    init(_ region: FetchRegion) { self.region = region }

    /// The crossing that the app has not received. Two such crossings cancel each other.
    var pending: LocationCause? {
        guard let isInside, isInside != deliveredInside else { return nil }
        return isInside ? .enter(region.id) : .exit(region.id)
    }

    mutating func deliver() { deliveredInside = isInside }

    /// The first position sets the side. Later ones cross the border if beyond it by their accuracy and by the cushion.
    mutating func observe(_ point: GlobePoint, accuracy: Double, cushion: Double, at now: FetchTime) {
        guard let centre = region.centre else { return }
        let distance = GlobePoint(centre).squaredChord(to: point)
        let seemsInside = distance <= GlobePoint.squaredChord(metres: region.radius)
        guard let wasInside = isInside else {
            (isInside, deliveredInside) = (seemsInside, seemsInside)
            return
        }
        guard seemsInside != wasInside else { return }
        // Even a small region can be entered.
        let margin = max(accuracy, wasInside ? cushion : min(cushion, region.radius / 2))
        let border = GlobePoint.squaredChord(metres: region.radius + (wasInside ? margin : -margin))
        guard wasInside ? distance > border : margin < region.radius && distance < border else { return }
        cross(seemsInside ? .enter : .exit, at: now)
    }

    /// If the side was not known, it was the other one. A crossing to the present side is ignored.
    mutating func cross(_ crossing: Crossing, at now: FetchTime) {
        let isInside = crossing == .enter
        guard self.isInside != isInside else { return }
        if self.isInside == nil { deliveredInside = !isInside }
        self.isInside = isInside
        crossed = now
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&region, &isInside, &deliveredInside, &crossed)
    }
}
