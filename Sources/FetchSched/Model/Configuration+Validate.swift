/// A number of the configuration, and the range that ``Configuration/validate()`` allows.
package struct ConfigurationNumber: Sendable {
    /// The path of the property, as in `forecast.share`.
    package let name: String
    /// The unit; empty for plain numbers and shares.
    package let unit: String
    package let range: ClosedRange<Double>
    package let value: @Sendable (Configuration) -> Double

    private init(
        _ name: String, _ unit: String, _ range: ClosedRange<Double>,
        _ value: @escaping @Sendable (Configuration) -> Double
    ) {
        self.name = name
        self.unit = unit
        self.range = range
        self.value = value
    }

    /// Every number but those of the stages of ``RadioCosts/tail``. A budget that is not set counts as 0.
    package static let all: [ConfigurationNumber] = [
        Self("valueJoules", "J", 0...1e12) { $0.valueJoules },
        Self("radio.promotion.seconds", "s", amounts) { $0.radio.promotion.seconds },
        Self("radio.promotion.joules", "J", amounts) { $0.radio.promotion.joules },
        Self("radio.baseWatts", "W", amounts) { $0.radio.baseWatts },
        Self("radio.joulesPerByte", "J", amounts) { $0.radio.joulesPerByte },
        Self("radio.uploadJoulesPerByte", "J", amounts) { $0.radio.uploadJoulesPerByte },
        Self("radio.requestSeconds", "s", amounts) { $0.radio.requestSeconds },
        Self("radio.bytesPerSecond", "bytes/s", 1...1e15) { $0.radio.bytesPerSecond },
        Self("power.runJoules", "J", amounts) { $0.power.runJoules },
        Self("power.coldStartJoules", "J", amounts) { $0.power.coldStartJoules },
        Self("power.handlingJoulesPerMB", "J/MB", amounts) { $0.power.handlingJoulesPerMB },
        Self("power.requestDownBytes", "bytes", amounts) { $0.power.requestDownBytes },
        Self("power.requestUpBytes", "bytes", amounts) { $0.power.requestUpBytes },
        Self("power.awakeWatts", "W", amounts) { $0.power.awakeWatts },
        Self("power.aliveProcesses", "apps", amounts) { Double($0.power.aliveProcesses ?? 0) },
        Self("sessionGap", "s", 30...3600) { $0.sessionGap.seconds },
        Self("fetchLimit", "s", 0...day) { $0.fetchLimit.seconds },
        Self("leastFetchJoules", "J", 0.001...5) { $0.leastFetchJoules },
        Self("prospectWeight", "", 0...2) { $0.prospectWeight },
        Self("initialBytes", "bytes", 1000...100_000_000) { $0.initialBytes },
        Self("minimumSpacing", "s", 1...day) { $0.minimumSpacing.seconds },
        Self("noDataJoules", "J", 0...100) { $0.noDataJoules },
        Self("settling", "s", 0...day) { $0.settling.seconds },
        Self("chargingFactor", "", 1...1000) { $0.chargingFactor },
        Self("lowBatteryLevel", "", 0...1) { $0.lowBatteryLevel },
        Self("planStep", "s", 300...7200) { $0.planStep.seconds },
        Self("planReach", "s", 14_400...172_800) { $0.planReach.seconds },

        Self("polling.ageJoules", "J/h^2", 0...1e9) { $0.polling.ageJoules },
        Self("polling.launchesLoad", "", 0...1) { $0.polling.launchesLoad ? 1 : 0 },
        Self("polling.jitter", "", 0...1) { $0.polling.jitter },

        Self("content.priorShape", "changes", 0.1...20) { $0.content.priorShape },
        Self("content.priorSeconds", "s", 60...month) { $0.content.priorSeconds },
        Self("content.retention", "", 0.8...1) { $0.content.retention },
        Self("content.changesPerSilence", "changes", 5...100_000) { $0.content.changesPerSilence },
        Self("content.calibration", "", 0...3) { $0.content.calibration },
        Self("content.hourlyPrior", "changes", 0.5...10_000) { $0.content.hourlyPrior },
        Self("content.sourcePrior", "changes", 1...10_000) { $0.content.sourcePrior },
        Self("forecast.halfLifeLaunches", "launches", 30...10_000) { $0.forecast.halfLifeLaunches },
        Self("forecast.halfLifeDays", "days", 2...365) { $0.forecast.halfLifeDays },
        Self("forecast.share", "", 0.0001...0.3) { $0.forecast.share },
        Self("forecast.shrinkage", "launches", 0.1...100) { $0.forecast.shrinkage },
        Self("forecast.priorSessionsPerDay", "/day", 1...200) { $0.forecast.priorSessionsPerDay },
        Self("forecast.priorDays", "days", 0.05...10) { $0.forecast.priorDays },
        Self("backoff.first", "s", 10...3600) { $0.backoff.first.seconds },
        Self("backoff.cap", "s", 600...day) { $0.backoff.cap.seconds },
        Self("backoff.jitter", "", 0...1) { $0.backoff.jitter },
        Self("probe.mostJoules", "J", 0...20) { $0.probe.mostJoules },
        Self("probe.after", "s", 3600...month) { $0.probe.after.seconds },
        Self("probe.cheapAfter", "s", 3600...month) { $0.probe.cheapAfter.seconds },
        Self("probe.cheapJoules", "J", 0...5) { $0.probe.cheapJoules },
        Self("probe.usedWithin", "s", 3600...month) { $0.probe.usedWithin.seconds },
        Self("budget.joulesPerDay", "J", 0...1e12) { $0.budget.joulesPerDay ?? 0 },
        Self("budget.bytesPerDay", "bytes", 0...1e18) { $0.budget.bytesPerDay ?? 0 },
        Self("budget.requestsPerDay", "requests", 0...1e18) { $0.budget.requestsPerDay ?? 0 },
        // Within these ranges less than 14 launches' worth are lost in a week.
        Self("score.lossDepth", "launches", 0...10) { $0.score.lossDepth },
        Self("score.lossPerDay", "launches", 0...0.5) { $0.score.lossPerDay },
        Self("score.ownWeight", "launches", 0.5...500) { $0.score.ownWeight },
        Self("score.sharedWeight", "launches", 0.5...500) { $0.score.sharedWeight },
        Self("score.mostTrust", "", 1...10) { $0.score.mostTrust },

        Self("push.perHour", "/h", 1...3600) { Double($0.push.perHour) },
        Self("push.burst", "pushes", 1...100) { Double($0.push.burst) },
        Self("push.longestDelay", "s", 0...2 * day) { $0.push.longestDelay.seconds },
        Self("location.regionsPerApp", "regions", 0...1000) { Double($0.location.regionsPerApp) },
        Self("location.regionsInAll", "regions", 0...1_048_576) { Double($0.location.regionsInAll) },
        Self("location.regionPeriod", "s", 0...day) { $0.location.regionPeriod.seconds },
        Self("location.cushion", "m", 0...1e7) { $0.location.cushion },
        Self("location.significantPeriod", "s", 0...day) { $0.location.significantPeriod.seconds },
        Self("location.significantDistance", "m", 0...1e8) { $0.location.significantDistance },
        Self("location.wakeTime", "s", 0.001...day) { $0.location.wakeTime.seconds },
        Self("tasks.opportunistic", "0 or 1", 0...1) { $0.tasks.mode == .opportunistic ? 1 : 0 },
        Self("tasks.classicSeconds", "s", 0...day) { $0.tasks.classic.seconds },
        Self("tasks.opportunisticSeconds", "s", 0...day) { $0.tasks.opportunistic.seconds },
        Self("tasks.enteringBackground", "s", 0...day) { $0.tasks.enteringBackground.seconds },
        Self("tasks.notice", "s", 0...day) { $0.tasks.notice.seconds },
        Self("tasks.mostPerApp", "tasks", counts) { Double($0.tasks.mostPerApp) },
        Self("tasks.mostInAll", "tasks", counts) { Double($0.tasks.mostInAll) },
        Self("transfers.powerLevel", "", 0...1.01) { $0.transfers.powerLevel },
        Self("transfers.relaxAfter", "s", 0...month) { $0.transfers.relaxAfter.seconds },
        Self("transfers.nearing", "s", 0...month) { $0.transfers.nearing.seconds },
        Self("transfers.slowestBytesPerSecond", "bytes/s", 1...1e15) { $0.transfers.slowestBytesPerSecond },
        Self("transfers.patience", "s", 0...day) { $0.transfers.patience.seconds },
        Self("transfers.mostAtOnce", "transfers", counts) { Double($0.transfers.mostAtOnce) },
        Self("transfers.mostPerApp", "transfers", counts) { Double($0.transfers.mostPerApp) },
        Self("transfers.mostInAll", "transfers", counts) { Double($0.transfers.mostInAll) },
        Self("transfers.turn", "s", 1...month) { $0.transfers.turn.seconds },
        Self("transfers.firstRetry", "s", 0...day) { $0.transfers.firstRetry.seconds },
        Self("transfers.longestRetry", "s", 0...month) { $0.transfers.longestRetry.seconds },
        Self("transfers.resourceTimeout", "s", 0...12 * month) { $0.transfers.resourceTimeout.seconds },
    ]

    private static let day = 86_400.0
    private static let month = 30 * day
    private static let counts: ClosedRange<Double> = 1...16_777_216
    fileprivate static let amounts: ClosedRange<Double> = 0...1e9
}

