/// The hours of the local day at which sources change, shared by all apps: nights are quiet.
///
/// Each hour has a factor on every source's rate; they average to 1. Gaps are measured in *source time*, which
/// passes at that factor's speed. The factors are the ratio of the changes that looks found in an hour to those
/// that were expected there without hours, with a belief in 1 worth ``ContentParameters/hourlyPrior`` changes. Beside them
/// each source has hours of its own, ``SourceHours``, which are ratios on the factors.
///
/// - Complexity: O(hours of the gap) per look, O(1) per query.
struct ContentHours: Sendable {
    /// The changes that looks found, and those expected without hours: eight hours in each of three rows.
    private var found = [PortableMath.Lanes](repeating: .zero, count: 3)
    private var expected = [PortableMath.Lanes](repeating: .zero, count: 3)
    /// Factors by hour, and the source time of a day up to each hour, in milliseconds.
    private(set) var factors = [Double](repeating: 1, count: 24)
    private var begins: [Double] = (0...24).map { Double($0) * 3_600_000 }
    /// When each block of ``SourceHours`` begins in source time, and how long it is, in milliseconds.
    private var blockBegins = PortableMath.Lanes.zero
    private var blockWidths = PortableMath.Lanes(repeating: 86_400_000 / 8)

    /// The factors as the hours ahead are reckoned with: they follow when one has moved by 5 %, so that what was reckoned
    /// stays for a while.
    private(set) var pace: Pace
    private var paceRows = [PortableMath.Lanes](repeating: .one, count: 3)

    struct Pace: Sendable {
        fileprivate(set) var factors: [Double]
        /// The shares of a day that the blocks of ``SourceHours`` have by these factors.
        fileprivate(set) var shares = PortableMath.Lanes(repeating: 0.125)
        let sourcePrior: Double
        /// Counts their changes.
        fileprivate(set) var version: UInt32 = 0

        init(sourcePrior: Double, factors: [Double] = [Double](repeating: 1, count: 24)) {
            self.sourcePrior = sourcePrior
            self.factors = factors
        }
    }

    /// Moves on when the pace does.
    var version: UInt32 { pace.version }

    private static let hour = 3_600_000.0
    private static let day = 86_400_000.0

    init(_ parameters: ContentParameters = ContentParameters()) {
        pace = Pace(sourcePrior: min(max(1, parameters.sourcePrior), 1e12))
        sumUp()
    }

    /// A moment, and the source time of its day until then, by block.
    struct Reading: Sendable {
        fileprivate let moment: Instant
        fileprivate let ofDay: PortableMath.Lanes
        fileprivate let clock: LocalClock
        /// Hour of the local day.
        var hour: Int { clock.hour(moment) }
    }

    /// Reads the time of the sources.
    func read(_ moment: Instant, _ clock: LocalClock) -> Reading {
        Reading(moment: moment, ofDay: blocks(clock.timeOfDay(moment)), clock: clock)
    }

    /// The source time of a day up to a time of day, by block, in milliseconds.
    @inline(__always)
    private func blocks(_ timeOfDay: Int64) -> PortableMath.Lanes {
        let since = sourceTime(timeOfDay) - blockBegins
        let least = since.replacing(with: 0, where: since .< 0)
        return least.replacing(with: blockWidths, where: least .> blockWidths)
    }

    /// The shares of a day that the blocks have now.
    @inline(__always)
    private var shares: PortableMath.Lanes { blockWidths / Self.day }

    /// The time from `begin` to `end` of a source of those hours; at least zero.
    func passed(from begin: Instant, to end: Instant, _ own: SourceHours, clock: LocalClock) -> TimeSpan {
        passed(from: begin, to: read(end, clock), own)
    }

    /// The same.
    @inline(__always)
    func passed(from begin: Instant, to end: Reading, _ own: SourceHours) -> TimeSpan {
        guard end.moment > begin else { return .zero }
        return .seconds(max(0.001, seconds(passed(from: begin, to: end), ratios(own))))
    }

    /// The time from `begin` to a later `end` that passes for all sources, by block of the day, in milliseconds.
    @inline(__always)
    func passed(from begin: Instant, to end: Reading) -> PortableMath.Lanes {
        // Whole days are whole in source time too; what remains is read off two times of day.
        let (from, to) = (end.clock.timeOfDay(begin), end.clock.timeOfDay(end.moment))
        let days = (end.moment - begin).milliseconds / 86_400_000 + (to < from ? 1 : 0)
        return end.ofDay - blocks(from) + Double(days) * blockWidths
    }

    /// The ratios of a source of those hours.
    @inline(__always)
    func ratios(_ own: SourceHours) -> PortableMath.Lanes { own.ratios(shares, prior: pace.sourcePrior) }

    /// How much time of a source of those ratios is in that of all, in seconds.
    @inline(__always)
    func seconds(_ blocks: PortableMath.Lanes, _ ratios: PortableMath.Lanes) -> Double {
        (ratios * blocks).laneSum / 1000
    }

    /// How many times as fast the time of a source of those hours passes in that hour of the day.
    @inline(__always)
    func factor(_ hour: Int, _ own: SourceHours) -> Double {
        factors[hour] * ratios(own)[hour / SourceHours.hours]
    }

