import FetchSched

/// When something happens again: by the time of day and the weekday, in bursts, more on some days than on others.
///
/// A renewal process in operational time: gaps come from ``gaps``, measured on a clock that runs fast when much
/// happens.
public struct RhythmHabits: Hashable, Sendable, Codable {
    /// Relative rate of each half hour of Monday to Friday, from midnight: 48 numbers with mean 1.
    public var weekdayHours = [Double](repeating: 1, count: slots)
    /// Hours of Saturday and Sunday.
    public var weekendHours = [Double](repeating: 1, count: slots)
    /// Relative rate of each weekday, Monday first: 7 numbers with mean 1.
    public var weekdays = [Double](repeating: 1, count: 7)
    /// Gaps in operational time, relative to the mean gap.
    public var gaps = QuantileCurve(unitWeibullShape: 1)
    /// Spread of the days: standard deviation of the logarithm of a day's activity.
    public var daySpread = 0.0
    /// Correlation of that logarithm between one day and the next, 0 to 1. What is alike drifts over weeks.
    public var dayMemory = 0.0
    /// Share of days on which nothing happens at all; of Mondays to Fridays if ``weekendDaysOff`` is told.
    public var daysOff = 0.0
    /// Share of Saturdays and Sundays on which nothing happens at all. Nil: as ``daysOff``.
    public var weekendDaysOff: Double?

    package static let slots = 48
    package static let slotSeconds = 1_800.0

    /// Makes a flat rhythm.
    public init() {}

    init(
        weekdayHours: [Double], weekendHours: [Double], weekdays: [Double], gaps: QuantileCurve,
        daySpread: Double, dayMemory: Double
    ) {
        (self.weekdayHours, self.weekendHours, self.weekdays) = (weekdayHours, weekendHours, weekdays)
        (self.gaps, self.daySpread, self.dayMemory) = (gaps, daySpread, dayMemory)
    }

    package var fault: String? {
        for (name, values, count) in [
            ("weekdayHours", weekdayHours, 48), ("weekendHours", weekendHours, 48), ("weekdays", weekdays, 7),
        ] {
            if let found = wrong(name, values, in: 0...1e6, count: count) { return found }
            if values.allSatisfy({ $0 == 0 }) { return "\(name) must not be all 0" }
        }
        return firstFault(
            gaps.fault.map { "gaps \($0)" }, wrong("daySpread", daySpread, in: 0...4),
            wrong("dayMemory", dayMemory, in: belowOne), wrong("daysOff", daysOff, in: belowOne),
            wrong("weekendDaysOff", weekendDaysOff, in: belowOne))
    }
}
