import FetchSched

/// The statistics of one device, or the mean of several: named blocks of numbers from 0 to 1.
///
/// Everything in a habits file follows from these means.
struct Statistics: Sendable {
    /// Some numbers that belong together.
    struct Block: Sendable {
        /// The numbers, each from 0 to 1.
        var values: [Double]
        /// 1 if the device tells them, 0 if it does not and all are 0; in a mean, the share of devices.
        var weight = 1.0
        /// How many launches or changes stand behind all numbers together.
        var count = 0.0
        /// How many stand behind each share; empty for numbers that are none. A mean gives each device the same weight, so
        /// that it does not tell: of two devices, the only launch of one is half of everything.
        var events: [Double] = []
    }

    /// How many launches or changes must stand behind a number: with fewer it is mostly chance.
    static let support = 10.0

    /// The blocks by name.
    private(set) var blocks: [String: Block] = [:]

    /// The names in a fixed order.
    var names: [String] { blocks.keys.sorted() }

    /// Adds counts, as shares of their sum.
    mutating func add(_ name: String, counts: [Double]) {
        let total = counts.reduce(0, +)
        let shares = total > 0 ? counts.map { $0 / total } : counts.map { _ in 0 }
        blocks[name] = Block(
            values: shares, weight: total > 0 ? 1 : 0, count: total, events: counts)
    }

    /// Adds numbers that are shares of something already.
    mutating func add(_ name: String, shares: [Double], count: Double) {
        blocks[name] = Block(
            values: shares, weight: 1, count: count, events: shares.map { $0 * count })
    }

    /// Adds numbers within a range, which numbers beyond it are moved into; nil if the device does not tell them.
    mutating func add(
        _ name: String, _ values: [Double]?, in range: ClosedRange<Double>, like: Int, count: Double
    ) {
        let width = range.upperBound - range.lowerBound
        guard let values else {
            blocks[name] = Block(
                values: [Double](repeating: 0, count: like), weight: 0)
            return
        }
        let scaled = values.map {
            (Swift.max(range.lowerBound, Swift.min(range.upperBound, $0)) - range.lowerBound) / width
        }
        blocks[name] = Block(values: scaled, count: count)
    }

    /// Replaces a block.
    mutating func replace(_ name: String, by block: Block) { blocks[name] = block }

    /// The shares of that name, as the mean of the devices that tell them.
    func shares(_ name: String) -> [Double] {
        guard let block = blocks[name], block.weight > 0 else { return blocks[name]?.values ?? [] }
        return block.values.map { Swift.max(0, $0) / block.weight }
    }

    /// How many launches or changes stand behind each of the shares.
    func events(_ name: String) -> [Double] { blocks[name]?.events ?? [] }

    /// Whether enough launches are left beyond that rank of popularity to say how they are spread, or none.
    func tellsTail(after rank: Int) -> Bool {
        let left = events("popularity").dropFirst(rank).reduce(0, +)
        return left == 0 || left >= Self.support
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
                for index in sum.events.indices { sum.events[index] += block.events[index] }
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
