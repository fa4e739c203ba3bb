import FetchSched
import FetchTrace
import Foundation

/// How far local time is from UTC, and since when: a time zone by name, or a fixed offset.
///
/// A wall-clock time (`wall` below) is local date and time as milliseconds since 1970-01-01 00:00, read as if it
/// were UTC.
package struct ZoneRule: Sendable {
    /// From an instant on, this many seconds east of UTC.
    package struct Change: Hashable, Sendable {
        /// From when on.
        package let start: FetchTime
        package let secondsEast: Int
    }

    package let name: String
    /// In order of time; the first holds for all time before, too.
    private let changes: [Change]

    package static let utc = ZoneRule(secondsEast: 0, name: "UTC")

    package init(secondsEast: Int, name: String) {
        self.name = name
        changes = [Change(start: .epoch, secondsEast: secondsEast)]
    }

    private init(name: String, changes: [Change]) {
        self.name = name
        self.changes = changes
    }

    /// Reads `Z`, an offset such as `+02:00`, or a name such as `Europe/Berlin`; nil for anything else.
    package init?(_ text: String) {
        if text == "Z" || text == "UTC" {
            self = .utc
        } else if text.hasPrefix("+") || text.hasPrefix("-") {
            guard let offset = Self.offset(text) else { return nil }
            self.init(secondsEast: offset, name: text)
        } else {
            guard text.contains("/"), let zone = TimeZone(identifier: text) else { return nil }
            self.init(name: text, changes: Self.changes(of: zone))
        }
    }

    /// The zone that the offsets in the times of launches amount to: each holds from its first launch on. UTC where no time
    /// has one.
    ///
    /// - Parameter launches: In order of time.
    init(offsetsOf launches: [AppUse]) {
        var changes: [Change] = []
        for launch in launches {
            guard let secondsEast = launch.secondsEast, changes.last?.secondsEast != secondsEast else {
                continue
            }
            changes.append(Change(start: launch.start, secondsEast: secondsEast))
        }
        self = changes.isEmpty ? .utc : ZoneRule(name: "offsets", changes: changes)
    }

    /// Seconds east of UTC at an instant.
    ///
    /// - Complexity: O(log *n*) in the changes of the zone.
    package func secondsEast(at instant: FetchTime) -> Int {
        changes[index(at: instant)].secondsEast
    }

    /// The offset at `first`, and every change after it and up to `last`.
    package func changes(from first: FetchTime, to last: FetchTime) -> [Change] {
        let start = index(at: first)
        let now = Change(start: first, secondsEast: changes[start].secondsEast)
        return [now] + changes[(start + 1)...].prefix { $0.start <= last }
    }

    /// The instant at which clocks show `wall`.
    ///
    /// A time that clocks show twice, when they are set back, is the first of the two, unless that would be
    /// before `previous`, the entry before in a log that is in order. A time that clocks skip, when they are
    /// set forward, is read with the offset from before, and so comes out after the gap.
    package func instant(wall: Int64, after previous: FetchTime? = nil) -> FetchTime {
        let day: Int64 = 86_400_000
        let before = secondsEast(at: FetchTime(milliseconds: wall - day))
        let after = secondsEast(at: FetchTime(milliseconds: wall + day))
        let first = FetchTime(milliseconds: wall - Int64(before) * 1000)
        if before == after { return first }
        let second = FetchTime(milliseconds: wall - Int64(after) * 1000)
        let firstHolds = secondsEast(at: first) == before
        let secondHolds = secondsEast(at: second) == after
        switch (firstHolds, secondHolds) {
        case (true, true):
            if let previous, first < previous { return second }
            return first
        case (true, false), (false, false): return first
        case (false, true): return second
        }
    }

    private func index(at instant: FetchTime) -> Int {
        max(0, changes.partitioningIndex { $0.start > instant } - 1)
    }

    /// Reads `+02:00`, `+0200` or `+02` as seconds.
    private static func offset(_ text: String) -> Int? {
        let digits = text.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
        let isRegular = text.utf8.count - digits.count == 1 || (digits.count == 4 && text.utf8.count == 6)
        guard isRegular, digits.count == 2 || digits.count == 4,
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        let values = digits.map { Int($0) - 48 }
        let hours = values[0] * 10 + values[1]
        let minutes = values.count == 4 ? values[2] * 10 + values[3] : 0
        guard hours <= 18, minutes < 60 else { return nil }
        return (text.hasPrefix("-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Every change from 1970 to 2100.
    ///
    /// The offset is looked up once a week and, where it differs, the second of the change by bisection; that
    /// needs nothing of the platform but the offset at an instant. No zone changes twice within a week.
    private static func changes(of zone: TimeZone) -> [Change] {
        func offset(_ seconds: Int) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
        let week = 7 * 86_400
        var result = [Change(start: .epoch, secondsEast: offset(0))]
        var time = 0
        var current = offset(0)
        while time < 4_102_444_800 {
            let next = offset(time + week)
            if next != current {
                var low = time
                var high = time + week
                while low + 1 < high {
                    let middle = (low + high) / 2
                    if offset(middle) == current { low = middle } else { high = middle }
                }
                result.append(Change(start: FetchTime(milliseconds: Int64(high) * 1000), secondsEast: next))
                current = next
            }
            time += week
        }
        return result
    }
}
