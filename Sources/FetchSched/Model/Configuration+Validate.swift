/// A field of a ``Configuration`` that makes no sense.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the field, as in `forecast.share` or `radio.tail[0].watts`.
    public let field: String
    /// What it says.
    public let value: Double
    /// What it may say.
    public let range: ClosedRange<Double>
    /// The unit; empty for plain numbers and shares.
    public let unit: String

    /// Says that a field is out of its range.
    package init(field: String, value: Double, range: ClosedRange<Double>, unit: String = "") {
        self.field = field
        self.value = value
        self.range = range
        self.unit = unit
    }

    /// The field, its value and its range, as in `lowBatteryLevel is 20; expected 0 to 1`.
    public var description: String {
        field + " is " + DecimalText.inWords(value) + "; expected " + DecimalText.text(range.lowerBound)
            + " to "
            + DecimalText.text(range.upperBound) + (unit.isEmpty ? "" : " " + unit)
    }
}

extension Configuration {
    /// Looks whether every number is in its range: the radio, what a fetch costs beside it, what is wanted
    /// (``Parameter/aims``), and every ``Parameter``. The first that is not is the error.
    ///
    /// - Complexity: O(fields).
    public func validate() throws(ConfigurationError) {
        for parameter in Parameter.aims + Parameter.all + Parameter.limits {
            try check(parameter.name, parameter.value(in: self), parameter.range, parameter.unit)
        }
        try check("lowBatteryLevel", lowBatteryLevel, 0...1)
        try check("chargingFactor", chargingFactor, 1...1000)
        try validateRadio()
        let amounts: ClosedRange<Double> = 0...1e9
        try check("power.runJoules", power.runJoules, amounts, "J")
        try check("power.coldStartJoules", power.coldStartJoules, amounts, "J")
        try check("power.handlingJoulesPerMB", power.handlingJoulesPerMB, amounts, "J/MB")
        try check("power.requestDownBytes", power.requestDownBytes, amounts, "bytes")
        try check("power.requestUpBytes", power.requestUpBytes, amounts, "bytes")
        try check("power.awakeWatts", power.awakeWatts, amounts, "W")
        try check("power.aliveProcesses", Double(power.aliveProcesses ?? 0), amounts, "apps")
    }

    private func validateRadio() throws(ConfigurationError) {
        let amounts: ClosedRange<Double> = 0...1e9
        try check("radio.promotion.seconds", radio.promotion.seconds, amounts, "s")
        try check("radio.promotion.joules", radio.promotion.joules, amounts, "J")
        for (number, stage) in radio.tail.enumerated() {
            let path = "radio.tail[" + String(number) + "]."
            try check(path + "seconds", stage.seconds, amounts, "s")
            try check(path + "watts", stage.watts, amounts, "W")
            try check(path + "promotion.seconds", stage.promotion.seconds, amounts, "s")
            try check(path + "promotion.joules", stage.promotion.joules, amounts, "J")
        }
        try check("radio.baseWatts", radio.baseWatts, amounts, "W")
        try check("radio.joulesPerByte", radio.joulesPerByte, amounts, "J")
        try check("radio.uploadJoulesPerByte", radio.uploadJoulesPerByte, amounts, "J")
        try check("radio.requestSeconds", radio.requestSeconds, amounts, "s")
        try check("radio.bytesPerSecond", radio.bytesPerSecond, 1...1e15, "bytes/s")
    }

    private func check(
        _ field: String, _ value: Double, _ range: ClosedRange<Double>, _ unit: String = ""
    ) throws(ConfigurationError) {
        // NaN is in no range.
        guard range.contains(value) else {
            throw ConfigurationError(field: field, value: value, range: range, unit: unit)
        }
    }
}

extension Parameter {
    /// What a ``ParameterFile`` may name: the worth of a fresh launch, ``all`` and ``limits``.
    public static var inFiles: [Parameter] { [worth] + all + limits }

    private static let worth = Parameter(
        "valueJoules", "J", 0...1e12, "what one fresh launch is worth",
        get: { $0.valueJoules }, set: { $0.valueJoules = $1 })

    /// What is wanted, and so nothing to be searched: the worth of a fresh launch, the limit of a fetch, and what the
    /// fetches may use per day. A budget that is not set is 0 here, as none and any amount are allowed.
    public static let aims: [Parameter] = [
        worth,
        Parameter(
            "fetchLimit", "s", 0...86_400, "how long a fetch may take",
            get: { $0.fetchLimit.seconds }, set: { $0.fetchLimit = .seconds($1) }),
        Parameter(
            "budget.joulesPerDay", "J", 0...1e12, "energy that the fetches may use per day",
            get: { $0.budget.joulesPerDay ?? 0 }, set: { $0.budget.joulesPerDay = $1 }),
        Parameter(
            "budget.bytesPerDay", "bytes", 0...1e18, "data that they may use per day",
            get: { $0.budget.bytesPerDay ?? 0 }, set: { $0.budget.bytesPerDay = $1 }),
        Parameter(
            "budget.requestsPerDay", "requests", 0...1e18, "requests that they may make per day",
            get: { $0.budget.requestsPerDay ?? 0 }, set: { $0.budget.requestsPerDay = $1 }),
    ]
}
