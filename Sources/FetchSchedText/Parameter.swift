import FetchSched

/// A number of the `FetchConfiguration` by name, for parameter files, command lines and searches.
///
/// A new parameter is a line in ``tunable`` or ``limits``; its name is the path of the property.
public struct Parameter: Sendable {
    /// The path of the property, as in `forecast.shrinkage`.
    public let name: String
    /// The unit; empty for plain numbers and shares.
    public let unit: String
    /// A few words on what the parameter does.
    public let summary: String
    /// The values that are allowed.
    public let range: ClosedRange<Double>
    /// Whether a search draws the logarithm, because equal factors matter equally.
    public let isLogarithmic: Bool

    /// Returns the value in `configuration`, in the parameter's unit; 0 for a budget that is not set.
    public func value(in configuration: FetchConfiguration) -> Double {
        var (copy, result) = (configuration, 0.0)
        Self.visit(name, in: &copy) { _, _, value in result = value ?? 0 }
        return result
    }

    /// Sets the value in `configuration`.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:)``, also for NaN.
    public func set(_ value: Double, in configuration: inout FetchConfiguration) throws(ParameterError) {
        guard range.contains(value) else { throw .outOfRange(self) }
        Self.visit(name, in: &configuration) { _, _, number in number = value }
    }

    /// The range for people, as in `between 30 and 3600 s`.
    package var rangeText: String {
        "between " + DecimalText.text(range.lowerBound) + " and " + DecimalText.text(range.upperBound)
            + (unit.isEmpty ? "" : " " + unit)
    }

    /// Returns the parameter of that name; nil if there is none.
    ///
    /// - Complexity: O(parameters).
    public static func named(_ name: some StringProtocol) -> Parameter? {
        // Compares bytes, as comparing strings needs tables of Unicode that Embedded Swift does not link.
        (targets + tunable + polling + limits).first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Makes the parameter of the number of that name, which has the unit and the range.
    // Inlined in each line of the lists, it would be a tenth of the library for C.
    @inline(never)
    private init(_ name: String, log isLogarithmic: Bool = false, _ summary: String) {
        var (unit, range, defaults) = ("", 0.0...0, FetchConfiguration())
        Self.visit(name, in: &defaults) { own, allowed, _ in (unit, range) = (own, allowed) }
        self.name = name
        self.unit = unit
        self.summary = summary
        self.range = range
        self.isLogarithmic = isLogarithmic
    }

    private static func visit(
        _ name: String, in configuration: inout FetchConfiguration,
        _ visit: (_ unit: String, _ range: ClosedRange<Double>, _ value: inout Double?) -> Void
    ) {
        configuration.visitNumbers { other, unit, range, value in
            if other.utf8.elementsEqual(name.utf8) { visit(unit, range, &value) }
        }
    }
}

/// The error of a parameter that could not be set.
public enum ParameterError: Error, Sendable {
    /// The value is not in the parameter's range.
    case outOfRange(Parameter)
}

extension ParameterError: CustomStringConvertible {
    /// The parameter, its range and its unit.
    public var description: String {
        switch self {
        case .outOfRange(let parameter): parameter.name + " is not " + parameter.rangeText
        }
    }
}

extension Parameter {
    /// The parameters that a search may change, in the order of the `FetchConfiguration`.
    public static let tunable: [Parameter] = [
        Parameter("sessionGap", log: true, "pause after which launches belong to different sessions"),
        Parameter("leastFetchJoules", log: true, "least energy charged for a fetch"),
        Parameter("prospectWeight", "weight of long-run benefit when fetches compete"),
        Parameter("initialBytes", log: true, "size assumed for unknown content"),
        Parameter("noDataJoules", "cost to the server of a request that finds nothing"),
        Parameter("minimumSpacing", log: true, "least time between two fetches of one app"),
        Parameter("settling", "time after its registration without fetches of an app"),
        Parameter("content.priorShape", log: true, "weight of the prior on the rate of change"),
        Parameter("content.priorSeconds", log: true, "time between changes expected before any is known"),
        Parameter("content.retention", "share of old evidence kept at each outcome"),
        Parameter("content.changesPerSilence", log: true, "changes before a source falls silent"),
        Parameter("content.resumption", "how soon silent sources resume, as an exponent"),
        Parameter("content.calibration", "speed of the calibration of update probabilities"),
        Parameter("content.mostLift", log: true, "most by which calibration raises probabilities below 1 %"),
        Parameter("content.hourlyPrior", log: true, "weight of the belief that all hours are alike"),
        Parameter("content.sourcePrior", log: true, "weight of the belief that a source changes when all do"),
        Parameter("forecast.halfLifeLaunches", log: true, "launches after which a count weighs half"),
        Parameter("forecast.halfLifeDays", log: true, "days after which the daily rhythm weighs half"),
        Parameter("forecast.shrinkage", log: true, "launches with the weight of overall popularity"),
        Parameter("forecast.priorSessionsPerDay", log: true, "sessions expected of a new user"),
        Parameter("forecast.priorDays", log: true, "weight of that expectation"),
        Parameter("backoff.first", log: true, "wait after the first failed fetch"),
        Parameter("backoff.cap", log: true, "longest wait after failed fetches"),
        Parameter("backoff.jitter", "random part of such a wait"),
        Parameter("probe.mostJoules", "most energy of a probe of a silent source"),
        Parameter("probe.after", log: true, "time since the last fetch after which a probe is due"),
        Parameter("probe.cheapAfter", log: true, "time after which a cheap probe is due"),
        Parameter("probe.cheapJoules", "most energy of a cheap probe"),
        Parameter("probe.usedWithin", log: true, "apps not launched for longer are not probed"),
        Parameter("score.lossDepth", "most energy that fetches may lose at once"),
        Parameter("score.lossPerDay", "most energy that fetches may lose per day, long-run"),
        Parameter(
            "score.ownWeight", log: true,
            "weight of the belief that an app's forecasts are as good as the others'"
        ),
        Parameter("score.sharedWeight", log: true, "weight of the belief that forecasts are right"),
        Parameter("score.mostTrust", log: true, "most by which too low forecasts are raised"),
        Parameter("chargingFactor", log: true, "factor of V on Wi-Fi and a charger"),
        Parameter("lowBatteryLevel", "battery level below which nothing is fetched"),
        Parameter("planStep", log: true, "step of the search for the next wakeup"),
        Parameter("planReach", log: true, "how far ahead wakeups are planned"),
    ]

