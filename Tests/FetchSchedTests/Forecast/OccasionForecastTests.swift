@testable import FetchSched
import Testing

@Suite struct OccasionForecastTests {
    private func context(_ seconds: Double, inUse: Bool = true) -> Int {
        OccasionForecast.context(inUse: inUse, elapsed: .seconds(seconds))
    }

    @Test func contextsArePowersOfTwo() {
        #expect([0, 3.999, 4, 7.999, 8, 15.999, 16, 32].map { context($0) } == [0, 0, 1, 1, 2, 2, 3, 4])
        #expect(context(5, inUse: false) == context(5) + 16)
        #expect(OccasionForecast.context(inUse: true, elapsed: .max) == 15)
        #expect(OccasionForecast.context(inUse: false, elapsed: .max) == 31)
        #expect(OccasionForecast.context(inUse: false, elapsed: TimeSpan(milliseconds: .min)) == 16)
    }

    /// The same decayed counts, kept in the plainest way.
    private struct Naive {
        var counts = [[Double]](repeating: [2, 0.3, 0.3], count: OccasionForecast.spans)
        var seconds = [[Double]](repeating: [120, 9, 0], count: OccasionForecast.spans)
        var near = [(count: Double, seconds: Double)](repeating: (1, 5), count: OccasionForecast.spans)
    }

    @Test func countsAsThePlainTableDoes() {
        var random = SplitMix64(seed: 71)
        var forecast = OccasionForecast(.tenSecondTail)
        var naive = Naive()
        var now = Instant.monday
        var pending: (context: Int, since: Instant)?
        for round in 0..<20_000 {
            let passed = random.exponential(mean: 100)
            now = now + .seconds(passed)
            let next = random.below(3)
            if let pending, now > pending.since {
                for kind in 0..<3 {
                    naive.counts[pending.context][kind] *= 0.998
                    naive.seconds[pending.context][kind] *= 0.998
                }
                naive.near[pending.context].count *= 0.998
                naive.near[pending.context].seconds *= 0.998
                let wait = (now - pending.since).seconds
                if wait < 10 {
                    naive.near[pending.context].count += 1
                    naive.near[pending.context].seconds += wait
                }
                naive.counts[pending.context][next] += 1
                naive.seconds[pending.context][next] += wait
            }
            if next == 0 {
                let context = random.below(OccasionForecast.spans)
                forecast.moment(at: now, context: context)
                pending = (context, now)
            } else {
                forecast.launch(at: now, newSession: next == 2)
                pending = nil
            }
            let context = random.below(OccasionForecast.spans)
            let outlook = forecast.outlook(context)
            let counts = naive.counts[context]
            let total = counts[0] + counts[1] + counts[2]
            let near = naive.near[context]
            let differences: [Double] = [
                outlook.moment - counts[0] / total,
                outlook.sameSession - counts[1] / total,
                outlook.newSession - counts[2] / total,
                outlook.moment + outlook.sameSession + outlook.newSession - 1,
                (outlook.momentSeconds - naive.seconds[context][0] / counts[0]) / 1000,
                (outlook.sameSessionSeconds - naive.seconds[context][1] / counts[1]) / 1000,
                outlook.near - near.count / total,
                outlook.nearSeconds - near.seconds / near.count,
            ]
            guard differences.allSatisfy({ abs($0) < 1e-9 }) else {
                Issue.record("round \(round): \(differences)")
                return
            }
        }
    }

    @Test func aLaunchOrAMomentAtTheSameTimeSaysNothing() {
        var forecast = OccasionForecast(.tenSecondTail)
        let before = forecast.outlook(0)
        forecast.moment(at: .monday, context: 0)
        for _ in 0..<1_000 { forecast.moment(at: .monday, context: 0) }
        forecast.launch(at: .monday - .hours(1), newSession: true)
        #expect(forecast.outlook(0).moment == before.moment)
    }

    /// A launch that comes together with a free moment comes after the one before, whichever the host tells first.
    @Test(arguments: [false, true]) func aLaunchTogetherWithAMomentComesAfterTheOneBefore(launchFirst: Bool) {
        var forecast = OccasionForecast(.tenSecondTail)
        for round in 0..<4_000 {
            let now = Instant.monday + .minutes(15 * Int64(round))
            let isLaunch = round % 10 == 9
            if isLaunch, launchFirst { forecast.launch(at: now, newSession: true) }
            forecast.moment(at: now, context: 7)
            if isLaunch, !launchFirst { forecast.launch(at: now, newSession: true) }
        }
        let outlook = forecast.outlook(7)
        #expect(abs(outlook.newSession - (launchFirst ? 0.1 : 1 / 9)) < 0.01, "\(outlook)")
        #expect(abs(outlook.momentSeconds - 900) < 10, "\(outlook)")
    }

    @Test func longSilencesAreCut() {
        var forecast = OccasionForecast(.tenSecondTail)
        for step in 0..<1_000 {
            let far = step % 2 == 0 ? Instant.distantPast : .distantFuture
            forecast.moment(at: far, context: 3)
        }
        #expect(forecast.outlook(3).momentSeconds <= 86_400)
    }

    /// An end of use has an outlook of its own, and does not cut short the wait of the moment before it.
    ///
    ///     moment ----- end of use ---- launch
    ///       |--------- 30 s -----------|
    ///                       |-- 8 s ---|        the second is within the tail of 10 s
    @Test func theEndOfUseIsAMomentOfItsOwn() {
        var forecast = OccasionForecast(.tenSecondTail)
        let context = context(3)
        let atEnd = OccasionForecast.context(inUse: false, elapsed: .zero)
        for round in 0..<500 {
            let begin = Instant.monday + .hours(Int64(round))
            forecast.moment(at: begin, context: context)
            forecast.endOfUse(at: begin + .seconds(22))
            forecast.launch(at: begin + .seconds(30), newSession: false)
        }
        #expect(abs(forecast.outlook(context).sameSessionSeconds - 30) < 0.1)
        #expect(forecast.outlook(context).near < 0.01)
        #expect(abs(forecast.outlook(atEnd).sameSessionSeconds - 8) < 0.1)
        #expect(forecast.outlook(atEnd).near > 0.99)
        #expect(abs(forecast.outlook(atEnd).nearSeconds - 8) < 0.1)
    }

    /// Whatever a scale makes of an outlook, its chances sum to 1 and none of a launch is above the bound.
    @Test func scaledOutlooksStayBelowTheirBound() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<1000 {
            let (first, same) = (random.nextUnit(), random.nextUnit())
            let outlook = OccasionForecast.Outlook(
                moment: (1 - first) * (1 - same), momentSeconds: 60, sameSession: (1 - first) * same,
                sameSessionSeconds: 60, newSession: first, newSessionSeconds: nil, near: 0.5, nearSeconds: 3)
            var most = outlook
            most.raise(toScalesFrom: UseForecast.ratios)
            for scale in [0.25, 0.5, 1, 1.5, 4] {
                var scaled = outlook
                scaled.scaleNewSession(by: scale)
                #expect(abs(scaled.moment + scaled.sameSession + scaled.newSession - 1) < 1e-12)
                #expect(scaled.newSession <= most.newSession * (1 + 1e-12))
                #expect(scaled.sameSession <= most.sameSession * (1 + 1e-12))
            }
        }
    }
}

extension RadioCosts {
    /// A radio that stays awake for ten seconds, and is awake after half a second.
    static let tenSecondTail = RadioCosts(
        promotion: .init(seconds: 0.5, joules: 1), tail: [.init(seconds: 10, watts: 1)], baseWatts: 1,
        bytesPerSecond: 1e6)
}
