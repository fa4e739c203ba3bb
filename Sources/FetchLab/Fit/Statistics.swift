import FetchSched
import FetchGenerate

/// The statistics of one device, or the mean of several: named blocks of numbers.
///
/// Everything in a habits file follows from these means.
struct Statistics: Sendable {
    /// Some numbers that belong together.
    struct Block: Sendable {
        /// The numbers; a block of shares of nothing has zeros.
        var values: [Double]
        /// How many launches or changes stand behind all numbers together.
        var count = 0.0
        /// How many stand behind each share; empty for numbers that are none. A mean gives each device the same weight, so
        /// that it does not tell: of two devices, the only launch of one is half of everything.
        var events: [Double] = []
        var isEmpty = false
    }

    /// How many launches or changes must stand behind a number: with fewer it is mostly noise.
    static let support = 10.0

    /// The blocks by name; one that a device does not tell is not there.
    private var blocks: [String: Block] = [:]

    /// Adds counts, as shares of their sum.
    mutating func add(_ name: String, counts: [Double]) {
        let total = counts.reduce(0, +)
        let shares = total > 0 ? counts.map { $0 / total } : counts.map { _ in 0 }
        blocks[name] = Block(values: shares, count: total, events: counts, isEmpty: total == 0)
    }

    /// Adds numbers that are shares of something already.
    mutating func add(_ name: String, shares: [Double], count: Double) {
        blocks[name] = Block(values: shares, count: count, events: shares.map { $0 * count })
    }

    /// Adds numbers, moved into a range so that no device outweighs all others.
    mutating func add(_ name: String, _ values: [Double], in range: ClosedRange<Double>, count: Double) {
        blocks[name] = Block(values: values.map { $0.bounded(to: range) }, count: count)
    }

    mutating func add(_ name: String, _ value: Double, in range: ClosedRange<Double>, count: Double) {
        add(name, [value], in: range, count: count)
    }

    mutating func merge(_ other: Statistics) { blocks.merge(other.blocks) { $1 } }

    /// The shares of that name, as the mean of the devices that tell them.
    func shares(_ name: String) -> [Double] { blocks[name]?.values ?? [] }

    /// How many launches or changes stand behind each of the shares.
    func events(_ name: String) -> [Double] { blocks[name]?.events ?? [] }

    /// Whether enough launches are left beyond that rank of popularity to say how they are spread, or none.
    func tellsTail(after rank: Int) -> Bool {
        let left = events("popularity").dropFirst(rank).reduce(0, +)
        return left == 0 || left >= Self.support
    }

    /// The numbers of that name; nil if no device tells them.
    func numbers(_ name: String) -> [Double]? { blocks[name]?.values }

    func number(_ name: String) -> Double? { numbers(name)?.first }

    /// How many launches or changes stand behind a block.
    func count(_ name: String) -> Double { blocks[name]?.count ?? 0 }

    func isSupported(_ name: String) -> Bool { count(name) >= Self.support }

    /// The mean of several devices, each of which counts the same.
    static func mean(_ all: [Statistics]) -> Statistics {
        var result = Statistics()
        for name in Set(all.flatMap(\.blocks.keys)) {
            let found = all.compactMap { $0.blocks[name] }
            let told = found.filter { !$0.isEmpty }
            guard var sum = told.first ?? found.first else { continue }
            for block in told.dropFirst() {
                for index in sum.values.indices { sum.values[index] += block.values[index] }
                for index in sum.events.indices { sum.events[index] += block.events[index] }
                sum.count += block.count
            }
            sum.values = sum.values.map { $0 / Double(max(1, told.count)) }
            result.blocks[name] = sum
        }
        return result
    }
}

/// Numbers of a group: how many, their sum, and that of their squares.
struct Moments: Sendable {
    private(set) var count = 0.0
    private(set) var sum = 0.0
    private(set) var square = 0.0

    init(_ values: some Sequence<Double> = []) { for value in values { add(value) } }

    mutating func add(_ value: Double) {
        count += 1
        sum += value
        square += value * value
    }

    var mean: Double { sum / Swift.max(1, count) }

    /// Variance within groups and between them, by the analysis of variance.
    static func variances(_ groups: [Moments]) -> (within: Double, between: Double)? {
        let told = groups.filter { $0.count >= 2 }
        let count = told.reduce(0) { $0 + $1.count }
        guard told.count >= 3, count > Double(told.count) + 10 else { return nil }
        let mean = told.reduce(0) { $0 + $1.sum } / count
        var inside = 0.0
        var outside = 0.0
        var squares = 0.0
        for group in told {
            inside += Swift.max(0, group.square - group.sum * group.sum / group.count)
            let off = group.mean - mean
            outside += group.count * off * off
            squares += group.count * group.count
        }
        let within = inside / (count - Double(told.count))
        let typical = (count - squares / count) / Double(told.count - 1)
        return (within, (outside / Double(told.count - 1) - within) / typical)
    }
}
