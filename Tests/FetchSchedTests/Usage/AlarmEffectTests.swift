import Testing

@testable import FetchSched

/// How likely a session is around alarms.
@Suite struct AlarmEffectTests {
    /// After an alarm of that kind every day, each with a session so long after it, if any; 0.001 sessions a minute were expected.
    private static func trained(
        _ alarm: Alarm = .clock, days: Int = 40, sessionAfter wait: TimeSpan? = .seconds(90)
    ) -> (effect: AlarmEffect, next: Instant) {
        var effect = AlarmEffect()
        var due = Instant.monday + .hours(7)
        _ = effect.set(alarm, at: due, now: .monday)
        for _ in 0..<days {
            for minute in -60..<120 {
                let moment = due + .minutes(Int64(minute))
                if minute == 0 { _ = effect.set(alarm, at: due + .days(1), now: due) }
                if let wait, wait >= .minutes(Int64(minute)), wait < .minutes(Int64(minute + 1)) {
                    effect.beginSession(at: due + wait)
                } else {
                    effect.pass(0.001, at: moment)
                }
            }
            due = due + .days(1)
        }
        return (effect, due)
    }

    @Test func withoutAlarmsNothingChanges() {
        var effect = AlarmEffect()
        effect.pass(1, at: .monday)
        effect.beginSession(at: .monday)
        _ = effect.set(.clock, at: nil, now: .monday)
        #expect(effect.ratio(at: .monday) == 1)
        #expect(effect.meanRatio(from: .monday, to: .monday + .days(1)) == 1)
        #expect(effect.boundary(after: .monday) == .distantFuture)
    }

    @Test func anAlarmThatIsHeededSaysWhen() {
        let (effect, due) = Self.trained()
        #expect(effect.ratio(at: due + .seconds(90)) > 50)
        #expect(effect.ratio(at: due + .minutes(20)) < 0.9)
        #expect(effect.ratio(at: due - .minutes(11)) == 1)
        #expect(effect.ratio(at: due + .minutes(60)) == 1)
        #expect(effect.meanRatio(from: due, to: due + .minutes(10)) > 10)
    }

    @Test func anAlarmThatNobodyHeedsSaysNothing() {
        let (effect, due) = Self.trained(sessionAfter: nil)
        for minute in -20..<90 {
            let ratio = effect.ratio(at: due + .minutes(Int64(minute)))
            #expect(ratio <= 1 && ratio >= 0.25)
        }
    }

    @Test func kindsAreLearnedApart() {
        var (effect, due) = Self.trained(.clock)
        _ = effect.set(.clock, at: nil, now: due - .hours(2))
        _ = effect.set(.calendar, at: due, now: due - .hours(2))
        #expect(effect.ratio(at: due + .seconds(90)) == 1)
    }

    /// One that was taken back before it was due says nothing; one that has passed counts on when the next is told.
    @Test func onlyAlarmsThatComeCount() {
        var (effect, due) = Self.trained()
        var takenBack = effect
        _ = takenBack.set(.clock, at: nil, now: due - .minutes(30))
        #expect(takenBack.ratio(at: due + .seconds(90)) == 1)
        let before = effect.ratio(at: due + .seconds(90))
        _ = effect.set(.clock, at: due + .days(1), now: due)
        // The counts of a kind fade with each alarm.
        #expect(abs(effect.ratio(at: due + .seconds(90)) / before - 1) < 0.05)
        _ = effect.set(.clock, at: due + .days(2), now: due + .minutes(1))
        #expect(effect.ratio(at: due + .days(1) + .seconds(90)) == 1)
        #expect(effect.ratio(at: due + .days(2) + .seconds(90)) > 50)
    }

    /// Snooze: the one that rang counts until shortly before the next.
    @Test func theOneThatRangCountsBeforeTheNext() {
        var (effect, due) = Self.trained()
        let after = effect.ratio(at: due + .seconds(90))
        _ = effect.set(.clock, at: due + .minutes(9), now: due)
        #expect(abs(effect.ratio(at: due + .seconds(90)) / after - 1) < 0.05)
        #expect(abs(effect.ratio(at: due + .minutes(9) + .seconds(90)) / after - 1) < 0.05)
    }

    /// Hosts round: one that is replaced a moment before it is due has rung, one half an hour before has not.
    @Test func anAlarmReplacedAsItRingsHasRung() {
        for (early, rang) in [(TimeSpan(milliseconds: 5), true), (.minutes(30), false)] {
            var (effect, due) = Self.trained()
            _ = effect.set(.clock, at: due + .days(1), now: due - early)
            #expect((effect.ratio(at: due + .seconds(90)) > 20) == rang)
        }
    }

    @Test func anAlarmToldAgainIsNoNews() {
        var (effect, due) = Self.trained()
        let news = [due, nil, .distantFuture].map { effect.set(.clock, at: $0, now: due - .hours(1)) }
        #expect(news == [false, true, false])
    }

    @Test func whatHasNotPassedYetDoesNotRingAgain() {
        var (effect, due) = Self.trained()
        _ = effect.set(.clock, at: nil, now: due)
        #expect(effect.ratio(at: due + .seconds(90)) > 20)
        effect.clockWentBack(to: due - .hours(2))
        #expect(effect.ratio(at: due + .seconds(90)) == 1)
    }

    /// Between two boundaries the ratio stays the same, and the mean is that of the moments.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func theMeanIsThatOfAllMoments(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var effect = Self.trained(.clock).effect
        var now = Instant.monday + .days(50)
        for _ in 0..<30 {
            now = now + .seconds(random.exponential(mean: 900))
            let alarm = random.pick([Alarm.clock, .calendar])
            let due = random.chance(0.8) ? now + .seconds(random.exponential(mean: 2000)) : nil
            _ = effect.set(alarm, at: due, now: now)
            if random.chance(0.5) { effect.beginSession(at: now) }
            effect.pass(random.exponential(mean: 0.1), at: now)
            let end = now + .minutes(90)
            var (sum, moment) = (0.0, now)
            while moment < end {
                let next = min(end, effect.boundary(after: moment))
                #expect(next > moment)
                let ratio = effect.ratio(at: moment)
                let inside = moment + .seconds(random.nextUnit() * (next - moment).seconds)
                #expect(inside >= next || effect.ratio(at: inside) == ratio)
                sum += ratio * (next - moment).seconds
                moment = next
            }
            #expect(abs(effect.meanRatio(from: now, to: end) / (sum / 5400) - 1) < 1e-9)
        }
    }

    @Test func whateverIsToldStaysInBounds() {
        var effect = AlarmEffect()
        for moment in [Instant.distantPast, .distantFuture, .monday] {
            for now in [Instant.distantPast, .monday, .distantFuture] {
                _ = effect.set(.clock, at: moment, now: now)
                for _ in 0..<3 { effect.beginSession(at: moment) }
                effect.pass(1e300, at: moment)
                let mean = effect.meanRatio(from: now, to: moment)
                #expect(mean >= 0.25 * 0.25 && mean <= 1000)
            }
        }
    }
}
