import FetchSched

/// One stretch of time in which a user had an app in front.
public struct AppUse: Hashable, Sendable {
    /// The device, as the file names it.
    public var device: String
    /// The app, as the file names it.
    public var app: String
    /// When it came to the front.
    public var start: Instant
    /// How long it stayed there; nil where the file does not say.
    public var duration: TimeSpan?

    /// Makes a use.
    public init(device: String, app: String, start: Instant, duration: TimeSpan?) {
        self.device = device
        self.app = app
        self.start = start
        self.duration = duration
    }

    /// When it went away; where that is unknown, when it came.
    public var end: Instant { start + (duration ?? .zero) }
}

/// What a file of some format says: the middle that all formats share.
public struct UsageLog: Sendable {
    /// The uses, in any order, possibly some of them twice.
    public var uses: [AppUse] = []
    /// What the screens did, in any order, those of one time in the order of the file, possibly some of them twice; none
    /// where the file does not say.
    public var screen: [ScreenEvent] = []
    /// When apps posted notifications, each without a duration, as the uses are in order and number.
    public var notifications: [AppUse] = []
    /// Names in ``uses`` that the reader of the format found to be no apps.
    public var notApps: Set<String> = []
    /// How many events or rows the file has.
    public var records = 0
    /// How many of them were the same as another and are not in ``uses``.
    public var duplicates = 0

    /// Makes an empty log.
    public init() {}
}
