import Foundation

/// A time's zone, as feeds have it.
enum WebZone {
    /// Seconds east of UTC by the words behind a time of day, the first that means something: `+02:00`, `-0500`, `GMT+2`,
    /// `CEST`, `Europe/Berlin`, or `Central European Summer Time`.
    static func offset(_ words: [String], at local: Date) -> Double {
        for word in words {
            if let seconds = offset(word, at: local) { return seconds }
        }
        let initials = words.compactMap(\.first).filter(\.isLetter)
        return hours[String(initials).uppercased()].map { $0 * 3600 } ?? 0
    }

    private static func offset(_ word: String, at local: Date) -> Double? {
        let name = word.prefix { $0.isLetter }.uppercased()
        if word.contains("/"), let zone = TimeZone(identifier: word) {
            // The zone's clock at that time as if it were UTC, once more at the moment found: near a change they differ.
            let first = local - Double(zone.secondsFromGMT(for: local))
            return Double(zone.secondsFromGMT(for: first))
        }
        if name.count == word.count { return hours[name].map { $0 * 3600 } }
        guard name.isEmpty || hours[name] == 0 else { return nil }
        return numeric(word.dropFirst(name.count))
    }

    private static func numeric(_ text: Substring) -> Double? {
        guard let sign = text.first, "+-\u{2212}".contains(sign) else { return nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ 1...4 ~= $0.count && $0.allSatisfy(\.isASCII) }) else {
            return nil
        }
        guard let number = Int(parts[0]), let minutes = parts.count == 2 ? Int(parts[1]) : 0 else {
            return nil
        }
        let seconds =
            parts[0].count > 2 ? number / 100 * 3600 + number % 100 * 60 : number * 3600 + minutes * 60
        return Double(seconds) * (sign == "+" ? 1 : -1)
    }

    /// Hours east of UTC. Of names with several meanings, the one that most feeds mean.
    private static let hours: [String: Double] = [
        "UTC": 0, "GMT": 0, "UT": 0, "Z": 0, "CUT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2,
        "MET": 1, "MEST": 2,
        "MEZ": 1, "MESZ": 2, "WAT": 1, "CAT": 2, "SAST": 2, "EET": 2, "EEST": 3, "MSK": 3, "EAT": 3, "TRT": 3,
        "IRST": 3.5, "GST": 4,
        "PKT": 5, "IST": 5.5, "NPT": 5.75, "ICT": 7, "WIB": 7, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9,
        "KST": 9, "ACST": 9.5,
        "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "NST": -3.5, "NDT": -2.5, "AST": -4,
        "ADT": -3, "BRT": -3,
        "ART": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
        "AKST": -9,
        "AKDT": -8, "HST": -10, "ET": -5, "CT": -6, "MT": -7, "PT": -8,
    ]
}
