extension FetchConfiguration {
    /// Visits a number: its path, as in `forecast.shrinkage`; its unit, empty for plain numbers and shares; the range
    /// that ``validate()`` allows; its value, nil for a budget or a number of processes that is not set.
    package typealias NumberVisitor<Failure: Error> = (
        _ name: String, _ unit: String, _ range: ClosedRange<Double>, _ value: inout Double?
    ) throws(Failure) -> Void

    /// Visits every number, and sets it to what `visit` makes of it.
    package mutating func visitNumbers<Failure: Error>(_ visit: NumberVisitor<Failure>) throws(Failure) {
        try visit("valueJoules", "J", 0...1e12, &valueJoules.number)
        try visit("staleHalfLife", "s", 0...month, &staleHalfLife.number)
        try visit("radio.promotion.seconds", "s", amounts, &radio.promotion.seconds.number)
        try visit("radio.promotion.joules", "J", amounts, &radio.promotion.joules.number)
        try visit("radio.baseWatts", "W", amounts, &radio.baseWatts.number)
        try visit("radio.joulesPerByte", "J", amounts, &radio.joulesPerByte.number)
        try visit("radio.uploadJoulesPerByte", "J", amounts, &radio.uploadJoulesPerByte.number)
        try visit("radio.requestSeconds", "s", amounts, &radio.requestSeconds.number)
        try visit("radio.bytesPerSecond", "bytes/s", 1...1e15, &radio.bytesPerSecond.number)
        try visit("power.runJoules", "J", amounts, &power.runJoules.number)
        try visit("power.coldStartJoules", "J", amounts, &power.coldStartJoules.number)
        try visit("power.handlingJoulesPerMB", "J/MB", amounts, &power.handlingJoulesPerMB.number)
        try visit("power.requestDownBytes", "bytes", amounts, &power.requestDownBytes.number)
        try visit("power.requestUpBytes", "bytes", amounts, &power.requestUpBytes.number)
        try visit("power.awakeWatts", "W", amounts, &power.awakeWatts.number)
        try visit("power.aliveProcesses", "apps", amounts, &power.aliveProcesses.number)
        try visit("sessionGap", "s", 30...3600, &sessionGap.number)
        try visit("fetchLimit", "s", 0...day, &fetchLimit.number)
        try visit("leastFetchJoules", "J", 0.001...5, &leastFetchJoules.number)
        try visit("prospectWeight", "", 0...2, &prospectWeight.number)
        try visit("initialBytes", "bytes", 1000...100_000_000, &initialBytes.number)
        try visit("minimumSpacing", "s", 1...day, &minimumSpacing.number)
        try visit("noDataJoules", "J", 0...100, &noDataJoules.number)
        try visit("settling", "s", 0...day, &settling.number)
        try visit("chargingFactor", "", 1...1000, &chargingFactor.number)
        try visit("lowBatteryLevel", "", 0...1, &lowBatteryLevel.number)
        try visit("planStep", "s", 300...7200, &planStep.number)
        try visit("planReach", "s", 14_400...172_800, &planReach.number)

        try visit("polling.ageJoules", "J/h^2", 0...1e9, &polling.ageJoules.number)
        try visit("polling.launchesLoad", "", 0...1, &polling.launchesLoad.number)
        try visit("polling.jitter", "", 0...1, &polling.jitter.number)

        try visit("content.priorShape", "changes", 0.1...20, &content.priorShape.number)
        try visit("content.priorSeconds", "s", 60...month, &content.priorSeconds.number)
        try visit("content.retention", "", 0.8...1, &content.retention.number)
        try visit("content.changesPerSilence", "changes", 5...100_000, &content.changesPerSilence.number)
        try visit("content.resumption", "", 0.05...2, &content.resumption.number)
        try visit("content.calibration", "", 0...3, &content.calibration.number)
        try visit("content.mostLift", "", 1...1e6, &content.mostLift.number)
        try visit("content.hourlyPrior", "changes", 0.5...10_000, &content.hourlyPrior.number)
        try visit("content.sourcePrior", "changes", 1...10_000, &content.sourcePrior.number)
        try visit("backoff.first", "s", 10...3600, &backoff.first.number)
        try visit("backoff.cap", "s", 600...day, &backoff.cap.number)
        try visit("backoff.jitter", "", 0...1, &backoff.jitter.number)
        try visit("probe.mostJoules", "J", 0...20, &probe.mostJoules.number)
        try visit("probe.after", "s", 3600...month, &probe.after.number)
        try visit("probe.cheapAfter", "s", 3600...month, &probe.cheapAfter.number)
        try visit("probe.cheapJoules", "J", 0...5, &probe.cheapJoules.number)
        try visit("probe.usedWithin", "s", 3600...month, &probe.usedWithin.number)
        try visit("budget.joulesPerDay", "J", 0...1e12, &budget.joulesPerDay)
        try visit("budget.bytesPerDay", "bytes", 0...1e18, &budget.bytesPerDay)
        try visit("budget.requestsPerDay", "requests", 0...1e18, &budget.requestsPerDay)
        try visitBounded(visit)
        for index in radio.tail.indices {
            let path = "radio.tail[" + String(index) + "]."
            try visit(path + "seconds", "s", amounts, &radio.tail[index].seconds.number)
            try visit(path + "watts", "W", amounts, &radio.tail[index].watts.number)
            try visit(path + "promotion.seconds", "s", amounts, &radio.tail[index].promotion.seconds.number)
            try visit(path + "promotion.joules", "J", amounts, &radio.tail[index].promotion.joules.number)
        }
    }

