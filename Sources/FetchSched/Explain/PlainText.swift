/// Numbers, times and amounts of time as text for people, made from integers alone: the engine has no
/// Foundation, and Embedded Swift prints no floating-point numbers.
///
/// Every input gives some text; none traps.
package enum PlainText {
    /// With exactly that many decimals (0 to 9), rounded half away from zero.
    static func fixed(_ value: Double, decimals: Int) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        // Beyond that, decimals say nothing.
        guard value.magnitude < 1e9 else { return value < 0 ? "< -1000000000" : "> 1000000000" }
        var unit: Int64 = 1
        for _ in 0..<min(max(decimals, 0), 9) { unit *= 10 }
        let digits = saturatingInt64(value.magnitude * Double(unit))
        let sign = value < 0 && digits > 0 ? "-" : ""
        if unit == 1 { return sign + String(digits) }
        return sign + String(digits / unit) + "." + padded(digits % unit, to: min(max(decimals, 0), 9))
    }

    /// An energy, as in `2.23 J`: two decimals, three where it is small, none at its end that say nothing.
    static func joules(_ value: Double) -> String {
        let size = value.magnitude
        if size > 0, size < 0.0005 { return value < 0 ? "-0.001 J" : "0.001 J" }
        var text = fixed(value, decimals: size < 0.0995 ? 3 : 2).utf8[...]
        let point = UInt8(ascii: ".")
        if text.contains(point) {
            while text.last == UInt8(ascii: "0") { text.removeLast() }
            if text.last == point { text.removeLast() }
        }
        return String(decoding: text, as: UTF8.self) + " J"
    }

    /// A chance, as in `62 %`.
    static func percent(_ chance: Double) -> String {
        if chance > 0, chance < 0.01 { return "< 1 %" }
        if chance > 0.99, chance < 1 { return "> 99 %" }
        return fixed(chance * 100, decimals: 0) + " %"
    }

    /// An instant in ISO 8601 at UTC, as in `2026-01-05T07:12:00.000Z`; the ends of time in words.
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

    /// The date that many days after 1970-01-01, in the Gregorian calendar.
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
        // ISO 8601 wants a sign where a year has not four digits.
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return sign + padded(year < 0 ? -year : year, to: 4) + "-" + padded(month, to: 2) + "-"
            + padded(day, to: 2)
    }

    /// An amount of time by its two largest units, as in `2 h 05 min`.
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
