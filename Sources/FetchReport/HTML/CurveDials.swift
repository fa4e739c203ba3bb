import FetchSim

/// The dials at which policies are run so that a report can draw curves.
enum CurveDials {
    /// Periods and ages in seconds, a factor of two apart: from eight minutes to sixteen hours.
    private static let seconds = [450, 900, 1800, 3600, 7200, 14_400, 28_800, 57_600]
    /// Families with a period or an age.
    private static let families = ["fixed", "aligned", "piggyback"]
    /// Worths of a fresh launch for the engine, in joules; few, as its replays take most of the time.
    private static let values: [Double] = [1, 5, 50, 200]
    /// Worths for the bound alone, which is quick; the last is above any price, so that only freshness counts.
    private static let boundValues: [Double] = [600, 1000, 3000, 10_000, 1e6]

    /// What is to be run beside `bench`.
    static func benches(_ bench: Bench) -> [Bench] {
        var bound = bench
        bound.policies = [PolicyChoice(PolicyChoice.clairvoyant)].compactMap { $0 }
        bound.values = boundValues
        return [wide(bench), bound]
    }

    /// The same devices and radios as `bench`, with the families that have a dial and the engine, each at many
    /// dials, and the bound; its own policies and worths too.
    private static func wide(_ bench: Bench) -> Bench {
        var wide = bench
        let names = families.flatMap { family in seconds.map { "\(family)-\($0)" } }
        let more = names + ["adaptive", PolicyChoice.clairvoyant]
        for choice in more.compactMap({ PolicyChoice($0) }) where !wide.policies.contains(choice) {
            wide.policies.append(choice)
        }
        wide.values = Set(values + bench.values).sorted()
        return wide
    }
}
