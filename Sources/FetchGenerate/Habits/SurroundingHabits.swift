/// Where and in which conditions a phone is used.
public struct SurroundingHabits: Hashable, Sendable, Codable {
    /// Seconds east of UTC, one of which is drawn for each user.
    public var zones: [Int]
    /// Period of a push connection's heartbeat in seconds; without it there is none.
    public var heartbeatSeconds: Double?
    /// Network, power, battery level and low power mode; without it the trace tells nothing of them.
    public var conditions: Conditions?
    /// What the screen does; without it the trace tells nothing of it.
    public var screen: ScreenHabits?
    /// Outages per day, in which fetches of one app or of all fail.
    public var outagesPerDay: Double

    /// A day on the mains at night and in reach of Wi-Fi at home and at work. Hours are local.
    public struct Conditions: Hashable, Sendable, Codable {
        /// When the phone is unplugged.
        public var unpluggedHour = 8.5
        /// Standard deviation of that from day to day, in hours.
        public var unpluggedSpread = 0.7
        /// When it is plugged in, below 24.
        public var pluggedHour = 23.3
        /// Standard deviation of that, in hours.
        public var pluggedSpread = 0.25
        /// Median share of the battery that three hours take.
        public var levelDrop = 0.17
        /// Chance that a stretch outdoors has a gap without network.
        public var gapShare = 0.3

        /// The defaults; all are assumed.
        public init() {}
    }

    /// Makes surroundings.
    public init(
        zones: [Int] = [0], heartbeatSeconds: Double? = nil, conditions: Conditions? = nil,
        screen: ScreenHabits? = nil, outagesPerDay: Double = 0
    ) {
        self.zones = zones
        self.heartbeatSeconds = heartbeatSeconds
        self.conditions = conditions
        self.screen = screen
        self.outagesPerDay = outagesPerDay
    }

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        if zones.contains(where: { !(-86_400...86_400).contains($0) }) {
            return "zones must be -86400 to 86400 s"
        }
        if let heartbeatSeconds, !(heartbeatSeconds >= 10 && heartbeatSeconds < 1e6) {
            return "heartbeatSeconds must be at least 10"
        }
        if !(0...1_000).contains(outagesPerDay) { return "outagesPerDay must be 0 to 1000" }
        if let fault = screen?.fault { return fault }
        guard let conditions else { return nil }
        if !(0...24).contains(conditions.unpluggedHour) || !(0...24).contains(conditions.pluggedHour) {
            return "conditions: unpluggedHour and pluggedHour must be 0 to 24"
        }
        if !(0...6).contains(conditions.unpluggedSpread) || !(0...6).contains(conditions.pluggedSpread) {
            return "conditions: unpluggedSpread and pluggedSpread must be 0 to 6"
        }
        if !(0...1).contains(conditions.levelDrop) || !(0...1).contains(conditions.gapShare) {
            return "conditions: levelDrop and gapShare must be 0 to 1"
        }
        return nil
    }
}
