import Testing

@testable import FetchSched

/// The first step at which a growing function is not negative: that of a scan, wherever the search begins.
@Suite struct ThresholdSearchTests {
    /// Some growing function, below 0 at step 0: its values at all steps.
    private func growing(_ random: inout SplitMix64) -> [Double] {
        let shape = random.pick([0.05, 0.5, 1, 3, 40])
        let scale = random.pick([1e-9, 1, 1e9])
        let zero = random.pick([-0.2, 0, 0.001, 0.3, 0.9, 1, 1.2])
        func value(_ p: Double) -> Double { p > 0 ? PortableMath.exp(shape * PortableMath.log(p)) : 0 }
        let level = zero > 0 ? max(value(zero), 1e-9) : 1e-9
        return (0...ThresholdSearch.steps).map { step in
            scale * (value(Double(step) / Double(ThresholdSearch.steps)) - level)
        }
    }

    @Test func isThatOfAScan() {
        var random = SplitMix64(seed: 1)
        var looks = (0, 0)
        for round in 0..<200 {
            let values = growing(&random)
            let expected = values.indices.dropFirst().first { values[$0] >= 0 }
            for guess in [0, 1, 2, 500, 1023, 1024, 5000, expected ?? 1024, Int(random.next() % 1025)] {
                let found = ThresholdSearch.first(near: guess, loss: -values[0]) {
                    looks.0 += 1
                    return values[$0]
                }
                #expect(found == expected, "round \(round), from \(guess)")
            }
            let found = ThresholdSearch.first(near: expected ?? 1024, loss: -values[0]) {
                looks.1 += 1
                return values[$0]
            }
            #expect(found == expected)
        }
        // Halving alone takes 11 looks; a right guess two, or one beyond the end.
        #expect(looks.0 < 200 * 9 * 11, "\(looks.0) looks")
        #expect(looks.1 <= 200 * 2, "\(looks.1) looks")
    }

    @Test func endsForWhatIsNoNumber() {
        for guess in [0, 1, 700, 1024] {
            #expect(ThresholdSearch.first(near: guess, loss: .nan) { _ in .nan } == nil)
            let found = ThresholdSearch.first(near: guess, loss: .infinity) {
                $0 > 9 ? .infinity : -.infinity
            }
            #expect(found == 10)
        }
    }
}
