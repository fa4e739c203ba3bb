import FetchSched

/// When something happens again: by the time of day and the weekday, in bursts, more on some days than on others.
///
/// A renewal process in operational time: gaps come from ``gaps``, measured on a clock that runs fast when much
/// happens.
public struct RhythmHabits: Hashable, Sendable, Codable {
    /// Relative rate of each half hour of Monday to Friday, from midnight: 48 numbers with mean 1.
    public var weekdayHours: [Double]
    /// The same of Saturday and Sunday.
    public var weekendHours: [Double]
    /// Relative rate of each weekday, Monday first: 7 numbers with mean 1.
    public var weekdays: [Double]
    /// Gaps in operational time, relative to the mean gap.
    public var gaps: QuantileCurve
    /// Spread of the days: standard deviation of the logarithm of a day's activity.
    public var daySpread: Double
    /// Correlation of that logarithm between one day and the next, 0 to 1. What is alike drifts over weeks.
    public var dayMemory: Double
    /// Share of days on which nothing happens at all; of Mondays to Fridays if ``weekendDaysOff`` is told.
    public var daysOff: Double
    /// Share of Saturdays and Sundays on which nothing happens at all. Nil: as ``daysOff``.
    public var weekendDaysOff: Double?
    /// Spread of the nights, which are the quietest eight hours of the day: standard deviation of the logarithm of the
    /// activity in half of one. Nil: nights differ as their days do.
    public var nightSpread: Double?

    /// Slots of a day.
    package static let slots = 48
    /// Length of a slot in seconds.
    package static let slotSeconds = 1_800.0

    /// Makes a rhythm.
    public init(
        weekdayHours: [Double], weekendHours: [Double], weekdays: [Double], gaps: QuantileCurve,
        daySpread: Double, dayMemory: Double = 0, daysOff: Double = 0
    ) {
        self.weekdayHours = weekdayHours
        self.weekendHours = weekendHours
        self.weekdays = weekdays
        self.gaps = gaps
        self.daySpread = daySpread
        self.dayMemory = dayMemory
        self.daysOff = daysOff
    }

    /// What is wrong with the numbers, or nil.
    package var fault: String? {
        for (name, values, count) in [
            ("weekdayHours", weekdayHours, 48), ("weekendHours", weekendHours, 48), ("weekdays", weekdays, 7),
        ] {
            if values.count != count { return "\(name) must have \(count) numbers" }
            if values.contains(where: { !($0 >= 0 && $0 < 1e6) }) || values.allSatisfy({ $0 == 0 }) {
                return "\(name) must be at least 0, and not all 0"
            }
        }
        if let fault = gaps.fault { return "gaps \(fault)" }
        if !(0...4).contains(daySpread) { return "daySpread must be 0 to 4" }
        if !(0..<1).contains(dayMemory) { return "dayMemory must be at least 0 and below 1" }
        if !(0..<1).contains(daysOff) { return "daysOff must be at least 0 and below 1" }
        if let weekendDaysOff, !(0..<1).contains(weekendDaysOff) {
            return "weekendDaysOff must be at least 0 and below 1"
        }
        if let nightSpread, !(0...4).contains(nightSpread) { return "nightSpread must be 0 to 4" }
        return nil
    }
}
