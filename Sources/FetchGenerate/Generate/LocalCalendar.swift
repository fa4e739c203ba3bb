import FetchSched

/// The days of a trace in local time, counted from its start. Days start at local midnight of the start's date.
package struct LocalCalendar: Sendable {
    package let days: Int
    /// Weekday of the first day: 0 is Monday.
    package let firstWeekday: Int

    /// Makes the calendar of a trace that starts at the local wall-clock time `start`, read as if it were UTC.
    package init(start: FetchTime, days: Int) {
        self.days = days
        let day = Int((start.seconds / 86_400).rounded(.down))
        // 1970-01-01 was a Thursday.
        firstWeekday = (day % 7 + 7 + 3) % 7
    }

    /// Makes the calendar of days of which the first has that weekday.
    package init(firstWeekday: Int, days: Int) {
        self.firstWeekday = firstWeekday
        self.days = days
    }

    /// The weekday of the day with that number: 0 is Monday.
    package func weekday(_ day: Int) -> Int { (firstWeekday + day) % 7 }

    /// Whether the day with that number is a Saturday or Sunday.
    package func isWeekend(_ day: Int) -> Bool { weekday(day) >= 5 }
}
