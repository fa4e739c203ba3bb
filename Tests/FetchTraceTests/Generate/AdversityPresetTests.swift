import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// The presets that a script writes.
@Suite struct AdversityPresetTests {
    /// A change of this number changes the figures of docs/guarantee.md and `.ci/adversity.csv`.
    private static let pinned: UInt64 = 0x6BFA1518CE6A25C1

    @Test func eventsArePinned() {
        var all: [TraceEvent] = []
        for preset in GeneratorPreset.adversity {
            var names = TraceNames()
            all += TraceGenerator(preset: preset, devices: 1, days: 2, seed: 42)
                .generateDevice(0, names: &names)
        }
        let hash = GenerateDeterminismTests.hash(of: all)
        #expect(hash == Self.pinned, "0x\(String(hash, radix: 16, uppercase: true))")
    }

    @Test func aLaunchEndsTheUseBeforeIt() {
        var scene = TraceScene(start: .epoch, days: 1, sampler: Sampler(1))
        scene.launch(0, at: 100, seconds: 60)
        scene.launch(1, at: 120, seconds: 60)
        scene.launch(1, at: 130)
        scene.launch(0, at: 120.4)
        scene.launch(0, at: 90_000)
        scene.update(0, at: -1)
        let drafts = scene.inOrder()
        #expect(drafts.map(\.time) == [100, 120])
        #expect(drafts.map(\.duration) == [19.5, 60])
    }
}
