import FetchTrace

/// Which number of a date such as 5/6/24 is what.
package enum DateOrder: String, CaseIterable, Sendable {
    case mdy
    case dmy
    case ymd
}

/// The three numbers of a date in some local order, such as `5/18/24`, `16/04/2024` or `2024-04-16`.
struct DateNumbers: Hashable {
    private let first: Int64
    private let second: Int64
    private let third: Int64
    /// Whether the first number has four digits and so is the year.
    private let beginsWithYear: Bool

    /// Reads three numbers with `/`, `.` or `-` between them; nil for any other text.
    init?(_ text: some StringProtocol) {
        let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        let numbers = parts.compactMap { wholeNumber($0) }
        guard numbers.count == 3, parts.count == 3 else { return nil }
        (first, second, third) = (numbers[0], numbers[1], numbers[2])
        beginsWithYear = parts[0].utf8.count == 4
        // A date that does not exist in any order is none: it must not rule out the order of the others.
        guard parts.allSatisfy({ $0.utf8.count <= 4 }),
            DateOrder.allCases.contains(where: { days($0) != nil })
        else { return nil }
    }

    /// Days since 1970 if read in that order; nil if there is no such date.
    func days(_ order: DateOrder) -> Int64? {
        if beginsWithYear != (order == .ymd) { return nil }
        let (year, month, day) =
            switch order {
            case .mdy: (third, first, second)
            case .dmy: (third, second, first)
            case .ymd: (first, second, third)
            }
        let fullYear = year < 100 ? 2000 + year : year
        guard 1970...3000 ~= fullYear, 1...12 ~= month, 1...daysInMonth(month, fullYear) ~= day else {
            return nil
        }
        return daysSinceEpoch(fullYear, month, day)
    }
}

/// The milliseconds since midnight of `22:58`, `10:03:27`, `7:42:29 PM` or `7:42:29 p.m.`; nil for other texts.
func clockTime(_ text: some StringProtocol) -> Int64? {
    var letters = ""
    var digits = ""
    for character in text.lowercased() {
        if character.isLetter {
            letters.append(character)
        } else if character.isNumber || character == ":" {
            guard letters.isEmpty else { return nil }
            digits.append(character)
        } else if character != ".", !character.isWhitespace {
            return nil
        }
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 2 ? wholeNumber($0) : nil }
    guard 2...3 ~= parts.count, numbers.count == parts.count, numbers[1] < 60,
        parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    var hour = numbers[0]
    let second = numbers.count == 3 ? numbers[2] : 0
    switch letters {
    case "": guard hour < 24 else { return nil }
    case "am", "pm":
        guard 1...12 ~= hour else { return nil }
        hour = hour % 12 + (letters == "pm" ? 12 : 0)
    default: return nil
    }
    guard second < 60 else { return nil }
    return (hour * 3600 + numbers[1] * 60 + second) * 1000
}

/// The number that ASCII digits stand for; nil for other texts, and for more than 15 digits.
func wholeNumber(_ text: some StringProtocol) -> Int64? {
    let digits = text.utf8
    guard 1...15 ~= digits.count else { return nil }
    var result: Int64 = 0
    for byte in digits {
        guard 48...57 ~= byte else { return nil }
        result = result * 10 + Int64(byte) - 48
    }
    return result
}

extension DateOrder {
    /// The order in which the dates of a log are written, found out from all of them.
    ///
    /// An order is out where some date does not exist in it. If two are left, one in which the log's times only
    /// rise or only fall is right; logs are written in order.
    ///
    /// - Parameter entries: Date and time of day in milliseconds, in the log's order.
    /// - Returns: Nil where two orders are possible and differ.
    static func deduced(_ entries: [(date: DateNumbers, clock: Int64)]) -> DateOrder? {
        var candidates: [(order: DateOrder, times: [Int64])] = []
        for order in allCases {
            let times = entries.compactMap { entry in
                entry.date.days(order).map { $0 * 86_400_000 + entry.clock }
            }
            if times.count == entries.count { candidates.append((order, times)) }
        }
        if Set(candidates.map(\.times)).count <= 1 { return candidates.first?.order }
        let regular = candidates.filter { isMonotonic($0.times) }
        return regular.count == 1 ? regular[0].order : nil
    }

    private static func isMonotonic(_ times: [Int64]) -> Bool {
        let pairs = zip(times, times.dropFirst())
        return pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
    }
}
