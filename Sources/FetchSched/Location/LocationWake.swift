/// What an app is woken for.
public enum LocationCause: Hashable, Sendable {
    /// The device came into the region.
    case enter(RegionID)
    /// The device left the region.
    case exit(RegionID)
    /// The device moved far.
    case significant
}

/// A location event that an app is to be told, and woken for if it is not awake.
public struct LocationWake: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// What happened.
    public let cause: LocationCause
    /// When it happened.
    public let happened: Instant
    /// The app stays awake until then, unless it begins a task.
    public let awakeUntil: Instant
}

/// A reason for which an app is not told a location event now.
public enum LocationVeto: Hashable, Sendable {
    /// The user quit the app and has not opened it since.
    case quitByUser
    /// The app was woken for a crossing only a moment ago.
    case regionPeriod(until: Instant)
    /// The app was woken for a significant change only a moment ago.
    case significantPeriod(until: Instant)

    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .quitByUser: "quit-by-user"
        case .regionPeriod: "region-period"
        case .significantPeriod: "significant-period"
        }
    }

    /// When it ends by itself; nil if that takes an event.
    public var until: Instant? {
        switch self {
        case .quitByUser: nil
        case .regionPeriod(let until), .significantPeriod(let until): until
        }
    }
}

/// A location event that its app has not been told, and why.
public struct HeldLocation: Hashable, Sendable {
    /// What happened.
    public let cause: LocationCause
    /// When it happened.
    public let happened: Instant
    /// What keeps it from the app; nil if it will be told at the next question.
    public let veto: LocationVeto?
}

/// What a host can get wrong about places.
public enum LocationError: Error, Hashable, Sendable {
    /// No app was registered under that id.
    case unknownApp(AppID)
    /// The app has as many regions as it may, which is the number given.
    case tooManyRegions(AppID, limit: Int)
    /// All apps together have as many regions as they may, which is the number given.
    case tooManyRegionsInAll(limit: Int)
    /// The radius is no number, not above 0, or half a great circle (20,015 km) or more.
    case invalidRegion(RegionID)
    /// The app has no region of that name.
    case unknownRegion(AppID, RegionID)
    /// The app does not want to know of significant changes.
    case notMonitored(AppID)
}
