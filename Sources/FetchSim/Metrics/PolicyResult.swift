import FetchSched

/// Results of one policy over all devices, per device and day if the name says so.
public struct PolicyResult: Hashable, Sendable {
    /// The policy's name.
    public let policy: String
    /// The name of its family.
    public let family: String
    /// Launches that found the copy up to date, as a share; nil without launches.
    public let freshLaunchShare: Double?
    /// Value of a launch, as a part of V: that share, and more where the value of a stale launch fades
    /// (``SimulationRules/staleHalfLife``); nil without launches.
    public let launchValueShare: Double?
    /// Launches per device and day.
    public let launchesPerDay: Double?
    /// Energy beyond that without any background fetch.
    public let backgroundJoulesPerDay: Double?
    /// The background energy by cause, in joules per day; nil for the bound, which has no such account. Causes can be
    /// negative: bytes that a fetch moved into the device's own activity need not be loaded while the user waits.
    public private(set) var backgroundEnergyPerDay: RadioEnergy?
    /// Energy of fetches apart from the radio, in joules per day by cause, beyond that of fetches for pushes
    /// without any background fetch; nil for the bound. Together with ``backgroundEnergyPerDay`` it is all of
    /// ``backgroundJoulesPerDay``.
    public private(set) var fetchBillPerDay: FetchBill?
    /// Background energy a day, as a share of a full battery.
    public let batteryShare: Double?
    /// Time between the starts of two fetches of one app, in seconds: the least and the median; nil where no app was
    /// fetched twice.
    public private(set) var requestSpacingSeconds: Spacing?
    /// V times the value of the launches, less the background energy.
    public let netValueJoulesPerDay: Double?
    /// The net value less that of no background fetch.
    public let gainJoulesPerDay: Double?
    /// Share of the bound's gain over no background fetch, in net value; nil if the bound gains nothing.
    public let shareOfClairvoyant: Double?
    /// Promotions of a sleeping radio that fetches, pushes, location wakeups and transfers caused.
    public let wakeupsPerDay: Double?
    /// All promotions of a sleeping radio.
    public private(set) var promotionsPerDay: Double?
    /// Finished fetches.
    public let fetchesPerDay: Double?
    /// Share of the fetches that found nothing new; nil without fetches.
    public private(set) var noDataShare: Double?
    /// Share of the fetches that made a launch fresh that would have found an old copy; nil without fetches.
    public private(set) var usefulShare: Double?
    /// Share of the fetches that failed; nil without fetches.
    public private(set) var failedShare: Double?
    /// Bytes that fetches transferred.
    public let bytesPerDay: Double?
    /// Age of the copy at launches.
    public private(set) var copyAgeMinutes: Distribution?
    /// How long the copy had been out of date at launches; 0 for fresh ones.
    public private(set) var staleMinutes: Distribution?
    /// Fetches that an app's interval forbade.
    public private(set) var intervalViolations = 0
    /// Fates of the updates of sources; nil without any, and for the bound.
    public private(set) var updates: UpdateResult?
    /// Results of work other than fetches; all nil on traces without such events, and for the bound.
    public private(set) var work = WorkResult()
    /// Figures of the apps that are looked at (``SimulationRules/apps``), in their order; none for the bound.
    public private(set) var apps: [AppResult] = []

    /// Time between the starts of two fetches of one app, in seconds.
    public struct Spacing: Hashable, Sendable {
        /// The shortest.
        public let least: Double
        /// Median.
        public let p50: Double
    }

    /// Mean and quantiles of a sample.
    public struct Distribution: Hashable, Sendable {
        /// Arithmetic mean.
        public let mean: Double
        /// Median.
        public let p50: Double
        /// 95th percentile.
        public let p95: Double
    }

    /// The common part of rows of policies and of the bound.
    private init(
        name: String, family: String, launches: Int, days: Double, _ own: BoundFigures, bound: BoundFigures,
        unfetched: DeviceMetrics, valueJoules: Double, batteryJoules: Double
    ) {
        let net = valueJoules * own.launchValue - own.joules
        let start = valueJoules * unfetched.launchValue
        let most = valueJoules * bound.launchValue - bound.joules
        func perDay(_ total: Double) -> Double? { days > 0 ? total / days : nil }
        policy = name
        self.family = family
        freshLaunchShare = share(own.freshLaunches, of: launches)
        launchValueShare = launches > 0 ? own.launchValue / Double(launches) : nil
        launchesPerDay = perDay(Double(launches))
        backgroundJoulesPerDay = perDay(own.joules)
        batteryShare = perDay(own.joules / batteryJoules)
        netValueJoulesPerDay = perDay(net)
        // Rounding errors are no gain.
        shareOfClairvoyant =
            most - start > 1e-9 * max(1, abs(most)) ? (net - start) / (most - start) : nil
        gainJoulesPerDay = perDay(abs(net - start) > 1e-9 * max(1, abs(net)) ? net - start : 0)
        wakeupsPerDay = perDay(Double(own.wakeups))
        fetchesPerDay = perDay(Double(own.fetches))
        bytesPerDay = perDay(Double(own.bytes))
    }

