import FetchSched

/// Where candidates come from.
///
/// The first ones are the base with one dimension moved half-way to either end of its range, and draws from the whole
/// space. Later ones are drawn around the best so far,
/// at all scales from a hundredth to a third of the range and in any number of dimensions, so that no scale has to
/// be guessed; some are drawn from the whole space all the same.
struct Proposals {
    let space: SearchSpace
    private var random: SplitMix64
    private var known: Set<Candidate>

    init(_ space: SearchSpace, seed: UInt64) {
        self.space = space
        random = SplitMix64(seed: seed)
        known = [space.base]
    }

    /// The base with one dimension moved half-way to each end of its range: pairs (dimension, candidate).
    static func oneAtATime(_ space: SearchSpace) -> [(dimension: Int, candidate: Candidate)] {
        space.dimensions.enumerated().flatMap { index, dimension in
            let place = dimension.position(of: dimension.base)
            return [place / 2, (place + 1) / 2].compactMap { position in
                var candidate = space.base
                candidate.values[index] = dimension.value(at: position)
                return candidate == space.base ? nil : (index, candidate)
            }
        }
    }

    /// Up to `count` candidates to start with, the base not among them.
    mutating func first(_ count: Int) -> [Candidate] {
        var result: [Candidate] = []
        for (_, candidate) in Self.oneAtATime(space).prefix(count) where known.insert(candidate).inserted {
            result.append(candidate)
        }
        for index in result.count..<max(count, result.count) {
            if let candidate = new({ $0.anywhere(keeping: index % 2 == 0 ? 0 : 0.7) }) {
                result.append(candidate)
            }
        }
        return result
    }

    /// Up to `count` candidates that combine the changes of one dimension that gained something: all of them, the
    /// better half, the better quarter and so on.
    mutating func combined(
        _ count: Int, byGain changes: [(change: Candidate, dimension: Int, gain: Double)]
    ) -> [Candidate] {
        var best: [Int: (change: Candidate, dimension: Int, gain: Double)] = [:]
        for change in changes where change.gain > (best[change.dimension]?.gain ?? 0) {
            best[change.dimension] = change
        }
        let order = best.values.sorted { ($1.gain, $0.dimension) < ($0.gain, $1.dimension) }
        var result: [Candidate] = []
        var size = order.count
        while size > 1, result.count < count {
            var candidate = space.base
            for change in order.prefix(size) {
                candidate.values[change.dimension] = change.change.values[change.dimension]
            }
            if known.insert(candidate).inserted { result.append(candidate) }
            size = (size + 1) / 2
        }
        return result
    }

    /// Up to `count` candidates near `elites`, which are sorted from the best and include the base if it is one
    /// of them; fewer where the space has no more.
    mutating func next(_ count: Int, elites: [Candidate]) -> [Candidate] {
        (0..<max(0, count)).compactMap { index in
            new { proposals in
                switch index % 6 {
                case 2 where elites.count > 1: proposals.beyond(elites)
                case 4: proposals.anywhere(keeping: index % 12 == 4 ? 0.7 : 0)
                default: proposals.near(elites)
                }
            }
        }
    }

    // MARK: One candidate

    /// A candidate that was not proposed before; nil if that does not succeed.
    private mutating func new(_ draw: (inout Proposals) -> Candidate) -> Candidate? {
        for _ in 0..<20 {
            let candidate = draw(&self)
            if known.insert(candidate).inserted { return candidate }
        }
        return nil
    }

    /// Each dimension keeps the base's value with that probability, and else is drawn from its range.
    private mutating func anywhere(keeping probability: Double) -> Candidate {
        var candidate = space.base
        for (index, dimension) in space.dimensions.enumerated() where random.nextUnit() >= probability {
            candidate.values[index] = dimension.value(at: random.nextUnit())
        }
        return candidate
    }

    private mutating func near(_ elites: [Candidate]) -> Candidate {
        var candidate = elites.isEmpty ? space.base : elites[min(pick(elites.count), pick(elites.count))]
        if elites.count > 1, random.nextUnit() < 0.3 {
            let other = elites[pick(elites.count)]
            for index in space.dimensions.indices where random.nextUnit() < 0.5 {
                candidate.values[index] = other.values[index]
            }
        }
        let scale = logUniform(0.01, 0.3)
        let probability = logUniform(1 / Double(space.dimensions.count), 1)
        let certain = pick(space.dimensions.count)
        for (index, dimension) in space.dimensions.enumerated() {
            guard index == certain || random.nextUnit() < probability else { continue }
            if candidate.values[index] != dimension.base, random.nextUnit() < 0.15 {
                candidate.values[index] = dimension.base
            } else {
                let place = dimension.position(of: candidate.values[index]) + scale * nextNormal()
                candidate.values[index] = dimension.value(at: Self.reflected(place))
            }
        }
        return candidate
    }

    /// From another elite through the best one and on, or half-way: where the best one's advantage came from,
    /// there may be more.
    private mutating func beyond(_ elites: [Candidate]) -> Candidate {
        var candidate = elites[0]
        let other = elites[1 + pick(elites.count - 1)]
        let factor = 1.5 * random.nextUnit() - 0.5
        for (index, dimension) in space.dimensions.enumerated() {
            let place = dimension.position(of: candidate.values[index])
            let step = place - dimension.position(of: other.values[index])
            if step != 0 {
                candidate.values[index] = dimension.value(at: Self.reflected(place + factor * step))
            }
        }
        return candidate
    }

    private mutating func pick(_ count: Int) -> Int {
        min(Int(random.nextUnit() * Double(count)), count - 1)
    }

    private mutating func logUniform(_ low: Double, _ high: Double) -> Double {
        let (low, high) = (PortableMath.log(low), PortableMath.log(high))
        return PortableMath.exp(low + random.nextUnit() * (high - low))
    }

    /// About normal, with mean 0 and variance 1: the sum of twelve uniform numbers (Irwin and Hall), which needs
    /// no function that differs between platforms.
    private mutating func nextNormal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + random.nextUnit() }
    }

    /// Reflects positions outside [0, 1] at the nearer end.
    private static func reflected(_ place: Double) -> Double {
        if place < 0 { return min(-place, 1) }
        if place > 1 { return max(2 - place, 0) }
        return place
    }
}
