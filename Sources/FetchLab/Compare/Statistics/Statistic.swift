import FetchTrace
import FetchSim

/// Something that is measured on each device of two traces, and compared.
///
/// A new one is one line in the list of its group, see ``all``.
struct Statistic: Sendable {
    /// Its name for machines, as in `session.perDay`.
    let key: String
    /// What it is, for people.
    let title: String
    /// The unit in which people read it.
    let unit: String
    /// What it is multiplied with for people.
    let scale: Double
    /// Decimals for people.
    let decimals: Int
    let measure: Measure

    /// What is measured on a device, or on a week of it.
    enum Measure: Sendable {
        /// Numbers of which the mean is wanted: one for each launch, session or day.
        case mean(@Sendable (HabitSlice) -> [Double])
        /// Numbers of which the distribution is wanted (Kolmogorov and Smirnov); people see the median.
        case sample(@Sendable (HabitSlice) -> [Double])
        /// Categories, numbered from 0, of which the shares are wanted (total variation).
        case shares(of: Int, @Sendable (HabitSlice) -> [Int])
        /// A number of each week, of which the mean is wanted; nil where a week has none.
        case week(@Sendable (HabitSlice) -> Double?)
        /// A number of the whole trace, which a week's would not be like; nil where it has none.
        case whole(@Sendable (HabitSlice) -> Double?)
    }

    init(
        _ key: String, _ title: String, _ unit: String = "", scale: Double = 1, decimals: Int = 2,
        measure: Measure
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.scale = scale
        self.decimals = decimals
        self.measure = measure
    }

    /// A share, which people read in percent.
    static func percent(_ key: String, _ title: String, measure: Measure) -> Statistic {
        Statistic(key, title, "%", scale: 100, decimals: 1, measure: measure)
    }

    /// The share of some elements for which something holds, which people read in percent.
    static func percent<Elements: Sequence & SendableMetatype>(
        _ key: String, _ title: String, of elements: @escaping @Sendable (HabitSlice) -> Elements,
        where holds: @escaping @Sendable (Elements.Element) -> Bool
    ) -> Statistic {
        percent(key, title, measure: .mean { elements($0).map { holds($0) ? 1 : 0 } })
    }

    /// All of them, in the order in which they are reported.
    static let all =
        useStatistics + popularityStatistics + orderStatistics + sessionStatistics + rhythmStatistics
        + contentStatistics
}

/// Mean of some numbers; nil of none.
func mean(_ values: some Collection<Double>) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// Median, the lower one of two; nil of none.
func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
}
