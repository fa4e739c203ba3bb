/// Makes text for people of numbers and times, from integers only: the engine has no Foundation, and Embedded Swift
/// prints no floating-point numbers.
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

    /// Returns an energy, as in `2.23 J`: with two decimals, or three if it is small.
    static func joules(_ value: Double) -> String {
        let size = value.magnitude
        if size > 0, size < 0.0005 { return value < 0 ? "-0.001 J" : "0.001 J" }
        return number(value, decimals: size < 0.0995 ? 3 : 2) + " J"
    }

    /// Returns a probability, as in `62 %`.
    static func percent(_ probability: Double) -> String {
        if probability > 0, probability < 0.01 { return "< 1 %" }
        if probability > 0.99, probability < 1 { return "> 99 %" }
        return number(probability * 100, decimals: 0) + " %"
    }

    /// Returns an instant in ISO 8601 at UTC, as in `2026-01-05T07:12:00.000Z`; the ends of time in words.
    static func time(_ instant: Instant) -> String {
        if instant == .distantFuture { return "never" }
        if instant == .distantPast { return "before all time" }
        let day: Int64 = 86_400_000
        var days = instant.milliseconds / day
        var rest = instant.milliseconds % day
        if rest < 0 {
            rest += day
            days -= 1
        }
        let seconds = rest / 1000
        return date(days) + "T" + padded(seconds / 3600, to: 2) + ":" + padded(seconds / 60 % 60, to: 2) + ":"
            + padded(seconds % 60, to: 2) + "." + padded(rest % 1000, to: 3) + "Z"
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
        let (large, unit, small, name): (Int64, String, Int64, String) =
            if seconds < 3600 {
                (seconds / 60, " min ", seconds % 60, " s")
            } else if seconds < 86_400 {
                (seconds / 3600, " h ", seconds / 60 % 60, " min")
            } else {
                (seconds / 86_400, " d ", seconds / 3600 % 24, " h")
            }
        return sign + String(large) + unit + padded(small, to: 2) + name
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
