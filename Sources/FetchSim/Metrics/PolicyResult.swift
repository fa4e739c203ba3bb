/// What one policy reached over all devices, per device and day where it says so.
public struct PolicyResult: Hashable, Sendable {
    /// The policy's name.
    public let policy: String
    /// The name of its family.
    public let family: String
    /// Launches that found the copy up to date, as a share; nil without launches.
    public let freshLaunchShare: Double?
    /// Launches per device and day.
    public let launchesPerDay: Double?
    /// Energy beyond that without any background fetch.
    public let backgroundJoulesPerDay: Double?
    /// The same by cause, in joules per day; nil for the bound, which has no such account. Causes can be negative:
    /// what a fetch moved into the device's own activity need not be loaded while the user waits.
    public let backgroundEnergyPerDay: RadioEnergy?
    /// What the fetches cost beside the radio, in joules per day by cause, beyond what those cost that pushes ask for
    /// without any background fetch; nil for the bound. Together with ``backgroundEnergyPerDay`` it is all of
    /// ``backgroundJoulesPerDay``.
    public let fetchBillPerDay: FetchBill?
    /// Background energy a day, as a share of a full battery.
    public let batteryShare: Double?
    /// Time between the starts of two fetches of one app, in seconds: the least and the median; nil where no app was
    /// fetched twice.
    public let requestSpacingSeconds: Spacing?
    /// V per fresh launch less the background energy.
    public let netValueJoulesPerDay: Double?
    /// The net value less that of no background fetch.
    public let gainJoulesPerDay: Double?
    /// Of the net value that the bound gains over no background fetch, the share gained; nil where it gains
    /// nothing.
    public let shareOfClairvoyant: Double?
    /// Promotions of a sleeping radio that fetches caused.
    public let wakeupsPerDay: Double?
    /// All promotions of a sleeping radio.
    public let promotionsPerDay: Double?
    /// Finished fetches.
    public let fetchesPerDay: Double?
    /// Share of the fetches that found nothing new; nil without fetches.
    public let noDataShare: Double?
    /// Share of the fetches that made a launch fresh that would have found an old copy; nil without fetches.
    public let usefulShare: Double?
    /// Share of the fetches that failed; nil without fetches.
    public let failedShare: Double?
    /// Bytes that fetches transferred.
    public let bytesPerDay: Double?
    /// Age of the copy at launches.
    public let copyAgeMinutes: Distribution?
    /// How long the copy had been out of date at launches; 0 for fresh ones.
    public let staleMinutes: Distribution?
    /// Fetches that an app's interval forbade.
    public let intervalViolations: Int
    /// What happened beside the fetches; all nil on traces without such events, and for the bound.
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