    /// Polling on an always-on network, which is the host's to set.
    public static let polling: [Parameter] = [
        Parameter(
            "polling.ageJoules", log: true, "cost of a missing update for each hour of its age, per hour"
        ),
        Parameter("polling.launchesLoad", "whether a launch loads the source; if not, it shows the copy"),
        Parameter("polling.jitter", "random part of the time since the last request"),
    ]

    /// The limits of the other background work: promises to apps, which a search may not change.
    public static let limits: [Parameter] = [
        Parameter("push.perHour", log: true, "silent pushes per hour that wake an app"),
        Parameter("push.burst", log: true, "silent pushes at once after a quiet time"),
        Parameter("push.longestDelay", "how long a silent push of normal urgency waits at a server"),
        Parameter("push.waitAtServer", "whether pushes wait at a server that asks when to send them"),
        Parameter("push.hostStores", "whether the host can keep a push for later"),
        Parameter("location.regionPeriod", "least time between two wakes of an app for regions"),
        Parameter(
            "location.significantPeriod", "least time between two wakes of an app for significant changes"
        ),
        Parameter("tasks.opportunistic", "whether tasks run only while the device is awake anyway"),
        Parameter("tasks.classicSeconds", "time for tasks in the classic mode"),
        Parameter("tasks.opportunisticSeconds", "time for tasks in the opportunistic mode"),
        Parameter("transfers.patience", "how long a discretionary transfer waits for the radio"),
        Parameter("transfers.powerLevel", "least battery level for discretionary transfers"),
        Parameter(
            "transfers.relaxAfter",
            "longest wait for a missing condition, near the deadline"
        ),
    ]

    /// The goals, which a search may not change: the value of a fresh launch and how it fades, the time limit of a fetch, and
    /// the daily budgets. The value of a budget that is not set is 0.
    public static let targets: [Parameter] = [
        Parameter("valueJoules", "value of one fresh launch"),
        Parameter("staleHalfLife", "age of an update at which a launch that misses it is worth half"),
        Parameter("fetchLimit", "how long a fetch may take"),
        Parameter("budget.joulesPerDay", "energy that fetches may use per day"),
        Parameter("budget.bytesPerDay", "data that fetches may use per day"),
        Parameter("budget.requestsPerDay", "requests that fetches may make per day"),
    ]

    /// The parameters of a ``ParameterFile``: the value of a fresh launch and how it fades, the requests per day, ``tunable``,
    /// ``polling`` and ``limits``.
    public static var inFiles: [Parameter] {
        targets.prefix(2) + targets.suffix(1) + tunable + polling + limits
    }
}
