import FetchSched
import Testing

@testable import FetchTrace

/// Rates are told for groups of slots that do not overlap, with enough events in each.
@Suite struct RateGroupsTests {
    /// Runs of equal rates around the circle, as the slots that are in them.
    static func runs(_ rates: [Double]) -> [[Int]] {
        let slots = rates.count
        let starts = rates.indices.filter { rates[$0] != rates[($0 + slots - 1) % slots] }
        guard !starts.isEmpty else { return [Array(rates.indices)] }
        return starts.enumerated().map { place, start in
            let next = starts[(place + 1) % starts.count]
            return (start..<(next > start ? next : next + slots)).map { $0 % slots }
        }
    }

    @Test(arguments: 1...200) func eachGroupHasEnoughAndNoSlotIsInTwo(seed: Int) {
        var sampler = Sampler(UInt64(seed))
        let slots = seed % 3 == 0 ? 7 : RhythmHabits.slots
        let mean = [0.3, 2, 9, 40][seed % 4]
        let counts = (0..<slots).map { _ in (sampler.exponential(mean: mean)).rounded(.down) }
        // Times that differ in their last digits: two groups have the same rate only by chance.
        let exposure = (0..<slots).map { _ in sampler.chance(0.1) ? 0 : 10 + sampler.exponential(mean: 1) }
        let rates = RateGroups(counts: counts, events: counts, exposure: exposure, threshold: 10)
            .relativeRates
        #expect((rates.reduce(0, +) / Double(slots) - 1).magnitude < 1e-9)
        guard counts.reduce(0, +) >= 10 else {
            #expect(rates.allSatisfy { $0 == 1 })
            return
        }
        let total = Self.runs(rates).map { run in
            (
                events: run.reduce(0) { $0 + counts[$1] }, time: run.reduce(0) { $0 + exposure[$1] },
                rate: rates[run[0]]
            )
        }
        #expect(total.allSatisfy { $0.events >= 10 }, "seed \(seed): \(total)")
        // A group's rate is that of its own slots and of no others.
        for group in total {
            let expected = group.events / group.time / (total[0].events / total[0].time)
            #expect((group.rate / total[0].rate / expected - 1).magnitude < 1e-9, "seed \(seed)")
        }
        // Where nothing is too small, each slot is told.
        if counts.allSatisfy({ $0 >= 10 }), exposure.allSatisfy({ $0 > 0 }) { #expect(total.count == slots) }
    }

    @Test func whatIsQuietIsToldTogetherAndWhatIsBusySlotBySlot() {
        let counts: [Double] = [3, 1, 2, 30, 40, 50, 4, 1]
        let rates = RateGroups(
            counts: counts, events: counts, exposure: [Double](repeating: 1, count: 8), threshold: 10
        ).relativeRates
        #expect(Self.runs(rates) == [[3], [4], [5], [6, 7, 0, 1, 2]])
        #expect((rates[7] - 2.2 * 8 / 131).magnitude < 1e-9)
    }
}
