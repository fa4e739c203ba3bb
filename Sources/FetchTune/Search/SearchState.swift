/// How far a ``HalvingSearch`` has come.
struct SearchState {
    private let search: HalvingSearch
    private let run: TrialRunner
    /// Per candidate, its gains on the first units; the base's are zero and not stored.
    private var gains: [Candidate: [Double]] = [:]
    /// Candidates tried on all units, from the best; the base is among them.
    private var finished: [(candidate: Candidate, gain: Double)]
    private var spent = 0
    private(set) var rounds = 0

    init(_ search: HalvingSearch, _ run: @escaping TrialRunner) {
        self.search = search
        self.run = run
        finished = [(search.space.base, 0)]
    }

    var best: Candidate { finished[0].candidate }

    var elites: [Candidate] { finished.prefix(HalvingSearch.eliteCount).map(\.candidate) }

    func result(stoppedEarly: Bool) -> SearchResult {
        SearchResult(
            winner: best, gain: finished[0].gain, evaluations: spent, candidates: gains.count,
            rounds: rounds, stoppedEarly: stoppedEarly)
    }

    /// Gains from moving one dimension alone on the units of the first step, for those that were tried.
    var singleGains: [(change: Candidate, dimension: Int, gain: Double)] {
        let units = search.steps[0]
        return Proposals.oneAtATime(search.space).compactMap { dimension, candidate in
            (gains[candidate]?.count ?? 0) >= units
                ? (candidate, dimension, mean(candidate, over: units)) : nil
        }
    }

    /// How many of `wanted` new candidates a round can take through all steps, if there are to be `limit` trials
    /// in all.
    func affordable(_ wanted: Int, within limit: Int) -> Int {
        func cost(_ count: Int) -> Int {
            var remaining = count
            var before = 0
            var sum = 0
            for (index, units) in search.steps.enumerated() {
                sum += remaining * (units - before)
                remaining = survivors(of: remaining, after: index)
                before = units
            }
            return sum
        }
        return (0..<wanted).partitioningIndex { spent + cost($0 + 1) > limit }
    }

    /// How many candidates go on from a step: a third of them, but no more than leave three for the last one.
    private func survivors(of count: Int, after step: Int) -> Int {
        let rate = HalvingSearch.survivesOneIn
        let most = (step + 1..<search.steps.count).reduce(1) { most, _ in most * rate }
        return min((count + rate - 1) / rate, most)
    }

    mutating func halve(_ candidates: [Candidate]) async throws {
        rounds += 1
        var remaining = candidates
        for (step, units) in search.steps.enumerated() {
            try await advance(remaining, to: units)
            let means = remaining.map { mean($0, over: units) }
            // Equals stay in the order in which they were proposed.
            let order = remaining.indices.sorted { (means[$1], $0) < (means[$0], $1) }
            if units == search.units.count {
                for index in order { finish(remaining[index], means[index]) }
            } else {
                // Candidates worse than the best so far do not go on.
                let bar = mean(best, over: units)
                let going = order.prefix(survivors(of: remaining.count, after: step)).filter {
                    means[$0] >= bar
                }
                remaining = going.map { remaining[$0] }
            }
        }
    }

    /// Takes back each change of the best candidate without which it is no worse, the smallest changes first. A
    /// step decides against taking it back as soon as that is worse on the step's units.
    mutating func prune() async throws {
        let space = search.space
        func size(_ index: Int) -> Double {
            let dimension = space.dimensions[index]
            return abs(dimension.position(of: best.values[index]) - dimension.position(of: dimension.base))
        }
        let changes = space.changes(of: best).map { (size($0), $0) }.sorted { $0 < $1 }
        for (_, index) in changes {
            var simpler = best
            simpler.values[index] = space.dimensions[index].base
            if simpler == space.base { return }
            let present = best
            for units in search.steps {
                let known = gains[simpler]?.count ?? 0
                guard spent + max(0, units - known) <= search.settings.evaluations else { return }
                try await advance([simpler], to: units)
                guard mean(simpler, over: units) >= mean(present, over: units) else { break }
                if units == search.units.count {
                    finished.removeAll { $0.candidate == simpler }
                    finished.insert((simpler, mean(simpler, over: units)), at: 0)
                }
            }
        }
    }

    private mutating func finish(_ candidate: Candidate, _ gain: Double) {
        let place = finished.firstIndex { gain > $0.gain } ?? finished.endIndex
        finished.insert((candidate, gain), at: place)
    }

    private func mean(_ candidate: Candidate, over units: Int) -> Double {
        (gains[candidate] ?? []).prefix(units).reduce(0, +) / Double(units)
    }

    /// Tries each candidate on the first `units` units, as far as that was not done.
    private mutating func advance(_ candidates: [Candidate], to units: Int) async throws {
        var trials: [Trial] = []
        for candidate in candidates {
            let known = gains[candidate]?.count ?? 0
            for unit in search.units[..<units].dropFirst(known) {
                trials.append(Trial(candidate: candidate, unit: unit))
            }
        }
        spent += trials.count
        for (trial, gain) in zip(trials, try await run(trials)) {
            gains[trial.candidate, default: []].append(gain)
        }
    }
}
