import FetchSched

/// A number of the `Configuration` by name, for parameter files, command lines and searches.
///
/// A new parameter is a line in ``tunable`` or ``limits``; its name is the path of the property.
public struct Parameter: Sendable {
    /// The path of the property, as in `forecast.share`.
    public let name: String
    /// The unit; empty for plain numbers and shares.
    public let unit: String
    /// A few words on what the parameter does.
    public let summary: String
    /// The values that are allowed.
    public let range: ClosedRange<Double>
    /// Whether a search draws the logarithm, because equal factors matter equally.
    public let isLogarithmic: Bool
    private let get: @Sendable (Configuration) -> Double
    private let set: @Sendable (inout Configuration, Double) -> Void

    /// Returns the value in `configuration`, in the parameter's unit.
    public func value(in configuration: Configuration) -> Double { get(configuration) }

    /// Sets the value in `configuration`.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:)``, also for NaN.
    public func set(_ value: Double, in configuration: inout Configuration) throws(ParameterError) {
        guard range.contains(value) else { throw .outOfRange(self) }
        set(&configuration, value)
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
    private init(
        _ name: String, log isLogarithmic: Bool = false, _ summary: String,
        set: @escaping @Sendable (inout Configuration, Double) -> Void
    ) {
        let number = ConfigurationNumber.all.first { $0.name.utf8.elementsEqual(name.utf8) }
        self.name = name
        self.unit = number?.unit ?? ""
        self.summary = summary
        self.range = number?.range ?? 0...0
        self.isLogarithmic = isLogarithmic
        self.get = { number?.value($0) ?? 0 }
        self.set = set
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
    /// The parameters that a search may change, in the order of the `Configuration`.
    public static let tunable: [Parameter] = [
        Parameter("sessionGap", log: true, "pause after which launches belong to different sessions") {
            $0.sessionGap = .seconds($1)
        },
        Parameter("leastFetchJoules", log: true, "what any fetch costs at the least") {
            $0.leastFetchJoules = $1
        },
        Parameter("prospectWeight", "what worth in the long run weighs when fetches compete") {
            $0.prospectWeight = $1
        },
        Parameter("initialBytes", log: true, "size assumed for unknown content") { $0.initialBytes = $1 },
        Parameter("noDataJoules", "what a request that finds nothing costs its server") {
            $0.noDataJoules = $1
        },
        Parameter("minimumSpacing", log: true, "least time between two fetches of one app") {
            $0.minimumSpacing = .seconds($1)
        },
        Parameter("settling", "time after its registration in which an app is left alone") {
            $0.settling = .seconds($1)
        },
        Parameter("content.priorShape", log: true, "weight of the prior on the rate of change") {
            $0.content.priorShape = $1
        },
        Parameter("content.priorSeconds", log: true, "time between changes expected before any is known") {
            $0.content.priorSeconds = $1
        },
        Parameter("content.retention", "what is kept of old evidence at each outcome") {
            $0.content.retention = $1
        },
        Parameter("content.changesPerSilence", log: true, "changes before a source falls silent") {
            $0.content.changesPerSilence = $1
        },
        Parameter("content.calibration", "how fast chances of something new are calibrated") {
            $0.content.calibration = $1
        },
        Parameter("content.hourlyPrior", log: true, "weight of the belief that all hours are alike") {
            $0.content.hourlyPrior = $1
        },
        Parameter("content.sourcePrior", log: true, "weight of the belief that a source changes when all do")
        {
            $0.content.sourcePrior = $1
        },
        Parameter("forecast.halfLifeLaunches", log: true, "launches after which a count weighs half") {
            $0.forecast.halfLifeLaunches = $1
        },
        Parameter("forecast.halfLifeDays", log: true, "days after which the daily rhythm weighs half") {
            $0.forecast.halfLifeDays = $1
        },
        Parameter(
            "forecast.share", log: true,
            "share of what was learned of times of use that is forgotten at each launch"
        ) {
            $0.forecast.share = $1
        },
        Parameter("forecast.shrinkage", log: true, "launches that weigh as much as overall popularity") {
            $0.forecast.shrinkage = $1
        },
        Parameter("forecast.priorSessionsPerDay", log: true, "sessions expected of a new user") {
            $0.forecast.priorSessionsPerDay = $1
        },
        Parameter("forecast.priorDays", log: true, "weight of that expectation") {
            $0.forecast.priorDays = $1
        },
        Parameter("backoff.first", log: true, "wait after the first failed fetch") {
            $0.backoff.first = .seconds($1)
        },
        Parameter("backoff.cap", log: true, "longest wait after failed fetches") {
            $0.backoff.cap = .seconds($1)
        },
        Parameter("backoff.jitter", "part of such a wait that is left to chance") { $0.backoff.jitter = $1 },
        Parameter("probe.mostJoules", "what a look at a hopeless source may cost") {
            $0.probe.mostJoules = $1
        },
        Parameter("probe.after", log: true, "time since the last fetch after which a look is due") {
            $0.probe.after = .seconds($1)
        },
        Parameter("probe.cheapAfter", log: true, "the same, if it costs next to nothing") {
            $0.probe.cheapAfter = .seconds($1)
        },
        Parameter("probe.cheapJoules", "what counts as next to nothing") { $0.probe.cheapJoules = $1 },
        Parameter("probe.usedWithin", log: true, "apps not launched for longer are not looked after") {
            $0.probe.usedWithin = .seconds($1)
        },
        Parameter("score.lossDepth", "what fetches may lose at once") { $0.score.lossDepth = $1 },
        Parameter("score.lossPerDay", "what fetches may lose per day in the long run") {
            $0.score.lossPerDay = $1
        },
        Parameter(
            "score.ownWeight", log: true,
            "weight of the belief that an app's forecasts are as good as the others'"
        ) {
            $0.score.ownWeight = $1
        },
        Parameter("score.sharedWeight", log: true, "weight of the belief that forecasts are right") {
            $0.score.sharedWeight = $1
        },
        Parameter("score.mostTrust", log: true, "how far forecasts that promise too little are raised") {
            $0.score.mostTrust = $1
        },
        Parameter("chargingFactor", log: true, "what a fresh launch is worth more on Wi-Fi and a charger") {
            $0.chargingFactor = $1
        },
        Parameter("lowBatteryLevel", "battery level below which nothing is fetched") {
            $0.lowBatteryLevel = $1
        },
        Parameter("planStep", log: true, "step of the search for the next wakeup") {
            $0.planStep = .seconds($1)
        },
        Parameter("planReach", log: true, "how far ahead wakeups are planned") {
            $0.planReach = .seconds($1)
        },
    ]

    /// Polling on an always-on network, which is the host's to set.
    public static let polling: [Parameter] = [
        Parameter(
            "polling.ageJoules", log: true, "cost of a missing update for each hour of its age, per hour"
        ) {
            $0.polling.ageJoules = $1
        },
        Parameter("polling.launchesLoad", "whether a launch loads the source; if not, it shows the copy") {
            $0.polling.launchesLoad = $1 >= 0.5
        },
        Parameter("polling.jitter", "part of the time since the last request that is left to chance") {
            $0.polling.jitter = $1
        },
    ]

    /// The limits of the other background work: promises to apps, which a search may not change.
    public static let limits: [Parameter] = [
        Parameter("push.perHour", log: true, "silent pushes per hour that wake an app") {
            $0.push.perHour = Int($1)
        },
        Parameter("push.burst", log: true, "silent pushes at once after a quiet time") {
            $0.push.burst = Int($1)
        },
        Parameter("push.longestDelay", "how long a silent push of normal urgency waits for the radio") {
            $0.push.longestDelay = .seconds($1)
        },
        Parameter("location.regionPeriod", "least time between two wakes of an app for regions") {
            $0.location.regionPeriod = .seconds($1)
        },
        Parameter(
            "location.significantPeriod", "least time between two wakes of an app for significant changes"
        ) {
            $0.location.significantPeriod = .seconds($1)
        },
        Parameter("tasks.opportunistic", "whether tasks run only while the device is awake anyway") {
            $0.tasks.mode = $1 >= 0.5 ? .opportunistic : .classic
        },
        Parameter("tasks.classicSeconds", "time for tasks in the classic mode") {
            $0.tasks.classic = .seconds($1)
        },
        Parameter("tasks.opportunisticSeconds", "time for tasks in the opportunistic mode") {
            $0.tasks.opportunistic = .seconds($1)
        },
        Parameter("transfers.patience", "how long a discretionary transfer waits for the radio") {
            $0.transfers.patience = .seconds($1)
        },
        Parameter("transfers.powerLevel", "battery level that is power enough for discretionary transfers") {
            $0.transfers.powerLevel = $1
        },
        Parameter(
            "transfers.relaxAfter",
            "time after which a condition that was not seen is waited for no more, near the deadline"
        ) {
            $0.transfers.relaxAfter = .seconds($1)
        },
    ]

    /// The goals, which a search may not change: the value of a fresh launch, the time limit of a fetch, and the daily
    /// budgets. The value of a budget that is not set is 0.
    public static let targets: [Parameter] = [
        Parameter("valueJoules", "value of one fresh launch") { $0.valueJoules = $1 },
        Parameter("fetchLimit", "how long a fetch may take") { $0.fetchLimit = .seconds($1) },
        Parameter("budget.joulesPerDay", "energy that fetches may use per day") {
            $0.budget.joulesPerDay = $1
        },
        Parameter("budget.bytesPerDay", "data that fetches may use per day") { $0.budget.bytesPerDay = $1 },
        Parameter("budget.requestsPerDay", "requests that fetches may make per day") {
            $0.budget.requestsPerDay = $1
        },
    ]

    /// The parameters of a ``ParameterFile``: the value of a fresh launch, ``tunable`` and ``limits``.
    public static var inFiles: [Parameter] { targets.prefix(1) + tunable + limits }
}
