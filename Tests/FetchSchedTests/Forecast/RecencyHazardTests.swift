@testable import FetchSched
import Testing

@Suite struct RecencyHazardTests {
    @Test func aNewTableLeavesTheRhythmAsItIs() {
        for pause in [0, 1, 599, 600, 5_000, 1e6, 1e18] { #expect(RecencyHazard().factor(pause: pause) == 1) }
    }

    /// If sessions begin just as the rhythm expects, the factor stays near 1 in every class.
    @Test func exponentialPausesGiveOne() {
        var hazard = RecencyHazard()
        var random = SplitMix64(seed: 61)
        let mean = 7_000.0
        for _ in 0..<20_000 {
            let pause = random.exponential(mean: mean)
            hazard.learn(pause: pause, expectedSessions: pause / mean)
        }
        for pause in [300, 900, 2_000, 4_000, 9_000, 15_000] as [Double] {
            let factor = hazard.factor(pause: pause)
            #expect(factor > 0.6 && factor < 1.6, "after \(pause) s: \(factor)")
        }
    }

    /// Half of the pauses are short, half long: the hazard is high at first and low between.
    @Test func burstsRaiseItAndSilenceLowersIt() {
        var hazard = RecencyHazard()
        for round in 0..<2_000 {
            let pause = round % 2 == 0 ? 400.0 : 30_000
            hazard.learn(pause: pause, expectedSessions: pause / 15_000)
        }
        #expect(hazard.factor(pause: 300) > 5)
        #expect(hazard.factor(pause: 5_000) < 0.1)
        #expect(hazard.factor(pause: 25_000) > 0.5)
    }

    @Test func theRatioIsThatOfTheTable() {
        var hazard = RecencyHazard()
        hazard.learn(pause: 300, expectedSessions: 0.5)
        let expected = (3 * 0.998 + 1) / (3 * 0.998 + 0.5)
        #expect(abs(hazard.factor(pause: 10) - expected) < 1e-12)
        #expect(hazard.factor(pause: 601) == 1)
    }

    @Test func whatIsNoPauseIsIgnored() {
        var hazard = RecencyHazard()
        for pause in [0, -1, -.infinity, .nan] as [Double] { hazard.learn(pause: pause, expectedSessions: 3) }
        #expect(hazard.factor(pause: 10) == 1)
        #expect(hazard.factor(pause: .nan) == 1)
        #expect(hazard.factor(pause: .infinity) == 1)
    }
}
