import FetchSched

/// How values become positions on a drawing.
struct Scale: Sendable {
    enum Shape: Sendable {
        /// Equal steps are equally far apart.
        case linear
        /// Equal factors are about equally far apart, but for values below `threshold`, zero and negative ones,
        /// which lie linearly in between: sign(x) log(1 + |x| / threshold).
        case symmetricLog(threshold: Double)
    }

    let shape: Shape
    let domain: ClosedRange<Double>
    let positions: (Double, Double)

    /// The position of `value`; beyond the domain it goes on.
    func callAsFunction(_ value: Double) -> Double {
        let low = bent(domain.lowerBound)
        let high = bent(domain.upperBound)
        guard high > low else { return (positions.0 + positions.1) / 2 }
        return positions.0 + (positions.1 - positions.0) * (bent(value) - low) / (high - low)
    }

    private func bent(_ value: Double) -> Double {
        switch shape {
        case .linear: value
        case .symmetricLog(let threshold):
            value < 0 ? -PortableMath.log(1 - value / threshold) : PortableMath.log(1 + value / threshold)
        }
    }

    /// Round values of the domain, about `count` of them on a linear scale, powers of ten on the other.
    func ticks(_ count: Int) -> [Double] {
        switch shape {
        case .linear: return Self.roundSteps(domain, count)
        case .symmetricLog(let threshold):
            var powers: [Double] = []
            var power = threshold
            while power <= max(abs(domain.lowerBound), abs(domain.upperBound)), powers.count < 30 {
                powers.append(power)
                power *= 10
            }
            return (powers.reversed().map { -$0 } + [0] + powers).filter { domain.contains($0) }
        }
    }

    private static func roundSteps(_ domain: ClosedRange<Double>, _ count: Int) -> [Double] {
        let length = domain.upperBound - domain.lowerBound
        guard length > 0, length.isFinite else { return [domain.lowerBound] }
        let step = roundStep(length / Double(max(1, count)))
        let first = (domain.lowerBound / step - 1e-9).rounded(.up)
        let last = (domain.upperBound / step + 1e-9).rounded(.down)
        guard last >= first, last - first < 1000 else { return [domain.lowerBound] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }

    /// The least of 1, 2, 5, 10, 20, ... (or of their tenths, ...) that is at least `least`.
    static func roundStep(_ least: Double) -> Double {
        guard least > 0, least.isFinite else { return 1 }
        var power = 1.0
        while power > least { power /= 10 }
        while power * 10 <= least { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * (1 - 1e-9) } ?? power * 10
    }
}