    /// When `gap` of the time of a source of those hours has passed since `begin`.
    func moment(after gap: TimeSpan, from begin: Instant, _ own: SourceHours, clock: LocalClock) -> Instant {
        let timeOfDay = clock.timeOfDay(begin)
        let ratios = ratios(own)
        let asked = (ratios * blocks(timeOfDay)).laneSum + gap.seconds * 1000
        // Whole days; no gap asked for has more than a few hundred. (`rounded` would need a library.)
        let days = Double(Int64(min(max(0, asked / Self.day), 1e9)))
        var left = asked - days * Self.day
        var (hour, factor) = (0, factors[0] * ratios[0])
        while hour < 23, factor * Self.hour <= left {
            left -= factor * Self.hour
            hour += 1
            factor = factors[hour] * ratios[hour / SourceHours.hours]
        }
        let wall = Double(hour) * Self.hour + left / factor - Double(timeOfDay)
        return begin + .seconds(max(0, days * Self.day + wall) / 1000)
    }

    private func sourceTime(_ timeOfDay: Int64) -> Double {
        let hour = Int(timeOfDay / 3_600_000)
        return begins[hour] + factors[hour] * Double(timeOfDay % 3_600_000)
    }

    /// What is known of a gap.
    enum Find {
        /// Nothing changed in it.
        case nothing
        /// Something did, nobody knows when.
        case something
        /// Nothing did until its end.
        case changeAtEnd
    }

    /// Learns from a gap, of `passed` in source time, of a source that changes at `rate` per second of it.
    mutating func learn(
        _ find: Find, rate: Double, of own: inout SourceHours, from begin: Instant, to end: Instant,
        passed: TimeSpan, clock: LocalClock, _ parameters: ContentParameters
    ) {
        let seconds = (end - begin).seconds
        // What happened during more than a day tells nothing of its hours.
        guard seconds > 0, seconds <= 86_400, rate > 0, rate.isFinite else { return }
        // The changes expected in each block by the hours of all.
        var blocks = PortableMath.Lanes.zero
        let times = find == .something ? 1 / max(1e-9, PortableMath.saturation(rate * passed.seconds)) : 0
        let ownRatios = own.ownRatios(shares, prior: pace.sourcePrior)
        let ratios = own.weighed(ownRatios)
        var left = seconds
        var timeOfDay = Double(clock.timeOfDay(begin)) / 1000
        while left > 0 {
            let slot = min(23, Int(timeOfDay / 3600))
            let block = slot / SourceHours.hours
            let piece = min(left, max(0.001, Double(slot + 1) * 3600 - timeOfDay))
            let share = rate * piece
            expected[slot / 8][slot % 8] += share
            let change = share * factors[slot]
            found[slot / 8][slot % 8] += change * ratios[block] * times
            blocks[block] += change
            left -= piece
            timeOfDay = slot == 23 ? 0 : Double(slot + 1) * 3600
        }
        let (all, alone) = (blocks.laneSum, (ownRatios * blocks).laneSum)
        var changes = ratios * blocks * times
        var evidence = all - alone
        switch find {
        case .nothing: break
        case .something:
            evidence = PortableMath.log(
                max(1e-9, PortableMath.saturation(alone)) / max(1e-9, PortableMath.saturation(all)))
        case .changeAtEnd:
            let hour = clock.hour(end)
            found[hour / 8][hour % 8] += 1
            changes[hour / SourceHours.hours] += 1
            evidence += PortableMath.log(ownRatios[hour / SourceHours.hours])
        }
        own.learn(changes, evidence: evidence)
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
        if hasDrifted(0, night) || hasDrifted(1, day) || hasDrifted(2, evening) { setPace() }
    }

    /// Makes the factors of the moment the pace.
    private mutating func setPace() {
        for hour in 0..<24 {
            paceRows[hour / 8][hour % 8] = factors[hour]
            pace.factors[hour] = factors[hour]
        }
        pace.shares = shares
        pace.version &+= 1
    }

    @inline(__always)
    private func hasDrifted(_ row: Int, _ factors: PortableMath.Lanes) -> Bool {
        let drift = factors - paceRows[row]
        let most = 0.05 * paceRows[row]
        return any(drift .> most) || any(drift .< -most)
    }

    /// When each hour, and each block, begins in the time of the sources.
    private mutating func sumUp() {
        let factors = factors
        let length = SourceHours.hours
        var (starts, widths) = (PortableMath.Lanes.zero, PortableMath.Lanes.zero)
        var hours = begins.mutableSpan
        var begin = 0.0
        for hour in 0..<24 {
            hours[hour] = begin
            if hour % length == 0 { starts[hour / length] = begin }
            begin += factors[hour] * Self.hour
            widths[hour / length] += factors[hour] * Self.hour
        }
        hours[24] = begin
        (blockBegins, blockWidths) = (starts, widths)
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
        func set(_ hours: [Double]) {
            func row(_ first: Int) -> PortableMath.Lanes {
                var row = PortableMath.Lanes.zero
                for lane in 0..<8 { row[lane] = hours[first + lane] }
                return row
            }
            setFactors(row(0), row(8), row(16))
        }
        let now = factors
        set(pace.factors)
        setPace()
        set(now)
    }
}
