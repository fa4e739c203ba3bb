import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What a policy, by its name, fetches of a hand-written trace.
func fetches(
    _ name: String, _ script: Script, radio: RadioProfile = .lte, value: Double = 20
) throws -> (metrics: DeviceMetrics, fetches: [RecordedFetch]) {
    let choice = try #require(PolicyChoice(name))
    let setup = PolicySetup(
        radio: radio, rules: .warm(0), valueJoules: value, settings: choice.settings, seed: 1)
    let run = PolicyRun(trace: script.trace, setup: setup, recordsFetches: true)
    let replay = try #require(choice.kind).replay(run)
    return (replay.metrics, replay.fetches)
}

extension RandomCase {
    /// What becomes of it under the policy of that name.
    func metrics(_ name: String) throws -> DeviceMetrics {
        let choice = try #require(PolicyChoice(name))
        return try #require(choice.kind).replay(PolicyRun(trace: trace, setup: setup(choice))).metrics
    }

    func setup(_ choice: PolicyChoice) -> PolicySetup {
        PolicySetup(
            radio: radio, rules: rules, valueJoules: value, settings: choice.settings, seed: seed)
    }
}

/// When each app's fetches began under that policy, in seconds from the script's beginning.
func starts(
    _ name: String, apps: Int = 1, seconds: Double = 10_000, intervals: [EventValue]? = nil,
    _ build: (inout Script) -> Void = { _ in }
) throws -> [[Double]] {
    var script = Script(apps: apps, seconds: seconds, intervals: intervals)
    build(&script)
    let all = try fetches(name, script).fetches
    return (0..<apps).map { app in all.filter { $0.fetch.app.index == app }.map(\.fetch.start.seconds) }
}
