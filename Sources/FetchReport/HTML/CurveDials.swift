import FetchSim

/// The dials at which policies are run, beside those asked for, so that a report can draw curves.
public struct CurveDials: Sendable {
    /// Families with a period or an age.
    public var families = ["fixed", "aligned", "piggyback"]
    /// Their periods and ages in seconds: a factor of two apart, from eight minutes to sixteen hours.
    public var seconds = [450, 900, 1800, 3600, 7200, 14_400, 28_800, 57_600]
    /// Worths of a fresh launch for the engine, in joules; few, as its replays take most of the time.
    public var engineValues: [Double] = [1, 5, 50, 200]
    /// Worths for the bound alone, which is quick; the last is above any price, so that only freshness counts.
    public var boundValues: [Double] = [600, 1000, 3000, 10_000, 1e6]

    /// Makes the usual dials.
    public init() {}

    /// What is to be run beside `bench`, on the same devices and radios.
    func benches(_ bench: Bench) -> [Bench] {
        var bound = bench
        bound.policies = [PolicyChoice(PolicyChoice.clairvoyant)].compactMap { $0 }
        bound.values = boundValues
        return [wide(bench), bound]
    }

    /// The families at all dials, the engine and the bound at all worths; and what `bench` has itself.
    private func wide(_ bench: Bench) -> Bench {
        var wide = bench
        let names = families.flatMap { family in seconds.map { "\(family)-\($0)" } }
        let more = names + ["adaptive", PolicyChoice.clairvoyant]
        for choice in more.compactMap({ PolicyChoice($0) }) where !wide.policies.contains(choice) {
            wide.policies.append(choice)
        }
        wide.values = Set(engineValues + bench.values).sorted()
        return wide
    }
}