extension Configuration {
    /// Checks that every number is in its range.
    ///
    /// - Throws: the first that is not.
    public func validate() throws(ConfigurationError) {
        for number in ConfigurationNumber.all {
            try check(number.name, number.value(self), number.range, number.unit)
        }
        for (index, stage) in radio.tail.enumerated() {
            let path = "radio.tail[" + String(index) + "]."
            try check(path + "seconds", stage.seconds, ConfigurationNumber.amounts, "s")
            try check(path + "watts", stage.watts, ConfigurationNumber.amounts, "W")
            try check(path + "promotion.seconds", stage.promotion.seconds, ConfigurationNumber.amounts, "s")
            try check(path + "promotion.joules", stage.promotion.joules, ConfigurationNumber.amounts, "J")
        }
    }

    private func check(
        _ field: String, _ value: Double, _ range: ClosedRange<Double>, _ unit: String
    ) throws(ConfigurationError) {
        // NaN is in no range.
        guard range.contains(value) else {
            throw ConfigurationError(field: field, value: value, range: range, unit: unit)
        }
    }
}

/// A number of a ``Configuration`` that is out of its range.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the property, as in `forecast.share` or `radio.tail[0].watts`.
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

    /// The field, its value and its range, as in `lowBatteryLevel is 20; expected 0 to 1`.
    public var description: String {
        field + " is " + PlainText.number(value) + "; expected " + PlainText.number(range.lowerBound) + " to "
            + PlainText.number(range.upperBound) + (unit.isEmpty ? "" : " " + unit)
    }
}
