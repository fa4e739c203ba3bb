import FetchSched
import Testing

@testable import FetchSim

@Suite struct DeviceMetricsTests {
    /// Every figure of two devices' measurements is the sum of theirs, and every list both of them.
    @Test func everyFigureIsAdded() {
        var seen = Set<String>()
        for seed in 0..<20 as Range<UInt64> {
            let one = metrics(seed, hasWork: true)
            let other = metrics(seed + 1000, hasWork: false)
            var sum = one
            sum.add(other)
            let figures = [one, other, sum].map { Dictionary(uniqueKeysWithValues: Self.figures($0)) }
            for (name, value) in figures[2] {
                let parts = (figures[0][name] ?? 0) + (figures[1][name] ?? 0)
                #expect(abs(value - parts) <= 1e-9 * max(1, abs(value)), "seed \(seed), \(name)")
                if parts != 0 { seen.insert(name) }
            }
        }
        // Not vacuous: what is new is among them.
        let least = [
            "usefulFetches", "coldStarts", "requestSpacingSeconds", "bill.runJoules", "bill.coldStartJoules",
            "bill.handlingJoules", "bill.awakeJoules", "energy.bytesJoules", "energy.activeJoules",
        ]
        #expect(seen.isSuperset(of: least), "\(Set(least).subtracting(seen))")
    }

    private func metrics(_ seed: UInt64, hasWork: Bool) -> DeviceMetrics {
        let drawn = RandomCase(seed: seed, hasWork: hasWork)
        return replay(
            drawn.trace, PiggybackPolicy(age: .seconds(60)), radio: drawn.radio, rules: drawn.rules)
    }

    /// All stored figures by name; of a list, its sum and (at `.count`) its length.
    private static func figures(_ value: Any, _ path: String = "") -> [(String, Double)] {
        Mirror(reflecting: value).children.flatMap { child -> [(String, Double)] in
            let name = path + (child.label ?? "")
            switch child.value {
            case let number as Int: return [(name, Double(number))]
            case let number as Int64: return [(name, Double(number))]
            case let number as Double: return [(name, number)]
            case let list as [Double]:
                return [(name, list.reduce(0, +)), (name + ".count", Double(list.count))]
            default: return figures(child.value, name + ".")
            }
        }
    }
}
