import FetchSched
import Testing

@testable import FetchLab
@testable import FetchGenerate

/// The permutation test.
@Suite struct ShuffleTests {
    /// Of the 20 ways to choose three of six units, two are as far apart as 1, 2, 3 beside 10, 11, 12.
    @Test func theChanceIsThatOfAllChoices() throws {
        let distance = MeanDistance([[1], [2], [3], [10], [11], [12]])
        let p = try #require(ShuffleTest.p(distance, firstUnits: 3, shuffles: 20_000, seed: 1))
        #expect(abs(p - 0.1) < 0.01)
    }

    /// Where both sides are drawn alike, each p-value comes as often as it says.
    @Test func alikeSidesAreSeldomFoundToDiffer() throws {
        var random = SplitMix64(seed: 5)
        var small = 0
        for trial in 0..<400 as Range<UInt64> {
            let units = (0..<16).map { _ in (0..<5).map { _ in random.nextUnit() } }
            let p = try #require(
                ShuffleTest.p(SampleDistance(units), firstUnits: 6, shuffles: 99, seed: trial))
            if p <= 0.1 { small += 1 }
        }
        // 40 expected, standard deviation 6.
        #expect((20...62).contains(small), "\(small) of 400")
    }

    /// Launches that come in clumps, a clump a week: in weeks the sides are alike; were launches taken for independent,
    /// they would differ nearly always.
    @Test func weeksThatClumpAreNotTakenForManyObservations() throws {
        var random = SplitMix64(seed: 6)
        var small = 0
        var naive = 0
        for trial in 0..<200 as Range<UInt64> {
            let weeks = (0..<12).map { _ in [Double](repeating: random.nextUnit(), count: 50) }
            func isSmall(_ units: [[Double]]) throws -> Bool {
                let p = ShuffleTest.p(
                    MeanDistance(units), firstUnits: units.count / 2, shuffles: 99, seed: trial)
                return try #require(p) <= 0.1
            }
            if try isSmall(weeks) { small += 1 }
            if trial < 20, try isSmall(weeks.flatMap { $0.map { [$0] } }) { naive += 1 }
        }
        // 20 expected, standard deviation 4.
        #expect((6...34).contains(small), "\(small) of 200")
        #expect(naive >= 15, "\(naive) of 20")
    }

    @Test func tooFewUnitsGiveNoChance() {
        #expect(ShuffleTest.p(MeanDistance([[1], [2], [3]]), firstUnits: 1, shuffles: 99, seed: 1) == nil)
        #expect(ShuffleTest.p(MeanDistance([[1], [2], [3]]), firstUnits: 2, shuffles: 99, seed: 1) == nil)
    }

    @Test func equalSidesCannotDiffer() {
        let distance = MeanDistance([[0.1], [0.2], [0.2], [0.1]])
        #expect(ShuffleTest.p(distance, firstUnits: 2, shuffles: 99, seed: 1) == 1)
    }

    @Test func theOrderOfTheSidesIsOfNoAccount() {
        let (one, other) = ([[3.0], [1]], [[1.0, 2], [4]])
        #expect(ShuffleTest.canonical(one, other) == ShuffleTest.canonical(other, one))
        let (few, many) = ([[9.0]], [[1.0], [2]])
        #expect(ShuffleTest.canonical(many, few).first == few)
    }
}
