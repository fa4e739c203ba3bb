import FetchTrace
import FetchSim
import FetchReport

/// What a ``TraceComparison`` found.
public struct CompareReport: Hashable, Sendable {
    /// What is compared.
    public struct Side: Hashable, Sendable {
        /// The files.
        public let traces: [String]
        /// How many devices.
        public let devices: Int
        /// Length of a device's trace in days, on average.
        public let days: Double
        /// Launches of all devices.
        public let launches: Int
    }

    /// The sides.
    public let first: Side, second: Side
    /// Where the shuffles and the policies' randomness came from.
    public let seed: UInt64
    /// How often the tests shuffled.
    public let shuffles: Int
    /// Whether the tests shuffled whole devices; else weeks.
    public let shufflesDevices: Bool
    /// The statistics.
    public let statistics: [ComparedFigure]
    /// The forecasts' scores; empty if they were left out.
    public let forecasts: [ComparedFigure]
    /// The policies; empty if they were left out.
    public let policies: [ComparedPolicy]
    /// What must be alike, and whether it is.
    public let criteria: [Criterion]

    /// Criteria that are judged, and how many of them hold.
    public var judged: Int { criteria.reduce(0) { $0 + ($1.isMet == nil ? 0 : 1) } }
    /// Criteria that hold.
    public var met: Int { criteria.reduce(0) { $0 + ($1.isMet == true ? 1 : 0) } }
}
