import FetchSched

/// What one device's replay measured, from the beginning of scoring on.
public struct DeviceMetrics: Sendable {
    /// Scored time, in days.
    public var days = 0.0
    /// Launches.
    public var launches = 0
    /// Launches that found the copy up to date.
    public var freshLaunches = 0
    /// Finished fetches that brought something new.
    public var newDataFetches = 0
    /// Finished fetches that found nothing new.
    public var noDataFetches = 0
    /// Fetches that failed.
    public var failedFetches = 0
    /// Bytes that fetches transferred.
    public var bytes: Int64 = 0
    /// Promotions of a sleeping radio.
    public var promotions = 0
    /// Promotions of a sleeping radio that background work caused: fetches, and the pushes, location wakeups and
    /// transfers that a trace may have.
    public var wakeups = 0
    /// Fetches of an app that its interval forbade at that moment.
    public var intervalViolations = 0
    /// Launches that a fetch made fresh: without it they would have found an old copy.
    public var usefulFetches = 0
    /// Fetches for which a process had to be made.
    public var coldStarts = 0
    /// Energy of the radio, foreground included.
    public var energy = RadioEnergy()
    /// What the fetches cost beside the radio.
    public var bill = FetchBill()
    /// Per fetch but an app's first: time since the app's fetch before was started, in seconds.
    public var requestSpacingSeconds: [Double] = []
    /// Per launch: age of the copy, in seconds.
    public var copyAgeSeconds: [Double] = []
    /// Per launch: how long the copy had been out of date, in seconds; 0 if it was fresh.
    public var staleSeconds: [Double] = []
    /// Per silent push that came to its app: how long it was held back, in seconds.
    public var pushDelaySeconds: [Double] = []
    /// Pushes that a newer one replaced before they came to their app.
    public var pushesMerged = 0
    /// Pushes to apps that the user had quit.
    public var pushesRefused = 0
    /// Wakeups of apps for a change of place.
    public var locationWakes = 0
    /// Background transfers asked for.
    public var transfers = 0
    /// Background transfers given up at their time-out.
    public var transfersGivenUp = 0
    /// Per finished background transfer: time since it was asked for, in seconds.
    public var transferDelaySeconds: [Double] = []
    /// Work of background tasks that was done, in seconds.
    public var taskSecondsDone = 0.0
    /// Work of background tasks that was cut off, in seconds.
    public var taskSecondsLost = 0.0
    /// Apps that were ended because they left a task open beyond their time.
    public var terminations = 0
    /// Of the apps that are looked at (``SimulationRules/apps``), in their order; empty if none are.
    public var apps: [AppMetrics] = []

    /// Makes empty measurements.
    public init() {}

    /// All energy that is counted, in joules: the radio's, foreground included, and the fetches' bill.
    public var joules: Double { energy.joules + bill.joules }

    /// All finished fetches.
    public var fetches: Int { newDataFetches + noDataFetches + failedFetches }

    mutating func count(_ outcome: FetchOutcome, bytes: Int64) {
        self.bytes += bytes
        switch outcome {
        case .newData: newDataFetches += 1
        case .noData: noDataFetches += 1
        case .failed, .gone: failedFetches += 1
        }
    }

    /// The same without what was measured launch by launch, which would take the more memory the more devices are
    /// added up.
    var withoutLaunches: DeviceMetrics {
        var sums = self
        sums.copyAgeSeconds = []
        sums.staleSeconds = []
        sums.requestSpacingSeconds = []
        return sums
    }

    /// Adds another device's measurements.
    public mutating func add(_ other: DeviceMetrics) {
        for path in Self.counts { self[keyPath: path] += other[keyPath: path] }
        for path in Self.sums { self[keyPath: path] += other[keyPath: path] }
        for (_, path) in Self.samples { self[keyPath: path] += other[keyPath: path] }
        bytes += other.bytes
        while apps.count < other.apps.count { apps.append(AppMetrics()) }
        for index in other.apps.indices { apps[index] += other.apps[index] }
    }
}
