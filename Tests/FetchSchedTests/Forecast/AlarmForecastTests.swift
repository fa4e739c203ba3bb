import Testing

@testable import FetchSched

/// How likely a session is around alarms.
@Suite struct AlarmForecastTests {
    /// After an alarm of that kind every day, each with a session so long after it, if any; 0.001 sessions a minute were expected.
    private static func trained(
        _ alarm: Alarm = .clock, days: Int = 40, sessionAfter wait: TimeSpan? = .seconds(90)
    ) -> (forecast: AlarmForecast, next: Instant) {
        var forecast = AlarmForecast()
        var due = Instant.monday + .hours(7)
        _ = forecast.tell(alarm, at: due, now: .monday)
        for _ in 0..<days {
            for minute in -60..<120 {
                let moment = due + .minutes(Int64(minute))
                if minute == 0 { _ = forecast.tell(alarm, at: due + .days(1), now: due) }
                if let wait, wait >= .minutes(Int64(minute)), wait < .minutes(Int64(minute + 1)) {
                    forecast.beginSession(at: due + wait)
                } else {
                    forecast.pass(0.001, times: forecast.ratio(at: moment), at: moment)
                }
            }
            due = due + .days(1)
        }
        return (forecast, due)
    }

    @Test func withoutAlarmsNothingChanges() {
        var forecast = AlarmForecast()
        forecast.pass(1, times: forecast.ratio(at: .monday), at: .monday)
        forecast.beginSession(at: .monday)
        _ = forecast.tell(.clock, at: nil, now: .monday)
        #expect(forecast.ratio(at: .monday) == 1)
        #expect(forecast.meanRatio(from: .monday, to: .monday + .days(1)) == 1)
        #expect(forecast.boundary(after: .monday) == .distantFuture)
    }

    @Test func anAlarmThatIsHeededSaysWhen() {
        let (forecast, due) = Self.trained()
        #expect(forecast.ratio(at: due + .seconds(90)) > 50)
        #expect(forecast.ratio(at: due + .minutes(20)) < 0.9)
        #expect(forecast.ratio(at: due - .minutes(11)) == 1)
        #expect(forecast.ratio(at: due + .minutes(60)) == 1)
        #expect(forecast.meanRatio(from: due, to: due + .minutes(10)) > 10)
    }

    @Test func anAlarmThatNobodyHeedsSaysNothing() {
        let (forecast, due) = Self.trained(sessionAfter: nil)
        for minute in -20..<90 {
            let ratio = forecast.ratio(at: due + .minutes(Int64(minute)))
            #expect(ratio <= 1 && ratio >= 0.25)
        }
    }

    @Test func kindsAreLearnedApart() {
        var (forecast, due) = Self.trained(.clock)
        _ = forecast.tell(.clock, at: nil, now: due - .hours(2))
        _ = forecast.tell(.calendar, at: due, now: due - .hours(2))
        #expect(forecast.ratio(at: due + .seconds(90)) == 1)
    }

    /// One that was taken back before it was due says nothing; one that has passed counts on when the next is told.
    @Test func onlyAlarmsThatComeCount() {
        var (forecast, due) = Self.trained()
        var takenBack = forecast
        _ = takenBack.tell(.clock, at: nil, now: due - .minutes(30))
        #expect(takenBack.ratio(at: due + .seconds(90)) == 1)
        let before = forecast.ratio(at: due + .seconds(90))
        _ = forecast.tell(.clock, at: due + .days(1), now: due)
        // The counts of a kind fade with each alarm.
        #expect(abs(forecast.ratio(at: due + .seconds(90)) / before - 1) < 0.05)
        _ = forecast.tell(.clock, at: due + .days(2), now: due + .minutes(1))
        #expect(forecast.ratio(at: due + .days(1) + .seconds(90)) == 1)
        #expect(forecast.ratio(at: due + .days(2) + .seconds(90)) > 50)
    }

    /// Snooze: the one that rang counts for ten minutes, though the next is near.
    @Test func theOneThatRangCountsBeforeTheNext() {
        var (forecast, due) = Self.trained()
        let after = forecast.ratio(at: due + .seconds(90))
        _ = forecast.tell(.clock, at: due + .minutes(9), now: due)
        #expect(abs(forecast.ratio(at: due + .seconds(90)) / after - 1) < 0.05)
        #expect(abs(forecast.ratio(at: due + .minutes(9) + .seconds(90)) / after - 1) < 0.05)
    }

    /// Hosts round: one that is replaced a moment before it is due has rung, one half an hour before has not.
    @Test func anAlarmReplacedAsItRingsHasRung() {
        for (early, rang) in [(TimeSpan(milliseconds: 5), true), (.minutes(30), false)] {
            var (forecast, due) = Self.trained()
            _ = forecast.tell(.clock, at: due + .days(1), now: due - early)
            #expect((forecast.ratio(at: due + .seconds(90)) > 20) == rang)
        }
    }

    @Test func anAlarmToldAgainIsNoNews() {
        var (forecast, due) = Self.trained()
        let news = [due, nil, .distantFuture].map { forecast.tell(.clock, at: $0, now: due - .hours(1)) }
        #expect(news == [false, true, false])
    }

    @Test func whatHasNotPassedYetDoesNotRingAgain() {
        var (forecast, due) = Self.trained()
        _ = forecast.tell(.clock, at: nil, now: due)
        #expect(forecast.ratio(at: due + .seconds(90)) > 20)
        forecast.clockWentBack(to: due - .hours(2))
        #expect(forecast.ratio(at: due + .seconds(90)) == 1)
    }

    /// Between two boundaries the ratio stays the same, and the mean is that of the moments.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func theMeanIsThatOfAllMoments(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var forecast = Self.trained(.clock).forecast
        var now = Instant.monday + .days(50)
        for _ in 0..<30 {
            now = now + .seconds(random.exponential(mean: 900))
            let alarm = random.pick([Alarm.clock, .calendar])
            let due = random.chance(0.8) ? now + .seconds(random.exponential(mean: 2000)) : nil
            _ = forecast.tell(alarm, at: due, now: now)
            if random.chance(0.5) { forecast.beginSession(at: now) }
            forecast.pass(random.exponential(mean: 0.1), times: forecast.ratio(at: now), at: now)
            let end = now + .minutes(90)
            var (sum, moment) = (0.0, now)
            while moment < end {
                let next = min(end, forecast.boundary(after: moment))
                #expect(next > moment)
                let ratio = forecast.ratio(at: moment)
                let inside = moment + .seconds(random.nextUnit() * (next - moment).seconds)
                #expect(inside >= next || forecast.ratio(at: inside) == ratio)
                sum += ratio * (next - moment).seconds
                moment = next
            }
            #expect(abs(forecast.meanRatio(from: now, to: end) / (sum / 5400) - 1) < 1e-9)
        }
    }

    @Test func whateverIsToldStaysInBounds() {
        var forecast = AlarmForecast()
        for moment in [Instant.distantPast, .distantFuture, .monday] {
            for now in [Instant.distantPast, .monday, .distantFuture] {
                _ = forecast.tell(.clock, at: moment, now: now)
                for _ in 0..<3 { forecast.beginSession(at: moment) }
                forecast.pass(1e300, times: forecast.ratio(at: moment), at: moment)
                let mean = forecast.meanRatio(from: now, to: moment)
                #expect(mean >= 0.25 * 0.25 && mean <= 1000)
            }
        }
    }
}
