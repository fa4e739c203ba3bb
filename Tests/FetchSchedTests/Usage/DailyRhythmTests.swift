@testable import FetchSched
import Testing

@Suite struct DailyRhythmTests {
    private let clock = LocalClock()

    private func rhythm() -> DailyRhythm {
        DailyRhythm(priorPerDay: 24, priorDays: 0.5, halfLifeDays: 21)
    }

    private func observe(_ rhythm: inout DailyRhythm, at moment: FetchTime) {
        rhythm.observe(at: moment, clock: clock)
    }

    @Test func learnsAPeak() {
        var rhythm = rhythm()
        for day in 0..<60 {
            for event in 0..<4 {
                observe(
                    &rhythm, at: .monday + .days(Int64(day)) + .hours(8) + .minutes(Int64(15 + 10 * event)))
            }
        }
        let end = FetchTime.monday + .days(60)
        rhythm.advance(to: end, clock: clock)
        for weekend in [false, true] {
            let peak = rhythm.rate(hour: 8, weekend: weekend) * 3600
            // Of the events 15 min from the full hour a quarter counts for the hour next to it.
            #expect(abs(peak - 10.0 / 3) < 0.2, "\(peak) events in the hour of the peak")
            #expect(rhythm.rate(hour: 3, weekend: weekend) * 3600 < 0.1)
        }
        #expect(rhythm.rate(at: .monday + .hours(8), clock: clock) == rhythm.rate(hour: 8, weekend: false))
        #expect(rhythm.rate(at: .monday + .days(5), clock: clock) == rhythm.rate(hour: 0, weekend: true))
    }

    /// Events only on weekdays, or only at weekends: each rate is the share of such days that had one, but for what a
    /// kind of day takes from the common profile, which years make small.
    @Test(arguments: [false, true]) func weekdaysAndWeekendsAreToldApart(_ atWeekends: Bool) {
        var rhythm = DailyRhythm(priorPerDay: 24, priorDays: 0.5, halfLifeDays: 1000)
        for day in 0..<2100 {
            let moment = FetchTime.monday + .days(Int64(day)) + .minutes(510)
            // Of five days of silence only three would count.
            if atWeekends { rhythm.advance(to: moment, clock: clock) }
            if (day % 7 >= 5) == atWeekends { observe(&rhythm, at: moment) }
        }
        let end = FetchTime.monday + .days(2100)
        rhythm.advance(to: end, clock: clock)
        let with = rhythm.rate(hour: 8, weekend: atWeekends) * 3600
        let without = rhythm.rate(hour: 8, weekend: !atWeekends) * 3600
        #expect(abs(with - 1) < 0.01, "\(with) a day")
        #expect(abs(without) < 0.01, "\(without) a day")
    }

    @Test func anEventOnTheFullHourCountsForBothSides() {
        var rhythm = rhythm()
        observe(&rhythm, at: .monday + .hours(8))
        #expect(rhythm.rate(hour: 7, weekend: false) == rhythm.rate(hour: 8, weekend: false))
        #expect(rhythm.rate(hour: 8, weekend: false) > rhythm.rate(hour: 9, weekend: false))
        // Midnight belongs to the last and the first hour.
        var midnight = self.rhythm()
        observe(&midnight, at: .monday)
        #expect(midnight.rate(hour: 23, weekend: false) == midnight.rate(hour: 0, weekend: false))
        #expect(midnight.rate(hour: 0, weekend: false) > midnight.rate(hour: 1, weekend: false))
    }

    @Test func oldHabitsFade() {
        var rhythm = rhythm()
        func live(_ days: Range<Int>, at hour: Int64) {
            for day in days {
                observe(&rhythm, at: .monday + .days(Int64(day)) + .hours(hour) + .minutes(30))
            }
        }
        live(0..<100, at: 9)
        live(100..<163, at: 15)
        // Each day weighs half as much as the one three weeks later.
        func weight(_ days: Range<Int>) -> Double {
            days.reduce(0) { $0 + PortableMath.power(0.5, Double(162 - $1) / 21) }
        }
        let expected = weight(0..<100) / weight(100..<163)
        let ratio = rhythm.rate(hour: 9, weekend: false) / rhythm.rate(hour: 15, weekend: false)
        // Weekdays are not spread quite as all days are.
        #expect(abs(ratio / expected - 1) < 0.05, "\(ratio), not \(expected)")
    }

    /// One event in the future (a wrong clock) must not stop the days from being counted.
    @Test func aClockThatWasAheadIsForgiven() {
        var rhythm = rhythm()
        observe(&rhythm, at: .monday + .days(40_000))
        for day in 0..<60 { observe(&rhythm, at: .monday + .days(Int64(day)) + .minutes(510)) }
        let peak = rhythm.rate(hour: 8, weekend: false) * 3600
        #expect(peak > 0.5 && peak < 2, "\(peak)")
    }

    @Test func anyTimesGiveOrdinaryRates() {
        var random = SplitMix64(seed: 41)
        var rhythm = rhythm()
        for _ in 0..<20_000 {
            let bits = Int64(bitPattern: random.next())
            let moment = FetchTime(milliseconds: random.bernoulli(0.2) ? random.pick([.min, .max, 0]) : bits)
            observe(&rhythm, at: moment)
            let rate = rhythm.rate(at: moment, clock: clock)
            #expect(rate.isFinite && rate >= 0)
        }
    }
}
