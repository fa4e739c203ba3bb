import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// The parts that the generator is made of.
@Suite struct GenerateSamplerTests {
    static let count = 20_000

    @Test func normalsHaveTheirMoments() {
        var sampler = Sampler(1)
        let values = (0..<Self.count).map { _ in sampler.normal() }
        #expect(mean(values).magnitude < 0.03)
        #expect((deviation(values) - 1).magnitude < 0.03)
        #expect((mean(values.map { $0 * $0 * $0 * $0 }) - 3).magnitude < 0.2)
    }

    @Test func positiveDrawsHaveTheirMeans() {
        var sampler = Sampler(2)
        #expect((mean((0..<Self.count).map { _ in sampler.exponential(mean: 5) }) - 5).magnitude < 0.2)
        let curve = QuantileCurve(logNormalMedian: 2, sigma: 0.7)
        let drawn = (0..<Self.count).map { _ in sampler.draw(curve) }
        #expect((mean(drawn) / curve.mean - 1).magnitude < 0.03)
        #expect((quantile(drawn, 0.5) / 2 - 1).magnitude < 0.03)
        #expect((deviation(drawn.map { PortableMath.log($0) }) - 0.7).magnitude < 0.04)
    }

    @Test func hazardOfGapsFalls() {
        var sampler = Sampler(3)
        let curve = QuantileCurve(unitWeibullShape: 0.7)
        let gaps = (0..<Self.count).map { _ in sampler.draw(curve) }
        #expect((mean(gaps) - 1).magnitude < 0.05)
        func hazard(_ from: Double, _ to: Double) -> Double {
            let waited = gaps.filter { $0 > from }.map { Swift.min($0, to) - from }.reduce(0, +)
            return Double(gaps.filter { $0 > from && $0 <= to }.count) / waited
        }
        let rates = [hazard(0, 0.1), hazard(0.1, 0.5), hazard(0.5, 1.5), hazard(1.5, 4)]
        #expect(rates == rates.sorted(by: >), "\(rates)")
    }

    @Test func picksFollowTheWeights() {
        var sampler = Sampler(4)
        var counts = [0, 0, 0, 0]
        for _ in 0..<Self.count {
            if let index = sampler.pick([1, 0, 3, 0]) { counts[index] += 1 }
        }
        #expect(counts[1] == 0 && counts[3] == 0)
        #expect((Double(counts[0]) / Double(Self.count) - 0.25).magnitude < 0.02)
        #expect(sampler.pick([]) == nil)
        #expect(sampler.pick([0, 0]) == nil)
    }

    @Test func shufflesKeepTheElements() {
        var sampler = Sampler(5)
        let shuffled = sampler.shuffled(Array(0..<50))
        #expect(shuffled.sorted() == Array(0..<50))
        #expect(shuffled != Array(0..<50))
        #expect(sampler.shuffled([Int]()).isEmpty)
    }

    /// Two slots of rate 1/900 and 2/900 per second: the first unit of expectation takes the first slot, the
    /// second half of the next.
    @Test func operationalTime() throws {
        let curve = RateCurve(rates: [1 / 900.0, 2 / 900.0])
        #expect(curve.advance(from: 0, by: 0.5) == 450)
        let second = try #require(curve.advance(from: 0, by: 2))
        #expect((second - 1_350).magnitude < 1e-6)
        #expect(curve.advance(from: 0, by: 3.01) == nil)
        #expect(curve.advance(from: 5_000, by: 0) == nil)
    }

    @Test func rhythmsArePeriodicWithMeanOne() {
        let rhythm = DayRhythm(floor: 0.1, peaks: [DayRhythm.Peak(hour: 23.5, width: 1, height: 1)])
        #expect((mean(rhythm.halfHours) - 1).magnitude < 1e-12 && rhythm.halfHours.count == 48)
        #expect((rhythm.height(at: 0.5) - rhythm.height(at: 22.5)).magnitude < 1e-12)
        #expect((rhythm.height(at: 30) - rhythm.height(at: 6)).magnitude < 1e-12)
    }

    @Test func weekdays() {
        let monday = LocalCalendar(start: TraceGenerator.defaultStart, days: 7)
        #expect((0..<7).map(monday.isWeekend) == [false, false, false, false, false, true, true])
        let epoch = LocalCalendar(start: .epoch, days: 7)
        #expect(epoch.firstWeekday == 3)
        #expect(LocalCalendar(start: Instant(milliseconds: -1), days: 7).firstWeekday == 2)
    }
}

private func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
}

private func deviation(_ values: [Double]) -> Double {
    let centre = mean(values)
    return mean(values.map { ($0 - centre) * ($0 - centre) }).squareRoot()
}

private func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[Int(share * Double(sorted.count - 1))]
}
