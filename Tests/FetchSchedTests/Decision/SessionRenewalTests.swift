import Testing

@testable import FetchSched

/// What a copy is worth after the session: its limits, wherever its terms lie.
@Suite struct SessionRenewalTests {
    private struct Terms {
        var value = 20.0
        var cost = 0.5
        var inSession = 0.1
        var first = 0.02
        var unchanged = 0.8

        init(_ random: inout SplitMix64) {
            value = random.pick([1, 5, 20, 100, 1000])
            cost = random.pick([0.05, 0.4, 2, 12])
            inSession = PortableMath.exp(-7 * random.nextUnit())
            first = PortableMath.exp(-7 * random.nextUnit())
            unchanged = random.nextUnit()
        }

        /// As often as the app is used in whichever session before its content changes.
        var usedLater: Double {
            let used = 1 - (1 - first) * (1 - inSession)
            return unchanged * used / (1 - unchanged * (1 - used))
        }

        func loss(_ p: Double) -> Double {
            SessionRenewal(
                value: value, cost: cost, inSession: inSession, first: first, unchanged: unchanged,
                usedLater: usedLater
            ).loss(p)
        }
    }

    @Test func limits() {
        var random = SplitMix64(seed: 1)
        for round in 0..<2_000 {
            let terms = Terms(&random)
            #expect(terms.loss(0) == 0)
            var last = 0.0
            for step in 1...20 {
                let p = Double(step) / 20
                let loss = terms.loss(p)
                // An older copy loses no less; and no more than the first launch and a fetch.
                #expect(loss >= last - 1e-9 * terms.value, "round \(round), \(terms), \(p)")
                let most = terms.first * terms.value * p * terms.unchanged + (1 - terms.first) * terms.cost
                #expect(loss <= max(most, terms.value * p * terms.usedLater) + 1e-9, "\(terms), \(p)")
                last = loss
            }
        }
    }

    /// The oftener the app begins a session, when nothing can be fetched before, the more an old copy loses. (Not so the
    /// oftener it is launched within one: there a fetch comes first, and a fresh copy spares it only if it stays fresh.)
    @Test func growsWithTheChanceToBeFirst() {
        var random = SplitMix64(seed: 2)
        for round in 0..<500 {
            var terms = Terms(&random)
            var last = 0.0
            for step in 0...10 {
                terms.first = Double(step) / 10
                let loss = terms.loss(0.5)
                // f is taken to have a simple shape; by that much it may be wrong.
                #expect(loss >= last - 0.05 * terms.cost, "round \(round), \(terms): \(loss) after \(last)")
                last = max(last, loss)
            }
            #expect(abs(terms.loss(0.5) - 0.5 * terms.value * terms.unchanged) < 1e-6 * terms.value)
        }
    }

    @Test func whatIsNoNumberMakesNone() {
        let odd: [Double] = [0, 1, .nan, .infinity, -.infinity, -1, 1e300, .leastNonzeroMagnitude, 0.5]
        var random = SplitMix64(seed: 3)
        for _ in 0..<20_000 {
            let renewal = SessionRenewal(
                value: random.pick(odd), cost: random.pick(odd), inSession: random.pick(odd),
                first: random.pick(odd), unchanged: random.pick(odd), usedLater: random.pick(odd))
            let loss = renewal.loss(random.pick(odd))
            #expect(loss >= 0 && loss < .infinity, "\(renewal): \(loss)")
        }
    }
}
