import FetchSched
import FetchSchedText

/// The local time of a device over its whole trace: which hour it was when, and where its days start and end.
package struct LocalDays: Sendable {
    /// One local day, from midnight to midnight; 24 hours but where the zone changes.
    package struct Day: Hashable, Sendable {
        /// The date in ISO 8601, as in `2024-01-20`.
        package let date: String
        /// Mon, Tue, Wed, Thu, Fri, Sat or Sun.
        package let weekday: String
        /// From its midnight to just before the next.
        package let time: Range<FetchTime>
    }

    private var changes: [(from: FetchTime, clock: LocalClock)] = []
    /// Every day that the trace touches, in order of time.
    package private(set) var days: [Day] = []

    /// Finds the zones and days of a device. Before its first `zone` event the zone is that event's.
    package init(_ trace: DeviceTrace) {
        for event in trace.events where event.kind == .zone {
            guard case .number(let seconds) = event.value else { continue }
            var clock = LocalClock()
            clock.secondsEast = Int(min(max(seconds, -86_400), 86_400))
            changes.append((changes.isEmpty ? .distantPast : event.time, clock))
        }
        if changes.isEmpty { changes.append((.distantPast, LocalClock())) }
        guard trace.eventCount > 0 else { return }
        var start = midnight(at: trace.span.lowerBound)
        while start <= trace.span.upperBound {
            // A day and a half after midnight is in the next day, or soon after where a traveller skips one.
            let next = max(midnight(at: start + .hours(36)), start + .hours(1))
            let noon = start + .hours(12)
            let number = clock(at: noon).day(noon)
            days.append(
                Day(
                    date: PlainText.date(number),
                    weekday: Self.weekdays[Int(((number % 7) + 7 + 3) % 7)], time: start..<next))
            start = next
        }
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    package func clock(at instant: FetchTime) -> LocalClock {
        changes[max(0, changes.partitioningIndex { $0.from > instant } - 1)].clock
    }

    /// Hours, minutes and seconds of the local day, as in `07:05:09`.
    package func timeOfDay(at instant: FetchTime) -> String {
        String(text(of: instant).drop { $0 != "T" }.dropFirst().prefix(8))
    }

    /// In ISO 8601 with the local offset from UTC, as in `2024-01-20T07:05:09.250+01:00`.
    package func text(of instant: FetchTime) -> String {
        let east = clock(at: instant).secondsEast
        let text = PlainText.time(instant, secondsEast: east)
        return east == 0 ? text.dropLast() + "+00:00" : text
    }

    /// The last local midnight at or before `instant`, by the clock that ends up showing it.
    private func midnight(at instant: FetchTime) -> FetchTime {
        let guess = instant - TimeSpan(milliseconds: clock(at: instant).timeOfDay(instant))
        let shift = clock(at: instant).secondsEast - clock(at: guess).secondsEast
        return guess + .seconds(Double(shift))
    }
}
