import Testing

@testable import FetchSched

@Suite struct ContentCalibrationTests {
    private let beliefs = [0.08, 0.15, 0.3, 0.45]

    @Test func abeliefThatIsHalfTheTruthIsFoundOut() {
        for seed in 0..<5 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var calibration = ContentCalibration()
            var bias = ContentCalibration.Bias()
            for look in 0..<300 {
                let belief = beliefs[look % beliefs.count]
                calibration.learn(
                    random.chance(2 * belief), belief, &bias, hour: look % 24, pace: 1)
            }
            // Over all hours and what the last looks may have found.
            var (told, count) = (0.0, 0.0)
            for hour in 0..<24 {
                for belief in beliefs {
                    for history in 0..<4 as Range<UInt8> {
                        bias.history = history
                        told += calibration.probability(belief, bias, hour: hour)
                        count += 1
                    }
                }
            }
            let truth = 2 * beliefs.reduce(0, +) / Double(beliefs.count)
            #expect(abs(told / count / truth - 1) < 0.2, "seed \(seed): \(told / count), not \(truth)")
        }
    }

    /// What is asked back for a chance has that chance, unless it is out of reach; chances are chances.
    @Test func whatIsBelievedForAChanceHasIt() {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var calibration = ContentCalibration()
            var bias = ContentCalibration.Bias()
            let truth = random.pick([0.01, 0.3, 0.99])
            for _ in 0..<random.below(400) {
                let belief = random.pick([0, 1, 1e-9, 1 - 1e-9, random.nextUnit(), random.nextUnit()])
                calibration.learn(
                    random.chance(truth), belief, &bias, hour: random.below(24), pace: random.pick([0, 1, 3]))
            }
            let hour = random.below(24)
            let hourBias = calibration.hourBias(hour)
            #expect(calibration.mostHourBias >= hourBias)
            var last = 0.0
            for asked in [1e-12, 1e-6, 0.001, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9, 1, 2] {
                let believed = calibration.believed(for: asked, bias, hourBias: hourBias)
                #expect((0...1).contains(believed) && believed >= last)
                last = believed
                let found = calibration.probability(believed, bias, hour: hour)
                #expect((0...1).contains(found))
                // The log-odds of beliefs are cut at 9, about 0.0001 and 0.9999.
                guard believed > 2e-4, believed < 1 - 2e-4 else { continue }
                #expect(abs(found / asked - 1) < 1e-9, "seed \(seed): \(asked) becomes \(found)")
            }
        }
    }

    @Test func whatIsNoNumberDoesNoHarm() {
        var random = SplitMix64(seed: 9)
        var calibration = ContentCalibration()
        var bias = ContentCalibration.Bias()
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1, 2, 1e-300, 0.5]
        for _ in 0..<3_000 {
            calibration.learn(random.chance(0.5), random.pick(odd), &bias, hour: random.below(24), pace: 3)
            for chance in odd {
                #expect((0...1).contains(calibration.probability(chance, bias, hour: random.below(24))))
                #expect((0...1).contains(calibration.believed(for: chance, bias, hourBias: 0)))
            }
        }
        #expect(calibration.probability(0, bias, hour: 3) == 0)
    }
}
