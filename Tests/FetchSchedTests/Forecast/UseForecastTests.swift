import Testing

@testable import FetchSched

@Suite struct UseForecastTests {
    private let clock = LocalClock()

    /// The log score per launch of one expert or the mixture (nil) on a user of that kind, after `skip` days.
    private func score(
        _ expert: TimeExpert?, _ moments: [Instant], use: TimeSpan = .seconds(30), skip: Int64 = 7
    ) -> Double {
        var configuration = Configuration()
        configuration.forecast.timeExpert = expert
        var forecast = UseForecast(configuration)
        var loss = 0.0
        var count = 0.0
        var last = Instant.monday
        for moment in moments {
            var time = last
            // The integral in steps of at most two minutes; the use ends in between.
            while time < moment {
                let end = last + use
                var next = min(moment, time + .minutes(2))
                if time < end { next = min(next, end) }
                let middle = time + TimeSpan(milliseconds: (next - time).milliseconds / 2)
                let rate = forecast.intensity(at: middle, clock: clock)
                if moment > .monday + .days(skip) { loss += rate * (next - time).seconds }
                time = next
                if time == end, time < moment { forecast.endOfUse(at: time, clock: clock) }
            }
            if moment > .monday + .days(skip) {
                loss -= PortableMath.log(forecast.intensity(at: moment, clock: clock))
                count += 1
            }
            forecast.launch(at: moment, clock: clock)
            last = moment
        }
        return loss / count
    }

    private func constantUser(_ perDay: Double, days: Int, seed: UInt64) -> [Instant] {
        var random = SplitMix64(seed: seed)
        var moments: [Instant] = []
        var now = Instant.monday
        while now < .monday + .days(Int64(days)) {
            now = now + .seconds(random.exponential(mean: 86_400 / perDay))
            moments.append(now)
        }
        return moments
    }

    /// For a Poisson stream the best possible score is 1 - log(rate).
    @Test func aSteadyUserIsKnownToBeSteady() {
        let moments = constantUser(40, days: 60, seed: 21)
        let best = 1 - PortableMath.log(40 / 86_400)
        #expect(abs(score(.constant, moments, use: .zero) - best) < 0.05)
        #expect(score(nil, moments, use: .zero) < best + 0.1)
    }

    @Test func habitsOfTheDayArePreferredWhereThereAreSome() {
        var random = SplitMix64(seed: 22)
        var moments: [Instant] = []
        for day in 0..<42 {
            for hour in [7, 12, 20] as [Int64] {
                var now = Instant.monday + .days(Int64(day)) + .hours(hour)
                for _ in 0..<5 {
                    now = now + .seconds(35 + random.exponential(mean: 240))
                    moments.append(now)
                }
            }
        }
        let mixture = score(nil, moments)
        for expert in TimeExpert.allCases {
            let alone = score(expert, moments)
            #expect(mixture < alone + (expert == .constant ? -0.5 : 0.05), "\(expert)")
        }
    }

    /// Somebody who opens an app at eight and at twenty hours: after eleven hours without one, a session is likelier at the full
    /// hour than after such a pause at large, and before it less likely.
    @Test func theHourSaysWhetherASessionIsNear() {
        var forecast = UseForecast(Configuration())
        for day in 0..<42 {
            for hour in [8, 20] as [Int64] {
                let now = Instant.monday + .days(Int64(day)) + .hours(hour)
                forecast.launch(at: now, clock: clock)
                forecast.endOfUse(at: now + .minutes(2), clock: clock)
            }
        }
        let day = Instant.monday + .days(42)
        let early = forecast.sessionRatio(at: day + .hours(5), within: 600, clock: clock)
        let near = forecast.sessionRatio(at: day + .hours(8), within: 600, clock: clock)
        #expect(early < 0.5 && near > 1.5, "\(early) \(near)")
        #expect(UseForecast.ratios.contains(early) && UseForecast.ratios.contains(near))
    }

    /// Intensities are finite and positive whatever the clock does.
    @Test func anyTimesGiveNumbers() {
        var random = SplitMix64(seed: 23)
        var forecast = UseForecast(Configuration())
        for _ in 0..<3000 {
            let now =
                random.chance(0.1)
                ? random.pick([.distantPast, .distantFuture, .epoch])
                : Instant.monday + .seconds((random.nextUnit() - 0.3) * 1e6)
            switch random.below(3) {
            case 0: forecast.launch(at: now, clock: clock)
            case 1: forecast.endOfUse(at: now, clock: clock)
            default: break
            }
            let rate = forecast.intensity(at: now, clock: clock)
            #expect(rate > 0 && rate.isFinite)
        }
    }
}

@Suite struct SessionPresenceTests {
    @Test func countsSessionsAndNotLaunches() {
        var presence = SessionPresence(halfLife: 1e6)
        presence.grow(to: 2)
        for session in 0..<100 {
            for launch in 0..<5 { presence.learn(0, newSession: launch == 0 && session.isMultiple(of: 1)) }
            if session.isMultiple(of: 4) { presence.learn(1, newSession: false) }
        }
        #expect(abs(presence.share(0, prior: 0.5) - 1) < 0.01)
        #expect(abs(presence.share(1, prior: 0.25) - 0.25) < 0.01)
    }
}
