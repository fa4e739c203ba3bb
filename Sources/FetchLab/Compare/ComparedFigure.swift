/// A figure of several devices: its mean, and how much the devices differ.
struct Estimate: Hashable, Sendable {
    /// Mean of the devices that have the figure; nil if none has.
    let mean: Double?
    /// Standard deviation from device to device; nil with fewer than two.
    let spread: Double?

    init(_ values: [Double?]) {
        let known = values.compactMap { $0 }
        let middle = FetchLab.mean(known)
        mean = middle
        spread =
            known.count > 1
            ? middle.map { middle in
                (known.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(known.count - 1))
                    .squareRoot()
            } : nil
    }
}

/// One figure of two sides.
struct ComparedFigure: Hashable, Sendable {
    /// Its name in code and tests, as in `session.perDay`.
    let key: String
    /// What it is, for people, with its unit.
    let title: String
    /// What it is multiplied with for people.
    let scale: Double
    /// Decimals for people.
    let decimals: Int
    /// The figure of either side.
    let first: Estimate, second: Estimate

    /// The second side's figure less the first's.
    var difference: Double? { first.mean.flatMap { one in second.mean.map { $0 - one } } }
}

/// Mean of some numbers; nil of none.
func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// Median, the lower one of two; nil of none.
func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
}
