/// A candidate to be tried on a unit.
package struct Trial: Hashable, Sendable {
    package let candidate: Candidate
    /// The number of the unit that it is tried on.
    package let unit: Int
}

/// Answers trials: for each, by how much the candidate is better than the base *on that unit*. A trial has one
/// answer, however often it is requested.
package typealias TrialRunner = @Sendable ([Trial]) async throws -> [Double]

/// How much a search may try, and where its randomness comes from.
package struct SearchSettings: Hashable, Sendable {
    /// Trials of one search at the most.
    package var evaluations: Int
    /// Rounds without a better candidate after which a search ends.
    package var patience = 3
    package var seed: UInt64 = 1
}

package struct SearchResult: Hashable, Sendable {
    /// The best candidate; the base if none was better.
    package let winner: Candidate
    /// The mean gain over the base, on the units that the winner was chosen on.
    package let gain: Double
    /// Requested trials.
    package let evaluations: Int
    /// Candidates tried, the base not counted.
    package let candidates: Int
    package let rounds: Int
    /// Whether it ended because nothing better was found any more, rather than for want of further trials.
    package let stoppedEarly: Bool
}

/// A search for the candidate with the greatest mean gain over the base on some units.
///
/// Each round is a successive halving (Jamieson and Talwalkar, "Non-stochastic best arm identification and
/// hyperparameter optimization", AISTATS 2016; one bracket of Li et al., "Hyperband", JMLR 18, 2018): many new
/// candidates are tried on few units, the best third of them on three times as many, and so on to all; who is worse
/// than the best candidate so far, on the units of a step, does not go on (Hutter, Hoos and Leyton-Brown, "Sequential
/// model-based optimization for general algorithm configuration", LION 5, 2011). All
/// candidates of a step are compared on the same units, by the differences from the base on each, so what makes
/// some units harder than others cancels out. The next round draws near the best so far, see ``Proposals``.
///
/// A part of the trials is reserved for pruning: each change of the winner is taken back if it is no worse without.
///
/// The result depends on the answers, the settings and the order of the units alone.
package struct HalvingSearch: Sendable {
    package var space: SearchSpace
    /// The units, in the order in which they are taken: a step uses the first ones.
    package var units: [Int]
    package var settings: SearchSettings

    /// Candidates of a step for each one that goes on.
    static let survivesOneIn = 3
    /// A step has at least that many units, if there are so many.
    static let leastUnits = 3
    /// The share of the trials that is reserved for pruning.
    static let pruningPart = 0.2
    /// The next round draws near the best of so many.
    static let eliteCount = 4

    /// Numbers of units of the steps of a round, rising to all.
    package var steps: [Int] {
        var steps = [units.count]
        while let first = steps.first {
            let fewer = (first + Self.survivesOneIn - 1) / Self.survivesOneIn
            guard fewer >= Self.leastUnits else { break }
            steps.insert(fewer, at: 0)
        }
        return steps
    }

    package func run(_ run: @escaping TrialRunner) async throws -> SearchResult {
        var state = SearchState(self, run)
        guard !units.isEmpty, !space.dimensions.isEmpty else { return state.result(stoppedEarly: true) }
        var proposals = Proposals(space, seed: settings.seed)
        let roundLimit = settings.evaluations - Int(Double(settings.evaluations) * Self.pruningPart)
        // So many that one comes to the last step.
        let usual = max(9, steps.dropFirst().reduce(1) { count, _ in count * Self.survivesOneIn })
        var idle = 0
        while idle < settings.patience {
            let wanted = state.affordable(
                state.rounds == 0 ? max(usual, 3 * space.dimensions.count) : usual, within: roundLimit)
            guard wanted > 0 else { break }
            var candidates: [Candidate] = []
            switch state.rounds {
            case 0: candidates = proposals.first(wanted)
            case 1: candidates = proposals.combined(wanted, byGain: state.singleGains)
            default: break
            }
            candidates += proposals.next(wanted - candidates.count, elites: state.elites)
            guard !candidates.isEmpty else { break }
            let before = state.best
            try await state.halve(candidates)
            idle = state.best == before ? idle + 1 : 0
        }
        let stoppedEarly = idle >= settings.patience
        try await state.prune()
        return state.result(stoppedEarly: stoppedEarly)
    }
}
