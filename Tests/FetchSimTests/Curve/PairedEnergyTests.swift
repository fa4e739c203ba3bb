import Testing

@testable import FetchSim

/// How many times the engine's energy another policy needs, with what a resample may lack.
@Suite struct PairedEnergyTests {
    private func times(
        _ joules: Double?, _ engine: Double?, _ samples: [(Double?, Double?)]
    ) -> BootstrapEstimate {
        PairedEnergy.times(joules, engine, samples: samples.map { (joules: $0.0, engine: $0.1) })
    }

    /// Both sides spread fourfold, and their ratio not at all.
    @Test func whatBothSidesShareCancels() {
        let estimate = times(20, 10, (1...40).map { (Double($0) * 2, Double($0)) })
        #expect(estimate.value == 2 && estimate.interval == 2...2)
    }

    @Test func whoDoesNotGetThere() {
        #expect(times(nil, 10, [(nil, 1), (nil, 2)]).interval == .infinity...(.infinity))
        #expect(times(nil, 10, [(nil, 1), (nil, 2)]).value == nil)
        #expect(times(5, nil, [(1, nil), (1, nil)]).interval == 0...0)
        #expect(times(5, 0, [(1, 0), (1, -1)]).interval == .infinity...(.infinity))
        #expect(times(-5, 10, [(-1, 1), (2, 1)]).interval == 0...2)
    }

    /// Resamples without a ratio count for neither side; too many, and nothing is said.
    @Test func whereThereIsNoRatio() {
        let most = [(nil, nil)] + (1...30).map { (Double($0), 1.0) } as [(Double?, Double?)]
        #expect(times(3, 1, most).interval == 1...30)
        let few = [(nil, nil), (0, 0)] + (1...30).map { (Double($0), 1.0) } as [(Double?, Double?)]
        #expect(times(3, 1, few).interval == nil && times(3, 1, few).value == 3)
    }
}
