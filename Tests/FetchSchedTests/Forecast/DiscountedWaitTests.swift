import Testing

@testable import FetchSched

@Suite struct DiscountedWaitTests {
    /// Integrates l(t) e^(-mt) e^(-L(t)) over steps of constant intensity; the last intensity goes on.
    private func integrated(_ rates: [Double], seconds: Double, change: Double, last: Double) -> Double {
        var sum = 0.0
        var survival = 1.0
        let pieces = 4_000
        let width = seconds / Double(pieces)
        for rate in rates {
            for _ in 0..<pieces {
                let next = survival * PortableMath.exp(-(rate + change) * width)
                sum += rate * width * (survival + next) / 2
                survival = next
            }
        }
        return sum + survival * last / (last + change)
    }

    private func step(rate: Double, change: Double, seconds: Double, after: Double) -> Double {
        let (own, kept) = DiscountedWait.steps(
            rates: .init(repeating: rate), changes: .init(repeating: change),
            seconds: .init(repeating: seconds))
        return own[3] + kept[3] * after
    }

    @Test func theRecursionIsTheIntegral() {
        var random = SplitMix64(seed: 51)
        for _ in 0..<20 {
            let rates = (0..<6).map { _ in random.exponential(mean: 1 / 3600) }
            let change = random.exponential(mean: 1 / 7200)
            var discount = DiscountedWait.constant(rate: rates[0], change: change)
            for rate in rates.reversed() {
                discount = step(rate: rate, change: change, seconds: 3600, after: discount)
            }
            let expected = integrated(rates, seconds: 3600, change: change, last: rates[0])
            #expect(abs(discount - expected) < 1e-6, "\(rates), \(change)")
        }
    }

    @Test func edgeCases() {
        #expect(DiscountedWait.constant(rate: 0, change: 0) == 0)
        #expect(DiscountedWait.constant(rate: 1, change: 0) == 1)
        #expect(DiscountedWait.constant(rate: 0, change: 1) == 0)
        #expect(step(rate: 0, change: 0, seconds: 3600, after: 0.3) == 0.3)
        #expect(step(rate: 2, change: 1, seconds: 0, after: 0.3) == 0.3)
        #expect(abs(step(rate: 2, change: 1, seconds: 1e9, after: 0.3) - 2.0 / 3) < 1e-15)
    }
}
