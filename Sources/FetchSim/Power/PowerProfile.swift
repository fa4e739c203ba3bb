import FetchSched

/// Costs of a fetch apart from the radio, as data: ``/FetchSched/PowerCosts`` with a name and a source.
///
/// In JSON the costs stand next to the name; `aliveProcesses` is left out if every app keeps its process.
public struct PowerProfile: Hashable, Sendable {
    /// The name on the command line.
    public var name: String
    /// Where the figures come from.
    public var source: String
    /// The figures.
    public var costs: PowerCosts
    /// Energy of a full battery, in joules, for shares of a battery.
    public var batteryJoules: Double

    /// 5,000 mAh at 3.85 V.
    public static let usualBatteryJoules = 5 * 3600 * 3.85

    /// Makes a profile.
    public init(
        name: String, source: String, costs: PowerCosts,
        batteryJoules: Double = PowerProfile.usualBatteryJoules
    ) {
        self.name = name
        self.source = source
        self.costs = costs
        self.batteryJoules = batteryJoules
    }
}
