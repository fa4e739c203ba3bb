import FetchTrace
import FetchSim

extension Statistic {
    /// Whether tests shuffle whole devices: there are four at least on either side.
    static func shufflesDevices(_ first: Int, _ second: Int) -> Bool { min(first, second) >= 4 }

    /// Compares the devices of two sides.
    ///
    /// - Complexity: O(shuffles x launches).
    func compare(
        _ first: [DeviceHabits], _ second: [DeviceHabits], shuffles: Int, seed: UInt64
    ) -> ComparedFigure {
        let byDevice = Self.shufflesDevices(first.count, second.count)
        // Each statistic is shuffled in its own way, whatever stands beside it in the list.
        let seed = seed &+ key.portableHash
        func p(_ make: ([[Double]]) -> some Distance) -> Double? {
            func units(_ side: [DeviceHabits]) -> [[Double]] {
                side.flatMap { byDevice ? [measured($0)] : $0.weeks.map(values) }.filter { !$0.isEmpty }
            }
            let (one, other) = ShuffleTest.canonical(units(first), units(second))
            return ShuffleTest.p(
                make(one + other), firstUnits: one.count, shuffles: shuffles, seed: seed)
        }
        func distance(_ make: ([[Double]]) -> some Distance) -> Double? {
            let (one, other) = (first.map(measured), second.map(measured))
            guard [one, other].allSatisfy({ $0.contains { !$0.isEmpty } }) else { return nil }
            return make(one + other).between(one.map { _ in true } + other.map { _ in false })
        }
        var result: (distance: Double?, p: Double?)
        switch measure {
        case .mean, .week: result = (nil, p(MeanDistance.init))
        case .whole: result = (nil, byDevice ? p(MeanDistance.init) : nil)
        case .sample: result = (distance(SampleDistance.init), p(SampleDistance.init))
        case .shares(let count, _):
            func make(_ samples: [[Double]]) -> ShareDistance { ShareDistance(samples, categories: count) }
            result = (distance(make), p(make))
        }
        return ComparedFigure(
            key: key, title: title, unit: unit, scale: scale, decimals: decimals,
            first: Estimate(first.map(shown)), second: Estimate(second.map(shown)),
            distance: result.distance, p: result.p)
    }

    /// What is measured on a week or a whole trace.
    private func values(_ slice: HabitSlice) -> [Double] {
        switch measure {
        case .mean(let values), .sample(let values): values(slice)
        case .shares(_, let categories): categories(slice).map(Double.init)
        case .week(let value), .whole(let value): value(slice).map { [$0] } ?? []
        }
    }

    /// What is measured on a device.
    private func measured(_ device: DeviceHabits) -> [Double] {
        if case .week = measure { return device.weeks.flatMap(values) }
        return values(device.whole)
    }

    /// The figure that people see of a device.
    private func shown(_ device: DeviceHabits) -> Double? {
        switch measure {
        case .mean, .week, .whole: mean(measured(device))
        case .sample: median(measured(device))
        case .shares: nil
        }
    }
}
