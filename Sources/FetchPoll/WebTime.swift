/// Dates as HTTP and feeds have them, as `Date(webText:)` of FetchHTTP reads them, without Foundation: of zones it knows numbers
/// and the common names, and any other is UTC.
enum WebTime {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let zones: [(name: String, hours: Int64)] = [
        ("est", -5), ("edt", -4), ("cst", -6), ("cdt", -5), ("mst", -7), ("mdt", -6), ("pst", -8),
        ("pdt", -7),
        ("bst", 1), ("west", 1), ("cet", 1), ("cest", 2), ("met", 1), ("mest", 2), ("eet", 2), ("eest", 3),
        ("msk", 3), ("jst", 9), ("kst", 9), ("aest", 10), ("aedt", 11), ("nzst", 12), ("nzdt", 13),
    ]

    /// Milliseconds since 1970; nil for any other text.
    static func milliseconds(_ text: [UInt8]) -> Int64? {
        guard text.count < 100 else { return nil }
        let text = text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        let words = text.split { $0 <= 0x20 || $0 == 0x2C || $0 == 0x28 || $0 == 0x29 }
        guard let first = words.first else { return nil }
        let date = first.split(separator: 0x2D, omittingEmptySubsequences: false)
        if date.count >= 3, date[0].count == 4, whole(date[0]) != nil { return iso(first, words.dropFirst()) }
        return mail(words)
    }

    /// Year, month and day with dashes, then maybe a time of day, then maybe an offset.
    private static func iso(_ first: ArraySlice<UInt8>, _ rest: ArraySlice<ArraySlice<UInt8>>) -> Int64? {
        let day = first.prefix(10).split(separator: 0x2D).map { whole($0) }
        guard day.count == 3, let year = day[0], let month = day[1], let dayOfMonth = day[2] else {
            return nil
        }
        var words = Array(rest)
        if first.count > 11 { words.insert(first.dropFirst(11), at: 0) }
        guard let word = words.first else { return time(year, month, dayOfMonth, [0x30, 0x3A, 0x30], []) }
        let clock = word.prefix { 0x30...0x39 ~= $0 || $0 == 0x3A || $0 == 0x2E }
        words[0] = word.dropFirst(clock.count)
        return time(year, month, dayOfMonth, clock, words)
    }

    /// Words in the order in which they were written.
    private static func mail(_ words: [ArraySlice<UInt8>]) -> Int64? {
        var (numbers, month, clock, zone): ([Int64], Int64?, ArraySlice<UInt8>?, [ArraySlice<UInt8>]) = (
            [], nil, nil, []
        )
        for word in words {
            // 06-Nov-94, but not -0500.
            let isWhole = word.first == 0x2D || clock != nil && word.contains { $0 == 0x2B || $0 == 0x3A }
            for part in isWhole ? [word] : word.split(separator: 0x2D) {
                if clock == nil, part.contains(0x3A) {
                    clock = part
                } else if let number = whole(part) {
                    numbers.append(number)
                } else if month == nil,
                    let index = months.firstIndex(where: { $0.utf8.elementsEqual(part.prefix(3)) })
                {
                    month = Int64(index) + 1
                } else if clock != nil {
                    zone.append(word)
                    break
                }
            }
        }
        guard numbers.count == 2, let month, let clock else { return nil }
        let (day, last) = numbers[0] > 31 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        return time(last < 50 ? last + 2000 : last < 100 ? last + 1900 : last, month, day, clock, zone)
    }

    private static func time(
        _ year: Int64, _ month: Int64, _ day: Int64, _ clock: ArraySlice<UInt8>, _ zone: [ArraySlice<UInt8>]
    ) -> Int64? {
        let parts = clock.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, let hour = whole(parts[0]), let minute = whole(parts[1]),
            1...9999 ~= year,
            1...12 ~= month, 1...31 ~= day, hour <= 24, minute < 60
        else { return nil }
        var seconds = 0.0
        if parts.count == 3 {
            guard let first = parts[2].first, 0x30...0x39 ~= first else { return nil }
            seconds = PollDecimal(parts[2]).value
            guard seconds < 61 else { return nil }
        }
        // From March on, so that the leap day ends a year.
        let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days =
            years * 365 + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 719_469
        let milliseconds = Int64(seconds * 1000 + 0.5)
        return ((days * 24 + hour) * 60 + minute - offset(zone)) * 60_000 + milliseconds
    }

    /// Minutes east of UTC.
    private static func offset(_ words: [ArraySlice<UInt8>]) -> Int64 {
        for word in words {
            let name = word.prefix { 0x61...0x7A ~= $0 }
            if let zone = zones.first(where: { $0.name.utf8.elementsEqual(word) }) { return zone.hours * 60 }
            let rest = word.dropFirst(name.count)
            guard let sign = rest.first, sign == 0x2B || sign == 0x2D else { continue }
            let parts = rest.dropFirst().split(separator: 0x3A, omittingEmptySubsequences: false)
            guard 1...2 ~= parts.count, parts[0].count <= 4, let number = whole(parts[0]),
                let minutes = parts.count == 2 ? whole(parts[1]) : 0
            else { continue }
            let offset = parts[0].count > 2 ? number / 100 * 60 + number % 100 : number * 60 + minutes
            return sign == 0x2B ? offset : -offset
        }
        return 0
    }

    /// A number of up to nine digits.
    private static func whole(_ text: ArraySlice<UInt8>) -> Int64? {
        guard 1...9 ~= text.count, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
