/// Where and in which conditions a phone is used.
public struct SurroundingHabits: Hashable, Sendable, Codable {
    /// Seconds east of UTC, one of which is drawn for each user.
    public var zones = [0]
    /// Period of a push connection's heartbeat in seconds; without it there is none.
    public var heartbeatSeconds: Double?
    /// Network, power, battery level and low power mode; without it the trace tells nothing of them.
    public var conditions: Conditions?
    /// The screen's habits; nil for a trace without screen events.
    public var screen: ScreenHabits?
    /// Outages per day, in which fetches of one app or of all fail.
    public var outagesPerDay = 0.0

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
        /// Probability that a stretch outdoors has a gap without network.
        public var gapShare = 0.3

        /// The defaults; all are assumed.
        public init() {}
    }

    /// Makes surroundings of which a trace tells nothing.
    public init() {}

    var fault: String? {
        let found = firstFault(
            wrong("zones", zones.map(Double.init), in: -86_400...86_400),
            wrong("heartbeatSeconds", heartbeatSeconds, in: 10...1e6),
            wrong("outagesPerDay", outagesPerDay, in: 0...1_000), screen?.fault.map { "screen: \($0)" })
        guard found == nil, let conditions else { return found }
        return firstFault(
            wrong("unpluggedHour", conditions.unpluggedHour, in: 0...24),
            wrong("pluggedHour", conditions.pluggedHour, in: 0...24),
            wrong("unpluggedSpread", conditions.unpluggedSpread, in: 0...6),
            wrong("pluggedSpread", conditions.pluggedSpread, in: 0...6),
            wrong("levelDrop", conditions.levelDrop, in: 0...1),
            wrong("gapShare", conditions.gapShare, in: 0...1)
        ).map { "conditions: \($0)" }
    }
}
