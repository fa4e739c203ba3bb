import FetchSched

/// The result of reading a time.
package enum ParsedTime: Equatable {
    /// A time within the range of the format.
    case instant(FetchTime)
    /// Well-formed, but before 1970 or after 3000.
    case outOfRange
    /// A date and time that does not say its offset from UTC.
    case noOffset
    /// Neither seconds nor ISO 8601.
    case malformed

    /// The expected text; nil for a valid time.
    package var expected: String? {
        switch self {
        case .instant: nil
        case .outOfRange: "a time from 1970 to 3000, in seconds (not milliseconds)"
        case .noOffset: "an offset from UTC behind it, such as Z or +01:00"
        case .malformed:
            "seconds since 1970 such as 1364011200.000, or a date and time such as 2013-03-23T04:00:00Z"
        }
    }
}

/// A text that is not a time of trace format 1.
public struct TimeTextError: Error, Hashable, Sendable {
    /// The text in quotes, ready to be shown.
    public let found: String
    /// The expected text.
    public let expected: String
}

extension FetchTime {
    /// Reads a time as trace format 1 has it: seconds since the Unix epoch, or ISO 8601 with an offset.
    public init(traceText text: String) throws(TimeTextError) {
        let bytes = Array(text.utf8)
        let parsed = parseTime(bytes.span)
        guard case .instant(let instant) = parsed else {
            throw TimeTextError(found: quoted(text), expected: parsed.expected ?? "a time")
        }
        self = instant
    }

    /// The time as a trace is written with it: seconds since the Unix epoch, with three decimals.
    public var traceText: String {
        milliseconds < 0
            ? "-" + secondsText(Int64(clamping: milliseconds.magnitude)) : secondsText(milliseconds)
    }
}

/// Reads a time of trace format 1: seconds since the Unix epoch (`1364011200.25`), or ISO 8601 with an offset
/// (`2013-03-23T04:00:00Z`, `2013-03-23T05:00:00.250+01:00`, offset also without the colon).
///
/// Exact in integers; digits after the third decimal round to the nearest millisecond, halves up.
package func parseTime(_ text: Span<UInt8>) -> ParsedTime {
    if let milliseconds = parseMilliseconds(text) {
        return milliseconds < TraceLimits.time
            ? .instant(FetchTime(milliseconds: milliseconds)) : .outOfRange
    }
    return parseISO8601(text)
}

/// The offset of a time that ``parseTime(_:)`` can read, in seconds east of UTC; nil where it has none, or `Z`, which
/// says nothing about where it was.
package func offset(ofTime text: Span<UInt8>) -> Int64? {
    var index = 19
    while index < text.count, !isByte(text, index, "+"), !isByte(text, index, "-") { index += 1 }
    return index < text.count ? parseOffset(text, from: index) : nil
}

private func parseISO8601(_ text: Span<UInt8>) -> ParsedTime {
    // 2013-03-23T04:00:00 is 19 bytes.
    guard text.count >= 19,
        let year = number(text, 0..<4), isByte(text, 4, "-"),
        let month = number(text, 5..<7), isByte(text, 7, "-"),
        let day = number(text, 8..<10), isByte(text, 10, "T"),
        let hour = number(text, 11..<13), isByte(text, 13, ":"),
        let minute = number(text, 14..<16), isByte(text, 16, ":"),
        let counted = number(text, 17..<19),
        year >= 1, 1...12 ~= month, day >= 1, day <= daysInMonth(month, year),
        hour < 24, minute < 60, counted < 60 || counted == 60 && minute % 30 == 29
    else { return .malformed }
    // A leap second, at the end of an hour of UTC, is the end of the second before it.
    let second = min(counted, 59)
    var index = 19
    var fraction: Int64 = 0
    if isByte(text, index, ".") {
        guard let parsed = parseFraction(text, from: &index) else { return .malformed }
        fraction = parsed
    }
    if counted == 60 { fraction = 999 }
    if index == text.count { return .noOffset }
    guard let offset = parseOffset(text, from: index) else { return .malformed }
    let seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    let milliseconds = seconds * 1000 + fraction
    guard 0..<TraceLimits.time ~= milliseconds else { return .outOfRange }
    return .instant(FetchTime(milliseconds: milliseconds))
}

/// Reads `Z`, `+01:00` or `+0100` to the end of the text, as seconds east of UTC.
private func parseOffset(_ text: Span<UInt8>, from start: Int) -> Int64? {
    if isByte(text, start, "Z") { return start + 1 == text.count ? 0 : nil }
    let isWest = isByte(text, start, "-")
    guard isWest || isByte(text, start, "+"), let hours = number(text, start + 1..<start + 3) else {
        return nil
    }
    let rest = isByte(text, start + 3, ":") ? start + 4 : start + 3
    guard let minutes = number(text, rest..<rest + 2), rest + 2 == text.count, hours < 24, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
}

private func isByte(_ text: Span<UInt8>, _ index: Int, _ character: Unicode.Scalar) -> Bool {
    index < text.count && text[index] == UInt8(ascii: character)
}

/// The digits in `range` as a number, or nil where there are not so many digits.
private func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard range.upperBound <= text.count else { return nil }
    var result: Int64 = 0
    for index in range {
        let value = digit(text[index])
        if value > 9 { return nil }
        result = result * 10 + Int64(value)
    }
    return result
}

private func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// How many days the month (1 to 12) has.
package func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Days from 1970-01-01 to the date, in the Gregorian calendar; for years from 1 on.
package func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years count from March, so that the leap day is the last of its year.
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    return shifted * 365 + leapDays + dayOfYear - 719_468
}
