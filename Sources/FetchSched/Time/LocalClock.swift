/// Local time of day, from a fixed offset to UTC that the host changes as the zone does.
package struct LocalClock: Hashable, Sendable, SnapshotCoded {
    /// Seconds east of UTC.
    package var secondsEast = 0

    package init() {}

    private static let day: Int64 = 86_400_000

    private func local(_ instant: FetchTime) -> Int64 {
        saturatingAdd(instant.milliseconds, (TimeSpan(milliseconds: 1000) * Int64(secondsEast)).milliseconds)
    }

    /// Days since 1970-01-01, local.
    package func day(_ instant: FetchTime) -> Int64 {
        let (day, rest) = local(instant).quotientAndRemainder(dividingBy: Self.day)
        return rest < 0 ? day - 1 : day
    }

    /// Milliseconds since local midnight.
    package func timeOfDay(_ instant: FetchTime) -> Int64 {
        let rest = local(instant) % Self.day
        return rest < 0 ? rest + Self.day : rest
    }

    /// Hour of the local day, 0 to 23.
    package func hour(_ instant: FetchTime) -> Int { Int(timeOfDay(instant) / 3_600_000) }

    /// Hour of the week, from 0 (Monday at midnight) to 167.
    func hourOfWeek(_ instant: FetchTime) -> Int { 24 * weekday(instant) + hour(instant) }

    func nextHour(after instant: FetchTime) -> FetchTime {
        let hour: Int64 = 3_600_000
        return instant + TimeSpan(milliseconds: hour - timeOfDay(instant) % hour)
    }

    /// When weekdays next give way to a weekend, or a weekend to weekdays.
    func nextKindOfDay(after instant: FetchTime) -> FetchTime {
        let days = Int64((isWeekend(instant) ? 7 : 5) - weekday(instant))
        return instant + TimeSpan(milliseconds: days * Self.day - timeOfDay(instant))
    }

    package func isWeekend(_ instant: FetchTime) -> Bool { Self.isWeekend(weekday(instant)) }

    static func isWeekend(_ weekday: Int) -> Bool { weekday >= 5 }

    /// Day of the week, 0 (Monday) to 6. 1970-01-01 was a Thursday.
    func weekday(_ instant: FetchTime) -> Int { Int((day(instant) % 7 + 7 + 3) % 7) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&secondsEast, in: -86_400...86_400)
    }
}