    /// Visits the numbers that have ranges: of forecasts, the score, pushes, locations, tasks and transfers.
    private mutating func visitBounded<Failure: Error>(_ visit: NumberVisitor<Failure>) throws(Failure) {
        try visit("forecast.halfLifeLaunches", "launches", 30...10_000, &forecast.halfLifeLaunches.number)
        try visit("forecast.halfLifeDays", "days", 2...365, &forecast.halfLifeDays.number)
        try visit("forecast.shrinkage", "launches", 0.1...100, &forecast.shrinkage.number)
        try visit("forecast.priorSessionsPerDay", "/day", 1...200, &forecast.priorSessionsPerDay.number)
        try visit("forecast.priorDays", "days", 0.05...10, &forecast.priorDays.number)
        // Within these ranges a week loses less than the value of 14 launches.
        try visit("score.lossDepth", "launches", 0...10, &score.lossDepth.number)
        try visit("score.lossPerDay", "launches", 0...0.5, &score.lossPerDay.number)
        try visit("score.ownWeight", "launches", 0.5...500, &score.ownWeight.number)
        try visit("score.sharedWeight", "launches", 0.5...500, &score.sharedWeight.number)
        try visit("score.mostTrust", "", 1...10, &score.mostTrust.number)
        try visit("push.perHour", "/h", 1...3600, &push.perHour.number)
        try visit("push.burst", "pushes", 1...100, &push.burst.number)
        try visit("push.longestDelay", "s", 0...2 * day, &push.longestDelay.number)
        try visit("push.waitAtServer", "0 or 1", 0...1, &push.waitAtServer.number)
        try visit("push.hostStores", "0 or 1", 0...1, &push.hostStores.number)
        try visit("location.regionsPerApp", "regions", 0...1000, &location.regionsPerApp.number)
        try visit("location.regionsInAll", "regions", 0...1_048_576, &location.regionsInAll.number)
        try visit("location.regionPeriod", "s", 0...day, &location.regionPeriod.number)
        try visit("location.cushion", "m", 0...1e7, &location.cushion.number)
        try visit("location.significantPeriod", "s", 0...day, &location.significantPeriod.number)
        try visit("location.significantDistance", "m", 0...1e8, &location.significantDistance.number)
        try visit("location.wakeTime", "s", 0.001...day, &location.wakeTime.number)
        try visit("tasks.opportunistic", "0 or 1", 0...1, &tasks.mode.number)
        try visit("tasks.classicSeconds", "s", 0...day, &tasks.classic.number)
        try visit("tasks.opportunisticSeconds", "s", 0...day, &tasks.opportunistic.number)
        try visit("tasks.enteringBackground", "s", 0...day, &tasks.enteringBackground.number)
        try visit("tasks.notice", "s", 0...day, &tasks.notice.number)
        try visit("tasks.mostPerApp", "tasks", counts, &tasks.mostPerApp.number)
        try visit("tasks.mostInAll", "tasks", counts, &tasks.mostInAll.number)
        try visit("transfers.powerLevel", "", 0...1.01, &transfers.powerLevel.number)
        try visit("transfers.relaxAfter", "s", 0...month, &transfers.relaxAfter.number)
        try visit("transfers.nearing", "s", 0...month, &transfers.nearing.number)
        try visit(
            "transfers.slowestBytesPerSecond", "bytes/s", 1...1e15, &transfers.slowestBytesPerSecond.number)
        try visit("transfers.patience", "s", 0...day, &transfers.patience.number)
        try visit("transfers.mostAtOnce", "transfers", counts, &transfers.mostAtOnce.number)
        try visit("transfers.mostPerApp", "transfers", counts, &transfers.mostPerApp.number)
        try visit("transfers.mostInAll", "transfers", counts, &transfers.mostInAll.number)
        try visit("transfers.firstRetry", "s", 0...day, &transfers.firstRetry.number)
        try visit("transfers.longestRetry", "s", 0...month, &transfers.longestRetry.number)
        try visit("transfers.resourceTimeout", "s", 0...12 * month, &transfers.resourceTimeout.number)
    }

