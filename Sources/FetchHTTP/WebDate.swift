import Foundation

extension Date {
    /// Reads a date as HTTP and feeds have them: `Mon, 01 Jan 2024 08:00:00 GMT`, also with an offset, a zone's name,
    /// without weekday or seconds, with a year of two digits (RFC 822, 850, 2822, `asctime`), and
    /// `2024-01-01T08:00:00.5+02:00`, also without a time (RFC 3339, W3C). Without a known zone, a time is UTC.
    public init?(webText text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count < 100 else { return nil }
        let year = text.prefix { $0 != "-" }
        let date = year.count == 4 && Int(year) != nil ? Self.iso(text) : Self.mail(text)
        guard let date else { return nil }
        self = date
    }

    /// Year, month and day with dashes, then maybe a time of day, then maybe an offset.
    private static func iso(_ text: String) -> Date? {
        let day = text.prefix(10).split(separator: "-").map { Int($0) }
        guard day.count == 3, let year = day[0], let month = day[1], let dayOfMonth = day[2] else {
            return nil
        }
        let rest = text.dropFirst(11)
        let clock = rest.prefix { $0.isNumber || ":.,".contains($0) }
        return date(
            year, month, dayOfMonth, clock.isEmpty ? "0:0" : String(clock).replacing(",", with: "."),
            String(rest.dropFirst(clock.count).filter { $0 != " " }))
    }

    /// Words in the order in which somebody wrote them.
    private static func mail(_ text: String) -> Date? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        var (numbers, month, clock, zone): ([Int], Int?, String?, String) = ([], nil, nil, "")
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
            // 06-Nov-94, but not -0500.
            for part in word.first == "-" ? [word] : word.split(separator: "-") {
                if part.contains(":"), clock == nil {
                    clock = String(part)
                } else if let number = Int(part), part.first?.isNumber == true {
                    numbers.append(number)
                } else if month == nil, let index = months.firstIndex(of: part.prefix(3).lowercased()) {
                    month = index + 1
                } else if clock != nil {
                    zone = String(part)
                }
            }
        }
        guard numbers.count == 2, let month else { return nil }
        let year = numbers[1] < 50 ? numbers[1] + 2000 : numbers[1] < 100 ? numbers[1] + 1900 : numbers[1]
        return date(year, month, numbers[0], clock ?? "0:0", zone)
    }

    private static func date(
        _ year: Int, _ month: Int, _ day: Int, _ clock: String, _ zone: String
    ) -> Date? {
        let parts = clock.split(separator: ":").map { Double($0) ?? -1 }
        guard 2...3 ~= parts.count, 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0...24 ~= parts[0],
            0..<60 ~= parts[1], parts.count == 2 || 0..<61 ~= parts[2]
        else { return nil }
        // From March on, so that the leap day ends a year.
        let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days =
            years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 719_469
        let seconds = parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
        return Date(timeIntervalSince1970: Double(days) * 86_400 + seconds - offset(zone))
    }

    /// Seconds east of UTC: `+02:00`, `-0500`, `+02`, or a name that means one offset.
    private static func offset(_ zone: String) -> Double {
        let names = [
            "EST": -5.0, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
            "CET": 1,
            "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9,
        ]
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard let sign = zone.first, "+-".contains(sign), let number = Int(digits), 2...4 ~= digits.count
        else {
            return (names[zone.uppercased()] ?? 0) * 3600
        }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        return Double(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }
}
