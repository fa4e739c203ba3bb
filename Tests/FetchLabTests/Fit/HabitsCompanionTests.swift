import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// Apps that are seldom opened bring another one with them.
@Suite struct HabitsCompanionTests {
    private static func habits(companions probability: Double?) -> Habits {
        HabitsFitTests.known {
            $0.apps.used = 40
            $0.sessions.perDay = 20
            $0.choice.within.successorSpread = 0.4
            $0.choice.companionProbability = probability
        }
    }

    /// The fit tells such apps from likings that all pairs have.
    @Test func theFitFindsThem() throws {
        let found = try [0.0, 0.6].map {
            try HabitsFitTests.fit(
                HabitsFitTests.devices(Self.habits(companions: $0), count: 2, days: 42, seed: 5), rounds: 6
            ).choice
        }
        let probabilities = found.map { $0.companionProbability ?? -1 }
        #expect(probabilities[0] < 0.25 && probabilities[1] > probabilities[0] + 0.25, "\(found)")
    }

    /// An app that is not kept on a day, or was in this session, does not follow; one without others has nobody.
    @Test func whoMayFollow() {
        var sampler = Sampler(3)
        let pair = AppCompanions(
            probability: 0.9, shares: [1e-9, 1e-9], lives: [0..<10, 5..<10], sampler: &sampler)
        func follower(day: Int, mayFollow: Bool = true) -> Int {
            (0..<50).filter { _ in
                pair.follower(of: 0, day: day, sampler: &sampler) { _ in mayFollow } == 1
            }.count
        }
        #expect(follower(day: 7) > 0)
        #expect(follower(day: 2) == 0 && follower(day: 7, mayFollow: false) == 0)
        let alone = AppCompanions(probability: 0.9, shares: [1], lives: [0..<10], sampler: &sampler)
        #expect(alone.follower(of: 0, day: 1, sampler: &sampler) { _ in true } == nil)
    }
}
