import FetchSched

/// A distribution of positive numbers as its quantiles at evenly spaced probabilities, from 0 to 1.
///
/// Between two of them the logarithm is interpolated. In JSON it is an array of numbers that do not decrease.
public struct QuantileCurve: Hashable, Sendable {
    /// The quantiles: at least two, above 0, none below the one before.
    public var values: [Double]

    /// Makes a curve from quantiles.
    public init(_ values: [Double]) {
        self.values = values
    }

    /// The quantiles of a log-normal distribution; the outermost are those of one in a thousand.
    ///
    /// - Parameter sigma: Standard deviation of the logarithm.
    public init(logNormalMedian median: Double, sigma: Double) {
        values = QuantileCurve.normalQuantiles.map { median * PortableMath.exp(sigma * $0) }
    }

    /// The quantiles of a Weibull distribution with mean 1; with a shape below 1 the hazard falls.
    public init(unitWeibullShape shape: Double) {
        let probabilities = [0.002, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.998]
        let fine = (0...40).map { step in
            let share = Double(step) / 40
            let probability = Swift.min(Swift.max(share, probabilities[0]), probabilities[12])
            return PortableMath.power(-PortableMath.log(1 - probability), 1 / shape)
        }
        let mean = QuantileCurve(fine).mean
        values = fine.map { $0 / mean }
    }

    /// Standard normal quantiles at 0.001, 0.05, 0.1, ... 0.95, 0.999.
    private static let normalQuantiles = [
        -3.0902, -1.6449, -1.2816, -1.0364, -0.8416, -0.6745, -0.5244, -0.3853, -0.2533, -0.1257, 0, 0.1257,
        0.2533, 0.3853, 0.5244, 0.6745, 0.8416, 1.0364, 1.2816, 1.6449, 3.0902,
    ]

    /// The quantile of a probability from 0 to 1.
    public func value(at probability: Double) -> Double {
        guard values.count > 1 else { return values.first ?? 1 }
        let position = Swift.min(1, Swift.max(0, probability)) * Double(values.count - 1)
        let index = Swift.min(values.count - 2, Int(position))
        let share = position - Double(index)
        let (low, high) = (values[index], values[index + 1])
        if low == high { return low }
        return PortableMath.exp((1 - share) * PortableMath.log(low) + share * PortableMath.log(high))
    }

    /// The mean of the distribution.
    public var mean: Double {
        let steps = 500
        var sum = 0.0
        for step in 0..<steps { sum += value(at: (Double(step) + 0.5) / Double(steps)) }
        return sum / Double(steps)
    }

    /// The same curve with another unit.
    func scaled(by factor: Double) -> QuantileCurve { QuantileCurve(values.map { $0 * factor }) }

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        if values.count < 2 { return "must have at least two quantiles" }
        if values.contains(where: { !($0 > 0 && $0 < 1e12) }) { return "must have quantiles above 0" }
        if zip(values, values.dropFirst()).contains(where: { $0 > $1 }) { return "must not decrease" }
        return nil
    }
}

extension QuantileCurve: Codable {
    /// Reads an array of numbers.
    public init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([Double].self)
    }

    /// Writes an array of numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

extension Sampler {
    /// A number drawn from a curve.
    mutating func draw(_ curve: QuantileCurve) -> Double { curve.value(at: unit()) }
}
