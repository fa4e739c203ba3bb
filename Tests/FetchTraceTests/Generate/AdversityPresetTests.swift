import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate

/// The presets that a script writes.
@Suite struct AdversityPresetTests {
    private static func events(_ preset: GeneratorPreset, seed: UInt64 = 42) -> [TraceEvent] {
        var names = TraceNames()
        return TraceGenerator(preset: preset, devices: 1, days: 2, seed: seed)
            .generateDevice(0, names: &names)
    }

    /// A change of this number changes the figures of docs/guarantee.md and `.ci/adversity.csv`.
    private static let pinned: UInt64 = 0x6BFA1518CE6A25C1

    @Test func eventsArePinned() {
        var all: [TraceEvent] = []
        for preset in GeneratorPreset.adversity { all += Self.events(preset) }
        let hash = GenerateDeterminismTests.hash(of: all)
        #expect(hash == Self.pinned, "0x\(String(hash, radix: 16, uppercase: true))")
    }

    @Test func usersDoOnlyWhatUsersCanDo() throws {
        #expect(GeneratorPreset.adversity.count >= 20)
        for preset in GeneratorPreset.adversity {
            #expect(preset.name.hasPrefix("adversity-") && GeneratorPreset.named(preset.name) != nil)
            let events = Self.events(preset)
            let first = try #require(events.first)
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(preset.name)")
            #expect(events.allSatisfy { $0.time < first.time + .days(2) }, "\(preset.name)")
            let launches = events.filter { $0.kind == .launch }
            #expect(!launches.isEmpty)
            for (launch, next) in zip(launches, launches.dropFirst()) {
                let end = launch.time + (launch.duration ?? .zero)
                #expect(
                    (launch.duration ?? .zero) > .zero && end < next.time, "\(preset.name): \(launch) \(next)"
                )
                if launch.app == next.app {
                    #expect(next.time - end >= .seconds(5), "\(preset.name): \(launch) \(next)")
                }
            }
            let apps = Set(events.filter { $0.kind == .interval }.map(\.app))
            #expect(
                events.allSatisfy { $0.app == TraceEvent.none || apps.contains($0.app) }, "\(preset.name)")
        }
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
