/// The limits of what trace format 1 can say.
package enum TraceLimits {
    /// Times are before 3001-01-01 00:00:00 UTC, in milliseconds since the epoch.
    package static let time: Int64 = 32_535_216_000_000
    /// Durations are at most as long as the range of times, in milliseconds.
    package static let duration: Int64 = 32_535_216_000_000
    /// Longer uses of an app are noted, and cut where a trace is replayed: a day, in milliseconds.
    package static let use: Int64 = 86_400_000
    /// Sizes are at most 2^53 bytes, the integers that every CSV tool keeps exact.
    package static let bytes: Int64 = 1 << 53
}

private let zero = UInt8(ascii: "0")
private let point = UInt8(ascii: ".")

/// The digit a byte stands for, or a number above 9.
@inline(__always)
func digit(_ byte: UInt8) -> UInt8 { byte &- zero }

/// Reads `digits` or `digits.digits` as seconds, and gives milliseconds.
///
/// Exact in integers. Digits after the third decimal round to the nearest millisecond, halves up. Amounts
/// above 10^15 seconds come out as about that, which is beyond every limit of the format.
///
/// - Returns: Milliseconds, or nil where the text has any other form (a sign, an exponent, `nan`, no digits
///   before or after the point).
package func parseMilliseconds(_ text: Span<UInt8>) -> Int64? {
    var index = 0
    var whole: Int64 = 0
    while index < text.count {
        let value = digit(text[index])
        if value > 9 { break }
        whole = min(whole &* 10 &+ Int64(value), 1_000_000_000_000_000)
        index += 1
    }
    if index == 0 { return nil }
    if index == text.count { return whole * 1000 }
    guard let fraction = parseFraction(text, from: &index), index == text.count else { return nil }
    return whole * 1000 + fraction
}

/// Reads `.digits` at `index`, and gives milliseconds from 0 to 1000; `index` moves behind it.
func parseFraction(_ text: Span<UInt8>, from index: inout Int) -> Int64? {
    guard index + 1 < text.count, text[index] == point, digit(text[index + 1]) <= 9 else { return nil }
    index += 1
    var scale: Int64 = 100
    var fraction: Int64 = 0
    var isFourth = true
    while index < text.count {
        let value = digit(text[index])
        if value > 9 { break }
        if scale > 0 {
            fraction += Int64(value) * scale
            scale /= 10
        } else if isFourth {
            if value >= 5 { fraction += 1 }
            isFourth = false
        }
        index += 1
    }
    return fraction
}

/// Reads a whole number from 0 to ``TraceLimits/bytes``, or gives nil.
package func parseBytes(_ text: Span<UInt8>) -> Int64? {
    if text.isEmpty { return nil }
    var result: Int64 = 0
    for index in 0..<text.count {
        let value = digit(text[index])
        if value > 9 { return nil }
        result = result * 10 + Int64(value)
        if result > TraceLimits.bytes { return nil }
    }
    return result
}

/// Reads `digits` or `digits.digits`, with or without a minus sign, as the nearest `Double`.
///
/// - Returns: A finite number, or nil where the text has any other form or is out of range.
func parseNumber(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let sides = digits.utf8.split(separator: point, omittingEmptySubsequences: false)
    guard sides.count <= 2, sides.allSatisfy({ !$0.isEmpty && $0.allSatisfy { digit($0) <= 9 } }),
        let number = Double(text), number.isFinite
    else { return nil }
    return number == 0 ? 0 : number
}

/// The shortest decimal text that reads back as `number`, without an exponent; `number` must be finite.
package func plainText(_ number: Double) -> String {
    if number == 0 { return "0" }
    let text = "\(number.magnitude)".utf8
    let parts = text.split(separator: UInt8(ascii: "e"))
    let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    let sides = parts[0].split(separator: point)
    var digits = Array(sides[0])
    let decimals = sides.count > 1 ? Array(sides[1]) : []
    digits += decimals == [zero] ? [] : decimals
    // Where the point stands, counted in digits from the left.
    var pointAt = sides[0].count + exponent
    if pointAt <= 0 {
        digits = Array(repeating: zero, count: 1 - pointAt) + digits
        pointAt = 1
    } else if pointAt > digits.count {
        digits += Array(repeating: zero, count: pointAt - digits.count)
    }
    var result = number < 0 ? "-" : ""
    result += String(decoding: digits[..<pointAt], as: UTF8.self)
    if pointAt < digits.count {
        result += "." + String(decoding: digits[pointAt...], as: UTF8.self)
    }
    return result
}

/// Milliseconds as seconds with three decimals, as in `1364011200.000`; for amounts of 0 or more.
func secondsText(_ milliseconds: Int64) -> String {
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
}
