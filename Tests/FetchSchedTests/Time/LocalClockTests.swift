import FetchSched
import Testing

@Suite struct LocalClockTests {
    private func clock(_ secondsEast: Int) -> LocalClock {
        var clock = LocalClock()
        clock.secondsEast = secondsEast
        return clock
    }

    @Test func hoursOfADay() {
        for hour in 0..<24 {
            let begin = FetchTime.monday + .hours(Int64(hour))
            #expect(LocalClock().hour(begin) == hour)
            #expect(LocalClock().hour(begin + TimeSpan(milliseconds: 3_599_999)) == hour)
            #expect(LocalClock().timeOfDay(begin) == Int64(hour) * 3_600_000)
        }
    }

    @Test func weekendsAreTwoDaysOfSeven() {
        for day in 0..<7 {
            let begin = FetchTime.monday + .days(Int64(day))
            #expect(LocalClock().isWeekend(begin) == (day >= 5))
            #expect(LocalClock().isWeekend(begin + TimeSpan(milliseconds: 86_399_999)) == (day >= 5))
        }
    }

    /// Every week looks like the first one, from the year 1 to the year 4000.
    @Test func weeksRepeat() {
        var random = SplitMix64(seed: 21)
        for _ in 0..<5_000 {
            let inWeek = TimeSpan(milliseconds: Int64(random.below(7 * 86_400_000)))
            let week = TimeSpan.days(7) * Int64(random.below(200_000) - 100_000)
            let moment = FetchTime.monday + inWeek
            let offset = clock(random.below(100_000) - 50_000)
            #expect(offset.timeOfDay(moment + week) == offset.timeOfDay(moment))
            #expect(offset.hour(moment + week) == offset.hour(moment))
            #expect(offset.isWeekend(moment + week) == offset.isWeekend(moment))
            let local = moment + .seconds(Double(offset.secondsEast))
            #expect(offset.timeOfDay(moment) == LocalClock().timeOfDay(local))
            #expect(offset.isWeekend(moment) == LocalClock().isWeekend(local))
        }
    }

    @Test func extremesStayInRange() {
        for offset in [0, 1, -1, 86_400, -86_400, Int.max, Int.min, Int.max / 1000, Int.min / 1000] {
            for moment in [FetchTime.distantPast, .distantFuture, .epoch, FetchTime(milliseconds: .min + 1)] {
                let clock = clock(offset)
                #expect((0..<86_400_000).contains(clock.timeOfDay(moment)))
                #expect((0..<24).contains(clock.hour(moment)))
                _ = clock.isWeekend(moment)
            }
        }
    }
}
