/// The hours of the local day at which sources change, learned from all of them together.
///
/// Nights are quiet. Each hour has a factor: the changes found in it, over those that the sources' mean rates expected.
/// The time of the sources passes by these factors: an hour with factor 2 counts as two. So all other parts of the
/// content model use constant rates, in the sources' time. A source may have its own hours, see ``SourceHours``.
struct ContentHours: Sendable, SnapshotCoded {
    private var found = [Double](repeating: 0, count: 24)
    private var expected = [Double](repeating: 0, count: 24)
    /// How many times as fast the sources' time passes in each hour; 1 in the mean.
    private(set) var factors = [Double](repeating: 1, count: 24)
    /// The factors by which the hours ahead are planned: they follow when one has moved by 5 %, so that plans last.
    private(set) var pace: ChangePace
    /// The length of each block of ``SourceHours`` in the sources' time, in milliseconds.
    private var blockWidths = SIMD8<Double>(repeating: 86_400_000 / 8)

    private static let hour = 3_600_000.0
    private static let day = 86_400_000.0
    /// Share of the counts that remains at each look: half after 3,500.
    private static let retention = 0.9998

    init(_ parameters: ContentParameters = ContentParameters()) {
        pace = ChangePace(prior: min(max(1, parameters.sourcePrior), 1e12))
        sumUp()
    }

    // MARK: The sources' time

    /// How much time of a source passes between two moments.
    @inline(__always)  // A call copies the model.
    func passed(from start: FetchTime, to end: FetchTime, _ own: SourceHours, clock: LocalClock) -> TimeSpan {
        guard end > start else { return .zero }
        return course(from: start, own, clock: clock).passed(to: end)
    }

    /// A source's time from a moment on.
    struct Course: Sendable {
        let start: FetchTime
        let clock: LocalClock
        private let factors: [Double]
        private let blockWidths: SIMD8<Double>
        private let ratios: SIMD8<Double>
        private let timeOfDay: Int64
        /// At the start, and of a day, in milliseconds.
        private var position = 0.0
        private let day: Double

        @inline(__always)  // A call copies the model.
        fileprivate init(from start: FetchTime, _ hours: ContentHours, _ own: SourceHours, clock: LocalClock)
        {
            (self.start, self.clock, timeOfDay) = (start, clock, clock.timeOfDay(start))
            (factors, blockWidths, ratios) = (hours.factors, hours.blockWidths, hours.ratios(own))
            day = (ratios * blockWidths).sum()
            position = position(timeOfDay)
        }

        /// How much of it passes until `end`.
        func passed(to end: FetchTime) -> TimeSpan {
            guard end > start else { return .zero }
            let to = clock.timeOfDay(end)
            let days = (end - start).milliseconds / 86_400_000 + (to < timeOfDay ? 1 : 0)
            let milliseconds = position(to) - position + Double(days) * day
            return .seconds(max(0.001, milliseconds / 1000))
        }

        /// The time since midnight, at a time of day, in milliseconds.
        private func position(_ timeOfDay: Int64) -> Double {
            let hour = Int(timeOfDay / 3_600_000)
            let block = hour / SourceHours.hours
            var inBlock = factors[hour] * Double(timeOfDay % 3_600_000)
            for earlier in block * SourceHours.hours..<hour {
                inBlock += factors[earlier] * ContentHours.hour
            }
            var position = ratios[block] * inBlock
            for earlier in 0..<block { position += ratios[earlier] * blockWidths[earlier] }
            return position
        }
    }

    @inline(__always)  // A call copies the model.
    func course(from start: FetchTime, _ own: SourceHours, clock: LocalClock) -> Course {
        Course(from: start, self, own, clock: clock)
    }

    @inline(__always)  // A call copies the model.
    func ratios(_ own: SourceHours) -> SIMD8<Double> {
        own.ratios(shares: blockWidths / Self.day, prior: pace.prior)
    }

    /// How fast a source's time passes in an hour of the day.
    @inline(__always)  // A call copies the model.
    func factor(_ hour: Int, _ own: SourceHours) -> Double {
        factors[hour] * ratios(own)[hour / SourceHours.hours]
    }

    /// Whether the hours of a source differ: those of all sources by a quarter, or its own by more than chance.
    func differ(_ own: SourceHours) -> Bool {
        blockWidths.max() > 1.25 * blockWidths.min()
            || own.differ(shares: blockWidths / Self.day, prior: pace.prior)
    }

    /// The factors by which the hours ahead are planned, with a source's own.
    func pace(_ own: SourceHours) -> ChangePace {
        var pace = pace
        pace.ratios = own.ratios(shares: pace.shares, prior: pace.prior)
        pace.ownVersion = own.version
        return pace
    }

    // MARK: Learning

