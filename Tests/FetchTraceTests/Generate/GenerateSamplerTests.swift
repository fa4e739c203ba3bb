import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// The parts that the generator is made of.
@Suite struct GenerateSamplerTests {
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
        let rhythm = DayRhythm(floor: 0.1, (hour: 23.5, width: 1, height: 1))
        #expect((rhythm.halfHours.reduce(0, +) - 48).magnitude < 1e-10 && rhythm.halfHours.count == 48)
        #expect((rhythm.height(at: 0.5) - rhythm.height(at: 22.5)).magnitude < 1e-12)
        #expect((rhythm.height(at: 30) - rhythm.height(at: 6)).magnitude < 1e-12)
    }

    @Test func weekdays() {
        let monday = LocalCalendar(start: TraceGenerator.defaultStart, days: 7)
        #expect((0..<7).map(monday.isWeekend) == [false, false, false, false, false, true, true])
        let epoch = LocalCalendar(start: .epoch, days: 7)
        #expect(epoch.firstWeekday == 3)
        #expect(LocalCalendar(start: FetchTime(milliseconds: -1), days: 7).firstWeekday == 2)
    }
}
