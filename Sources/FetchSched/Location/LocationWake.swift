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
