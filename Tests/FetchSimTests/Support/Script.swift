import FetchSched
import FetchTrace

@testable import FetchSim

/// A trace of one device, written by hand: times are seconds from its beginning, apps are numbers.
struct Script {
    private(set) var events: [TraceEvent] = []
    private var names = TraceNames()
    let apps: Int

    /// Begins a trace of `seconds` with that many apps, all `minimum` unless told otherwise.
    init(apps: Int = 1, seconds: Double, intervals: [EventValue]? = nil) {
        self.apps = apps
        for app in 0..<apps { _ = names.apps.number(of: "a\(app)") }
        for app in 0..<apps { add(0, .interval, app, intervals?[app] ?? .word(0)) }
        add(seconds, .zone, nil, .number(0))
    }

    mutating func add(
        _ time: Double, _ kind: EventKind, _ app: Int? = nil, _ value: EventValue = .none, bytes: Int64 = -1,
        seconds: Double? = nil
    ) {
        events.append(
            TraceEvent(
                time: FetchTime(seconds: time), kind: kind, app: app.map { Int32($0) } ?? TraceEvent.none,
                value: value, bytes: bytes, duration: seconds.map { .seconds($0) }))
    }

    mutating func launch(_ app: Int, at time: Double, bytes: Int64 = -1, seconds: Double? = nil) {
        add(time, .launch, app, bytes: bytes, seconds: seconds)
    }

    mutating func update(_ app: Int, at time: Double, bytes: Int64 = -1) {
        add(time, .update, app, bytes: bytes)
    }

    /// Radio activity of the device's own, of 0.3 s and the bytes.
    mutating func heartbeat(at time: Double, bytes: Int64 = -1) {
        add(time, .radio, nil, .word(1), bytes: bytes)
    }

    /// Without what lies beyond `seconds`.
    mutating func trim(to seconds: Double) {
        events.removeAll { $0.time > FetchTime(seconds: seconds) }
    }

    /// The trace, in order of time; events of one moment keep the order in which they were added.
    var trace: DeviceTrace {
        let sorted = events.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        return DeviceTrace(name: "d0", events: sorted.map(\.element), names: names)
    }
}

extension SimulationRules {
    /// Default rules with that much warm-up (at most a third of the trace), in seconds.
    static func warm(_ seconds: Double, power: PowerProfile = .standard) -> SimulationRules {
        var rules = SimulationRules()
        rules.warmup = .seconds(seconds)
        rules.power = power
        return rules
    }
}

/// Replays a trace under a policy.
func replay<P: Policy>(
    _ trace: DeviceTrace, _ policy: P, radio: RadioProfile = .lte, rules: SimulationRules = .warm(0),
    _ configuration: FetchConfiguration? = nil
) -> DeviceMetrics {
    var simulation = DeviceSimulation(
        trace: trace, radio: radio, rules: rules, rival: policy, configuration: configuration)
    return simulation.run()
}
