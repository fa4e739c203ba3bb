import FetchSched
import FetchGenerate

/// The statistics of when something happens, sessions or the changes of one origin.
///
/// The rate of a half hour is its number of events over the time in which one could have started. Gaps are then
/// measured on the clock that runs with that rate, and days by how many events they have over those expected.
struct RhythmStatistics: Sendable {
    /// One event, and from when on the next one can come. Local seconds.
    struct Point: Sendable {
        let start: Double
        var free: Double
    }

    /// Events in each half hour of weekdays, then of weekends.
    private(set) var counts = [Double](repeating: 0, count: 2 * RhythmHabits.slots)
    /// Time in which one could have started, in seconds.
    private(set) var exposure = [Double](repeating: 0, count: 2 * RhythmHabits.slots)
    /// Events and days of each weekday.
    private(set) var weekdayCounts = [Double](repeating: 0, count: 7)
    private(set) var weekdayExposure = [Double](repeating: 0, count: 7)
    /// Events per day, if one could start at any time.
    private(set) var perDay = 0.0
    /// Gaps in operational time, relative to their mean.
    private(set) var gaps: [Double] = []
    /// Coefficient of variation of these gaps.
    var gapVariation: Double { RhythmStatistics.relativeVariance(gaps).squareRoot() }
    /// The gaps to the power that gives them a coefficient of variation near 1, with mean 1.
    var evenGaps: [Double] {
        let power = 1 / gapVariation.bounded(to: 0.3...2.5)
        let raw = gaps.map { PortableMath.power(Swift.max(1e-6, $0), power) }
        let mean = raw.reduce(0, +) / Double(Swift.max(1, raw.count))
        return raw.map { $0 / mean }
    }
    /// Variance of the days' activity that noise does not explain, relative to the square of the mean.
    private(set) var dayVariance = 0.0
    /// Activity of each day relative to what is expected, less 1; 0 for days that are not compared.
    private(set) var dayDeviations: [Double] = []
    /// Correlation of the activity of one day and the next.
    private(set) var dayMemory = 0.0
    /// Share of days without events, of those between the first event and the last.
    private(set) var daysOff = 0.0
    /// Spreads of Mondays to Fridays, and of Saturdays and Sundays; of all days if a kind does not occur.
    private(set) var daysOffByKind = [0.0, 0.0]
    /// The logarithm of the rate as waves: cosine and sine of a day, half a day, a third of a day.
    private(set) var waves: [Double] = []

    /// A day without events is a day off if at least this many were to be expected.
    private static let expectedOnDays = 4.0
    /// Days are compared if at least this many events are to be expected.
    private static let leastExpected = 0.5

    /// Measures events in order.
    ///
    /// - Parameter end: End of the time observed, in local seconds.
    init(_ points: [Point], calendar: LocalCalendar, end: Double) {
        let days = calendar.days
        guard !points.isEmpty, days > 0 else { return }
        var isActive = [Bool](repeating: false, count: days)
        for point in points { isActive[Swift.min(days - 1, Int(point.start / 86_400))] = true }
        let active = isActive.filter { $0 }.count
        if Double(points.count) / Double(active) >= RhythmStatistics.expectedOnDays {
            // Before the first event and after the last, the log may be incomplete.
            let first = isActive.firstIndex(of: true) ?? 0
            let last = isActive.lastIndex(of: true) ?? 0
            daysOff = Double(last - first + 1 - active) / Double(last - first + 1)
            daysOffByKind = [false, true].map { weekend in
                let days = (first...last).filter { calendar.isWeekend($0) == weekend }
                let off = days.filter { !isActive[$0] }.count
                return days.isEmpty ? daysOff : Double(off) / Double(days.count)
            }
        } else {
            isActive = [Bool](repeating: true, count: days)
        }

        // The time at risk, in each half hour of the trace.
        let slots = RhythmHabits.slots
        var risk = [Double](repeating: 0, count: days * slots)
        RhythmStatistics.addRisk(points, end: Swift.min(end, Double(days) * 86_400), to: &risk)
        func type(_ day: Int) -> Int { calendar.isWeekend(day) ? slots : 0 }
        for day in 0..<days where isActive[day] {
            for slot in 0..<slots {
                exposure[type(day) + slot] += risk[day * slots + slot]
                weekdayExposure[calendar.weekday(day)] += risk[day * slots + slot]
            }
        }
        var daily = [Double](repeating: 0, count: days)
        for point in points {
            let day = Swift.min(days - 1, Int(point.start / 86_400))
            let slot = Swift.min(
                slots - 1, Int((point.start - Double(day) * 86_400) / RhythmHabits.slotSeconds))
            counts[type(day) + slot] += 1
            weekdayCounts[calendar.weekday(day)] += 1
            daily[day] += 1
        }
        let total = exposure.reduce(0, +)
        guard total > 0 else { return }
        let mean = Double(points.count) / total
        let rates = RhythmStatistics.smoothed(counts, exposure, mean: mean)
        waves = RhythmStatistics.waves(of: rates.prefix(slots))
        // A flat mean over the clock: what would happen if nothing prevented the next one from starting.
        let weekday = rates.prefix(slots).reduce(0, +) / Double(slots)
        let weekend = rates.suffix(slots).reduce(0, +) / Double(slots)
        perDay = (5 * weekday + 2 * weekend) / 7 * 86_400

        var expected = [Double](repeating: 0, count: days * slots)
        for day in 0..<days where isActive[day] {
            for slot in 0..<slots {
                expected[day * slots + slot] = rates[type(day) + slot] * RhythmHabits.slotSeconds
            }
        }
        measureDays(daily, expected: expected, risk: risk, points: points, isActive: isActive)
    }

