import Testing

@testable import FetchSched

@Suite struct SourceHoursTests {
    private let shares = SIMD8<Double>(0.02, 0.03, 0.1, 0.2, 0.2, 0.2, 0.15, 0.1)

    /// A day stays a day, whatever was found.
    @Test func ratiosAverageToOne() {
        var random = SplitMix64(seed: 51)
        for _ in 0..<200 {
            var own = SourceHours()
            for _ in 0..<random.below(50) {
                var changes = SIMD8<Double>.zero
                changes[random.below(8)] = random.exponential(mean: 2)
                own.learn(changes)
            }
            let ratios = own.ratios(shares: shares, prior: 10)
            #expect(abs((ratios * shares).sum() - 1) < 1e-12)
            #expect(all(ratios .> 0))
        }
    }

    @Test func aSourceOfTheMorningHasTheMorning() {
        var own = SourceHours()
        for _ in 0..<60 { own.learn(SIMD8(0, 0, 1, 0, 0, 0, 0, 0)) }
        let ratios = own.ratios(shares: shares, prior: 10)
        #expect(ratios[2] > 8)
        for block in [0, 1, 3, 4, 5, 6, 7] { #expect(ratios[block] < 0.2) }
        // Looks that find nothing let that fade, but do not turn it round.
        for _ in 0..<700 { own.learn(.zero) }
        let faded = own.ratios(shares: shares, prior: 10)
        #expect(faded[2] > 6 && faded[2] < ratios[2])
    }

    /// Changes at any hour look like hours of their own in few cases; those of one hour of each day in all.
    @Test func hoursDifferByMoreThanChance() {
        var random = SplitMix64(seed: 52)
        let even = SIMD8<Double>(repeating: 0.125)
        func differ(_ count: Int, _ block: (inout SplitMix64) -> Int) -> Bool {
            var own = SourceHours()
            for _ in 0..<count {
                var changes = SIMD8<Double>.zero
                changes[block(&random)] = 1
                own.learn(changes)
            }
            return own.differ(shares: even, prior: 4)
        }
        for count in [30, 50, 200] {
            #expect((0..<300).count { _ in differ(count) { $0.below(8) } } <= 15, "\(count)")
        }
        #expect((0..<300).count { _ in differ(30) { $0.below(2) } } == 300)
        // A source of the evening, and one of which little is known.
        #expect(differ(4) { _ in 6 })
        #expect(SourceHours().differ(shares: even, prior: 4))
    }
}