    /// Checks that every number is in its range.
    ///
    /// - Throws: the first that is not.
    public func validate() throws(ConfigurationError) {
        var copy = self
        try copy.visitNumbers { (name, unit, range, value) throws(ConfigurationError) in
            // NaN is in no range.
            guard let value, !range.contains(value) else { return }
            throw ConfigurationError(field: name, value: value, range: range, unit: unit)
        }
    }

    /// A copy of the settings with each number in its range that the engine does not check.
    var bounded: FetchConfiguration {
        var result = self
        result.visitBounded { _, _, range, value in value = value?.clamped(to: range) }
        return result
    }
}

private let day = 86_400.0
private let month = 30 * day
private let counts = 1.0...16_777_216
private let amounts = 0.0...1e9

/// A number of a ``FetchConfiguration`` that is out of its range.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// The path of the property, as in `forecast.shrinkage` or `radio.tail[0].watts`.
    public let field: String
    /// The value that was found.
    public let value: Double
    /// The values that are allowed.
    public let range: ClosedRange<Double>
    /// The unit; empty for plain numbers and shares.
    public let unit: String

    package init(field: String, value: Double, range: ClosedRange<Double>, unit: String = "") {
        self.field = field
        self.value = value
        self.range = range
        self.unit = unit
    }
}

// Numbers of other types as `Double`. Setting one to what it is changes nothing, not even by rounding.

extension Double {
    fileprivate var number: Double? {
        get { self }
        set { self = newValue ?? self }
    }
}

extension Int {
    fileprivate var number: Double? {
        get { Double(self) }
        set { if newValue != number { self = Int((newValue ?? 0).clamped(to: -1e9...1e9)) } }
    }
}

extension Int? {
    fileprivate var number: Double? {
        get { map { Double($0) } }
        set { if newValue != number { self = newValue.map { Int($0.clamped(to: -1e9...1e9)) } } }
    }
}

extension TimeSpan {
    fileprivate var number: Double? {
        get { seconds }
        set { if newValue != number { self = .seconds(newValue ?? 0) } }
    }
}

extension Bool {
    fileprivate var number: Double? {
        get { self ? 1 : 0 }
        set { self = (newValue ?? 0) >= 0.5 }
    }
}

extension TaskMode {
    fileprivate var number: Double? {
        get { (self == .opportunistic).number }
        set { self = (newValue ?? 0) >= 0.5 ? .opportunistic : .classic }
    }
}
