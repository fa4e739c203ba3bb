import FetchSched

/// A distribution of positive numbers as quantiles, closer together at both ends.
///
/// Of *n* + 1 numbers, number *i* is the quantile of probability 3 u^2 - 2 u^3 with u = *i* / *n*: the first is the lowest,
/// the middle one the median. Between two of them the logarithm is interpolated. In JSON it is an array of numbers
/// that do not decrease.
public struct QuantileCurve: Hashable, Sendable {
    /// The quantiles: at least two, above 0, none below the one before.
    public var values: [Double]

    /// Makes a curve from quantiles.
    public init(_ values: [Double]) {
        self.values = values
    }

    /// The quantiles of a log-normal distribution.
    ///
    /// - Parameter sigma: Standard deviation of the logarithm.
    public init(logNormalMedian median: Double, sigma: Double) {
        values = QuantileCurve.normalQuantiles.map { median * PortableMath.exp(sigma * $0) }
    }

    /// The quantiles of a Weibull distribution with mean 1; with a shape below 1 the hazard falls.
    public init(unitWeibullShape shape: Double) {
        let raw = QuantileCurve(
            (0...24).map { step in
                let probability = QuantileCurve.probability(Double(step) / 24)
                let bounded = Swift.max(0.001, Swift.min(0.999, probability))
                return PortableMath.power(-PortableMath.log(1 - bounded), 1 / shape)
            })
        values = raw.scaled(by: 1 / raw.mean).values
    }

    /// Standard normal quantiles at the probabilities of thirteen numbers; the outermost at 0.001 and 0.999.
    private static let normalQuantiles = [
        -3.0902, -2.0411, -1.4471, -1.0101, -0.6456, -0.3154, 0, 0.3154, 0.6456, 1.0101, 1.4471, 2.0411,
        3.0902,
    ]

    /// The probability of the quantile at that share of the numbers, both 0 to 1.
    package static func probability(_ share: Double) -> Double { share * share * (3 - 2 * share) }

    /// The quantile at a share of the numbers, 0 to 1; its probability is ``probability(_:)``.
    package func value(at share: Double) -> Double {
        guard values.count > 1 else { return values.first ?? 1 }
        let position = Swift.min(1, Swift.max(0, share)) * Double(values.count - 1)
        let index = Swift.min(values.count - 2, Int(position))
        let part = position - Double(index)
        let (low, high) = (values[index], values[index + 1])
        if low == high { return low }
        return PortableMath.exp((1 - part) * PortableMath.log(low) + part * PortableMath.log(high))
    }

    /// The mean of the distribution.
    public var mean: Double {
        let steps = 400
        var sum = 0.0
        var total = 0.0
        for step in 0..<steps {
            let share = (Double(step) + 0.5) / Double(steps)
            let density = share * (1 - share)
            sum += density * value(at: share)
            total += density
        }
        return sum / total
    }

    package func scaled(by factor: Double) -> QuantileCurve { QuantileCurve(values.map { $0 * factor }) }

    package var fault: String? {
        if values.count < 2 { return "must have at least two quantiles" }
        if values.contains(where: { !($0 > 0 && $0 < 1e12) }) { return "must have quantiles above 0" }
        if zip(values, values.dropFirst()).contains(where: { $0 > $1 }) { return "must not decrease" }
        return nil
    }
}

extension Sampler {
    /// A number drawn from a curve.
    ///
    /// The middle one of three uniform numbers has the distribution 3 u^2 - 2 u^3, which is that of the quantiles.
    package mutating func draw(_ curve: QuantileCurve) -> Double {
        let (a, b, c) = (unit(), unit(), unit())
        return curve.value(at: Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c)))
    }
}
