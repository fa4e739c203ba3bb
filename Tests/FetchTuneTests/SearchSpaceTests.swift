import FetchSched
import FetchSchedText
import Testing

@testable import FetchTune

/// Values are in range, and their texts say exactly what they are.
@Suite struct SearchSpaceTests {
    private let dimensions = Parameter.tunable.map {
        Dimension($0.name, $0.range, log: $0.isLogarithmic, base: $0.value(in: FetchConfiguration()))
    }

    @Test func everyParameterCanBeTriedOverItsWholeRange() {
        var random = SplitMix64(seed: 4)
        for dimension in dimensions {
            // Three digits may not reach the end of the range.
            #expect(dimension.position(of: dimension.value(at: -1)) < 0.001)
            #expect(dimension.position(of: dimension.value(at: 2)) > 0.999)
            for _ in 0..<200 {
                let place = random.nextUnit()
                let value = dimension.value(at: place)
                #expect(dimension.range.contains(value))
                #expect(DecimalText.value(DecimalText.text(value).utf8) == value, "\(dimension.name)")
                #expect(abs(dimension.position(of: value) - place) < 0.005, "\(dimension.name)")
            }
        }
    }

    @Test func valuesHaveFewDigits() {
        let logarithmic = Dimension("l", 0.001...1000, log: true, base: 1)
        #expect(logarithmic.value(at: 0.123456) == 0.0055)
        #expect(DecimalText.text(Dimension("s", 0.8...1, base: 0.98).value(at: 0.4321)) == "0.8864")
        #expect(DecimalText.text(Dimension("s", 0...86_400, base: 0).value(at: 0.4321)) == "37330")
    }

    @Test func candidatesAreNewAndInRange() {
        let space = SearchSpace(dimensions: dimensions)
        var proposals = Proposals(space, seed: 3)
        var all = proposals.first(100)
        #expect(all.count == 100)
        for _ in 0..<20 { all += proposals.next(20, elites: [all[all.count / 2], all[1], space.base]) }
        #expect(Set(all + [space.base]).count == all.count + 1)
        for candidate in all {
            for (dimension, value) in zip(dimensions, candidate.values) {
                #expect(dimension.range.contains(value))
            }
        }
    }

    @Test func aSpaceOfOneValueHasNothingToTry() {
        var proposals = Proposals(SearchSpace(dimensions: [Dimension("d", 2...2, base: 2)]), seed: 1)
        #expect(proposals.first(10).isEmpty)
        #expect(proposals.next(10, elites: []).isEmpty)
    }

    /// Of single changes, those that gained are put together: all, half of them, a quarter.
    @Test func whatGainedAloneIsTriedTogether() {
        let space = SearchSpace(dimensions: (0..<4).map { Dimension("d\($0)", 0...1, base: 0.5) })
        var proposals = Proposals(space, seed: 1)
        let changes = Proposals.oneAtATime(space).enumerated().map { index, move in
            (
                change: move.candidate, dimension: move.dimension,
                gain: [1, -1, 2, 3, -1, -1, 4, 0][index] as Double
            )
        }
        let combined = proposals.combined(10, byGain: changes).map(\.values)
        #expect(combined == [[0.25, 0.75, 0.5, 0.25], [0.5, 0.75, 0.5, 0.25]])
    }
}
