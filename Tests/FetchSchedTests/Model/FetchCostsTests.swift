import Testing

@testable import FetchSched

@Suite struct FetchCostsTests {
    @Test func unknownAppsTakeWhatTheOthersDo() {
        var others = FetchCosts(bytes: 150_000)
        others.learn(bytes: 400_000, weight: 0.5)
        let unknown = FetchCosts().completed(by: others)
        #expect(abs(unknown.bytes - 275_000) < 1)
        #expect(unknown.slowness == 1)
        var known = FetchCosts()
        known.learn(bytes: 1000, weight: 0.2)
        #expect(known.completed(by: others).bytes == 1000)
        known.learn(bytes: 2000, weight: 0.2)
        #expect(abs(known.bytes - 1200) < 0.1)
    }

    @Test func nonsenseIsIgnoredOrBounded() {
        var costs = FetchCosts(bytes: 1000)
        for number in [.nan, .infinity, -.infinity, -5, 0, 1e300] as [Double] {
            costs.learn(bytes: number, weight: 0.5)
            costs.learn(slowness: number, weight: 0.5)
            costs.learn(energyFactor: number, weight: 0.5)
            #expect(costs.bytes > 0 && costs.bytes <= 1e12)
            #expect(costs.slowness >= 0.1 && costs.slowness <= 100)
            #expect(costs.energyFactor >= 0.05 && costs.energyFactor <= 20)
        }
    }
}
