import Testing

@testable import FetchSched

@Suite struct FadingValueTests {
    /// The expected loss of a copy of that age whose content changes at a constant rate, added up in small steps.
    private func loss(age: Double, change: Double, halfLife: Double) -> Double {
        let steps = 20_000
        let length = age / Double(steps)
        return (0..<steps).reduce(0) { sum, step in
            let came = (Double(step) + 0.5) * length
            let density = change * PortableMath.exp(-change * came) * length
            return sum + density * (1 - PortableMath.power(0.5, (age - came) / halfLife))
        }
    }

    @Test func theLossIsThatOfTheOldestMissingUpdate() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let (age, halfLife) = (random.exponential(mean: 7200), random.exponential(mean: 7200) + 60)
            let change = 1 / (random.exponential(mean: 7200) + 60)
            let fading = try #require(FadingValue(halfLife: .seconds(halfLife)))
            let missing = 1 - PortableMath.exp(-change * age)
            let found = missing * fading.lost(missing: missing, age: age)
            // The probability to miss something, of which the rate is read again, has 16 digits.
            let tolerance = change * age < 25 ? 1e-5 : 0.01
            #expect(abs(found - loss(age: age, change: change, halfLife: halfLife)) < tolerance)
        }
    }

    /// A law of T: the launch comes after an exponential time.
    @Test func discountsAreThoseOfTheirLaw() throws {
        var random = SplitMix64(seed: 2)
        for _ in 0..<200 {
            let (launches, change) = (1 / random.exponential(mean: 3600), 1 / random.exponential(mean: 3600))
            let halfLife = random.exponential(mean: 3600) + 60
            let fading = try #require(FadingValue(halfLife: .seconds(halfLife)))
            let rate = fading.rate(near: change)
            let found = fading.discounts(
                lost: 0.3, change: change, unchanged: launches / (launches + change),
                faded: launches / (launches + rate))
            // L' = l (F - L): the transform of L is l / (l + s) times that of F.
            let lost = rate / (rate + launches) * change / (change + launches)
            #expect(abs(found.retained - (1 - lost)) < 1e-9)
            let spoiled = rate / (rate + launches) * launches / (launches + change)
            #expect(abs(found.spoiled - spoiled) < 1e-9)
            #expect(abs(found.spared - (spoiled + 0.3 * launches / (launches + rate))) < 1e-9)
        }
    }

    /// A long half-life costs nothing, a short one is the rule without any.
    @Test func theLimitsOfAHalfLife() throws {
        let (short, long) = try (
            #require(FadingValue(halfLife: TimeSpan(milliseconds: 1))),
            #require(FadingValue(halfLife: .days(30)))
        )
        #expect(FadingValue(halfLife: .zero) == nil && FadingValue(halfLife: .seconds(-1)) == nil)
        #expect(short.lost(missing: 0.5, age: 3600) > 0.999 && long.lost(missing: 0.5, age: 60) < 1e-4)
        let (change, unchanged) = (1e-4, 0.4)
        for (fading, faded) in [(short, 1e-7), (long, 0.999_999)] {
            let found = fading.discounts(lost: 0, change: change, unchanged: unchanged, faded: faded)
            #expect(abs(found.retained - (faded < 0.5 ? unchanged : 1)) < 0.01)
            #expect(abs(found.spoiled - (faded < 0.5 ? unchanged : 0)) < 0.01)
        }
    }

    /// The lag by steps is the formula's.
    @Test func lossesByStepFollowTheProbabilities() throws {
        let fading = try #require(FadingValue(halfLife: .hours(2)))
        let change = 1.0 / 5000
        var probabilities = (0..<96).map { 1 - PortableMath.exp(-change * (Double($0) + 0.5) * 900) }
        let before = probabilities
        fading.follow(&probabilities, from: (0, 0), step: 900)
        for step in probabilities.indices {
            let age = (Double(step) + 0.5) * 900
            #expect(
                abs(probabilities[step] - before[step] * fading.lost(missing: before[step], age: age)) < 2e-3)
        }
    }

    @Test func whatIsNoNumberMakesNone() throws {
        let odd: [Double] = [0, 1, .nan, .infinity, -.infinity, -1, 1e300, .leastNonzeroMagnitude, 0.5]
        let fading = try #require(FadingValue(halfLife: .hours(1)))
        var random = SplitMix64(seed: 3)
        for _ in 0..<20_000 {
            let lost = fading.lost(missing: random.pick(odd), age: random.pick(odd))
            #expect(lost >= 0 && lost <= 1)
            let later = fading.lost(after: random.pick(odd))
            #expect(later >= 0 && later <= 1)
        }
    }
}
