import FetchSched

/// The statistics of one device, or the mean of several: named blocks of numbers from 0 to 1.
///
/// Everything in a habits file follows from these means. As the range of each block is known, so is what one
/// device can change, which the noise of ``LaplaceNoise`` rests on.
struct Statistics: Sendable {
    /// Some numbers that belong together.
    struct Block: Sendable {
        /// The numbers, each from 0 to 1.
        var values: [Double]
        /// 1 if the device tells them, 0 if it does not and all are 0; in a mean, the share of devices.
        var weight = 1.0
        /// Whether the numbers are shares, which sum to at most 1.
        let areShares: Bool
        /// How many launches or changes stand behind all numbers together.
        var count = 0.0

        /// The most that replacing one device changes the numbers and the weight by, in sum.
        var sensitivity: Double { (areShares ? 2 : Double(values.count)) + 1 }
    }

    /// The blocks by name.
    private(set) var blocks: [String: Block] = [:]

    /// The names in a fixed order.
    var names: [String] { blocks.keys.sorted() }

    /// Adds counts, as shares of their sum.
    mutating func add(_ name: String, counts: [Double]) {
        let total = counts.reduce(0, +)
        let shares = total > 0 ? counts.map { $0 / total } : counts.map { _ in 0 }
        blocks[name] = Block(values: shares, weight: total > 0 ? 1 : 0, areShares: true, count: total)
    }

    /// Adds numbers that are shares of something already.
    mutating func add(_ name: String, shares: [Double], count: Double) {
        blocks[name] = Block(values: shares, weight: 1, areShares: true, count: count)
    }

    /// Adds numbers within a range, which numbers beyond it are moved into; nil if the device does not tell them.
    mutating func add(
        _ name: String, _ values: [Double]?, in range: ClosedRange<Double>, like: Int, count: Double
    ) {
        let width = range.upperBound - range.lowerBound
        guard let values else {
            blocks[name] = Block(
                values: [Double](repeating: 0, count: like), weight: 0, areShares: false)
            return
        }
        let scaled = values.map {
            (Swift.max(range.lowerBound, Swift.min(range.upperBound, $0)) - range.lowerBound) / width
        }
        blocks[name] = Block(values: scaled, areShares: false, count: count)
    }

    /// Replaces a block.
    mutating func replace(_ name: String, by block: Block) { blocks[name] = block }

    /// The shares of that name, as the mean of the devices that tell them.
    func shares(_ name: String) -> [Double] {
        guard let block = blocks[name], block.weight > 0 else { return blocks[name]?.values ?? [] }
        return block.values.map { Swift.max(0, $0) / block.weight }
    }

    /// The numbers of that name within their range; nil if no device tells them.
    func numbers(_ name: String, in range: ClosedRange<Double>) -> [Double]? {
        guard let block = blocks[name], block.weight > 0 else { return nil }
        return block.values.map {
            let share = Swift.max(0, Swift.min(1, $0 / block.weight))
            return range.lowerBound + share * (range.upperBound - range.lowerBound)
        }
    }

    /// The only number of that name.
    func number(_ name: String, in range: ClosedRange<Double>) -> Double? { numbers(name, in: range)?.first }

    /// How many launches or changes stand behind a block.
    func count(_ name: String) -> Double { blocks[name]?.count ?? 0 }

    /// The mean of several devices, each of which counts the same.
    static func mean(_ all: [Statistics]) -> Statistics {
        var result = Statistics()
        guard let first = all.first else { return result }
        let share = 1 / Double(all.count)
        for name in first.names {
            guard var sum = first.blocks[name] else { continue }
            for other in all.dropFirst() {
                guard let block = other.blocks[name] else { continue }
                for index in sum.values.indices { sum.values[index] += block.values[index] }
                sum.weight += block.weight
                sum.count += block.count
            }
            sum.values = sum.values.map { $0 * share }
            sum.weight *= share
            result.blocks[name] = sum
        }
        return result
    }
}

/// Bins of the logarithm of a positive number.
struct LogBins: Sendable {
    /// The lowest and highest number that has a bin of its own.
    let range: ClosedRange<Double>
    /// How many bins.
    let count: Int

    /// Gaps relative to their mean.
    static let gaps = LogBins(range: 0.001...100, count: 72)
    /// Seconds.
    static let seconds = LogBins(range: 0.5...14_400, count: 72)

    /// The counts of some numbers.
    func counts(_ values: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: count)
        let low = PortableMath.log(range.lowerBound)
        let width = (PortableMath.log(range.upperBound) - low) / Double(count)
        for value in values {
            let place = (PortableMath.log(Swift.max(value, range.lowerBound)) - low) / width
            result[Swift.max(0, Swift.min(count - 1, Int(place)))] += 1
        }
        return result
    }

    /// The quantiles of a distribution over the bins, so far apart that `threshold` events lie between two.
    ///
    /// - Parameters:
    ///   - shares: Share of each bin.
    ///   - events: How many events there are.
    func curve(_ shares: [Double], events: Double, threshold: Double) -> QuantileCurve? {
        let total = shares.reduce(0, +)
        let points = Swift.min(24, Int((3 * events / threshold).squareRoot()))
        guard total > 0, points >= 2 else { return nil }
        let low = PortableMath.log(range.lowerBound)
        let width = (PortableMath.log(range.upperBound) - low) / Double(count)
        // At the outermost quantiles, a threshold of events is left.
        let margin = Swift.min(0.25, threshold / events)
        var result: [Double] = []
        var bin = 0
        var below = 0.0
        for point in 0...points {
            let share = QuantileCurve.probability(Double(point) / Double(points))
            let wanted = Swift.min(1 - margin, Swift.max(margin, share)) * total
            while bin < count - 1, below + shares[bin] < wanted {
                below += shares[bin]
                bin += 1
            }
            let part = shares[bin] > 0 ? Swift.min(1, (wanted - below) / shares[bin]) : 0.5
            result.append(PortableMath.exp(low + (Double(bin) + part) * width))
        }
        return QuantileCurve(result)
    }
}
