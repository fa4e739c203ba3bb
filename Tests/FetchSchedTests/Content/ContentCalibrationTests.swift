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
                    random.bernoulli(2 * belief), belief, &bias, hour: look % 24, pace: 1)
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

    /// At the middle of an hour its bias counts, and between two middles both do.
    @Test func hoursBlendIntoEachOther() {
        var calibration = ContentCalibration()
        var bias = ContentCalibration.Bias()
        for look in 0..<2_000 { calibration.learn(look % 24 < 12, 0.5, &bias, hour: look % 24, pace: 1) }
        let hour: Int64 = 3_600_000
        for middle in 0..<24 {
            let time = Int64(middle) * hour + hour / 2
            let at = calibration.probability(0.4, bias, hourBias: calibration.hourBias(at: time))
            #expect(abs(at - calibration.probability(0.4, bias, hour: middle)) < 1e-9)
        }
        #expect(calibration.hourBias(at: 6 * hour) > calibration.hourBias(at: 18 * hour) + 0.5)
        for time in stride(from: Int64(0), to: 24 * hour, by: 60_000) {
            let step =
                calibration.hourBias(at: (time + 60_000) % (24 * hour)) - calibration.hourBias(at: time)
            #expect(abs(step) < 0.1, "\(time)")
        }
    }

    @Test func whatIsNoNumberDoesNoHarm() {
        var random = SplitMix64(seed: 9)
        var calibration = ContentCalibration()
        var bias = ContentCalibration.Bias()
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1, 2, 1e-300, 0.5]
        for _ in 0..<3_000 {
            calibration.learn(random.bernoulli(0.5), random.pick(odd), &bias, hour: random.below(24), pace: 3)
            for probability in odd {
                #expect((0...1).contains(calibration.probability(probability, bias, hour: random.below(24))))
            }
        }
        #expect(calibration.probability(0, bias, hour: 3) == 0)
    }
}
