import Testing

@testable import FetchSched

/// How long was observed, against time told minute by minute.
@Suite struct ExposureTests {
    /// A random life: moments after gaps of minutes to weeks, in zones that change now and then.
    private struct Life {
        var random: SplitMix64
        var now = FetchTime.monday
        var clock = LocalClock()

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            clock.secondsEast = 900 * (random.below(100) - 50)
        }

        mutating func pass() -> TimeSpan {
            let longest = random.pick([30, 600, 3000, 4321, 20_000])
            return .minutes(Int64(1 + random.below(longest)))
        }

        mutating func travel() { clock.secondsEast = 900 * (random.below(100) - 50) }
    }

    /// What was observed, minute by minute. Of each gap only the first three days count.
    private struct NaiveExposure {
        /// In days, decayed: weekdays, then weekends.
        var days = [0.0, 0.0]
        let halfLifeDays: Double

        mutating func pass(from begin: FetchTime, _ gap: TimeSpan, secondsEast: Int) {
            let kept = PortableMath.power(0.5, 1 / halfLifeDays / 1440)
            for minute in 0..<min(gap.milliseconds / 60_000, 3 * 1440) {
                let local = begin.milliseconds / 60_000 + minute + Int64(secondsEast / 60)
                // 1970 began on a Thursday.
                let hour = Int((local / 60 + 3 * 24) % 168)
                days[0] *= kept
                days[1] *= kept
                days[hour >= 5 * 24 ? 1 : 0] += (1 + kept) / 2 / 1440
            }
        }
    }

    private func isClose(_ rhythm: DailyRhythm, _ naive: NaiveExposure) -> Bool {
        abs(rhythm.days.weekday - naive.days[0]) < 1e-6
            && abs(rhythm.days.weekend - naive.days[1]) < 1e-6
    }

    @Test func aGapCountsForTheDaysThatItPassedThrough() {
        for seed in 0..<60 as Range<UInt64> {
            var life = Life(seed: seed)
            let halfLife = life.random.pick([0.7, 4, 21, 5000])
            var rhythm = DailyRhythm(priorPerDay: 24, priorDays: 0.5, halfLifeDays: halfLife)
            var naive = NaiveExposure(halfLifeDays: halfLife)
            rhythm.advance(to: life.now, clock: life.clock)
            for step in 0..<60 {
                let gap = life.pass()
                naive.pass(from: life.now, gap, secondsEast: life.clock.secondsEast)
                life.now = life.now + gap
                if life.random.bernoulli(0.5) {
                    rhythm.observe(at: life.now, clock: life.clock)
                } else {
                    rhythm.advance(to: life.now, clock: life.clock)
                }
                if life.random.bernoulli(0.1) { life.travel() }
                guard isClose(rhythm, naive) else {
                    Issue.record("seed \(seed), step \(step): \(rhythm.days), not \(naive.days)")
                    return
                }
            }
        }
    }

    /// The rhythm of sessions, through the scheduler, which is told of the zones.
    @Test func theRhythmIsToldTheZonesThatTimePassedIn() {
        for seed in 0..<12 as Range<UInt64> {
            var life = Life(seed: seed)
            var scheduler = Scheduler(seed: seed)
            let app = scheduler.register(.minimum, at: life.now)
            var naive = NaiveExposure(halfLifeDays: scheduler.configuration.forecast.halfLifeDays)
            scheduler.observe(.zone(secondsEast: life.clock.secondsEast), at: life.now)
            // Gaps that are shorter than what counts, so that they can be cut anywhere.
            for _ in 0..<80 {
                let gap = min(life.pass(), .days(2))
                naive.pass(from: life.now, gap, secondsEast: life.clock.secondsEast)
                life.now = life.now + gap
                if life.random.bernoulli(0.3) {
                    life.travel()
                    scheduler.observe(.zone(secondsEast: life.clock.secondsEast), at: life.now)
                } else {
                    scheduler.use(app, finds: nil, at: life.now)
                }
            }
            scheduler.observe(.zone(secondsEast: 0), at: life.now)
            #expect(isClose(scheduler.forecast.rate.rhythm, naive), "seed \(seed)")
        }
    }
}
