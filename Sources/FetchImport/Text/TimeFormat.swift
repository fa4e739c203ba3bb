import FetchSched
import FetchTrace

/// How the times of a CSV file are written.
public enum TimeFormat: Sendable {
    /// ISO 8601, with an offset or in local time: `2024-05-01T09:12:33+02:00`, `2024-05-01 09:12`.
    case iso8601
    /// Seconds since 1970, with decimals or without.
    case unix
    /// Milliseconds since 1970.
    case unixMilliseconds
    /// A pattern of `strptime`: see ``TimePattern``.
    case pattern(TimePattern)

    /// Reads `iso8601`, `unix`, `unix-ms`, or a pattern with `%`; nil for anything else.
    public init?(_ text: String) {
        switch text {
        case "iso8601": self = .iso8601
        case "unix": self = .unix
        case "unix-ms": self = .unixMilliseconds
        default:
            guard let pattern = TimePattern(text) else { return nil }
            self = .pattern(pattern)
        }
    }

    /// A time as it was written: an instant, or local.
    enum Reading: Equatable {
        case instant(Instant)
        /// Date and time of day in milliseconds, as if UTC.
        case wall(Int64)
    }

    /// The time that `text` stands for; nil if it is not one. Without a format, seconds or ISO 8601.
    static func read(_ text: String, as format: TimeFormat?) -> Reading? {
        switch format {
        case nil: read(text, as: .unix) ?? read(text, as: .iso8601)
        case .unix: parseMilliseconds(Array(text.utf8).span).map { .instant(Instant(milliseconds: $0)) }
        case .unixMilliseconds: wholeNumber(text).map { .instant(Instant(milliseconds: $0)) }
        case .iso8601: iso8601(text)
        case .pattern(let pattern): pattern.read(text)
        }
    }

    /// What an error says was expected.
    static func expected(_ format: TimeFormat?) -> String {
        switch format {
        case nil: "seconds since 1970, or a date and time such as 2024-05-01T09:12:33+02:00"
        case .unix: "seconds since 1970, such as 1714547553"
        case .unixMilliseconds: "milliseconds since 1970, such as 1714547553000"
        case .iso8601: "a date and time such as 2024-05-01T09:12:33+02:00 or 2024-05-01 09:12:33"
        case .pattern(let pattern): "a time written as \(pattern.text)"
        }
    }

    private static func iso8601(_ text: String) -> Reading? {
        var bytes = Array(text.utf8)
        guard bytes.count >= 16 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        // Seconds may be missing.
        if bytes.count == 16 || bytes[16] != UInt8(ascii: ":") {
            bytes.insert(contentsOf: ":00".utf8, at: 16)
        }
        if case .instant(let instant) = parseTime(bytes.span) { return .instant(instant) }
        bytes.append(UInt8(ascii: "Z"))
        if case .instant(let instant) = parseTime(bytes.span) { return .wall(instant.milliseconds) }
        return nil
    }
}

/// A pattern of times, with the conversions of `strptime` that do not depend on a language: `%Y %m %d %y %H %I
/// %M %S %f %p %z %s %%`. All else stands for itself.
public struct TimePattern: Sendable {
    /// The pattern as it was given.
    public let text: String

    /// Takes a pattern; nil if it has an unknown conversion, or no date.
    public init?(_ text: String) {
        var conversions: Set<Character> = []
        var isConversion = false
        for character in text {
            if isConversion {
                guard "YmdyHIMSfpzs%".contains(character) else { return nil }
                conversions.insert(character)
                isConversion = false
            } else {
                isConversion = character == "%"
            }
        }
        let hasDate =
            conversions.isSuperset(of: "md") && (conversions.contains("Y") || conversions.contains("y"))
        guard !isConversion, hasDate || conversions.contains("s") else { return nil }
        self.text = text
    }

    func read(_ time: String) -> TimeFormat.Reading? {
        var values: [Character: Int64] = [:]
        var rest = Substring(time)
        var isConversion = false
        for character in text {
            if !isConversion, character == "%" {
                isConversion = true
            } else if isConversion, character != "%" {
                isConversion = false
                guard let value = Self.take(character, &rest) else { return nil }
                values[character] = value
            } else {
                isConversion = false
                guard rest.first == character else { return nil }
                rest.removeFirst()
            }
        }
        guard rest.isEmpty else { return nil }
        if let seconds = values["s"] { return .instant(Instant(milliseconds: seconds * 1000)) }
        let year = values["Y"] ?? values["y"].map { $0 < 69 ? 2000 + $0 : 1900 + $0 } ?? 0
        guard let month = values["m"], let day = values["d"], 1...12 ~= month, 1970...3000 ~= year,
            1...daysInMonth(month, year) ~= day
        else { return nil }
        var hour = values["H"] ?? values["I"] ?? 0
        if let half = values["p"] { hour = hour % 12 + half * 12 }
        guard hour < 24, values["M"] ?? 0 < 60, values["S"] ?? 0 < 60 else { return nil }
        let seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + (values["M"] ?? 0) * 60
        let wall = (seconds + (values["S"] ?? 0)) * 1000 + (values["f"] ?? 0)
        if let offset = values["z"] { return .instant(Instant(milliseconds: wall - offset * 1000)) }
        return .wall(wall)
    }

    /// Takes what a conversion stands for from the beginning of the text.
    private static func take(_ conversion: Character, _ rest: inout Substring) -> Int64? {
        switch conversion {
        case "p":
            let half = rest.prefix(2).lowercased()
            guard half == "am" || half == "pm" else { return nil }
            rest.removeFirst(2)
            return half == "pm" ? 1 : 0
        case "f":
            let digits = rest.prefix { $0.isASCII && $0.isNumber }.prefix(9)
            guard !digits.isEmpty else { return nil }
            rest.removeFirst(digits.count)
            return wholeNumber((digits + "000").prefix(3))
        case "z":
            if rest.first == "Z" {
                rest.removeFirst()
                return 0
            }
            let sign = rest.first
            guard sign == "+" || sign == "-" else { return nil }
            rest.removeFirst()
            guard let hours = take(2, &rest) else { return nil }
            if rest.first == ":" { rest.removeFirst() }
            guard let minutes = take(2, &rest) else { return nil }
            return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
        case "s": return takeDigits(12, &rest)
        case "Y": return take(4, &rest)
        default: return takeDigits(2, &rest)
        }
    }

    /// Exactly `count` digits.
    private static func take(_ count: Int, _ rest: inout Substring) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, let value = wholeNumber(digits) else { return nil }
        rest.removeFirst(count)
        return value
    }

    /// At least one and at most `count` digits.
    private static func takeDigits(_ count: Int, _ rest: inout Substring) -> Int64? {
        let digits = rest.prefix(count).prefix { $0.isASCII && $0.isNumber }
        guard let value = wholeNumber(digits) else { return nil }
        rest.removeFirst(digits.count)
        return value
    }
}
