import FetchSched

/// What a fetch costs beside the radio, as data: ``/FetchSched/PowerCosts`` with a name and a source.
///
/// As JSON the costs stand beside the name; `aliveProcesses` is left out where every app keeps its process.
public struct PowerProfile: Hashable, Sendable {
    /// The name on the command line.
    public var name: String
    /// Where the figures come from.
    public var source: String
    /// The figures.
    public var costs: PowerCosts
    /// Energy of a full battery, in joules: what shares of a battery are reckoned from.
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

    /// What is wrong with the figures, or nil: they must not be negative nor absurd, the battery larger than nothing.
    public var fault: String? {
        if name.isEmpty { return "the name is empty" }
        let figures = [
            ("runJoules", costs.runJoules), ("coldStartJoules", costs.coldStartJoules),
            ("handlingJoulesPerMB", costs.handlingJoulesPerMB), ("requestDownBytes", costs.requestDownBytes),
            ("requestUpBytes", costs.requestUpBytes), ("awakeWatts", costs.awakeWatts),
        ]
        if let (key, _) = figures.first(where: { !($0.1 >= 0 && $0.1 < 1e9) }) {
            return "\(key) must be at least 0 and below 1e9"
        }
        if let alive = costs.aliveProcesses, !(0...1_000_000).contains(alive) {
            return "aliveProcesses must be 0 to 1000000, or left out for all apps"
        }
        if !(batteryJoules > 0 && batteryJoules < 1e12) {
            return "batteryJoules must be above 0 and below 1e12"
        }
        return nil
    }
}

extension PowerProfile: Codable {
    /// A key of any name.
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private enum Key: String, CodingKey {
        case name, source, runJoules, coldStartJoules, handlingJoulesPerMB, requestDownBytes, requestUpBytes
        case awakeWatts, aliveProcesses, batteryJoules
    }

    /// Reads the name, the costs beside it and, if they are there, the source and the battery.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        // An optional key with a spelling mistake would be ignored.
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys
        where Key(rawValue: key.stringValue) == nil {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "\"\(key.stringValue)\" is no key of a power profile")
            )
        }
        self.init(
            name: try values.decode(String.self, forKey: .name),
            source: try values.decodeIfPresent(String.self, forKey: .source) ?? "",
            costs: PowerCosts(
                runJoules: try values.decode(Double.self, forKey: .runJoules),
                coldStartJoules: try values.decode(Double.self, forKey: .coldStartJoules),
                handlingJoulesPerMB: try values.decode(Double.self, forKey: .handlingJoulesPerMB),
                requestDownBytes: try values.decode(Double.self, forKey: .requestDownBytes),
                requestUpBytes: try values.decode(Double.self, forKey: .requestUpBytes),
                awakeWatts: try values.decode(Double.self, forKey: .awakeWatts),
                aliveProcesses: try values.decodeIfPresent(Int.self, forKey: .aliveProcesses)),
            batteryJoules: try values.decodeIfPresent(Double.self, forKey: .batteryJoules)
                ?? Self.usualBatteryJoules)
    }

    /// Writes all of it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(source, forKey: .source)
        try values.encode(costs.runJoules, forKey: .runJoules)
        try values.encode(costs.coldStartJoules, forKey: .coldStartJoules)
        try values.encode(costs.handlingJoulesPerMB, forKey: .handlingJoulesPerMB)
        try values.encode(costs.requestDownBytes, forKey: .requestDownBytes)
        try values.encode(costs.requestUpBytes, forKey: .requestUpBytes)
        try values.encode(costs.awakeWatts, forKey: .awakeWatts)
        try values.encodeIfPresent(costs.aliveProcesses, forKey: .aliveProcesses)
        try values.encode(batteryJoules, forKey: .batteryJoules)
    }
}
