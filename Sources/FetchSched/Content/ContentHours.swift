/// The hours of the local day at which sources change, shared by all apps: nights are quiet.
///
/// Each hour has a factor on every source's rate; they average to 1. Gaps are measured in *source time*, which
/// passes at that factor's speed. The factors are the ratio of the changes that looks found in an hour to those
/// that were expected there without hours, with a belief in 1 worth ``ContentParameters/hourlyPrior`` changes.
///
/// - Complexity: O(hours of the gap) per look, O(1) per query.
struct ContentHours: Sendable {
    /// The changes that looks found, and those expected without hours: eight hours in each of three rows.
    private var found = [PortableMath.Lanes](repeating: .zero, count: 3)
    private var expected = [PortableMath.Lanes](repeating: .zero, count: 3)
    /// Factors by hour, and the source time of a day up to each hour, in milliseconds.
    private(set) var factors = [Double](repeating: 1, count: 24)
    private var begins: [Double] = (0...24).map { Double($0) * 3_600_000 }

    /// The factors as the hours ahead are reckoned with: they follow when one has moved by 5 %, so that what was reckoned
    /// stays for a while.
    private(set) var pace = Pace()
    private var paceRows = [PortableMath.Lanes](repeating: .one, count: 3)

    struct Pace: Sendable {
        fileprivate(set) var factors = [Double](repeating: 1, count: 24)
        /// Counts their changes.
        fileprivate(set) var version: UInt32 = 0
    }

    /// Moves on when the pace does.
    var version: UInt32 { pace.version }

    private static let hour = 3_600_000.0
    private static let day = 86_400_000.0

    init() {}

    /// A moment, and the source time of its day until then.
    struct Reading: Sendable {
        fileprivate let moment: Instant
        fileprivate let ofDay: Double
        fileprivate let clock: LocalClock
        /// Hour of the local day.
        var hour: Int { clock.hour(moment) }
    }

    /// Reads the time of the sources.
    func read(_ moment: Instant, _ clock: LocalClock) -> Reading {
        Reading(moment: moment, ofDay: sourceTime(clock.timeOfDay(moment)), clock: clock)
    }

    /// The source time from `begin` to `end`; at least zero.
    func passed(from begin: Instant, to end: Instant, clock: LocalClock) -> TimeSpan {
        passed(from: begin, to: read(end, clock))
    }

    /// The source time from `begin` to `end`; at least zero.
    func passed(from begin: Instant, to end: Reading) -> TimeSpan {
        guard end.moment > begin else { return .zero }
        let days = (end.moment - begin).milliseconds / 86_400_000
        // Whole days are whole in source time too; what remains is read off two times of day.
        let from = sourceTime(end.clock.timeOfDay(begin))
        var to = end.ofDay
        if to < from { to += Self.day }
        return TimeSpan(milliseconds: days) * 86_400_000 + .seconds(max(0.001, (to - from) / 1000))
    }

    /// When `gap` of the sources' time has passed since `begin`.
    func moment(after gap: TimeSpan, from begin: Instant, clock: LocalClock) -> Instant {
        let whole = gap.milliseconds / 86_400_000
        let timeOfDay = clock.timeOfDay(begin)
        var left = sourceTime(timeOfDay) + Double(gap.milliseconds % 86_400_000)
        var day = Double(-timeOfDay)
        if left >= begins[24] { (left, day) = (left - begins[24], day + Self.day) }
        // The last hour that begins by then.
        var hour = 0
        var step = 16
        while step > 0 {
            if hour + step < 24, begins[hour + step] <= left { hour += step }
            step /= 2
        }
        let wall = day + Double(hour) * Self.hour + (left - begins[hour]) / factors[hour]
        return begin + TimeSpan(milliseconds: whole) * 86_400_000 + .seconds(max(0, wall) / 1000)
    }

    private func sourceTime(_ timeOfDay: Int64) -> Double {
        let hour = Int(timeOfDay / 3_600_000)
        return begins[hour] + factors[hour] * Double(timeOfDay % 3_600_000)
    }

