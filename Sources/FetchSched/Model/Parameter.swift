/// A number of the ``Configuration`` by name: what parameter files, command lines and searches know of it.
///
/// A new one is one line in ``all``; its name is the path of the property.
public struct Parameter: Sendable {
    /// The path of the property, as in `forecast.share`.
    public let name: String
    /// The unit; empty for plain numbers and shares.
    public let unit: String
    /// What it is, in a few words.
    public let summary: String
    /// What may be set.
    public let range: ClosedRange<Double>
    /// Whether a search should draw its logarithm, as equal factors matter alike.
    public let isLogarithmic: Bool
    private let get: @Sendable (Configuration) -> Double
    private let set: @Sendable (inout Configuration, Double) -> Void

    /// Its value in `configuration`, in its unit.
    public func value(in configuration: Configuration) -> Double { get(configuration) }

    /// Sets it in `configuration`.
    ///
    /// - Throws: ``ParameterError/outOfRange(_:)`` for what its range does not hold, or is no number.
    public func set(_ value: Double, in configuration: inout Configuration) throws(ParameterError) {
        guard range.contains(value) else { throw .outOfRange(self) }
        set(&configuration, value)
    }

    /// The range for people, as in `between 30 and 3600 s`.
    package var rangeText: String {
        "between " + DecimalText.text(range.lowerBound) + " and " + DecimalText.text(range.upperBound)
            + (unit.isEmpty ? "" : " " + unit)
    }

