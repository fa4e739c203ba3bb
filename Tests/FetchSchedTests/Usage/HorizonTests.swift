import Testing

@testable import FetchSched

@Suite struct HorizonTests {
    /// A user of whom nothing is known but the prior: 20 sessions a day.
    private let rate = 20.0 / 86_400
    private let flat = ContentHours().pace

    private func horizon(
        pause: TimeSpan, at now: FetchTime = .monday, gap: TimeSpan = .minutes(5)
    ) -> Horizon {
        var (horizon, session) = (Horizon(), SessionTracker(gap: gap))
        session.launch(at: now - pause)
        session.endUse(at: now - pause)
        horizon.update(
            at: now, SessionRate(ForecastParameters()), session, learned: 0, clock: LocalClock())
        return horizon
    }

    @Test func sessionsOfAFlatRhythm() {
        let horizon = horizon(pause: .hours(2))
        for minutes in [1, 10, 15, 60, 240, 1440, 2000] as [Int64] {
            let found = horizon.expectedSessions(within: .minutes(minutes), shares: SIMD32(repeating: 0.25))
            // Less than that by what is expected after 18 hours without a session, which hardly ever come.
            #expect(abs(found - 0.25 * rate * Double(minutes) * 60) < 1e-6, "\(minutes)")
        }
    }

    /// The recursion beside the integral of l(t) e^(-mt) e^(-L(t)) over steps of constant rates; the mean rate goes on.
    @Test func theRecursionIsTheIntegral() {
        var random = SplitMix64(seed: 4)
        let pieces = 300
        func integrated(
            _ horizon: Horizon, _ rates: [Double], _ change: Double, _ pace: ChangePace,
            share: (Int) -> Double, meanShare: Double
        ) -> Double {
            let mean = rates[3...].reduce(0, +) / Double(rates.count - 3) * meanShare
            var (sum, survival) = (0.0, 1.0)
            for (step, hour) in horizon.hours.enumerated() {
                let width = (Horizon.starts[step + 1] - Horizon.starts[step]) / Double(pieces)
                let rate = rates[step] * share(hour)
                let kept = PortableMath.exp(-(rate + change * pace.factor(hour)) * width)
                for _ in 0..<pieces {
                    sum += rate * width * survival * (1 + kept) / 2
                    survival *= kept
                }
            }
            return sum + survival * Horizon.constant(rate: mean, change: change)
        }
        let hours = ContentHours.quietAtNight
        for _ in 0..<100 {
            let horizon = horizon(pause: .minutes(Int64(random.below(600))))
            var own = SourceHours()
            for _ in 0..<random.below(20) {
                var changes = SIMD8<Double>.zero
                changes[random.below(8)] = 1
                own.learn(changes)
            }
            let pace = hours.pace(own)
            let change = random.bernoulli(0.1) ? 0 : PortableMath.exp(-16 * random.nextUnit()) / 100
            let session = horizon.sessionDiscount(change: change, pace: pace)
            let expected = integrated(
                horizon, horizon.nextSessionRates, change, pace, share: { _ in 1 }, meanShare: 1)
            #expect(abs(session - expected) < 1e-5)
            let mean = random.nextUnit()
            var shares = SIMD32<Float>.zero
            for hour in 0..<24 { shares[hour] = Float(random.nextUnit()) }
            let both = horizon.discounts(change: change, pace: pace, meanShare: mean, shares: shares)
            let ofLaunch = integrated(
                horizon, horizon.sessionRates, change, pace, share: { Double(shares[$0]) }, meanShare: mean)
            #expect(both.nextSession == session && abs(both.nextLaunch - ofLaunch) < 1e-5)
        }
    }

    @Test func edgeCases() {
        #expect(Horizon.constant(rate: 0, change: 0) == 0)
        #expect(Horizon.constant(rate: 1, change: 0) == 1)
        #expect(Horizon.constant(rate: 0, change: 1) == 0)
        let horizon = horizon(pause: .hours(2))
        for (share, expected) in [(0.3, 1.0), (0, 0)] {
            let both = horizon.discounts(change: 0, pace: flat, meanShare: share, shares: .zero)
            #expect(both.nextLaunch == expected)
        }
        #expect(horizon.expectedSessions(within: .zero, shares: .one) == 0)
        #expect(horizon.expectedSessions(within: .max, shares: .one).isFinite)
        #expect(abs(horizon.sessionDiscount(change: 0, pace: flat) - 1) < 1e-12)
    }

    @Test func whileTheSessionMayGoOnNoneBegins() {
        let horizon = horizon(pause: .zero)
        // After five of its ten minutes, only.
        #expect(abs(horizon.nextSessionRates[0] - rate / 2) < 1e-9)
        #expect(horizon.nextSessionRates[1] > 0)
        // Ten minutes are read as one moment: ten more remain of a gap of fifteen that began five before.
        let long = self.horizon(pause: .minutes(5), at: .monday + .minutes(10), gap: .minutes(15))
        #expect(long.nextSessionRates[0] == 0 && long.nextSessionRates[1] > 0)
    }

    @Test func eachStepHasItsHour() {
        let horizon = horizon(pause: .hours(2), at: .monday + .hours(22))
        #expect(horizon.hours.prefix(6) == [22, 22, 22, 22, 23, 0])
        #expect(horizon.hours.last == 21)
    }

    /// Nothing is computed again until the step of time changes, or something is learned.
    @Test func itsVersionTellsWhetherItChanged() {
        var (horizon, session) = (Horizon(), SessionTracker(gap: .minutes(5)))
        session.launch(at: .monday)
        session.endUse(at: .monday)
        let rate = SessionRate(ForecastParameters())
        var versions: [UInt32] = []
        for (minutes, learned) in [(10, 0), (19, 0), (20, 0), (20, 1)] as [(Int64, UInt32)] {
            horizon.update(
                at: .monday + .minutes(minutes), rate, session, learned: learned, clock: LocalClock())
            versions.append(horizon.version)
        }
        #expect(versions == [1, 1, 2, 3])
    }

    /// Days after the first equal it, hour by hour, however many they are.
    @Test func laterDays() {
        let hour = 3600.0
        #expect(Horizon.step(at: 0, after: 0) == 0)
        #expect(Horizon.step(at: 5.5 * hour, after: 0) == 8)
        for days in [1, 3, 1e6] as [Double] {
            let last = Horizon.count - 1
            #expect(Horizon.step(at: (24 * days + 0.2) * hour, after: last) == 3)
            #expect(Horizon.step(at: (24 * days + 5.5) * hour, after: last) == 8)
            #expect(Horizon.step(at: (24 * days + 23.5) * hour, after: 3) == last)
        }
        #expect((0..<Horizon.count).contains(Horizon.step(at: 1e18, after: 0)))
    }
}
