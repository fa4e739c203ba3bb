import FetchSched
import FetchTrace

@testable import FetchSim

extension PowerProfile {
    /// Round figures: 1 J to run, 10 J more for a process, 2 J per MB, 1000 bytes down and 500 up for the request, 0.5 W to
    /// keep the device awake; two processes.
    static let round = PowerProfile(
        name: "round", source: "",
        costs: PowerCosts(
            runJoules: 1, coldStartJoules: 10, handlingJoulesPerMB: 2, requestDownBytes: 1000,
            requestUpBytes: 500, awakeWatts: 0.5, aliveProcesses: 2))
}

/// What fetches at these times cost on LTE, and their outcomes in order of their ends.
func billed(
    _ script: Script, _ plans: [Plan], warmup: Double = 0, power: PowerProfile = .round
) -> (metrics: DeviceMetrics, outcomes: [FetchOutcome], ends: [Double]) {
    let (metrics, diary) = recorded(script.trace, ScriptedPolicy(plans), rules: .warm(warmup, power: power))
    return (metrics, diary.fetches.map(\.outcome), diary.fetches.map(\.end))
}

func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

/// Tests of rules for which a fetch costs the radio alone, and requests have no bytes of their own, so that times are round.
protocol OfTheRadioAlone {}

extension OfTheRadioAlone {
    func replay<P: Policy>(
        _ trace: DeviceTrace, _ policy: P, radio: RadioProfile = .lte, warmup: Double = 0
    ) -> DeviceMetrics {
        FetchSimTests.replay(trace, policy, radio: radio, rules: .warm(warmup, power: .radioOnly))
    }

    func recorded<P: Policy>(_ trace: DeviceTrace, _ policy: P) -> (metrics: DeviceMetrics, diary: Diary) {
        FetchSimTests.recorded(trace, policy, rules: .warm(0, power: .radioOnly))
    }
}
