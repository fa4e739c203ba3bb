import FetchSched

/// A search whose winner is judged on groups of units that it was not chosen on.
///
/// The groups (devices) are dealt out to folds. For each fold one search sees the units of all other groups only, and
/// its winner is judged on the fold's own: so every group judges a winner once that it had no part in. What is
/// handed out in the end comes from one more search on all units; what is to be expected of it is what the winners
/// of the folds gained, as they were found in the same way (Stone, "Cross-validatory choice and assessment of
/// statistical predictions", Journal of the Royal Statistical Society B 36, 1974).
///
/// The winner's gain on the units that it was chosen on says little: it is the best of many by luck, too.
package struct CrossValidation: Sendable {
    package var space: SearchSpace
    /// The units of each group. Groups count alike, and should have about as many units each.
    package var groups: [[Int]]
    package var folds: Int
    package var settings: SearchSettings

    /// The search without the groups of one fold, and how its winner did there.
    package struct Fold: Hashable, Sendable {
        package let groups: [Int]
        package let search: SearchResult
        /// The winner's mean gain on each group held out.
        package let gains: [Double]
    }

    package struct Result: Hashable, Sendable {
        /// The folds; none if nothing was held out.
        package let folds: [Fold]
        package let search: SearchResult
        /// The gain on groups held out; nil if nothing was.
        package let heldOut: PairedInterval?

        /// Whether something better than the base was found: beyond doubt on groups held out, or, where none was,
        /// by appearance.
        package var isBetter: Bool {
            search.gain > 0 && (heldOut?.isGain ?? true)
        }
    }

    /// Makes a cross-validation; there are never more folds than groups.
    package init(space: SearchSpace, groups: [[Int]], folds: Int, settings: SearchSettings) {
        self.space = space
        self.groups = groups
        self.folds = min(folds, groups.count)
        self.settings = settings
    }

    /// The groups that are held out of each search, one after the other; the last has all of them.
    private var heldOut: [[Int]] { (folds > 1 ? dealtGroups() : []) + [[]] }

    /// Searches, one after the other.
    package var searches: [HalvingSearch] {
        let order = interleavedUnits()
        return heldOut.map { held in
            let hidden = Set(held.flatMap { groups[$0] })
            return HalvingSearch(
                space: space, units: order.filter { !hidden.contains($0) }, settings: settings)
        }
    }

    /// Runs it. Searches ask for the same trials in part; `run` does well to keep its answers.
    package func run(_ run: @escaping TrialRunner) async throws -> Result {
        let searches = searches
        var results: [Fold] = []
        var differences: [Double] = []
        for (held, search) in zip(heldOut.dropLast(), searches) {
            let found = try await search.run(run)
            var gains: [Double] = []
            for group in held { gains.append(try await gain(of: found.winner, on: groups[group], run)) }
            results.append(Fold(groups: held, search: found, gains: gains))
            differences += gains
        }
        let found = try await searches[searches.count - 1].run(run)
        return Result(
            folds: results, search: found, heldOut: results.isEmpty ? nil : PairedInterval(differences))
    }

    private func gain(of winner: Candidate, on units: [Int], _ run: TrialRunner) async throws -> Double {
        guard winner != space.base, !units.isEmpty else { return 0 }
        return try await run(units.map { Trial(candidate: winner, unit: $0) }).reduce(0, +)
            / Double(units.count)
    }

    /// The groups of each fold, in rising order.
    private func dealtGroups() -> [[Int]] {
        var random = SplitMix64(seed: settings.seed ^ 0xF01D)
        let shuffled = groups.indices.shuffled(using: &random)
        return (0..<folds).map { fold in
            stride(from: fold, to: shuffled.count, by: folds).map { shuffled[$0] }.sorted()
        }
    }

    /// All units, such that the first ones are of as many groups as possible.
    private func interleavedUnits() -> [Int] {
        var random = SplitMix64(seed: settings.seed ^ 0x0DE4)
        let shuffled = groups.shuffled(using: &random).map { $0.shuffled(using: &random) }
        let longest = shuffled.map(\.count).max() ?? 0
        return (0..<longest).flatMap { turn in shuffled.compactMap { turn < $0.count ? $0[turn] : nil } }
    }
}
