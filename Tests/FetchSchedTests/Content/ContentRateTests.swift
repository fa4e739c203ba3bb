import Testing

@testable import FetchSched

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

    @Test func noDataLowersAndNewDataRaises() {
        var random = SplitMix64(seed: 32)
        var rate = ContentRate()
        for round in 0..<20_000 {
            let gap = TimeSpan.seconds(1 + random.exponential(mean: [5, 600, 40_000][random.below(3)]))
            let before = rate
            let foundNew = random.bernoulli(round % 4000 < 3000 ? 0.02 : 0.8)
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
                let gap = TimeSpan(
                    milliseconds: random.bernoulli(0.1) ? random.pick([0, .max, .min, 1]) : bits)
                rate.learn(foundNew: random.bernoulli(0.5), after: gap, retention: retention)
                let probability = rate.probabilityNew(after: TimeSpan(milliseconds: bits))
                guard rate.shape.isFinite, rate.scale.isFinite, rate.shape > 0, rate.scale > 0,
                    (0...1).contains(probability)
                else {
                    Issue.record("round \(round): \(prior) -> \(rate), \(probability)")
                    return
                }
            }
        }
    }
}
