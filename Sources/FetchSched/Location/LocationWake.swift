/// The reason why an app is woken for a location event.
public enum LocationCause: Hashable, Sendable {
    /// The device entered the region.
    case enter(RegionID)
    /// The device left the region.
    case exit(RegionID)
    /// The device moved by ``LocationLimits/significantDistance``.
    case significant
}

/// A location event for an app, which is woken if it is not running.
public struct LocationWake: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// The event.
    public let cause: LocationCause
    /// When the event happened.
    public let happened: Instant
    /// Until when the app may run, unless it begins a task.
    public let awakeUntil: Instant
}

/// A location event that its app has not received.
struct HeldLocation: Hashable, Sendable {
    let cause: LocationCause
    /// When the event happened.
    let happened: Instant
    /// The rule that keeps the event from the app; nil if the app receives it next.
    let veto: LocationVeto?
}

/// A rule that keeps a location event from its app.
enum LocationVeto: Hashable, Sendable {
    /// The user quit the app and has not opened it since.
    case quitByUser
    /// The app was just woken for a crossing.
    case regionPeriod(until: Instant)
    /// The app was just woken for a significant change.
    case significantPeriod(until: Instant)

    /// A short name for machines and tables.
    var name: String {
        switch self {
        case .quitByUser: "quit-by-user"
        case .regionPeriod: "region-period"
        case .significantPeriod: "significant-period"
        }
    }

    /// When the veto ends by itself; nil if that takes an event.
    var until: Instant? {
        switch self {
        case .quitByUser: nil
        case .regionPeriod(let until), .significantPeriod(let until): until
        }
    }
}

/// Mistakes of a host about regions and significant changes.
public enum LocationError: Error, Hashable, Sendable {
    /// No app of that ID is registered.
    case unknownApp(AppID)
    /// The app has as many regions as it may have: `limit`.
    case tooManyRegions(AppID, limit: Int)
    /// All apps together have as many regions as they may have: `limit`.
    case tooManyRegionsInAll(limit: Int)
    /// The radius is NaN, not above 0, or half a great circle (20,015 km) or more.
    case invalidRegion(RegionID)
    /// The app has no region of that ID.
    case unknownRegion(AppID, RegionID)
    /// The app does not want significant changes.
    case notMonitored(AppID)
}
