import FetchSched
import FetchSchedText
import FetchSim

/// The task of a search: the engine's parameters to vary, and the devices, radios and values to try them on.
package struct TuneTask: Sendable {
    package struct Source: Sendable {
        package let name: String
        package let devices: [DeviceTrace]

        package init(name: String, devices: [DeviceTrace]) {
            self.name = name
            self.devices = devices
        }
    }

    package var sources: [Source]
    package var radios: [RadioProfile]
    /// The worths of a fresh launch, in joules.
    package var values: [Double]
    package var rules = SimulationRules()
    /// Where the engine's randomness comes from.
    package var seed: UInt64 = 1
    /// The start of the search, which results are compared with; radio and value of a launch are those of each unit.
    package var base = FetchConfiguration()
    package var parameters: [Parameter] = TuneTask.usualParameters

    package init(sources: [Source], radios: [RadioProfile], values: [Double]) {
        self.sources = sources
        self.radios = radios
        self.values = values
    }

    /// Parameters that a search does not change unless they are requested.
    private static let leftAlone: Set = [
        "leastFetchJoules",  // stands for costs that no replay sees
        "settling",  // a courtesy to new apps, which replays do not score
        "backoff.first", "backoff.cap", "backoff.jitter",  // courtesies to servers
        "chargingFactor",  // replays count a charger's energy like a battery's
        "lowBatteryLevel",  // a promise to the user
        "planStep", "planReach",  // trade computing time, which no replay sees
    ]

    /// All parameters but those left alone.
    package static let usualParameters = Parameter.tunable.filter { !leftAlone.contains($0.name) }

    package var space: SearchSpace {
        SearchSpace(
            dimensions: parameters.map {
                Dimension($0.name, $0.range, log: $0.isLogarithmic, base: $0.value(in: base))
            })
    }

    /// The base with the values of `candidate`, which must be of the task's space.
    package func configuration(of candidate: Candidate) -> FetchConfiguration {
        var configuration = base
        for (parameter, value) in zip(parameters, candidate.values) where value != parameter.value(in: base) {
            // The space has the parameter's own range.
            try? parameter.set(value, in: &configuration)
        }
        return configuration
    }

    /// All devices, in the order of the sources.
    package var devices: [TuneDevice] {
        sources.enumerated().flatMap { source, content in
            content.devices.indices.map { TuneDevice(source: source, device: $0) }
        }
    }

    /// How many units there are if something is at stake on every device.
    package var mostUnits: Int { allUnits.count }

    /// Every unit that the task could have, in a fixed order: per device, the radios, the values.
    var allUnits: [TuneUnit] {
        devices.enumerated().flatMap { number, device in
            radios.indices.flatMap { radio in
                values.indices.map { TuneUnit(group: number, device: device, radio: radio, value: $0) }
            }
        }
    }

    func trace(of unit: TuneUnit) -> DeviceTrace { sources[unit.device.source].devices[unit.device.device] }

    /// Replays `configuration` on a unit whose device spends and knows `unfetched` by itself.
    func measure(_ configuration: FetchConfiguration, on unit: TuneUnit, unfetched: Double) -> UnitMeasurement
    {
        let trace = trace(of: unit)
        let metrics = PolicyRun(
            engineOn: trace, radio: radios[unit.radio], rules: rules, valueJoules: values[unit.value],
            // Seeds like those of `bench`.
            seed: trace.seed(in: seed), configuration: configuration
        ).engineMetrics
        return UnitMeasurement(fresh: metrics.freshLaunches, joules: metrics.joules - unfetched)
    }
}

package struct TuneDevice: Hashable, Sendable {
    /// The number of its trace.
    package let source: Int
    /// The device's number in the trace.
    package let device: Int
}

/// A unit of measurement: a device, on a radio, at one value of a launch.
struct TuneUnit: Hashable, Sendable {
    /// The number of the device among all.
    let group: Int
    let device: TuneDevice
    let radio: Int
    /// The number of the launch value among those of the task.
    let value: Int
}
