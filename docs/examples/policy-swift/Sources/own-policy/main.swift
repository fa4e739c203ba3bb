import FetchSched
import FetchSim
import FetchTrace

/// Whenever the radio is active, the app goes along whose copy is the oldest, if it is `age` old.
struct OldestFirst: Policy {
    let age: TimeSpan
    var copies: [AppID: FetchTime] = [:]
    var isOccasion = false

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        copies[app] = interval == .minimum ? now : nil
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        if case .launch(let app) = observation, copies[app] != nil { copies[app] = now }
        if case .radio = observation { isOccasion = true }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        defer { isOccasion = false }
        let oldest = copies.min { ($0.value, $0.key) < ($1.value, $1.key) }
        guard isOccasion, let oldest, now - oldest.value >= age else { return nil }
        copies[oldest.key] = now
        return oldest.key
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {}
    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { nil }
}

let family = PolicyFamily(
    "oldest-first", "rides along: the oldest copy", [.seconds("age", 3600, "age of a copy")]
) {
    OldestFirst(age: $0.settings.span("age"))
}
let path = CommandLine.arguments[1]
let bench = Bench(
    trace: path, devices: DeviceTrace.devices(of: try Trace.read(path: path)),
    policies: try [PolicyChoice(family, ["age": 14_400])]
        + PolicyChoice.list("none,one-recent-3600,adaptive"),
    radios: [.lte], values: [20])
for row in try await bench.run(jobs: 2)[0].policies {
    let gain = (row.gainJoulesPerDay ?? 0).rounded(), fresh = ((row.freshLaunchShare ?? 0) * 100).rounded()
    print("\(row.policy): \(Int(fresh)) % fresh, gains \(Int(gain)) J/day")
}
