import FetchTrace
import FetchSim

/// What forecasts were scored on: what a report says before its figures.
public struct ForecastHead: Hashable, Sendable {
    /// What the trace is called.
    public let trace: String
    /// How many devices.
    public let devices: Int
    /// Days scored and days of warm-up, per device.
    public let days: Double, warmupDays: Double
    /// Lines of the trace.
    public let events: Int
    /// Launches scored.
    public let launches: Int
    /// Local days of a device of which anything was scored, all devices together: what is drawn anew for the intervals.
    public let deviceDays: Int
    let bootstrap: Bootstrap

    /// Where the draws for the intervals came from.
    public var seed: UInt64 { bootstrap.seed }
    /// How often days were drawn anew.
    public var resamples: Int { bootstrap.resamples }
}
