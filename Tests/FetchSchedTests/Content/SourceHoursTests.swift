import Testing

@testable import FetchSched

@Suite struct SourceHoursTests {
    private let shares = SourceHours.Lanes(0.02, 0.03, 0.1, 0.2, 0.2, 0.2, 0.15, 0.1)

    @Test func atFirstTheyAreThoseOfAll() {
        let ratios = SourceHours().ratios(shares, prior: 10)
        for block in 0..<8 { #expect(abs(ratios[block] - 1) < 1e-12) }
    }

    /// A day stays a day, whatever was found.
    @Test func ratiosAverageToOne() {
        var random = SplitMix64(seed: 51)
        for _ in 0..<200 {
            var own = SourceHours()
            for _ in 0..<random.below(50) {
                var changes = SourceHours.Lanes.zero
                changes[random.below(8)] = random.exponential(mean: 2)
                own.learn(changes)
            }
            let ratios = own.ratios(shares, prior: 10)
            #expect(abs((ratios * shares).laneSum - 1) < 1e-12)
            #expect(all(ratios .> 0))
        }
    }

    @Test func aSourceOfTheMorningHasTheMorning() {
        var own = SourceHours()
        for _ in 0..<60 { own.learn(SIMD8(0, 0, 1, 0, 0, 0, 0, 0), evidence: 0.5) }
        let ratios = own.ratios(shares, prior: 10)
        #expect(ratios[2] > 8)
        for block in [0, 1, 3, 4, 5, 6, 7] { #expect(ratios[block] < 0.2) }
        // Looks that find nothing let that fade, but do not turn it round.
        for _ in 0..<700 { own.learn(.zero) }
        let faded = own.ratios(shares, prior: 10)
        #expect(faded[2] > 6 && faded[2] < ratios[2])
    }

    /// What the changes of a few days suggest is not believed if looks speak against it, nor for ever.
    @Test func hoursThatExplainNothingAreNotBelieved() {
        var (own, other) = (SourceHours(), SourceHours())
        for _ in 0..<60 { own.learn(SIMD8(0, 0, 1, 0, 0, 0, 0, 0), evidence: -0.5) }
        for block in 0..<8 { #expect(abs(own.ratios(shares, prior: 10)[block] - 1) < 0.03) }
        // The looks of two days turn it round.
        for _ in 0..<24 { own.learn(.zero, evidence: 0.5) }
        #expect(own.ratios(shares, prior: 10)[2] > 8)
        for evidence in [.infinity, -.infinity, .nan, 1e300] as [Double] {
            other.learn(.zero, evidence: evidence)
            #expect(all(other.ratios(shares, prior: 10) .> 0))
        }
    }

    @Test func eachLookCounts() {
        var own = SourceHours()
        let before = own.version
        own.learn(.zero)
        #expect(own.version != before)
    }
}
