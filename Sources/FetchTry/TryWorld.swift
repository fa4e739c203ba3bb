import FetchGenerate
import FetchSched
import FetchSim
import FetchTrace

/// The trace of one device, made by a preset and replayed under policies: the figures of the page in docs/try.
///
/// They are those of `fetchsched generate --preset NAME --seed N | fetchsched bench -`. On an always-on network, a request is the
/// unit, as with `--power-profile requests`.
package struct TryWorld {
    package let trace: DeviceTrace
    package let days: LocalDays
    let radio: RadioProfile
    let rules: SimulationRules
    private let unfetched: DeviceMetrics
    /// The device without any background fetch.
    let own: DeviceTimeline
    /// The replay of which ``day(_:)`` tells.
    private(set) var timeline: DeviceTimeline

    /// Longest trace, in days.
    package static let mostDays = 56
    /// The seed of all policies: the default of `bench`.
    static let seed: UInt64 = 1

    /// - Returns: nil if there is no such preset or radio, or nothing happens.
    package init?(preset name: String, days count: Int, seed: UInt64, radio radioName: String) {
        guard let preset = GeneratorPreset.named(name), let radio = RadioProfile.named(radioName) else {
            return nil
        }
        let generator = TraceGenerator(
            preset: preset, devices: 1, days: min(count, Self.mostDays), seed: seed)
        var names = TraceNames()
        let events = generator.generateDevice(0, names: &names)
        guard !events.isEmpty else { return nil }
        trace = DeviceTrace(name: "d0", events: events, names: names)
        days = LocalDays(trace)
        self.radio = radio
        var rules = SimulationRules()
        if radio.isAlwaysOn { rules.power = .requests }
        self.rules = rules
        unfetched = DeviceLimits(trace: trace, radio: radio, rules: rules, values: []).unfetched
        own = DeviceTimeline(unfetched: trace, radio: radio, rules: rules)
        timeline = own
    }

    /// Replays the device under a policy. ``day(_:)`` then tells of it.
    ///
    /// - Parameters:
    ///   - policy: the name of a family.
    ///   - setting: its main parameter; NaN for the default.
    ///   - value: V.
    ///   - requests: of an always-on network, what the engine may make a day; with it, an hour of a missing update costs 1, as
    ///     in docs/examples/poller.conf. NaN for as many as pay.
    /// - Returns: nil if there is no such policy.
    package mutating func replay(
        _ policy: String, setting: Double, value: Double, requests: Double = .nan
    ) -> TryFigures? {
        guard let family = PolicyFamily.named(policy) else { return nil }
        var settings: [String: Double] = [:]
        if let dial = family.dial, dial.range.contains(setting) { settings[dial.name] = setting }
        var configuration = FetchConfiguration()
        if requests > 0 {
            configuration.budget.requestsPerDay = requests
            configuration.polling.ageJoules = 1
        }
        let replay = family.replay(
            PolicyRun(
                family, settings, on: trace, radio: radio, rules: rules, valueJoules: value, seed: Self.seed,
                configuration: configuration))
        timeline = replay.timeline ?? own
        return TryFigures(replay.metrics, unfetched: unfetched, value: value)
    }
}