    /// The parameter of that name; nil if there is none.
    ///
    /// - Complexity: O(parameters).
    public static func named(_ name: some StringProtocol) -> Parameter? {
        (all + limits).first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    init(
        _ name: String, _ unit: String, _ range: ClosedRange<Double>, log isLogarithmic: Bool = false,
        _ summary: String, get: @escaping @Sendable (Configuration) -> Double,
        set: @escaping @Sendable (inout Configuration, Double) -> Void
    ) {
        self.name = name
        self.unit = unit
        self.summary = summary
        self.range = range
        self.isLogarithmic = isLogarithmic
        self.get = get
        self.set = set
    }
}

/// Why a parameter could not be set.
public enum ParameterError: Error, Sendable {
    /// The value is not in the parameter's range.
    case outOfRange(Parameter)
}

extension Parameter {
    /// Every parameter, in the order of the ``Configuration``. The worth of a fresh launch, the radio and the
    /// budget are not among them: they say what is wanted, not how to get there.
    public static let all: [Parameter] =
        [
            Parameter(
                "sessionGap", "s", 30...3600, log: true,
                "pause after which launches belong to different sessions",
                get: { $0.sessionGap.seconds }, set: { $0.sessionGap = .seconds($1) }),
            Parameter(
                "leastFetchJoules", "J", 0.001...5, log: true, "what any fetch costs at the least",
                get: { $0.leastFetchJoules }, set: { $0.leastFetchJoules = $1 }),
            Parameter(
                "prospectWeight", "", 0...2, "what worth in the long run weighs when fetches compete",
                get: { $0.prospectWeight }, set: { $0.prospectWeight = $1 }),
            Parameter(
                "initialBytes", "bytes", 1000...100_000_000, log: true, "size assumed for unknown content",
                get: { $0.initialBytes }, set: { $0.initialBytes = $1 }),
            Parameter(
                "noDataJoules", "J", 0...100, "what a request that finds nothing costs its server",
                get: { $0.noDataJoules }, set: { $0.noDataJoules = $1 }),
            Parameter(
                "minimumSpacing", "s", 60...86_400, log: true, "least time between two fetches of one app",
                get: { $0.minimumSpacing.seconds }, set: { $0.minimumSpacing = .seconds($1) }),
            Parameter(
                "settling", "s", 0...86_400, "time after its registration in which an app is left alone",
                get: { $0.settling.seconds }, set: { $0.settling = .seconds($1) }),
            Parameter(
                "content.priorShape", "changes", 0.1...20, log: true,
                "weight of the prior on the rate of change",
                get: { $0.content.priorShape }, set: { $0.content.priorShape = $1 }),
            Parameter(
                "content.priorSeconds", "s", 60...2_592_000, log: true,
                "time between changes expected before any is known",
                get: { $0.content.priorSeconds }, set: { $0.content.priorSeconds = $1 }),
            Parameter(
                "content.retention", "", 0.8...1, "what is kept of old evidence at each outcome",
                get: { $0.content.retention }, set: { $0.content.retention = $1 }),
            Parameter(
                "content.changesPerSilence", "changes", 5...100_000, log: true,
                "changes before a source falls silent",
                get: { $0.content.changesPerSilence }, set: { $0.content.changesPerSilence = $1 }),
            Parameter(
                "content.calibration", "", 0...3, "how fast chances of something new are calibrated",
                get: { $0.content.calibration }, set: { $0.content.calibration = $1 }),
            Parameter(
                "content.hourlyPrior", "changes", 0.5...10_000, log: true,
                "weight of the belief that all hours are alike",
                get: { $0.content.hourlyPrior }, set: { $0.content.hourlyPrior = $1 }),
            Parameter(
                "content.sourcePrior", "changes", 1...10_000, log: true,
                "weight of the belief that a source changes when all do",
                get: { $0.content.sourcePrior }, set: { $0.content.sourcePrior = $1 }),
            Parameter(
                "forecast.halfLifeLaunches", "launches", 30...10_000, log: true,
                "launches after which a count weighs half",
                get: { $0.forecast.halfLifeLaunches }, set: { $0.forecast.halfLifeLaunches = $1 }),
            Parameter(
                "forecast.halfLifeDays", "days", 2...365, log: true,
                "days after which the daily rhythm weighs half",
                get: { $0.forecast.halfLifeDays }, set: { $0.forecast.halfLifeDays = $1 }),
            Parameter(
                "forecast.share", "", 0.0001...0.3, log: true,
                "share of what was learned of times of use that is forgotten at each launch",
                get: { $0.forecast.share }, set: { $0.forecast.share = $1 }),
            Parameter(
                "forecast.shrinkage", "launches", 0.1...100, log: true,
                "launches that weigh as much as overall popularity",
                get: { $0.forecast.shrinkage }, set: { $0.forecast.shrinkage = $1 }),
            Parameter(
                "forecast.priorSessionsPerDay", "/day", 1...200, log: true, "sessions expected of a new user",
                get: { $0.forecast.priorSessionsPerDay }, set: { $0.forecast.priorSessionsPerDay = $1 }),
            Parameter(
                "forecast.priorDays", "days", 0.05...10, log: true, "weight of that expectation",
                get: { $0.forecast.priorDays }, set: { $0.forecast.priorDays = $1 }),
            Parameter(
                "backoff.first", "s", 10...3600, log: true, "wait after the first failed fetch",
                get: { $0.backoff.first.seconds }, set: { $0.backoff.first = .seconds($1) }),
            Parameter(
                "backoff.cap", "s", 600...86_400, log: true, "longest wait after failed fetches",
                get: { $0.backoff.cap.seconds }, set: { $0.backoff.cap = .seconds($1) }),
            Parameter(
                "backoff.jitter", "", 0...1, "part of such a wait that is left to chance",
                get: { $0.backoff.jitter }, set: { $0.backoff.jitter = $1 }),
            Parameter(
                "probe.mostJoules", "J", 0...20, "what a look at a hopeless source may cost",
                get: { $0.probe.mostJoules }, set: { $0.probe.mostJoules = $1 }),
            Parameter(
                "probe.after", "s", 3600...2_592_000, log: true,
                "time since the last fetch after which a look is due",
                get: { $0.probe.after.seconds }, set: { $0.probe.after = .seconds($1) }),
            Parameter(
                "probe.cheapAfter", "s", 3600...2_592_000, log: true, "the same, if it costs next to nothing",
                get: { $0.probe.cheapAfter.seconds }, set: { $0.probe.cheapAfter = .seconds($1) }),
            Parameter(
                "probe.cheapJoules", "J", 0...5, "what counts as next to nothing",
                get: { $0.probe.cheapJoules }, set: { $0.probe.cheapJoules = $1 }),
            Parameter(
                "probe.usedWithin", "s", 3600...2_592_000, log: true,
                "apps not launched for longer are not looked after",
                get: { $0.probe.usedWithin.seconds }, set: { $0.probe.usedWithin = .seconds($1) }),
            // Within these ranges less than 14 launches' worth are lost in a week.
            Parameter(
                "score.lossDepth", "launches", 0...10, "what fetches may lose at once",
                get: { $0.score.lossDepth }, set: { $0.score.lossDepth = $1 }),
            Parameter(
                "score.lossPerDay", "launches", 0...0.5, "what fetches may lose per day in the long run",
                get: { $0.score.lossPerDay }, set: { $0.score.lossPerDay = $1 }),
            Parameter(
                "score.ownWeight", "launches", 0.5...500, log: true,
                "weight of the belief that an app's forecasts are as good as the others'",
                get: { $0.score.ownWeight }, set: { $0.score.ownWeight = $1 }),
            Parameter(
                "score.sharedWeight", "launches", 0.5...500, log: true,
                "weight of the belief that forecasts are right",
                get: { $0.score.sharedWeight }, set: { $0.score.sharedWeight = $1 }),
            Parameter(
                "score.mostTrust", "", 1...10, log: true,
                "how far forecasts that promise too little are raised",
                get: { $0.score.mostTrust }, set: { $0.score.mostTrust = $1 }),
            Parameter(
                "chargingFactor", "", 1...1000, log: true,
                "what a fresh launch is worth more on Wi-Fi and a charger",
                get: { $0.chargingFactor }, set: { $0.chargingFactor = $1 }),
            Parameter(
                "lowBatteryLevel", "", 0...1, "battery level below which nothing is fetched",
                get: { $0.lowBatteryLevel }, set: { $0.lowBatteryLevel = $1 }),
            Parameter(
                "planStep", "s", 300...7200, log: true, "step of the search for the next wakeup",
                get: { $0.planStep.seconds }, set: { $0.planStep = .seconds($1) }),
            Parameter(
                "planReach", "s", 14_400...172_800, log: true, "how far ahead wakeups are planned",
                get: { $0.planReach.seconds }, set: { $0.planReach = .seconds($1) }),
        ]

