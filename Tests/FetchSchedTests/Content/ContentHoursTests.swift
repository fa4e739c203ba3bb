import Testing

@testable import FetchSched

@Suite struct ContentHoursTests {
    private let clock = LocalClock()

    @Test func learnsThatNightsAreQuiet() {
        #expect(ContentHours().factors.allSatisfy { $0 == 1 })
        let hours = ContentHours.quietAtNight
        #expect(abs(hours.factors.reduce(0, +) - 24) < 1e-9)
        for hour in 0..<24 {
            if (8..<20).contains(hour) {
                #expect(hours.factors[hour] > 1.3, "hour \(hour)")
            } else {
                #expect(hours.factors[hour] < 0.4, "hour \(hour)")
            }
        }
        let night = hours.passed(
            from: .monday + .hours(1), to: .monday + .hours(6), SourceHours(), clock: clock)
        let day = hours.passed(
            from: .monday + .hours(11), to: .monday + .hours(16), SourceHours(), clock: clock)
        #expect(night < .hours(2))
        #expect(day > .hours(7))
    }

    /// The hours ahead are planned with factors that are at most 5 % off, and change seldom.
    @Test func plansFollowTheFactors() {
        let hours = ContentHours.quietAtNight
        for hour in 0..<24 {
            #expect(abs(hours.factors[hour] / hours.pace.factors[hour] - 1) <= 0.05)
            #expect(hours.pace(SourceHours()).factor(hour) == hours.pace.factors[hour])
        }
        #expect(hours.pace.version > 10 && hours.pace.version < 500, "\(hours.pace.version) of 2,880 looks")
    }

    /// Source time adds up, also over midnights, and a whole day stays a day; for a source with hours of its own, too.
    @Test(arguments: [false, true]) func sourceTimeAddsUp(hasOwn: Bool) {
        let hours = ContentHours.quietAtNight
        var own = SourceHours()
        if hasOwn { for _ in 0..<20 { own.learn(SIMD8(0, 0, 0, 3, 0, 1, 0, 0)) } }
        var random = SplitMix64(seed: 43)
        for _ in 0..<500 {
            let a = FetchTime.monday + .seconds(random.exponential(mean: 2e5))
            let b = a + .seconds(60 + random.exponential(mean: 1e5))
            let c = b + .seconds(60 + random.exponential(mean: 1e5))
            let parts =
                hours.passed(from: a, to: b, own, clock: clock).seconds
                + hours.passed(from: b, to: c, own, clock: clock).seconds
            #expect(abs(parts - hours.passed(from: a, to: c, own, clock: clock).seconds) < 0.01)
            // The plain sum over hours.
            var (sum, moment) = (0.0, a)
            while moment < c {
                let next = min(c, clock.nextHour(after: moment))
                sum += (next - moment).seconds * hours.factor(clock.hour(moment), own)
                moment = next
            }
            #expect(abs(sum - hours.passed(from: a, to: c, own, clock: clock).seconds) < 0.01)
            #expect(hours.passed(from: b, to: a, own, clock: clock) == .zero)
            let day = hours.passed(from: a, to: a + .days(1), own, clock: clock)
            #expect(abs(day.seconds - 86_400) < 0.01)
        }
    }
}

extension ContentHours {
    /// The hours of sources that change only from 8 to 20 h, looked at every half an hour.
    static let quietAtNight: ContentHours = {
        let clock = LocalClock()
        var hours = ContentHours()
        var random = SplitMix64(seed: 42)
        let rate = 1.0 / 3600
        for look in 0..<48 * 60 {
            let begin = FetchTime.monday + .minutes(30) * Int64(look)
            let day = (8..<20).contains(clock.hour(begin))
            // Each look is at another source, so that none has hours of its own.
            var own = SourceHours()
            hours.learn(
                foundNew: day && random.bernoulli(PortableMath.saturation(2 * rate * 1800)), isAtEnd: false,
                rate: rate, of: &own, from: begin, to: begin + .minutes(30),
                passed: hours.passed(from: begin, to: begin + .minutes(30), own, clock: clock), clock: clock,
                ContentParameters())
        }
        return hours
    }()
}
