import FetchSched

extension PowerProfile: Codable {
    private enum Key: String, CodingKey {
        case name, source, runJoules, coldStartJoules, handlingJoulesPerMB, requestDownBytes, requestUpBytes
        case awakeWatts, aliveProcesses, batteryJoules
    }

    private static var figures: [(key: Key, path: WritableKeyPath<PowerCosts, Double>)] {
        [
            (.runJoules, \.runJoules), (.coldStartJoules, \.coldStartJoules),
            (.handlingJoulesPerMB, \.handlingJoulesPerMB), (.requestDownBytes, \.requestDownBytes),
            (.requestUpBytes, \.requestUpBytes), (.awakeWatts, \.awakeWatts),
        ]
    }

    /// Reads the name, the costs and, if they are there, the source and the battery.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            source: try values.decodeIfPresent(String.self, forKey: .source) ?? "", costs: PowerCosts(),
            batteryJoules: try values.decodeIfPresent(Double.self, forKey: .batteryJoules)
                ?? Self.usualBatteryJoules)
        for (key, path) in Self.figures { costs[keyPath: path] = try values.decode(Double.self, forKey: key) }
        costs.aliveProcesses = try values.decodeIfPresent(Int.self, forKey: .aliveProcesses)
    }

    /// Writes all of it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(source, forKey: .source)
        for (key, path) in Self.figures { try values.encode(costs[keyPath: path], forKey: key) }
        try values.encodeIfPresent(costs.aliveProcesses, forKey: .aliveProcesses)
        try values.encode(batteryJoules, forKey: .batteryJoules)
    }

    /// The error in the figures, or nil: they must not be negative nor absurd, and the battery not empty.
    public var fault: String? {
        if name.isEmpty { return "the name is empty" }
        let isWrong = { (figure: Double) in !(figure >= 0 && figure < 1e9) }
        if let (key, _) = Self.figures.first(where: { isWrong(costs[keyPath: $0.path]) }) {
            return "\(key.rawValue) must be at least 0 and below 1e9"
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
