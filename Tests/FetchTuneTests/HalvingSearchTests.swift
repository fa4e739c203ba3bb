import FetchSched
import Synchronization
import Testing

@testable import FetchTune

/// The search on tasks whose optimum is known.
@Suite struct HalvingSearchTests {
    private let units = Array(0..<27)

    /// The base is far off: its loss is 6 to 9. Random search with the same number of trials ends at 0.2 to 0.4.
    @Test(arguments: UInt64(1)...3)
    func findsAPlantedOptimum(seed: UInt64) async throws {
        let task = PlantedTask(seed: seed)
        let found = try await search(task, evaluations: 120 * units.count, seed: seed)
        #expect(found.evaluations <= 120 * units.count)
        #expect(task.distance(found.winner) < 0.15)
        let random = randomSearch(task, candidates: 120, seed: seed)
        #expect(task.truth(found.winner) > task.truth(random) / 5)
    }

    /// Dimensions that only together lead uphill.
    @Test(arguments: UInt64(1)...3)
    func findsAPlantedOptimumAlongNoAxis(seed: UInt64) async throws {
        var task = PlantedTask(seed: seed)
        task.turn = (0.8, 0.6)
        let found = try await search(task, evaluations: 120 * units.count, seed: seed)
        #expect(task.distance(found.winner) < 0.2)
        let random = randomSearch(task, candidates: 120, seed: seed)
        #expect(task.truth(found.winner) > task.truth(random) / 2)
    }

    @Test func isBetterThanRandomSearchWithFewTrials() async throws {
        var ratio = 1.0
        for seed in UInt64(11)...14 {
            let task = PlantedTask(seed: seed)
            let found = try await search(task, evaluations: 40 * units.count, seed: seed)
            let random = randomSearch(task, candidates: 40, seed: seed)
            ratio *= task.truth(found.winner) / task.truth(random)
        }
        // Geometric mean over the seeds, to the fourth power: a loss at most half of random search's.
        #expect(ratio < 0.0625)
    }

    @Test func keepsWithinItsTrialsAndAsksNoneTwice() async throws {
        let task = PlantedTask(seed: 3)
        for evaluations in [0, 1, 5, 30, 100, 333, 777] {
            let asked = Mutex<[Trial]>([])
            let settings = SearchSettings(evaluations: evaluations, patience: 100, seed: 3)
            let found = try await HalvingSearch(space: task.space, units: units, settings: settings).run {
                trials in
                asked.withLock { $0 += trials }
                return try await task.run(trials)
            }
            let all = asked.withLock { $0 }
            #expect(all.count == found.evaluations)
            #expect(found.evaluations <= evaluations)
            #expect(Set(all).count == all.count)
            #expect(all.allSatisfy { $0.candidate != task.space.base && units.contains($0.unit) })
        }
    }

    @Test func whereTheBaseIsBestItWinsAndTheSearchStopsEarly() async throws {
        let space = SearchSpace(dimensions: (0..<4).map { Dimension("d\($0)", 0...1, base: 0.4) })
        let settings = SearchSettings(evaluations: 100_000, patience: 4, seed: 1)
        let found = try await HalvingSearch(space: space, units: units, settings: settings).run { trials in
            trials.map { trial in -trial.candidate.values.reduce(0) { $0 + ($1 - 0.4) * ($1 - 0.4) } }
        }
        #expect(found.winner == space.base)
        #expect(found.gain == 0)
        #expect(found.stoppedEarly)
        #expect(found.rounds == 4)
    }

    @Test func whatDoesNotMatterStaysAsItWas() async throws {
        let space = SearchSpace(
            dimensions: (0..<8).map { Dimension("d\($0)", 0.01...100, log: true, base: 1) })
        let settings = SearchSettings(evaluations: 4000, patience: 3, seed: 2)
        let found = try await HalvingSearch(space: space, units: units, settings: settings).run { trials in
            trials.map { trial in
                let place = space.dimensions[2].position(of: trial.candidate.values[2])
                return 0.0625 - (place - 0.75) * (place - 0.75)
            }
        }
        #expect(space.changes(of: found.winner) == [2])
        #expect(abs(found.winner.values[2] - 10) < 3)
    }

    @Test(arguments: [
        (1, [1]), (2, [2]), (8, [3, 8]), (27, [3, 9, 27]), (54, [6, 18, 54]), (100, [4, 12, 34, 100]),
    ])
    func stepsTakeThreeTimesAsManyUnits(count: Int, steps: [Int]) {
        let search = HalvingSearch(
            space: PlantedTask(seed: 1).space, units: Array(0..<count),
            settings: SearchSettings(evaluations: 1))
        #expect(search.steps == steps)
    }

    private func search(_ task: PlantedTask, evaluations: Int, seed: UInt64) async throws -> SearchResult {
        let settings = SearchSettings(evaluations: evaluations, patience: 100, seed: seed)
        return try await HalvingSearch(space: task.space, units: units, settings: settings).run(task.run)
    }

    /// The best of as many random candidates as can be tried on all units.
    private func randomSearch(_ task: PlantedTask, candidates: Int, seed: UInt64) -> Candidate {
        var random = SplitMix64(seed: seed)
        let drawn = (0..<candidates).map { _ in
            let candidate = task.space.candidate(at: task.space.dimensions.map { _ in random.nextUnit() })
            return (candidate, units.reduce(0) { $0 + task.score(candidate, on: $1) })
        }
        return drawn.max { $0.1 < $1.1 }?.0 ?? task.space.base
    }
}
