import FetchSim

/// The dials at which policies are run, beside those asked for, so that a report can draw curves.
package struct CurveDials: Sendable {
    /// Families, by name: every rival that has a dial.
    package var families = PolicyFamily.all.filter { !$0.isEngine && !$0.sweep.isEmpty }.map(\.name)
    /// Settings of each family's dial, at the most; spread over its range.
    package var mostPerFamily = 7
    /// Worths of a fresh launch for the engine, in joules; few, as its replays take most of the time.
    package var engineValues: [Double] = [1, 5, 50, 200, 1000]
    /// Worths for the bound alone, which is quick; the last is above any price, so that only freshness counts.
    package var boundValues: [Double] = [600, 3000, 10_000, 1e6]

    package init() {}

    /// The runs for curves, on the devices and radios of `bench`.
    package func benches(_ bench: Bench) -> [Bench] {
        var bound = bench
        bound.rivals = []
        bound.policies = [.bound]
        bound.values = boundValues
        return [wide(bench), bound]
    }

    /// The families at all dials, the engine and the bound at all worths; and what `bench` has itself.
    private func wide(_ bench: Bench) -> Bench {
        var wide = bench
        wide.rivals = []
        let rivals = families.compactMap(PolicyFamily.named).flatMap { family in
            spread(family.sweep).compactMap { value in
                family.dial.map { PolicyChoice(family, [$0.name: value]) }
            }
        }
        let engine = [PolicyChoice("adaptive")].compactMap { $0 }
        for choice in rivals + engine + [.bound] where !wide.policies.contains(choice) {
            wide.policies.append(choice)
        }
        wide.values = Set(engineValues + bench.values).sorted()
        return wide
    }

    private func spread(_ values: [Double]) -> [Double] {
        guard values.count > mostPerFamily, mostPerFamily > 1 else {
            return Array(values.prefix(max(1, mostPerFamily)))
        }
        return (0..<mostPerFamily).map { values[$0 * (values.count - 1) / (mostPerFamily - 1)] }
    }
}
