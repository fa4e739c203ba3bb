import Testing

@testable import FetchSched

/// The probabilities that the decision rule asks for.
@Suite struct UsageForecastTests {
    private let clock = LocalClock()
    private let flat = ContentHours().pace

    /// A life at random, with eight apps of which five are used.
    private struct Life {
        var random: SplitMix64
        var forecast: UsageForecast
        var now = FetchTime.monday
        let clock = LocalClock()

        init(seed: UInt64, _ configuration: FetchConfiguration = FetchConfiguration()) {
            random = SplitMix64(seed: seed)
            forecast = UsageForecast(configuration)
            forecast.setApps(places: 8, appCount: 8)
        }

        mutating func step() {
            now = now + .seconds(random.exponential(mean: random.pick([5, 60, 9000])))
            switch random.below(12) {
            case 0..<4: forecast.launch(min(random.below(5), random.below(5)), at: now, clock: clock)
            case 4..<8: forecast.endUse(at: now, clock: clock)
            case 8: forecast.noteScreen(ScreenSign(isUnlocked: random.bernoulli(0.5), at: now))
            default: forecast.freeMoment(at: now)
            }
        }

        mutating func beforeNextMoment(_ app: Int?) -> UsageForecast.LaunchBeforeMoment {
            forecast.launchedBeforeNextMoment(
                app, at: now, hour: clock.hour(now), forecast.outlook(at: now, clock: clock))
        }

        mutating func probabilities(of app: Int?, change: Double, _ pace: ChangePace)
            -> UsageForecast.Probabilities
        {
            let before = beforeNextMoment(app)
            return forecast.probabilities(
                of: app, beforeNextMoment: before, change: change, pace: pace, fade: nil, at: now,
                hour: clock.hour(now), forecast.restOfSession(at: now), clock: clock)
        }
    }

    @Test func probabilitiesAreProbabilities() {
        var life = Life(seed: 5, FetchConfiguration())
        for step in 0..<2_000 {
            life.step()
            guard step % 5 == 0 else { continue }
            let app = step % 3 == 0 ? nil : life.random.below(8)
            let change = life.random.pick([0, 1e-9, 1e-4, 1])
            let probabilities = life.probabilities(of: app, change: change, flat)
            let list = [
                probabilities.inThisSession, probabilities.firstOfNextSession,
                probabilities.laterInNextSession, probabilities.unchangedUntilSession,
                probabilities.usedInLaterSession,
                probabilities.used,
            ]
            #expect(list.allSatisfy { $0 >= 0 && $0 <= 1 + 1e-9 }, "\(probabilities)")
            let before = life.beforeNextMoment(app).probability
            #expect(before >= 0 && before <= 1 + 1e-9)
            // Without changes each launch before the next free moment counts.
            #expect(change > 0 || probabilities.used >= before)
            // Before the content changes is less likely the faster it does.
            let faster = life.probabilities(of: app, change: 2 * change, flat)
            #expect(faster.used <= probabilities.used + 1e-12)
            if app == nil {
                let most = life.forecast.mostUseOfUnlaunched(
                    at: life.now, hour: clock.hour(life.now),
                    life.forecast.outlook(at: life.now, clock: clock),
                    life.forecast.restOfSession(at: life.now))
                #expect(most >= probabilities.used - 1e-9 || change < 1e-4, "\(most) \(probabilities)")
            }
            var last = 0.0
            for span in [TimeSpan.zero, .seconds(1), .minutes(9), .hours(3), .days(2), .max] {
                let probability = life.forecast.launchProbability(
                    of: app ?? 7, within: span, at: life.now, clock: clock)
                #expect(probability >= last && probability <= 1)
                last = probability
            }
            #expect(life.forecast.launchIntensity(at: life.now, clock: clock) >= 0)
        }
    }

    /// Sessions come every three hours, a free moment each hour, and a change each hour. A launch comes before the next free
    /// moment in a quarter of the cases, and before a change in 1/4 : 7/16 of these; one after it, in a quarter of the others.
    @Test func aLaunchBeforeTheNextMomentMayMissAChange() {
        var (random, forecast, now) = (
            SplitMix64(seed: 7), UsageForecast(FetchConfiguration()), FetchTime.monday
        )
        forecast.setApps(places: 1, appCount: 1)
        var (sum, count) = (0.0, 0)
        for step in 0..<8_000 {
            now = now + .seconds(random.exponential(mean: 2700))
            guard random.bernoulli(0.75) else {
                forecast.launch(0, at: now, clock: clock)
                now = now + .seconds(20)
                forecast.endUse(at: now, clock: clock)
                continue
            }
            forecast.freeMoment(at: now)
            guard step > 2_000, step % 10 == 0 else { continue }
            let (hour, outlook) = (clock.hour(now), forecast.outlook(at: now, clock: clock))
            let before = forecast.launchedBeforeNextMoment(0, at: now, hour: hour, outlook)
            sum +=
                forecast.probabilities(
                    of: 0, beforeNextMoment: before, change: 1.0 / 3600, pace: flat, fade: nil, at: now,
                    hour: hour, forecast.restOfSession(at: now), clock: clock
                ).used
            count += 1
        }
        let mean = sum / Double(count)
        #expect(abs(mean - (1.0 / 4 * 4 / 7 + 3.0 / 4 / 4)) < 0.02, "\(mean)")
    }

    /// The last answers are kept until something changes that they depend on: nobody may see that.
    @Test func rememberedAnswersAreThoseOfNow() {
        var life = Life(seed: 6)
        var (hours, own) = (ContentHours.quietAtNight, SourceHours())
        for step in 0..<1_500 {
            life.step()
            if life.random.bernoulli(0.1) {
                hours.learn(
                    foundNew: true, isAtEnd: false, rate: 1e-3, of: &own, from: life.now - .hours(1),
                    to: life.now, passed: .hours(1), clock: clock, ContentParameters())
            }
            // The content's rate stays, and its own hours move.
            let pace = hours.pace(own)
            let probabilities = life.probabilities(of: 1, change: 1e-4, pace)
            var fresh = life
            fresh.forecast.forget(7)
            fresh.forecast.setApps(places: 8, appCount: 8)
            let again = fresh.probabilities(of: 1, change: 1e-4, pace)
            #expect(probabilities.used == again.used, "step \(step)")
            guard probabilities.used == again.used else { return }
        }
    }
}
