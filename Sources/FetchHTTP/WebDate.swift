import Foundation

extension Date {
    /// Reads a date as HTTP and feeds have them: `Mon, 01 Jan 2024 08:00:00 GMT`, also with an offset, a zone's name,
    /// without weekday or seconds, with a year of two digits (RFC 822, 850, 2822, `asctime`), and
    /// `2024-01-01T08:00:00.5+02:00`, also without a time (RFC 3339, W3C). A zone may be in words (`+0200 (CEST)`, `GMT+2`,
    /// `Pacific Daylight Time`, `Europe/Berlin`). Without a known zone, a time is UTC.
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
            Self.words(rest.dropFirst(clock.count)))
    }

    private static func words(_ text: Substring) -> [String] {
        text.split { $0 == " " || $0 == "," || $0 == "(" || $0 == ")" || $0 == "\t" || $0 == "\n" }.map(
            String.init)
    }

    /// Words in the order in which they were written.
    private static func mail(_ text: String) -> Date? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        var (numbers, month, clock, zone): ([Int], Int?, String?, [String]) = ([], nil, nil, [])
        for word in Self.words(text[...]) {
            // 06-Nov-94, but not -0500 and not Asia/Ust-Nera.
            let isWhole = word.first == "-" || (clock != nil && word.contains { "/+:".contains($0) })
            for part in isWhole ? [word] : word.split(separator: "-").map(String.init) {
                if part.contains(":"), clock == nil {
                    clock = part
                } else if let number = Int(part), part.first?.isNumber == true {
                    numbers.append(number)
                } else if month == nil, let index = months.firstIndex(of: part.prefix(3).lowercased()) {
                    month = index + 1
                } else if clock != nil {
                    zone.append(word)
                    break
                }
            }
        }
        guard numbers.count == 2, let month else { return nil }
        let (day, last) = numbers[0] > 31 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        let year = last < 50 ? last + 2000 : last < 100 ? last + 1900 : last
        return date(year, month, day, clock ?? "0:0", zone)
    }

    private static func date(
        _ year: Int, _ month: Int, _ day: Int, _ clock: String, _ zone: [String]
    ) -> Date? {
        var parts = clock.split(separator: ":").map { Double($0) ?? -1 }
        var zone = zone
        // Some have hours up to twelve.
        if let half = clock.suffix(2).lowercased().first, clock.last?.isLetter == true {
            parts = clock.dropLast(2).split(separator: ":").map { Double($0) ?? -1 }
            zone.insert("\(half)m", at: 0)
        }
        guard 2...3 ~= parts.count, 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0...24 ~= parts[0],
            0..<60 ~= parts[1], parts.count == 2 || 0..<61 ~= parts[2]
        else { return nil }
        if let half = zone.first?.lowercased(), half == "am" || half == "pm" {
            if parts[0] <= 12 {
                parts[0] = parts[0].truncatingRemainder(dividingBy: 12) + (half == "pm" ? 12 : 0)
            }
            zone.removeFirst()
        }
        // From March on, so that the leap day ends a year.
        let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days =
            years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 719_469
        let seconds = parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
        let local = Date(timeIntervalSince1970: Double(days) * 86_400 + seconds)
        return local - WebZone.offset(zone, at: local)
    }
}