    /// A policy's result from its totals, those of the lists as `samples`, and the totals of the device left alone.
    init(
        choice: PolicyChoice, _ metrics: DeviceMetrics, _ samples: MetricTotals = MetricTotals(),
        bound: BoundFigures, unfetched: DeviceMetrics, valueJoules: Double, batteryJoules: Double,
        apps: [String] = []
    ) {
        let joules = metrics.joules - unfetched.joules
        let own = BoundFigures(
            freshLaunches: metrics.freshLaunches, launchValue: metrics.launchValue,
            fetches: metrics.fetches, wakeups: metrics.wakeups, bytes: metrics.bytes, joules: joules)
        self.init(
            name: choice.name, family: choice.family, launches: metrics.launches, days: metrics.days, own,
            bound: bound, unfetched: unfetched, valueJoules: valueJoules, batteryJoules: batteryJoules)
        if metrics.days > 0 {
            backgroundEnergyPerDay = (metrics.energy - unfetched.energy).divided(by: metrics.days)
            fetchBillPerDay = (metrics.bill - unfetched.bill).divided(by: metrics.days)
            promotionsPerDay = Double(metrics.promotions) / metrics.days
        }
        usefulShare = share(metrics.usefulFetches, of: metrics.fetches)
        noDataShare = share(metrics.noDataFetches, of: metrics.fetches)
        failedShare = share(metrics.failedFetches, of: metrics.fetches)
        requestSpacingSeconds = samples[\.requestSpacingSeconds].spacing
        copyAgeMinutes = samples[\.copyAgeSeconds].distribution(unit: 60)
        staleMinutes = samples[\.staleSeconds].distribution(unit: 60)
        intervalViolations = metrics.intervalViolations
        updates = UpdateResult(metrics.updates)
        let budget = choice.settings["joulesPerDay"]
        work = WorkResult(
            metrics, samples,
            budgetUse: budget > 0 && metrics.days > 0 ? joules / budget / metrics.days : nil)
        self.apps = zip(apps, metrics.apps).map { AppResult($0, $1, days: metrics.days) }
    }

    /// The bound's row. It has no moments of fetching, so ages stay unknown.
    init(
        name: String, _ bound: BoundFigures, unfetched: DeviceMetrics, valueJoules: Double,
        batteryJoules: Double
    ) {
        self.init(
            name: name, family: name, launches: unfetched.launches, days: unfetched.days, bound,
            bound: bound, unfetched: unfetched, valueJoules: valueJoules, batteryJoules: batteryJoules)
        guard bound.fetches > 0 else { return }
        (usefulShare, noDataShare, failedShare) = (1, 0, 0)
    }
}

/// The result of a comparison on one radio at one value of a launch.
public struct BenchReport: Hashable, Sendable {
    /// The trace's name.
    public let trace: String
    /// The radio's name.
    public let radio: String
    /// Whether the radio is a network that is always on.
    public let isAlwaysOn: Bool
    /// Value of a fresh launch, in joules.
    public let valueJoules: Double
    /// ``SimulationRules/staleHalfLife``.
    public let staleHalfLife: TimeSpan
    /// How many devices there are.
    public let devices: Int
    /// Scored days of a device, on average.
    public let days: Double
    /// Days of warm-up of a device, on average.
    public let warmupDays: Double
    /// Lines of the trace.
    public let events: Int
    /// The power profile's name.
    public let powerProfile: String
    /// Where randomness came from.
    public let seed: UInt64
    /// One row per policy, in the requested order.
    public let policies: [PolicyResult]
    /// Additional runs of other policies, for the best setting in hindsight; without ages, delays and spacings.
    public let rivals: [PolicyResult]
    /// Fresh launches without any background fetch, as a share.
    public let unfetchedFreshShare: Double?
    /// Where the data come from, as the trace says.
    public let provenance: [Provenance]
    /// The sum of the checksums of all devices' traces: equal for equal events, in whatever order the devices come.
    public let traceDigest: UInt64
    /// The engine compared with each other policy, over pairs of devices.
    package let paired: [PairedGain]
    /// Figures of each device, by name; none unless ``Bench/keepsDevices`` wants them.
    public let perDevice: [DeviceResult]
}

/// The figures of one device in a comparison.
public struct DeviceResult: Hashable, Sendable {
    /// The device's name.
    public let device: String
    /// Scored days.
    public let days: Double
    /// Days of warm-up.
    public let warmupDays: Double
    /// Lines of the trace.
    public let events: Int
    /// Where the data come from, as the trace says.
    public let provenance: [Provenance]
    /// A checksum of the device's trace.
    public let traceDigest: UInt64
    /// One row per policy, in the requested order.
    public let policies: [PolicyResult]
}
