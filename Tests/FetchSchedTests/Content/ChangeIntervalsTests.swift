import Testing

@testable import FetchSched

@Suite struct ChangeIntervalsTests {
    private let now = Instant.monday + .hours(10)
    private let rate = 1.0 / 3600

    private func trained(_ intervals: [Double]) -> ChangeIntervals {
        var changes = ChangeIntervals()
        changes.learn(changeAt: now - .days(9), after: nil)
        for (index, interval) in intervals.enumerated() {
            changes.learn(changeAt: now - .days(8) + .minutes(Int64(index)), after: interval)
        }
        return changes
    }

    @Test func whereNothingIsKnownAGapIsAGap() {
        var changes = ChangeIntervals()
        changes.look(age: 4000)
        #expect(changes.stretched(1234, rate: rate) == 1234)
        #expect(changes.unstretched(1234, rate: rate) == 1234)
        #expect(changes.mostRatio == 1)
        #expect(changes.ageAtSync == 0)
    }

    /// The table of a source that changes at random stays near a constant rate.
    @Test func chanceHasNoTimetable() {
        var random = SplitMix64(seed: 61)
        var changes = trained((0..<2000).map { _ in random.exponential(mean: 1) })
        for age in stride(from: 0.0, to: 3, by: 0.25) {
            changes.look(age: age / rate)
            let gap = 0.5 / rate
            #expect(abs(changes.stretched(gap, rate: rate) / gap - 1) < 0.7, "at age \(age)")
        }
    }

    ///     change      |                       |                       |
    ///     look         ^ . . nothing . . . . . . surely something . .
    @Test func aTimetableIsKept() {
        var changes = trained([Double](repeating: 1.02, count: 100))
        changes.look(age: 0)
        let half = changes.stretched(0.5 / rate, rate: rate)
        #expect(half < 0.08 / rate)
        changes.look(age: 0.9 / rate)
        let due = changes.stretched(0.5 / rate, rate: rate)
        #expect(due > 1.5 / rate)
    }

    /// Later is never less, and what a gap counts for leads back to it.
    @Test func stretchingIsAClock() {
        var random = SplitMix64(seed: 62)
        for _ in 0..<300 {
            let mean = 0.2 + 2 * random.nextUnit()
            var changes = trained((0..<random.below(80)).map { _ in random.exponential(mean: mean) })
            changes.look(age: random.exponential(mean: 2) / rate)
            let gap = random.exponential(mean: 1) / rate
            let counted = changes.stretched(gap, rate: rate)
            #expect(counted > 0)
            #expect(changes.stretched(1.01 * gap, rate: rate) > counted)
            #expect(counted <= changes.mostRatio * gap * (1 + 1e-9))
            #expect(abs(changes.unstretched(counted, rate: rate) / gap - 1) < 1e-6)
        }
    }

    @Test func whatIsNoRateStretchesNothing() {
        let changes = trained([1, 1, 1])
        for rate in [0, -1, .nan, -.infinity] as [Double] {
            #expect(changes.stretched(7, rate: rate) == 7)
            #expect(changes.unstretched(7, rate: rate) == 7)
        }
        #expect(changes.stretched(0, rate: 1) == 0)
        #expect(changes.stretched(-3, rate: 1) == -3)
    }
}
