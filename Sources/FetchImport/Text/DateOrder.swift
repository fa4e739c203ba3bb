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
    private let startsWithYear: Bool

    /// Reads three numbers with `/`, `.` or `-` between them; nil for any other text.
    init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
        guard parts.count == 3, let first = wholeNumber(parts[0]), let second = wholeNumber(parts[1]),
            let third = wholeNumber(parts[2])
        else { return nil }
        (self.first, self.second, self.third) = (first, second, third)
        startsWithYear = parts[0].count == 4
        // A date that does not exist in any order is none: it must not rule out the order of the others.
        guard parts.allSatisfy({ $0.count <= 4 }),
            DateOrder.allCases.contains(where: { days($0) != nil })
        else { return nil }
    }

    /// Days since 1970 if read in that order; nil if there is no such date.
    func days(_ order: DateOrder) -> Int64? {
        if startsWithYear != (order == .ymd) { return nil }
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
    // The letters without case, and each number with how many digits it has.
    var letters: UInt32 = 0
    var numbers: [(value: Int64, digits: Int)] = [(0, 0)]
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x30...0x39, 0x3A:
            guard letters == 0 else { return nil }
            if scalar == ":" {
                numbers.append((0, 0))
            } else {
                let last = numbers[numbers.count - 1]
                guard last.digits < 2 else { return nil }
                numbers[numbers.count - 1] = (last.value * 10 + Int64(scalar.value) - 0x30, last.digits + 1)
            }
        case 0x41...0x5A, 0x61...0x7A:
            guard letters < 0x100 else { return nil }
            letters = letters << 8 | scalar.value | 0x20
        default:
            // Phones write a narrow space before PM.
            guard scalar == "." || scalar.properties.isWhitespace else { return nil }
        }
    }
    guard 2...3 ~= numbers.count, numbers[0].digits > 0, numbers.dropFirst().allSatisfy({ $0.digits == 2 })
    else { return nil }
    var hour = numbers[0].value
    let minute = numbers[1].value
    let second = numbers.count == 3 ? numbers[2].value : 0
    switch letters {
    case 0: guard hour < 24 else { return nil }
    case 0x616D, 0x706D:
        guard 1...12 ~= hour else { return nil }
        hour = hour % 12 + (letters == 0x706D ? 12 : 0)
    default: return nil
    }
    guard minute < 60, second < 60 else { return nil }
    return (hour * 3600 + minute * 60 + second) * 1000
}

/// The number that ASCII digits stand for; nil for other texts, and for more than 15 digits.
func wholeNumber(_ text: some StringProtocol) -> Int64? { wholeNumber(text.utf8) }

/// The number that bytes of ASCII digits stand for; nil for others, and for more than 15 digits.
func wholeNumber(_ digits: some Collection<UInt8>) -> Int64? {
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
