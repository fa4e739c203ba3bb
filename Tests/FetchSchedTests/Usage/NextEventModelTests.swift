@testable import FetchSched
import Testing

@Suite struct NextEventModelTests {
    private func context(_ seconds: Double, inUse: Bool = true) -> Int {
        NextEventModel.context(isInUse: inUse, elapsed: .seconds(seconds))
    }

    @Test func contextsArePowersOfTwo() {
        #expect([0, 3.999, 4, 7.999, 8, 15.999, 16, 32].map { context($0) } == [0, 0, 1, 1, 2, 2, 3, 4])
        #expect(context(5, inUse: false) == context(5) + 16)
        #expect(NextEventModel.context(isInUse: true, elapsed: .max) == 15)
        #expect(NextEventModel.context(isInUse: false, elapsed: .max) == 31)
        #expect(NextEventModel.context(isInUse: false, elapsed: TimeSpan(milliseconds: .min)) == 16)
    }

    /// The same decayed counts, kept in the plainest way.
    private struct Naive {
        var counts = [[Double]](repeating: [2, 0.3, 0.3], count: 2 * NextEventModel.scale)
        var seconds = [[Double]](repeating: [120, 9, 0], count: 2 * NextEventModel.scale)
        var near = [(count: Double, seconds: Double)](repeating: (1, 5), count: 2 * NextEventModel.scale)

        mutating func count(_ context: Int, _ next: Int, after wait: Double) {
            for kind in 0..<3 {
                counts[context][kind] *= 0.998
                seconds[context][kind] *= 0.998
            }
            near[context] = (near[context].count * 0.998, near[context].seconds * 0.998)
            if wait < 10 { near[context] = (near[context].count + 1, near[context].seconds + wait) }
            counts[context][next] += 1
            seconds[context][next] += wait
        }
    }

    @Test func countsAsThePlainTableDoes() {
        var random = SplitMix64(seed: 71)
        var model = NextEventModel(.tenSecondTail)
        var naive = Naive()
        var now = FetchTime.monday
        var pending: (context: Int, since: FetchTime)?
        var credited: (context: Int, wait: Double)?
        for round in 0..<20_000 {
            now = now + .seconds(0.001 + random.exponential(mean: 100))
            let next = random.below(3)
            // A moment that came after another one is counted when time has passed.
            if let credited { naive.count(credited.context, 0, after: credited.wait) }
            credited = nil
            if next == 0 {
                credited = pending.map { ($0.context, (now - $0.since).seconds) }
                let context = random.below(2 * NextEventModel.scale)
                model.freeMoment(at: now, context: context)
                pending = (context, now)
            } else {
                if let pending { naive.count(pending.context, next, after: (now - pending.since).seconds) }
                model.launch(at: now, isNewSession: next == 2)
                pending = nil
            }
            let context = random.below(2 * NextEventModel.scale)
            let outlook = model.outlook(context)
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
        var model = NextEventModel(.tenSecondTail)
        let before = model.outlook(0)
        model.freeMoment(at: .monday, context: 0)
        for _ in 0..<1_000 { model.freeMoment(at: .monday, context: 0) }
        model.launch(at: .monday - .hours(1), isNewSession: true)
        #expect(model.outlook(0).moment == before.moment)
    }

    /// A launch that comes together with a free moment comes after the one before, whichever the host tells first.
    @Test(arguments: [false, true]) func aLaunchTogetherWithAMomentComesAfterTheOneBefore(launchFirst: Bool) {
        var model = NextEventModel(.tenSecondTail)
        for round in 0..<4_000 {
            let now = FetchTime.monday + .minutes(15 * Int64(round))
            let isLaunch = round % 10 == 9
            if isLaunch, launchFirst { model.launch(at: now, isNewSession: true) }
            model.freeMoment(at: now, context: 7)
            if isLaunch, !launchFirst { model.launch(at: now, isNewSession: true) }
        }
        let outlook = model.outlook(7)
        #expect(abs(outlook.newSession - (launchFirst ? 0.1 : 1 / 9)) < 0.01, "\(outlook)")
        #expect(abs(outlook.momentSeconds - 900) < 10, "\(outlook)")
    }

    @Test func longSilencesAreCut() {
        var model = NextEventModel(.tenSecondTail)
        for step in 0..<1_000 {
            let far = step % 2 == 0 ? FetchTime.distantPast : .distantFuture
            model.freeMoment(at: far, context: 3)
        }
        #expect(model.outlook(3).momentSeconds <= 86_400)
    }

    /// An end of use has an outlook of its own, and does not cut short the wait of the moment before it.
    ///
    ///     moment ----- end of use ---- launch
    ///       |--------- 30 s -----------|
    ///                       |-- 8 s ---|        the second is within the tail of 10 s
    @Test func theEndOfUseIsAMomentOfItsOwn() {
        var model = NextEventModel(.tenSecondTail)
        let context = context(3)
        let atEnd = NextEventModel.context(isInUse: false, elapsed: .zero)
        for round in 0..<500 {
            let begin = FetchTime.monday + .hours(Int64(round))
            model.freeMoment(at: begin, context: context)
            model.endUse(at: begin + .seconds(22))
            model.launch(at: begin + .seconds(30), isNewSession: false)
        }
        #expect(abs(model.outlook(context).sameSessionSeconds - 30) < 0.1)
        #expect(model.outlook(context).near < 0.01)
        #expect(abs(model.outlook(atEnd).sameSessionSeconds - 8) < 0.1)
        #expect(model.outlook(atEnd).near > 0.99)
        #expect(abs(model.outlook(atEnd).nearSeconds - 8) < 0.1)
    }

    /// Whatever a scale makes of an outlook, its probabilities sum to 1, and the others keep their proportion.
    @Test func scaledOutlooksSumToOne() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<1000 {
            let (first, same) = (random.nextUnit(), random.nextUnit())
            let outlook = NextEventModel.Outlook(
                moment: (1 - first) * (1 - same), momentSeconds: 60, sameSession: (1 - first) * same,
                sameSessionSeconds: 60, newSession: first, newSessionSeconds: nil, near: 0.5, nearSeconds: 3)
            for scale in [0.25, 0.5, 1, 1.5, 4] {
                var scaled = outlook
                scaled.scaleNewSession(by: scale)
                #expect(abs(scaled.moment + scaled.sameSession + scaled.newSession - 1) < 1e-12)
                #expect(
                    abs(scaled.moment * outlook.sameSession - scaled.sameSession * outlook.moment) < 1e-12)
                #expect((scaled.newSession >= outlook.newSession - 1e-12) == (scale >= 1))
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
