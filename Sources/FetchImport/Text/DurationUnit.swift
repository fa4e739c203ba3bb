/// The unit of durations that a file writes as bare numbers.
package enum DurationUnit: String, CaseIterable, Sendable {
    case milliseconds, seconds, minutes, hours

    /// How many seconds one of them is.
    var seconds: Double {
        switch self {
        case .milliseconds: 0.001
        case .seconds: 1
        case .minutes: 60
        case .hours: 3600
        }
    }

    /// The unit that a column's name has as a word, as in `use_min`, `durationMs` or `Hours`; nil if it has none.
    init?(columnName: String) {
        var words = [""]
        var previous: Character = " "
        for character in columnName {
            if !character.isLetter || (character.isUppercase && previous.isLowercase) { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() }
            previous = character
        }
        let units: [String: DurationUnit] = [
            "ms": .milliseconds, "msec": .milliseconds, "msecs": .milliseconds, "millis": .milliseconds,
            "millisecond": .milliseconds, "milliseconds": .milliseconds, "s": .seconds, "sec": .seconds,
            "secs": .seconds, "second": .seconds, "seconds": .seconds, "min": .minutes, "mins": .minutes,
            "minute": .minutes, "minutes": .minutes, "h": .hours, "hr": .hours, "hrs": .hours, "hour": .hours,
            "hours": .hours,
        ]
        guard let unit = words.lazy.compactMap({ units[$0] }).last else { return nil }
        self = unit
    }
}
