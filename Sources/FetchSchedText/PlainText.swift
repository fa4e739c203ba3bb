import FetchSched

/// Text for people of numbers and times, from integers only: Embedded Swift prints no floating-point numbers.
package enum PlainText {
    /// Returns a number with at most `decimals` decimals (0 to 9), rounded half away from zero.
    package static func number(_ value: Double, decimals: Int = 9) -> String {
        if value.isNaN { return "NaN" }
        guard value.magnitude < 9e18 else { return value < 0 ? "< -9e18" : "> 9e18" }
        var unit: Int64 = 1
        // Beyond a billion, decimals say nothing.
        if value.magnitude < 1e9 { for _ in 0..<min(max(decimals, 0), 9) { unit *= 10 } }
        var digits = saturatingInt64(value.magnitude * Double(unit))
        while unit > 1, digits % 10 == 0 {
            digits /= 10
            unit /= 10
        }
        let text = String(digits / unit)
        let fraction = unit == 1 ? "" : "." + padded(digits % unit, to: String(unit).utf8.count - 1)
        return (value < 0 && digits > 0 ? "-" : "") + text + fraction
    }

    /// Returns a number with three significant digits, of which nine at most are decimals.
    static func significant(_ value: Double) -> String {
        var size = value.magnitude
        var decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2
        while size < 1, decimals < 9 { (size, decimals) = (10 * size, decimals + 1) }
        return number(value, decimals: decimals)
    }

    /// Returns an energy, as in `2.23 J`.
    static func joules(_ value: Double) -> String { significant(value) + " J" }

    /// Returns the texts with `separator` between them.
    static func list(_ texts: [String], _ separator: String) -> String {
        texts.dropFirst().reduce(texts.first ?? "") { $0 + separator + $1 }
    }

    /// Returns an instant in ISO 8601, as in `2026-01-05T07:12:00.000Z` or, in the zone that is so many seconds east of
    /// UTC, `2026-01-05T08:12:00.000+01:00`; the ends of time in words.
    package static func time(_ instant: FetchTime, secondsEast: Int = 0) -> String {
        if instant == .distantFuture { return "never" }
        if instant == .distantPast { return "before all time" }
        var clock = LocalClock()
        clock.secondsEast = secondsEast
        let time = clock.timeOfDay(instant)
        func two(_ number: Int64) -> String { padded(number, to: 2) }
        let text =
            date(clock.day(instant)) + "T" + two(time / 3_600_000) + ":" + two(time / 60_000 % 60) + ":"
            + two(time / 1000 % 60) + "." + padded(time % 1000, to: 3)
        let minutes = Int64(secondsEast.magnitude / 60)
        let sign = secondsEast < 0 ? "-" : "+"
        return text + (secondsEast == 0 ? "Z" : sign + two(minutes / 60) + ":" + two(minutes % 60))
    }

    /// Returns the date that many days after 1970-01-01, in the Gregorian calendar.
    package static func date(_ days: Int64) -> String {
        // Years count from March, so that the leap day is the last of its year; an era is 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        // ISO 8601 wants a sign if a year does not have four digits.
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return sign + padded(year < 0 ? -year : year, to: 4) + "-" + padded(month, to: 2) + "-"
            + padded(day, to: 2)
    }

    /// Returns a time span in its two largest units, as in `2 h 05 min`.
    static func span(_ span: TimeSpan) -> String {
        if span == .max { return "for ever" }
        let sign = span < .zero ? "-" : ""
        let milliseconds = Int64(clamping: span.milliseconds.magnitude)
        let seconds = milliseconds / 1000
        if milliseconds < 1000 { return sign + String(milliseconds) + " ms" }
        if seconds < 60 { return sign + String(seconds) + " s" }
        let (size, unit, part, name): (Int64, String, Int64, String) =
            seconds < 3600
            ? (60, " min ", 1, " s")
            : seconds < 86_400 ? (3600, " h ", 60, " min") : (86_400, " d ", 3600, " h")
        return sign + String(seconds / size) + unit + padded(seconds % size / part, to: 2) + name
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