    /// Learns from a look whether a source of that rate, in changes per second of its time, changed in a gap.
    ///
    /// - Parameters:
    ///   - foundNew: whether it did.
    ///   - isAtEnd: whether the change is known to have come just at the end.
    ///   - passed: the gap in the source's time.
    mutating func learn(
        foundNew: Bool, isAtEnd: Bool, rate: Double, of own: inout SourceHours, from start: FetchTime,
        to end: FetchTime, passed: TimeSpan, clock: LocalClock, _ parameters: ContentParameters
    ) {
        let seconds = (end - start).seconds
        // A check after more than a day says nothing about hours.
        guard seconds > 0, seconds <= 86_400, rate > 0, rate.isFinite else { return }
        let ratios = ratios(own)
        // Changes expected, given that there was one.
        let times = foundNew && !isAtEnd ? 1 / max(1e-9, PortableMath.saturation(rate * passed.seconds)) : 0
        var changes = SIMD8<Double>.zero
        var left = seconds
        var timeOfDay = Double(clock.timeOfDay(start)) / 1000
        while left > 0 {
            let slot = min(23, Int(timeOfDay / 3600))
            let piece = min(left, max(0.001, Double(slot + 1) * 3600 - timeOfDay))
            expected[slot] += rate * piece
            let change = rate * piece * factors[slot] * ratios[slot / SourceHours.hours] * times
            found[slot] += change
            changes[slot / SourceHours.hours] += change
            left -= piece
            timeOfDay = slot == 23 ? 0 : Double(slot + 1) * 3600
        }
        if foundNew, isAtEnd {
            let hour = clock.hour(end)
            found[hour] += 1
            changes[hour / SourceHours.hours] += 1
        }
        own.learn(changes)
        updateFactors(prior: min(max(1, parameters.hourlyPrior), 1e12))
    }

    private mutating func updateFactors(prior: Double) {
        var sum = 0.0
        for hour in 0..<24 {
            found[hour] *= Self.retention
            expected[hour] *= Self.retention
            let ratio = (found[hour] + prior) / (expected[hour] + prior)
            factors[hour] = min(max(ratio, 0.05), 20)
            sum += factors[hour]
        }
        for hour in 0..<24 { factors[hour] *= 24 / sum }
        sumUp()
        for hour in 0..<24 where abs(factors[hour] - pace.factors[hour]) > 0.05 * pace.factors[hour] {
            return pace.follow(factors, shares: blockWidths / Self.day)
        }
    }

    private mutating func sumUp() {
        blockWidths = .zero
        for hour in 0..<24 { blockWidths[hour / SourceHours.hours] += factors[hour] * Self.hour }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(amounts: &found)
        try coder.code(amounts: &expected)
        var planned = pace.factors
        for hour in 0..<24 {
            try coder.code(&factors[hour], in: 1e-6...24)
            try coder.code(&planned[hour], in: 1e-6...24)
        }
        guard Coder.isReader else { return }
        let now = factors
        factors = planned
        sumUp()
        pace.follow(planned, shares: blockWidths / Self.day)
        factors = now
        sumUp()
    }
}

/// How fast a source's time passes in each hour of the day, as the hours ahead are planned with.
struct ChangePace: Sendable {
    fileprivate(set) var factors = [Double](repeating: 1, count: 24)
    fileprivate var shares = SIMD8<Double>(repeating: 0.125)
    fileprivate var ratios = SIMD8<Double>.one
    fileprivate let prior: Double
    /// Counts the times that ``factors`` changed.
    private(set) var version: UInt32 = 0
    /// Counts the times that the source's own hours changed.
    fileprivate(set) var ownVersion: UInt32 = 0

    fileprivate init(prior: Double) { self.prior = prior }

    func factor(_ hour: Int) -> Double { factors[hour] * ratios[hour / SourceHours.hours] }

    /// A pace that is the same in each hour.
    static let even = ChangePace(prior: 0)

    fileprivate mutating func follow(_ factors: [Double], shares: SIMD8<Double>) {
        for hour in 0..<24 { self.factors[hour] = factors[hour] }
        self.shares = shares
        version &+= 1
    }
}

/// The hours of the day at which one source changes, relative to those of all: a page that posts at noon, a league that
/// plays in the evening.
///
/// The day has eight blocks of three hours. Each has a ratio on the factors of all sources: the share of the source's
/// changes that fell into it, over the share that the factors give it, with a prior on the latter that weighs
/// ``ContentParameters/sourcePrior`` changes.
struct SourceHours: Hashable, Sendable, SnapshotCoded {
    /// Changes found in each block.
    private var found = SIMD8<Float>.zero
    /// Counts the times that they changed, from the last restart on.
    private(set) var version: UInt32 = 0

    /// Hours of a block.
    static let hours = 3
    /// Share of the changes that remains at each look: half after 700.
    private static let retention: Float = 0.999
    private static let most: Float = 1e9

    /// - Parameters:
    ///   - shares: the blocks' shares of a day in the time of all sources.
    ///   - prior: changes that weigh as much as the belief in these shares.
    func ratios(shares: SIMD8<Double>, prior: Double) -> SIMD8<Double> {
        let found = SIMD8<Double>(found)
        return (found / shares + prior) / (found.sum() + prior)
    }

    /// Whether the changes miss the shares by more than chance.
    ///
    /// Pearson's statistic estimates the variance of a source's shares, which is 1 / (1 + `prior`) among all sources. That
    /// counts as much as eight changes of its own. Above 0.07 the hours differ.
    func differ(shares: SIMD8<Double>, prior: Double) -> Bool {
        let found = SIMD8<Double>(found)
        let evidence = max(0, found.sum() - 1)
        let expected = shares * max(1, found.sum())
        let missed = found - expected
        let excess = (missed * missed / expected).sum() / 7 - 1
        return excess * evidence + 50 / (1 + prior) > 0.07 * (evidence * evidence + 50)
    }

    mutating func learn(_ changes: SIMD8<Double>) {
        found = (Self.retention * found + SIMD8<Float>(changes))
            .clamped(lowerBound: .zero, upperBound: SIMD8(repeating: Self.most))
        version &+= 1
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for block in 0..<8 { try coder.code(&found[block]) }
        try coder.check(all(found .>= 0) && all(found .<= Self.most))
    }
}
