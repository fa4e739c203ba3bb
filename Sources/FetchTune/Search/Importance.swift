/// The effect of one dimension alone: the gain when it is moved half-way to either end of its range.
///
/// One dimension at a time, as in Morris, "Factorial sampling plans for preliminary computational experiments",
/// Technometrics 33, 1991, but about the base, which is where one starts from. It sees no interactions.
package struct Sensitivity: Hashable, Sendable {
    /// A value tried, and the mean gain with it.
    package struct Point: Hashable, Sendable {
        package let value: Double
        package let gain: Double
    }

    /// The number of the dimension.
    package let dimension: Int
    /// Points that were tried, from low to high; a base at an end of its range has one neighbour only.
    package let points: [Point]
    /// Units that it was measured on.
    package let units: Int

    /// The largest change, up or down.
    package var size: Double { points.map { abs($0.gain) }.max() ?? 0 }

    /// More units than the first step has are worth it if there are so many.
    private static let leastUnits = 9

    /// The number of units that a first impression takes.
    static func unitCount(_ search: HalvingSearch) -> Int {
        max(search.steps[0], min(leastUnits, search.units.count))
    }

    static func all(_ search: HalvingSearch, _ run: TrialRunner) async throws -> [Sensitivity] {
        let units = search.units.prefix(unitCount(search))
        let tried = Proposals.oneAtATime(search.space)
        let gains = try await run(tried.flatMap { move in units.map { Trial(move.candidate, on: $0) } })
        var points = [[Point]](repeating: [], count: search.space.dimensions.count)
        for (index, move) in tried.enumerated() {
            let own = gains[index * units.count..<(index + 1) * units.count]
            let value = move.candidate.values[move.dimension]
            points[move.dimension].append(Point(value: value, gain: own.reduce(0, +) / Double(units.count)))
        }
        return points.enumerated().map { Sensitivity(dimension: $0, points: $1, units: units.count) }
    }
}

/// The contribution of one change of a winner to its gain, on the units that it was chosen on.
///
/// An ablation path (Fawcett and Hoos, "Analysing differences between algorithm configurations through ablation",
/// Journal of Heuristics 22, 2016): the changes are taken back one after the other, those first that are missed
/// least; what each step loses adds up to the whole gain. The order comes from taking back each alone on a few units,
/// once, where the original asks again before each step.
package struct Contribution: Hashable, Sendable {
    /// The number of the dimension.
    package let dimension: Int
    /// The change's part of the mean gain.
    package let gain: Double

    static func all(
        of winner: Candidate, _ search: HalvingSearch, _ run: TrialRunner
    ) async throws -> [Contribution] {
        let space = search.space
        let changes = space.changes(of: winner)
        func mean(_ candidate: Candidate, _ units: ArraySlice<Int>) async throws -> Double {
            if candidate == space.base { return 0 }
            return try await run(units.map { Trial(candidate, on: $0) }).reduce(0, +) / Double(units.count)
        }
        var order: [(gain: Double, dimension: Int)] = []
        for index in changes {
            var without = winner
            without.values[index] = space.dimensions[index].base
            order.append((try await mean(without, search.units.prefix(Sensitivity.unitCount(search))), index))
        }
        order.sort { ($1.gain, $0.dimension) < ($0.gain, $1.dimension) }
        var present = winner
        var gain = try await mean(winner, search.units[...])
        var result: [Contribution] = []
        for (_, index) in order {
            present.values[index] = space.dimensions[index].base
            let left = try await mean(present, search.units[...])
            result.append(Contribution(dimension: index, gain: gain - left))
            gain = left
        }
        return result
    }
}