    /// Learns from a look after a gap, of `passed` in source time, at a source that changes at `rate` per second of it.
    mutating func learn(
        foundNew: Bool, rate: Double, from begin: Instant, to end: Instant, passed: TimeSpan,
        clock: LocalClock, _ parameters: ContentParameters
    ) {
        let seconds = (end - begin).seconds
        // What happened during more than a day tells nothing of its hours.
        guard seconds > 0, seconds <= 86_400, rate > 0, rate.isFinite else { return }
        let all = rate * passed.seconds
        let times = foundNew ? 1 / max(1e-9, PortableMath.saturation(all)) : 0
        var left = seconds
        var timeOfDay = Double(clock.timeOfDay(begin)) / 1000
        while left > 0 {
            let slot = min(23, Int(timeOfDay / 3600))
            let piece = min(left, max(0.001, Double(slot + 1) * 3600 - timeOfDay))
            let share = rate * piece
            expected[slot / 8][slot % 8] += share
            found[slot / 8][slot % 8] += share * factors[slot] * times
            left -= piece
            timeOfDay = slot == 23 ? 0 : Double(slot + 1) * 3600
        }
        refresh(parameters)
    }

    private mutating func refresh(_ parameters: ContentParameters) {
        let prior = max(1, parameters.hourlyPrior)
        let (night, day, evening) = (ratios(0, prior), ratios(1, prior), ratios(2, prior))
        var sum = 0.0
        for lane in 0..<8 { sum += night[lane] }
        for lane in 0..<8 { sum += day[lane] }
        for lane in 0..<8 { sum += evening[lane] }
        let scale = 24 / sum
        setFactors(night * scale, day * scale, evening * scale)
    }

    /// The ratios of the hours in a row, with a new look taken into account.
    @inline(__always)
    private mutating func ratios(_ row: Int, _ prior: Double) -> PortableMath.Lanes {
        found[row] *= Self.kept
        expected[row] *= Self.kept
        // Written out: `clamped` was measured to cost as much as all else here.
        let ratios = (found[row] + prior) / (expected[row] + prior)
        return ratios.replacing(with: 0.05, where: ratios .< 0.05).replacing(with: 20, where: ratios .> 20)
    }

    private mutating func setFactors(
        _ night: PortableMath.Lanes, _ day: PortableMath.Lanes, _ evening: PortableMath.Lanes
    ) {
        var hours = factors.mutableSpan
        for lane in 0..<8 { hours[lane] = night[lane] }
        for lane in 0..<8 { hours[8 + lane] = day[lane] }
        for lane in 0..<8 { hours[16 + lane] = evening[lane] }
        sumUp()
        if hasDrifted(0, night) || hasDrifted(1, day) || hasDrifted(2, evening) {
            setPace(night, day, evening)
        }
    }

    private mutating func setPace(
        _ night: PortableMath.Lanes, _ day: PortableMath.Lanes, _ evening: PortableMath.Lanes
    ) {
        paceRows[0] = night
        paceRows[1] = day
        paceRows[2] = evening
        for hour in 0..<24 { pace.factors[hour] = paceRows[hour / 8][hour % 8] }
        pace.version &+= 1
    }

    @inline(__always)
    private func hasDrifted(_ row: Int, _ factors: PortableMath.Lanes) -> Bool {
        let drift = factors - paceRows[row]
        let most = 0.05 * paceRows[row]
        return any(drift .> most) || any(drift .< -most)
    }

    /// When each hour begins in the time of the sources.
    private mutating func sumUp() {
        let factors = factors
        var hours = begins.mutableSpan
        var begin = 0.0
        for hour in 0..<24 {
            hours[hour] = begin
            begin += factors[hour] * Self.hour
        }
        hours[24] = begin
    }

    /// What is kept of the evidence at each look: half of it after 3,500 looks.
    private static let kept = 0.9998
}

extension ContentHours: SnapshotCoded {
    private static func code<Coder: SnapshotCoder>(
        _ rows: inout [PortableMath.Lanes], _ coder: inout Coder
    ) throws(Coder.Failure) {
        var hours = (0..<24).map { rows[$0 / 8][$0 % 8] }
        try coder.code(counters: &hours)
        for hour in 0..<24 { rows[hour / 8][hour % 8] = hours[hour] }
    }
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try Self.code(&found, &coder)
        try Self.code(&expected, &coder)
        try coder.code(each: &factors)
        try coder.code(each: &pace.factors)
        try coder.check(
            factors.allSatisfy { $0 > 0 && $0 <= 24 } && pace.factors.allSatisfy { $0 > 0 && $0 <= 24 })
        guard Coder.isReader else { return }
        func row(_ factors: [Double], _ first: Int) -> PortableMath.Lanes {
            var row = PortableMath.Lanes.zero
            for lane in 0..<8 { row[lane] = factors[first + lane] }
            return row
        }
        setPace(row(pace.factors, 0), row(pace.factors, 8), row(pace.factors, 16))
        setFactors(row(factors, 0), row(factors, 8), row(factors, 16))
    }
}
