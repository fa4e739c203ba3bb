import FetchSched
import FetchTrace

/// Alarm clocks and entries of the calendar around the uses of one device. Times are in seconds, by the clock of the launches.
///
///     launch   x---x                                        x--x
///     alarm    clock, due in 8 h                      rings; the next one is due in 24 h
///
/// At each moment the next alarm of a kind is known. Alarms are due at full five minutes, at most one that is heeded and one
/// that is not in a pause.
struct AlarmProcess: Sendable {
    /// The next alarm of a kind is known at `time` to be due after `wait`; nil if there is none.
    struct Notice: Sendable {
        var time: Double
        var value: EventValue
        var wait: Double?
    }

    /// Pauses that end by an alarm clock, and those that end by an entry of the calendar, last at least so long.
    private static let longPause = 5 * 3600.0
    private static let shortPause = 3600.0
    /// Alarms are due at multiples of it.
    private static let grid = 300.0
    /// An alarm is at least so long after a use; one that nobody heeds, so long before one.
    private static let clearance = 60.0
    private static let unheededClearance = 1800.0

    let habits: AlarmHabits
    var sampler: Sampler
    /// How long before the begin of the times there were full five minutes, in seconds.
    var offset = 0.0

    /// What is known when, in order, if the uses are in order and do not overlap.
    ///
    /// - Parameter start: when the device begins to tell.
    mutating func notices(around uses: [UseLog.Use], from start: Double) -> [Notice] {
        var clocks: [Double] = []
        var entries: [Double] = []
        for (last, next) in zip(uses, uses.dropFirst()) {
            let pause = next.start - last.end
            if pause >= Self.longPause {
                draw(habits.clockShare, habits.clockSeconds, from: last.end, to: next.start, &clocks)
            } else if pause >= Self.shortPause {
                draw(habits.calendarShare, habits.calendarSeconds, from: last.end, to: next.start, &entries)
            }
        }
        let all =
            notices(of: clocks, from: start, Words.Alarm.clock)
            + notices(of: entries, from: start, Words.Alarm.calendar)
        return all.sorted { $0.time < $1.time }
    }

    /// Draws the alarms of a pause.
    private mutating func draw(
        _ share: Double, _ median: Double, from begin: Double, to end: Double, _ alarms: inout [Double]
    ) {
        let isHeeded = sampler.chance(share)
        let lead = sampler.logNormal(median: median, sigma: habits.spread)
        let isUnheeded = sampler.chance(share * habits.unheeded)
        let place = sampler.unit()
        func add(_ time: Double, _ clearance: Double) {
            let due = ((time + offset) / Self.grid).rounded(.down) * Self.grid - offset
            guard due > begin + Self.clearance, due < end - clearance else { return }
            alarms.append(due)
        }
        if isUnheeded { add(begin + place * (end - begin), Self.unheededClearance) }
        if isHeeded { add(end - lead, 0) }
    }

    private func notices(of alarms: [Double], from start: Double, _ value: EventValue) -> [Notice] {
        var notices: [Notice] = []
        var time = start
        for due in Set(alarms).sorted() where due > start {
            notices.append(Notice(time: time, value: value, wait: due - time))
            time = due
        }
        if !notices.isEmpty { notices.append(Notice(time: time, value: value, wait: nil)) }
        return notices
    }
}

extension Trace {
    /// Adds alarms that may have preceded the launches, which must be in order on each device: for traces that do not say
    /// them, to see what it would be worth to know. The same seed gives the same lines.
    ///
    /// - Complexity: O(n log n).
    public mutating func addAlarms(_ habits: AlarmHabits = AlarmHabits(), seed: UInt64) {
        for (device, log) in UseLog.byDevice(of: events) {
            var process = AlarmProcess(
                habits: habits, sampler: Sampler(seed, "alarms".portableHash, UInt64(max(0, device))),
                offset: Double(log.start.milliseconds % 300_000) / 1000)
            for notice in process.notices(around: log.uses, from: 0) {
                events.append(
                    TraceEvent(
                        time: log.start + .seconds(notice.time), device: device, kind: .alarm,
                        value: notice.value,
                        duration: notice.wait.map { .seconds($0) }))
            }
        }
        events.sortStably()
    }
}