    private static func addRisk(_ points: [Point], end: Double, to risk: inout [Double]) {
        func add(from start: Double, until end: Double) {
            var now = Swift.max(0, start)
            while now < end {
                let slot = Swift.min(risk.count - 1, Int(now / RhythmHabits.slotSeconds))
                let next = Swift.min(end, Double(slot + 1) * RhythmHabits.slotSeconds)
                if next <= now { return }
                risk[slot] += next - now
                now = next
            }
        }
        var free = 0.0
        for point in points {
            add(from: free, until: Swift.min(end, point.start))
            free = Swift.max(free, point.free)
        }
        add(from: free, until: end)
    }

    /// Rates per second of each half hour, from it and its neighbours, a little drawn to the mean.
    private static func smoothed(_ counts: [Double], _ exposure: [Double], mean: Double) -> [Double] {
        let slots = RhythmHabits.slots
        return (0..<2 * slots).map { index in
            let base = index / slots * slots
            // Half an event at the mean rate.
            var events = 0.5
            var time = 0.5 / mean
            for (offset, weight) in [(-1, 0.5), (0, 1), (1, 0.5)] {
                let other = base + (index - base + offset + slots) % slots
                events += weight * counts[other]
                time += weight * exposure[other]
            }
            return events / time
        }
    }

    private static func waves(of rates: ArraySlice<Double>) -> [Double] {
        let logs = rates.map { PortableMath.log($0) }
        return (0..<6).map { index in
            var sum = 0.0
            for (slot, value) in logs.enumerated() { sum += value * ActivityCurve.wave(index, slot: slot) }
            return 2 * sum / Double(logs.count)
        }
    }

    /// Gaps in operational time and the activity of days, each corrected for the other.
    private mutating func measureDays(
        _ daily: [Double], expected: [Double], risk: [Double], points: [Point], isActive: [Bool]
    ) {
        let slots = RhythmHabits.slots
        let days = daily.count
        let ahead = (0..<days).map { day in
            (day * slots..<(day + 1) * slots).reduce(0) {
                $0 + expected[$1] * risk[$1] / RhythmHabits.slotSeconds
            }
        }
        let compared = (0..<days).filter { isActive[$0] && ahead[$0] > RhythmStatistics.leastExpected }
        var factors = [Double](repeating: 1, count: days)
        for _ in 0..<3 {
            var scaled = expected
            for slot in scaled.indices { scaled[slot] *= factors[slot / slots] }
            gaps = RhythmStatistics.gaps(points, expected: scaled)
            let variation = RhythmStatistics.relativeVariance(gaps)
            let weight = compared.reduce(0) { $0 + ahead[$1] }
            dayDeviations = [Double](repeating: 0, count: days)
            for day in compared { dayDeviations[day] = daily[day] / ahead[day] - 1 }
            guard weight > 0, compared.count > 3 else { return }
            let square = compared.reduce(0) { $0 + ahead[$1] * dayDeviations[$1] * dayDeviations[$1] }
            dayVariance = Swift.max(0, (square - variation * Double(compared.count)) / weight)
            guard dayVariance > 0 else { return }
            for day in compared {
                factors[day] = (daily[day] + 1 / dayVariance) / (ahead[day] + 1 / dayVariance)
            }
            let isCompared = Set(compared)
            let (product, pairs) = DayStates.products(of: dayDeviations) {
                isCompared.contains($0) && isCompared.contains($1) ? 1 : 0
            }
            dayMemory = pairs > 0 ? (product / pairs / dayVariance).bounded(to: 0...0.97) : 0
        }
    }

    private static func gaps(_ points: [Point], expected: [Double]) -> [Double] {
        var sums = [0.0]
        sums.reserveCapacity(expected.count + 1)
        for (index, amount) in expected.enumerated() { sums.append(sums[index] + amount) }
        func operational(_ time: Double) -> Double {
            let place = Swift.max(0, time / RhythmHabits.slotSeconds)
            let slot = Swift.min(expected.count - 1, Int(place))
            return sums[slot] + Swift.min(1, place - Double(slot)) * (sums[slot + 1] - sums[slot])
        }
        let raw = zip(points, points.dropFirst()).map { point, next in
            Swift.max(1e-6, operational(next.start) - operational(point.free))
        }
        let mean = raw.reduce(0, +) / Double(Swift.max(1, raw.count))
        return mean > 0 ? raw.map { $0 / mean } : raw
    }

    private static func relativeVariance(_ values: [Double]) -> Double {
        guard values.count > 1 else { return 1 }
        let sum = values.reduce(0) { $0 + ($1 - 1) * ($1 - 1) }
        return Swift.min(20, sum / Double(values.count - 1))
    }
}
