/// Something that is measured on each device of two traces, and compared.
///
/// A new one is one line in the list of its group, see ``all``.
public struct Statistic: Sendable {
    /// Its name for machines, as in `sessions.perDay`.
    public let key: String
    /// What it is, for people.
    public let title: String
    /// The unit in which people read it.
    public let unit: String
    /// What it is multiplied with for people.
    public let scale: Double
    /// Decimals for people.
    public let decimals: Int
    let measure: Measure

    /// What is measured on a device, or on a week of it.
    enum Measure: Sendable {
        /// A number; nil where it does not exist. Means are compared.
        case figure(@Sendable (HabitSlice) -> Double?)
        /// A number that needs more than a week: it is tested over whole devices only.
        case longFigure(@Sendable (HabitSlice) -> Double?)
        /// Many numbers, of which people see the median. Distributions are compared (Kolmogorov and Smirnov).
        case sample(@Sendable (HabitSlice) -> [Double])
        /// How often each of some categories, numbered from 0, comes. Shares are compared (total variation).
        case categories(Int, @Sendable (HabitSlice) -> [Int])
    }

    init(
        _ key: String, _ title: String, _ unit: String = "", scale: Double = 1, decimals: Int = 2,
        _ measure: Measure
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.scale = scale
        self.decimals = decimals
        self.measure = measure
    }

    /// A share of one, which people read in percent.
    static func percent(
        _ key: String, _ title: String, _ share: @escaping @Sendable (HabitSlice) -> Double?
    ) -> Statistic {
        Statistic(key, title, "%", scale: 100, decimals: 1, .figure(share))
    }

    /// All of them, in the order in which they are reported.
    static let all =
        useStatistics + popularityStatistics + orderStatistics + sessionStatistics + rhythmStatistics
        + contentStatistics
}

/// Mean of some numbers; nil of none.
func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// Share of the elements for which something holds; nil of none.
func share<T>(_ elements: some Sequence<T>, where holds: (T) -> Bool) -> Double? {
    var (count, all) = (0, 0)
    for element in elements {
        all += 1
        if holds(element) { count += 1 }
    }
    return all > 0 ? Double(count) / Double(all) : nil
}

/// Median, the lower one of two; nil of none.
func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
}
