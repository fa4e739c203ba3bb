/// One figure of two sides.
public struct ComparedFigure: Hashable, Sendable {
    /// Its name for machines.
    public let key: String
    /// What it is, for people.
    public let title: String
    /// The unit in which people read it.
    public let unit: String
    /// What it is multiplied with for people.
    public let scale: Double
    /// Decimals for people.
    public let decimals: Int
    /// The figure of either side; of a sample its median.
    public let first: Estimate, second: Estimate
    /// How far the sides' distributions are apart, 0 to 1; nil where single numbers are compared.
    public let distance: Double?
    /// The p-value of a permutation test; nil where there are too few units.
    public let p: Double?

    /// The second side's figure less the first's.
    public var difference: Double? {
        first.mean.flatMap { one in second.mean.map { $0 - one } }
    }
}

extension Statistic {
    /// Whether tests shuffle whole devices: there are four at least on either side.
    static func shufflesDevices(_ first: [DeviceHabits], _ second: [DeviceHabits]) -> Bool {
        min(first.count, second.count) >= 4
    }

    /// Compares the devices of two sides.
    ///
    /// What is shuffled are devices where both sides have four of them at least; else weeks, as one device more or
    /// less would decide.
    ///
    /// - Complexity: O(shuffles x launches).
    func compare(
        _ first: [DeviceHabits], _ second: [DeviceHabits], shuffles: Int, seed: UInt64
    ) -> ComparedFigure {
        let byDevice = Self.shufflesDevices(first, second)
        func units(_ side: [DeviceHabits]) -> [HabitSlice] {
            byDevice ? side.map(\.whole) : side.flatMap(\.weeks)
        }
        let seed = seed &+ keyHash
        var distance: Double?
        var p: Double?
        func test(_ make: ([[Double]]) -> some Distance, _ values: (HabitSlice) -> [Double]) {
            let sides = ShuffleTest.canonical(
                units(first).map(values).filter { !$0.isEmpty },
                units(second).map(values).filter { !$0.isEmpty })
            p = ShuffleTest.p(
                make(sides.first + sides.second), firstUnits: sides.first.count, shuffles: shuffles,
                seed: seed)
        }
        func whole(_ make: ([[Double]]) -> some Distance, _ values: (HabitSlice) -> [Double]) {
            let sides = [first, second].map { side in side.map { values($0.whole) } }
            guard sides.allSatisfy({ $0.contains { !$0.isEmpty } }) else { return }
            distance = make(sides[0] + sides[1])
                .between(sides[0].map { _ in true } + sides[1].map { _ in false })
        }
        let value: (HabitSlice) -> Double?
        switch measure {
        case .figure(let figure):
            value = figure
            test({ MeanDistance($0.map { $0[0] }) }) { figure($0).map { [$0] } ?? [] }
        case .longFigure(let figure):
            value = figure
            if byDevice { test({ MeanDistance($0.map { $0[0] }) }) { figure($0).map { [$0] } ?? [] } }
        case .sample(let sample):
            value = { median(sample($0)) }
            whole(SampleDistance.init, sample)
            test(SampleDistance.init, sample)
        case .categories(let count, let categories):
            value = { _ in nil }
            func counts(_ slice: HabitSlice) -> [Double] {
                var counts = [Double](repeating: 0, count: count)
                for category in categories(slice) where counts.indices.contains(category) {
                    counts[category] += 1
                }
                return counts.allSatisfy { $0 == 0 } ? [] : counts
            }
            // A device without any has no part in the shares.
            whole({ ShareDistance($0.map { $0.isEmpty ? [Double](repeating: 0, count: count) : $0 }) }, counts)
            test(ShareDistance.init, counts)
        }
        return ComparedFigure(
            key: key, title: title, unit: unit, scale: scale, decimals: decimals,
            first: Estimate(first.map { value($0.whole) }), second: Estimate(second.map { value($0.whole) }),
            distance: distance, p: p)
    }

    /// A number of the key's own, so that each statistic is shuffled in its own way whatever stands beside it in the
    /// list (FNV-1a).
    private var keyHash: UInt64 {
        key.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
