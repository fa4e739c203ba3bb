import FetchSched
import Testing

@testable import FetchSim
@testable import FetchLab

/// The scores against values known from theory or by hand.
@Suite struct ForecastScoreTests {
    /// A stream of launches at a constant rate per second, scored by a forecaster that takes it for `believed`.
    private func poisson(_ rate: Double, believed: Double, launches: Int, seed: UInt64) -> PointProcessTally {
        var random = SplitMix64(seed: seed)
        var tally = PointProcessTally()
        for _ in 0..<launches {
            tally.pass(-PortableMath.log(1 - random.nextUnit()) / rate * believed)
            tally.launch(believed)
        }
        return tally
    }

    /// At the right rate r the expected score is log r - 1, r in launches per hour.
    @Test(arguments: [1, 2, 3]) func poissonStreamAtItsOwnRate(seed: UInt64) throws {
        let rate = 3.0 / 3600
        let tally = poisson(rate, believed: rate, launches: 20_000, seed: seed)
        let score = try #require(tally.natsPerLaunch)
        #expect(abs(score - (PortableMath.log(3) - 1)) < 0.03)
        let rescaling = tally.rescaling
        #expect(rescaling.count == 20_000)
        #expect(abs((rescaling.mean ?? 0) - 1) < 0.03)
        #expect(rescaling.tenths.allSatisfy { abs($0 - 0.1) < 0.01 })
        #expect(abs(rescaling.tenths.reduce(0, +) - 1) < 1e-12)
    }

    /// The limit is what it says: a right forecast exceeds it in 5 of 100 cases.
    @Test func theLimitIsExceededInFiveOfAHundredCases() throws {
        var exceeded = 0
        for seed in 0..<400 as Range<UInt64> {
            let waits = poisson(0.01, believed: 0.01, launches: 300, seed: seed).rescaling
            if try #require(waits.distance) > (try #require(waits.criticalDistance)) { exceeded += 1 }
        }
        // 20 expected, standard deviation 4.4.
        #expect((8...33).contains(exceeded), "\(exceeded) of 400")
    }

    /// A rate twice too high costs 2 - 1 - log 2 nats per launch, and shows in the waits.
    @Test func poissonStreamAtAnotherRate() throws {
        let right = try #require(poisson(0.01, believed: 0.01, launches: 20_000, seed: 4).natsPerLaunch)
        let wrong = poisson(0.01, believed: 0.02, launches: 20_000, seed: 4)
        let loss = right - (try #require(wrong.natsPerLaunch))
        #expect(abs(loss - (1 - PortableMath.log(2))) < 0.03)
        #expect(abs((wrong.rescaling.mean ?? 0) - 2) < 0.06)
        #expect((wrong.rescaling.distance ?? 0) > 0.2)
    }

    @Test func theTimeAfterTheLastLaunchCounts() throws {
        var tally = PointProcessTally()
        tally.pass(0.5)
        tally.launch(1.0 / 3600)
        tally.pass(2)
        #expect(try #require(tally.natsPerLaunch) == -2.5)
        #expect(tally.waits == [0.5], "the last wait has no end")
        #expect(PointProcessTally().natsPerLaunch == nil)
    }

    @Test func kolmogorovDistanceByHand() throws {
        // Waits whose shares are 0.25 and 0.5: the largest gap is above the second one.
        let waits = [0.25, 0.5].map { -PortableMath.log(1 - $0) }
        let rescaling = TimeRescaling(waits: waits)
        #expect(abs((try #require(rescaling.distance)) - 0.5) < 1e-12)
        #expect(rescaling.tenths.count == 10)
        #expect(TimeRescaling(waits: []).distance == nil)
        #expect(TimeRescaling(waits: []).tenths.isEmpty)
    }

    @Test func ranksBreakTiesByNumber() {
        var tally = NextAppTally()
        let chances = [0.1, 0.3, 0.3, 0.1, 0.1, 0.1]
        tally.launch(1, chances: chances)  // first
        tally.launch(2, chances: chances)  // second
        tally.launch(0, chances: chances)  // third
        tally.launch(5, chances: chances)  // sixth
        #expect(tally.launches == 4)
        #expect(tally.first == 1)
        #expect(tally.firstFive == 3)
        #expect(abs(tally.reciprocalRanks - (1 + 0.5 + 1.0 / 3 + 1.0 / 6)) < 1e-12)
        let logs = 2 * PortableMath.log(0.3) + 2 * PortableMath.log(0.1)
        #expect(abs(tally.logSum - logs) < 1e-12)
    }

    @Test func brierScoreByHand() {
        var tally = ChanceTally()
        tally.add(0.8, true)
        tally.add(0.4, false)
        tally.add(1, false)
        #expect(abs((tally.brier ?? 0) - (0.04 + 0.16 + 1) / 3) < 1e-12)
        #expect(tally.share == 1.0 / 3)
        let loss = -(PortableMath.log(0.8) + PortableMath.log(0.6) + PortableMath.log(1e-6)) / 3
        #expect(abs((tally.logLoss ?? 0) - loss) < 1e-9)
    }

    @Test func everyChanceFallsIntoOneBin() {
        var tally = ReliabilityTally()
        for chance in [0, 0.0049, 0.005, 0.5, 0.8, 1] { tally.add(chance, chance > 0.4) }
        #expect(tally.bins.map(\.count) == [2, 1, 0, 0, 0, 0, 0, 1, 0, 2])
        #expect(tally.bins[7].forecast == 0.5)
        #expect(tally.bins[9].observed == 1)
        #expect(tally.bins[2].forecast == nil)
    }

    /// Off is what differs by more than a fifth of what was promised and by more than 2 points.
    @Test func binsThatAreOff() {
        func isOff(_ forecast: Double, _ observed: Double, of count: Int = 100) -> Bool? {
            ReliabilityBin(lower: 0, upper: 1, count: count, forecast: forecast, observed: observed).isOff
        }
        #expect(isOff(0.5, 0.61) == true)
        #expect(isOff(0.5, 0.39) == true)
        #expect(isOff(0.5, 0.59) == false, "within a fifth")
        #expect(isOff(0.01, 0.029) == false, "within 2 points")
        #expect(isOff(0.01, 0.031) == true)
        #expect(isOff(0.5, 0.7, of: 99) == nil)
        #expect(ReliabilityTally().bins.allSatisfy { $0.isOff == nil })
    }
}
