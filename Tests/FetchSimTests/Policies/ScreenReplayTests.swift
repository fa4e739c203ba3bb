import FetchSched
import FetchTrace
import Testing

@testable import FetchSim
import FetchGenerate

/// Lines of the screen in a replay.
@Suite struct ScreenReplayTests {
    /// Whoever does not heed them fares as if they were not there; whoever does makes more launches fresh.
    @Test func theyAreWorthSomethingToWhoeverHeedsThem() throws {
        let preset = try #require(GeneratorPreset.named("news"))
        var trace = Trace()
        trace.events = TraceGenerator(preset: preset, devices: 1, days: 8, seed: 3)
            .generateDevice(0, names: &trace.names)
        var lit = trace
        lit.addScreen(seed: 1)
        #expect(lit.events.count > trace.events.count + 100)
        func metrics(_ policy: String, _ trace: Trace) throws -> DeviceMetrics {
            let device = try #require(DeviceTrace.devices(of: trace).first)
            let choice = try #require(PolicyChoice.list(policy).first)
            let family = try #require(PolicyFamily.named(choice.family))
            let setup = PolicySetup(
                radio: .wifi, rules: .warm(0), valueJoules: 50, settings: choice.settings, seed: 1)
            return family.replay(PolicyRun(trace: device, setup: setup)).metrics
        }
        let before = try metrics("adaptive", trace)
        #expect(try metrics("no-screen", lit) == before)
        #expect(try metrics("one-often", lit) == metrics("one-often", trace))
        let after = try metrics("adaptive", lit)
        #expect(after.launches == before.launches)
        #expect(Double(after.freshLaunches) > 1.05 * Double(before.freshLaunches))
    }
}
