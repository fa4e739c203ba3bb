import FetchSched
import Testing

@Suite struct ContentRateTests {
    private func parameters(shape: Double, scale: Double) -> ContentParameters {
        var parameters = ContentParameters()
        parameters.priorShape = shape
        parameters.priorSeconds = scale / shape
        return parameters
    }

    @Test func noDataIsTheExactPosterior() {
        var rate = ContentRate(parameters(shape: 2, scale: 1000))
        rate.learn(foundNew: false, after: .seconds(500), retention: 1)
        rate.learn(foundNew: false, after: .seconds(0.25), retention: 1)
        #expect(rate.shape == 2)
        #expect(rate.scale == 1500.25)
        #expect(rate.mean == 2 / 1500.25)
    }

    /// The true posterior is lambda^(a-1) e^(-b lambda) (1 - e^(-g lambda)); its moments by Simpson's rule.
    @Test(
        arguments: [(0.5, 3600.0), (1.0, 600.0), (2.5, 90_000.0), (20.0, 5_000.0)], [0.03, 0.5, 2.0, 40.0])
    func newDataHasTheMomentsOfTheTruePosterior(_ prior: (Double, Double), _ relativeGap: Double) {
        let (a, b) = prior
        let gap = (relativeGap * b / a).rounded()
        // With lambda = u^4 the density has no pole at 0.
        func moment(_ power: Int) -> Double {
            let top = PortableMath.power((a + 1 + 40 + 12 * a.squareRoot()) / b, 0.25)
            let steps = 20_000
            var sum = 0.0
            for index in 0...steps {
                let u = top * Double(index) / Double(steps)
                guard u > 0 else { continue }
                let lambda = u * u * u * u
                var value = PortableMath.exp((a - 1) * PortableMath.log(lambda) - b * lambda)
                value *= PortableMath.saturation(gap * lambda) * 4 * u * u * u
                for _ in 0..<power { value *= lambda }
                sum += value * (index == 0 || index == steps ? 1 : index % 2 == 1 ? 4 : 2)
            }
            return sum * top / Double(steps) / 3
        }
        let norm = moment(0)
        let mean = moment(1) / norm
        let variance = moment(2) / norm - mean * mean
        var rate = ContentRate(parameters(shape: a, scale: b))
        rate.learn(foundNew: true, after: .seconds(gap), retention: 1)
        #expect(abs(rate.mean / mean - 1) < 1e-4)
        #expect(abs(rate.shape / (rate.scale * rate.scale) / variance - 1) < 1e-3)
    }

    /// 50 polls at gaps 0.25, 0.5, 1 and 2 times the mean time between changes; the estimate's error relative
    /// to the true rate, over many sources.
    private func relativeError(_ prior: ContentParameters, retention: Double, secondsBetweenChanges: Double)
        -> Double
    {
        var random = SplitMix64(seed: 31)
        var sum = 0.0
        let sources = 600
        for _ in 0..<sources {
            var rate = ContentRate(prior)
            for poll in 0..<50 {
                let relative = [0.25, 0.5, 1, 2][poll % 4]
                let changed = random.chance(PortableMath.saturation(relative))
                rate.learn(
                    foundNew: changed, after: .seconds(relative * secondsBetweenChanges), retention: retention
                )
            }
            let error = rate.mean * secondsBetweenChanges - 1
            sum += error * error
        }
        return (sum / Double(sources)).squareRoot()
    }

    /// The polls bear 22.7 changes' worth of information, so that no unbiased estimate gets below 0.21; the
    /// prior here is right and worth two changes.
    @Test func fiftyPollsFindTheRate() {
        for seconds in [600.0, 3600, 43_200, 172_800] {
            let prior = parameters(shape: 2, scale: 2 * seconds)
            let error = relativeError(prior, retention: 1, secondsBetweenChanges: seconds)
            #expect(error <= 0.22, "mean gap \(seconds) s: \(error)")
        }
    }

    @Test func noDataLowersAndNewDataRaises() {
        var random = SplitMix64(seed: 32)
        var rate = ContentRate()
        for round in 0..<20_000 {
            let gap = TimeSpan.seconds(1 + random.exponential(mean: [5, 600, 40_000][random.below(3)]))
            let before = rate
            let foundNew = random.chance(round % 4000 < 3000 ? 0.02 : 0.8)
            rate.learn(foundNew: foundNew, after: gap, retention: 0.98)
            let hour = TimeSpan.hours(1)
            if foundNew {
                #expect(rate.mean >= before.mean * (1 - 1e-9), "round \(round): \(before) -> \(rate)")
            } else {
                #expect(rate.mean <= before.mean * (1 + 1e-9), "round \(round): \(before) -> \(rate)")
                #expect(rate.probabilityNew(after: hour) <= before.probabilityNew(after: hour) + 0.02)
            }
        }
    }

    /// An app that reports nothing for long is fetched less and less; the first newData restores it.
    @Test func silenceIsPunishedAndForgiven() {
        var rate = ContentRate()
        let hour = TimeSpan.hours(1)
        for _ in 0..<1000 { rate.learn(foundNew: false, after: hour, retention: 0.98) }
        let silent = rate.probabilityNew(after: hour)
        #expect(silent < 0.002)
        rate.learn(foundNew: true, after: hour, retention: 0.98)
        #expect(rate.probabilityNew(after: hour) > 20 * silent)
        for _ in 0..<40 { rate.learn(foundNew: true, after: hour, retention: 0.98) }
        #expect(rate.probabilityNew(after: hour) > 0.5)
    }

    @Test(arguments: [0, 0.5, 0.98, 1, .nan, -1, 2, .infinity] as [Double])
    func anythingStaysFinite(_ retention: Double) {
        var random = SplitMix64(seed: 33)
        var prior = ContentParameters()
        let odd = [0.5, 0, -1, .nan, .infinity, 1e-300, 1e300]
        for round in 0..<12_000 {
            if round % 1000 == 0 {
                prior.priorShape = random.pick(odd)
                prior.priorSeconds = random.pick(odd)
            }
            var rate = ContentRate(prior)
            for _ in 0..<10 {
                let bits = Int64(bitPattern: random.next()) >> Int64(random.below(64))
                let gap = TimeSpan(milliseconds: random.chance(0.1) ? random.pick([0, .max, .min, 1]) : bits)
                rate.learn(foundNew: random.chance(0.5), after: gap, retention: retention)
                let chance = rate.probabilityNew(after: TimeSpan(milliseconds: bits))
                guard rate.shape.isFinite, rate.scale.isFinite, rate.shape > 0, rate.scale > 0,
                    (0...1).contains(chance)
                else {
                    Issue.record("round \(round): \(prior) -> \(rate), \(chance)")
                    return
                }
            }
        }
    }

    @Test func probabilityGrowsWithTheGap() {
        let rate = ContentRate()
        var before = 0.0
        for exponent in 0..<63 {
            let chance = rate.probabilityNew(after: TimeSpan(milliseconds: 1 << exponent))
            #expect(chance >= before && chance <= 1)
            before = chance
        }
        #expect(rate.probabilityNew(after: .zero) == 0)
        #expect(rate.probabilityNew(after: TimeSpan(milliseconds: .min)) == 0)
        #expect(rate.probabilityNew(after: .max) > 0.99)
    }
}