    /// The limits of the background work beside fetches: promises to apps, which hold for every policy of a comparison
    /// and are nothing to be searched.
    public static let limits: [Parameter] = [
        Parameter(
            "push.perHour", "/h", 1...3600, log: true, "silent pushes per hour that wake an app",
            get: { Double($0.push.perHour) }, set: { $0.push.perHour = Int($1) }),
        Parameter(
            "push.burst", "pushes", 1...100, log: true, "silent pushes at once after a quiet time",
            get: { Double($0.push.burst) }, set: { $0.push.burst = Int($1) }),
        Parameter(
            "location.regionPeriod", "s", 0...86_400, "least time between two wakes of an app for regions",
            get: { $0.location.regionPeriod.seconds }, set: { $0.location.regionPeriod = .seconds($1) }),
        Parameter(
            "location.significantPeriod", "s", 0...86_400,
            "least time between two wakes of an app for significant changes",
            get: { $0.location.significantPeriod.seconds },
            set: { $0.location.significantPeriod = .seconds($1) }),
        Parameter(
            "tasks.opportunistic", "0 or 1", 0...1, "whether tasks run only while the device is awake anyway",
            get: { $0.tasks.mode == .opportunistic ? 1 : 0 },
            set: { $0.tasks.mode = $1 >= 0.5 ? .opportunistic : .classic }),
        Parameter(
            "tasks.classicSeconds", "s", 0...86_400, "time for tasks in the classic mode",
            get: { $0.tasks.classic.seconds }, set: { $0.tasks.classic = .seconds($1) }),
        Parameter(
            "tasks.opportunisticSeconds", "s", 0...86_400, "time for tasks in the opportunistic mode",
            get: { $0.tasks.opportunistic.seconds }, set: { $0.tasks.opportunistic = .seconds($1) }),
        Parameter(
            "transfers.patience", "s", 0...86_400, "how long a discretionary transfer waits for the radio",
            get: { $0.transfers.patience.seconds }, set: { $0.transfers.patience = .seconds($1) }),
        Parameter(
            "transfers.powerLevel", "", 0...1.01,
            "battery level that is power enough for discretionary transfers",
            get: { $0.transfers.powerLevel }, set: { $0.transfers.powerLevel = $1 }),
        Parameter(
            "transfers.relaxAfter", "s", 0...2_592_000,
            "time after which a condition that was not seen is waited for no more, near the deadline",
            get: { $0.transfers.relaxAfter.seconds }, set: { $0.transfers.relaxAfter = .seconds($1) }),
    ]
}
