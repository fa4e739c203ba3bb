/// Pushes that apps get from their servers.
///
/// All numbers are assumed where no source is named. The total is checked against what is known: people get 65 to
/// 80 notifications a day (Fitz et al. 2019, as reported by the press).
public struct PushParameters: Sendable {
    /// Share of the apps with content whose server sends pushes.
    public var appShare = 0.5
    /// Share of those apps whose server announces updates by silent pushes; the others only send alerts.
    public var silentShare = 0.7
    /// Share of updates that a silent push announces.
    public var announcedShare = 0.8
    /// Share of updates that come with an alert; it makes about 50 alerts a day of a messenger's user.
    public var alertShare = 0.5
    /// Silent pushes per day and app that announce nothing: read marks, settings of another device.
    public var idlePerDay = 0.6
    /// Mean time from an update to its push, in seconds.
    public var meanDelay = 3.0
    /// Shares of alerts that make the user open their app within 1, 5 and 30 minutes, growing; empty if none does.
    public var openedShares: [Double] = []
    /// Median size of an alert's payload in bytes.
    public var payloadMedian = 900.0

    /// Largest payload of an alert in bytes.
    ///
    /// Source: the limit of Apple's and Google's push services, 4096 bytes.
    public static let payloadMaximum = 4_096.0

    /// The defaults.
    public init() {}
}

/// Where the user goes, and which apps are told. All numbers are assumed where no source is named.
public struct PlaceParameters: Sendable {
    /// How many apps watch regions.
    public var regionApps = 1...3
    /// How many apps are told of significant changes.
    public var significantApps = 1...2
    /// Probability that a working day ends in the gym.
    public var gymShare = 0.35
    /// Probability of going out on a day off.
    public var outingShare = 0.7
    /// Mean time between two significant changes on the way, on top of ``shortestSignificant``, in seconds.
    public var meanSignificant = 300.0
    /// Days between two journeys to another zone, on average; nil for a user who stays.
    public var daysBetweenJourneys: Double?
    /// Days away on a journey.
    public var journeyDays = 2...5
    /// Where journeys go: seconds east of UTC.
    public var destinations: [Int] = []

    /// Shortest time between two significant changes, in seconds.
    ///
    /// Source: Apple's documentation of significant-change location updates: not more often than once in five
    /// minutes.
    public static let shortestSignificant = 300.0
    /// Shortest time from crossing a region's border to the report, in seconds.
    ///
    /// Source: Apple's Location and Maps Programming Guide: the user must stay across the border for 20 seconds.
    public static let crossingDelay = 20.0

    /// The defaults.
    public init() {}
}

/// Work that apps finish in the background after a use. All numbers are assumed.
public struct TaskParameters: Sendable {
    /// Share of the installed apps that have such work.
    public var appShare = 0.3
    /// Probability that a use of such an app starts a task at its end.
    public var endShare = 0.3
    /// Probability that a use starts one in its middle.
    public var middleShare = 0.05
    /// Median work in seconds.
    public var workMedian = 25.0
    /// Standard deviation of the logarithm of the work. With the median above, one task in fifty has more work
    /// than ``allowance``.
    public var workSigma = 1.55

    /// The longest that a task may take, in seconds: iOS' classic ten minutes. Longer work never comes to its end.
    public static let allowance = 600.0

    /// The defaults.
    public init() {}
}

/// Downloads and uploads that outlive their app. All numbers are assumed where no source is named.
public struct TransferParameters: Sendable {
    /// How many apps make transfers.
    public var apps = 2...4
    /// Probability that a use of such an app asks for a transfer.
    public var useShare = 0.25
    /// Probability per app and night that it backs up.
    public var nightlyShare = 0.3
    /// Median size in bytes: some photos.
    public var sizeMedian = 4_000_000.0
    /// Standard deviation of the logarithm of the size: from a document to a film.
    public var sizeSigma = 1.9
    /// How much larger a backup's median is.
    public var backupFactor = 8.0
    /// Share of uploads.
    public var uploadShare = 0.5
    /// Share of transfers that may wait for Wi-Fi and power; backups always may.
    public var discretionaryShare = 0.5
    /// Share of transfers that do not wake their app at the end.
    public var silentFinishShare = 0.3
    /// Share of transfers with a time-out.
    public var timeoutShare = 0.35
    /// Time-outs in seconds. Seven days is the default of Apple's URL sessions.
    public var timeouts: [Double] = [3_600, 21_600, 86_400, 604_800]

    /// Smallest and largest transfer in bytes.
    public static let sizes = 100_000.0...1_000_000_000.0

    /// The defaults.
    public init() {}
}

/// Background controls by the user: swiping apps away, switching their refresh off. All numbers are assumed.
public struct ControlParameters: Sendable {
    /// Probability that the user swipes an app away after a use.
    public var quitShare = 0.03
    /// Share of apps with content whose refresh is off from the beginning.
    public var refusedShare = 0.08
    /// Times a day that the user switches the refresh of some app off.
    public var appSwitchesPerDay = 0.1
    /// Times a day that the user switches the refresh of all apps off.
    public var globalSwitchesPerDay = 0.05
    /// Mean time until it is switched on again, in seconds: a day.
    public var meanOff = 86_400.0

    /// The defaults.
    public init() {}
}

/// The phone's own traffic. All numbers are assumed where no source is named.
public struct TrafficParameters: Sendable {
    /// Median of what an app with content loads while it is open, in bytes.
    ///
    /// Source: chosen so that the mean is near that of a burst in the NTraX field study, 317 kB.
    public var launchMedian = 150_000.0
    /// Standard deviation of its logarithm.
    public var launchSigma = 1.2
    /// Times a day that the user moves data outside of apps: calls, a shared connection.
    public var userPerDay = 3.0
    /// Times a day that the system does: time, certificates, telemetry.
    public var otherPerDay = 12.0

    /// The defaults.
    public init() {}
}