    /// A policy's result from its totals, but for their lists, which are samples here, and those of the device left
    /// alone.
    init(
        choice: PolicyChoice, _ metrics: DeviceMetrics, copyAges: DelaySample = DelaySample(),
        staleTimes: DelaySample = DelaySample(), spacings: DelaySample = DelaySample(),
        pushDelays: DelaySample = DelaySample(), transferDelays: DelaySample = DelaySample(),
        bound: BoundTotals, unfetched: DeviceMetrics, valueJoules: Double, batteryJoules: Double,
        apps: [String] = []
    ) {
        let joules = metrics.joules - unfetched.joules
        let net = valueJoules * Double(metrics.freshLaunches) - joules
        let start = valueJoules * Double(unfetched.freshLaunches)
        let most = valueJoules * Double(bound.freshLaunches) - bound.joules
        func perDay(_ total: Double) -> Double? { metrics.days > 0 ? total / metrics.days : nil }
        policy = choice.name
        family = choice.family
        freshLaunchShare = share(metrics.freshLaunches, of: metrics.launches)
        launchesPerDay = perDay(Double(metrics.launches))
        backgroundJoulesPerDay = perDay(joules)
        backgroundEnergyPerDay =
            metrics.days > 0 ? (metrics.energy - unfetched.energy).divided(by: metrics.days) : nil
        netValueJoulesPerDay = perDay(net)
        fetchBillPerDay =
            metrics.days > 0 ? (metrics.bill - unfetched.bill).divided(by: metrics.days) : nil
        batteryShare = perDay(joules / batteryJoules)
        usefulShare = share(metrics.usefulFetches, of: metrics.fetches)
        requestSpacingSeconds = spacings.spacing
        // What rounding leaves is no gain.
        let gain = most - start
        shareOfClairvoyant = gain > 1e-9 * max(1, abs(most)) ? (net - start) / gain : nil
        gainJoulesPerDay = perDay(abs(net - start) > 1e-9 * max(1, abs(net)) ? net - start : 0)
        wakeupsPerDay = perDay(Double(metrics.wakeups))
        promotionsPerDay = perDay(Double(metrics.promotions))
        fetchesPerDay = perDay(Double(metrics.fetches))
        noDataShare = share(metrics.noDataFetches, of: metrics.fetches)
        failedShare = share(metrics.failedFetches, of: metrics.fetches)
        bytesPerDay = perDay(Double(metrics.bytes))
        copyAgeMinutes = copyAges.distribution(unit: 60)
        staleMinutes = staleTimes.distribution(unit: 60)
        intervalViolations = metrics.intervalViolations
        let budget = choice.settings["joulesPerDay"]
        work = WorkResult(
            metrics, pushDelays: pushDelays, transferDelays: transferDelays,
            budgetUse: budget > 0 ? perDay(joules / budget) : nil)
        self.apps = zip(apps, metrics.apps).map { AppResult($0, $1, days: metrics.days) }
    }

    /// The bound's row. It has no moments of fetching, so ages stay unknown.
    init(
        name: String, _ bound: BoundTotals, unfetched: DeviceMetrics, valueJoules: Double,
        batteryJoules: Double
    ) {
        let net = valueJoules * Double(bound.freshLaunches) - bound.joules
        let gain = net - valueJoules * Double(unfetched.freshLaunches)
        func perDay(_ total: Double) -> Double? { unfetched.days > 0 ? total / unfetched.days : nil }
        policy = name
        family = name
        freshLaunchShare = share(bound.freshLaunches, of: unfetched.launches)
        launchesPerDay = perDay(Double(unfetched.launches))
        backgroundJoulesPerDay = perDay(bound.joules)
        backgroundEnergyPerDay = nil
        fetchBillPerDay = nil
        batteryShare = perDay(bound.joules / batteryJoules)
        usefulShare = bound.fetches > 0 ? 1 : nil
        requestSpacingSeconds = nil
        netValueJoulesPerDay = perDay(net)
        shareOfClairvoyant = gain > 1e-9 * max(1, abs(net)) ? 1 : nil
        gainJoulesPerDay = perDay(gain > 1e-9 * max(1, abs(net)) ? gain : 0)
        wakeupsPerDay = perDay(Double(bound.wakeups))
        promotionsPerDay = nil
        fetchesPerDay = perDay(Double(bound.fetches))
        noDataShare = bound.fetches > 0 ? 0 : nil
        failedShare = bound.fetches > 0 ? 0 : nil
        bytesPerDay = perDay(Double(bound.bytes))
        copyAgeMinutes = nil
        staleMinutes = nil
        intervalViolations = 0
    }
}

/// The result of a comparison on one radio at one worth of a launch.
public struct BenchReport: Hashable, Sendable {
    /// What the trace is called.
    public let trace: String
    /// The radio's name.
    public let radio: String
    /// Worth of a fresh launch, in joules.
    public let valueJoules: Double
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
    /// One row per policy, in the order asked for.
    public let policies: [PolicyResult]
    /// Runs of rivals beside those, for the best dial in hindsight; without ages, delays and spacings.
    public let rivals: [PolicyResult]
    /// Fresh launches without any background fetch, as a share.
    public let unfetchedFreshShare: Double?
}
