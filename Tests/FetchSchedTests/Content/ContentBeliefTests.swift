import Testing

@testable import FetchSched

@Suite struct ContentBeliefTests {
    private let parameters = ContentParameters()

    /// 50 polls at gaps 0.25, 0.5, 1 and 2 times the mean time between changes.
    private func polled(
        _ start: ContentBelief, secondsBetweenChanges: Double, _ random: inout SplitMix64
    ) -> ContentBelief {
        var belief = start
        for poll in 0..<50 {
            let relative = [0.25, 0.5, 1, 2][poll % 4]
            let changed = random.bernoulli(PortableMath.saturation(relative))
            belief.learn(foundNew: changed, after: .seconds(relative * secondsBetweenChanges), parameters)
        }
        return belief
    }

    private func relativeError(_ start: ContentBelief, secondsBetweenChanges: Double) -> Double {
        var random = SplitMix64(seed: 31)
        var sum = 0.0
        let sources = 600
        for _ in 0..<sources {
            let belief = polled(start, secondsBetweenChanges: secondsBetweenChanges, &random)
            let error = belief.rate.mean * secondsBetweenChanges - 1
            sum += error * error
        }
        return (sum / Double(sources)).squareRoot()
    }

    /// As an app finds it that joins forty others of its kind. No unbiased estimate gets below 0.21 from what 50
    /// polls tell.
    @Test(arguments: [(600.0, 0.22), (3600, 0.22), (7200, 0.22), (43_200, 0.22), (172_800, 0.23)])
    func fiftyPollsFindTheRateAmongSourcesOfItsKind(_ seconds: Double, _ most: Double) {
        var random = SplitMix64(seed: 32)
        var prior = SharedPrior(parameters)
        for _ in 0..<40 {
            let belief = polled(ContentBelief(parameters), secondsBetweenChanges: seconds, &random)
            prior.update(from: nil, to: belief.rate)
        }
        let error = relativeError(ContentBelief(prior: prior.rate), secondsBetweenChanges: seconds)
        #expect(error <= most, "\(error)")
    }

    /// Alone on a device, from a prior that is up to 24 times too slow or too fast.
    @Test(arguments: [
        (600.0, 0.33), (1800, 0.22), (3600, 0.22), (7200, 0.24), (43_200, 0.26), (172_800, 0.26),
    ])
    func fiftyPollsFindTheRateFromTheDefaultPrior(_ seconds: Double, _ most: Double) {
        let error = relativeError(ContentBelief(parameters), secondsBetweenChanges: seconds)
        #expect(error <= most, "\(error)")
    }

    /// The same two hypotheses on a grid of rates, updated by Bayes' rule in the plainest way.
    @Test func asThePlainBayesianDoes() {
        var random = SplitMix64(seed: 33)
        let hour = 3600.0
        for _ in 0..<20 {
            var belief = ContentBelief(parameters)
            var asleep = 0.0
            var silence = 0.0
            for _ in 0..<30 {
                let gap = random.exponential(mean: 2 * hour)
                let found = random.bernoulli(0.4)
                let expected = belief.rate.mean * gap / parameters.changesPerSilence
                let nowAsleep = 1 - (1 - asleep) / (1 + expected)
                let resumed = gap / (silence + 1 / belief.rate.mean + gap)
                let newAwake = belief.rate.probabilityNew(after: .seconds(gap))
                let predicted = (1 - nowAsleep) * newAwake + nowAsleep * resumed
                let told = belief.probabilityNew(after: .seconds(gap), parameters)
                // Gaps are whole milliseconds inside.
                #expect(abs(told - predicted) < 1e-6)
                belief.learn(foundNew: found, after: .seconds(gap), parameters)
                if found {
                    asleep = 0
                    silence = 0
                } else {
                    let active = (1 - nowAsleep) * (1 - newAwake)
                    asleep = 1 - active / (active + nowAsleep * (1 - resumed))
                    silence += gap
                }
                #expect(abs(belief.active - (1 - asleep)) < 1e-6)
            }
        }
    }

    /// A source that changed every hour and falls silent: each look expects less, and the first newData restores
    /// what was expected before.
    @Test func silenceIsPunishedAndForgiven() {
        var belief = ContentBelief(parameters)
        var random = SplitMix64(seed: 34)
        let hour = TimeSpan.hours(1)
        for _ in 0..<200 { belief.learn(foundNew: random.bernoulli(0.63), after: hour, parameters) }
        let before = belief
        var last = belief.probabilityNew(after: hour, parameters)
        #expect(last > 0.5)
        for look in 0..<100 {
            belief.learn(foundNew: false, after: hour, parameters)
            let now = belief.probabilityNew(after: hour, parameters)
            #expect(now <= last + 1e-9, "look \(look)")
            last = now
        }
        #expect(last < 0.02)
        #expect(belief.active < 0.01)
        belief.learn(foundNew: true, after: hour, parameters)
        let after = belief.probabilityNew(after: hour, parameters)
        #expect(after > 0.8 * before.probabilityNew(after: hour, parameters))
    }

    @Test func aGapOfNothingSaysNothing() {
        var belief = ContentBelief(parameters)
        let before = belief
        for gap in [TimeSpan.zero, TimeSpan(milliseconds: -1), TimeSpan(milliseconds: .min)] {
            belief.learn(foundNew: true, after: gap, parameters)
            #expect(belief.probabilityNew(after: gap, parameters) == 0)
        }
        #expect(belief == before)
    }
}

@Suite struct SharedPriorTests {
    private let parameters = ContentParameters()

    @Test func beginsAsConfigured() {
        let prior = SharedPrior(parameters).rate
        #expect(abs(prior.mean * 7200 - 1) < 1e-9)
        #expect(abs(prior.shape - 1) < 1e-9)
    }

    /// Two sources of belief at 1/7200 and two known exactly at twice and at half of that.
    @Test func theMeanIsGeometricAndTheSpreadSetsTheShape() {
        var prior = SharedPrior(parameters)
        func rate(_ seconds: Double, shape: Double) -> ContentRate {
            var parameters = ContentParameters()
            parameters.priorShape = shape
            parameters.priorSeconds = seconds
            return ContentRate(parameters)
        }
        prior.update(from: nil, to: rate(3600, shape: 10))
        prior.update(from: nil, to: rate(14_400, shape: 10))
        #expect(abs(prior.rate.mean * 7200 - 1) < 1e-9)
        #expect(abs(prior.meanChange * 7200 - 4.5 / 4) < 1e-9)
        // (2 * 1 + 2 * (ln 2)^2 + 2 / 10) / 4
        #expect(abs(1 / prior.rate.shape - 0.7902) < 1e-3)
        prior.update(from: rate(14_400, shape: 10), to: rate(3600, shape: 10))
        #expect(abs(prior.rate.mean * 7200 - 2.0.squareRoot()) < 1e-9)
    }
}
