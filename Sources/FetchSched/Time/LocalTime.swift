/// A moment as a local clock shows it.
///
/// Much that is learned at one moment asks for its hour and day; so they are read off once.
struct LocalTime: Sendable {
    /// Milliseconds since local midnight.
    let timeOfDay: Int64
    /// Day of the week, 0 (Monday) to 6.
    let weekday: Int

    /// Hour of the day, 0 to 23.
    var hour: Int { Int(timeOfDay / 3_600_000) }
    /// Whether it is Saturday or Sunday.
    var isWeekend: Bool { LocalClock.isWeekend(weekday) }
    /// Hour of the week, 0 (Monday, from midnight on) to 167.
    var hourOfWeek: Int { weekday * 24 + hour }
}
