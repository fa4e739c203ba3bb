/// The hours of the local day at which one source changes, beyond what ``ContentHours`` says of all: a page that posts at
/// noon, a league that plays in the evening.
///
/// The day has eight blocks of three hours, and each a ratio on the factors of all sources: the share of the source's changes
/// that fell into it, over the share that the factors give it, with a belief in the latter worth
/// ``ContentParameters/sourcePrior`` changes. Looks tell of all times alike, the gap of one beginning where that of the last
/// ended, so that changes alone have to be counted.
///
/// Many sources have no hours of their own, and what chance gives them would cost them fetches. So each look is a contest of
/// two hypotheses, hours of its own and those of all, and the ratios count by the chance that the former are right (Bayes'
/// rule, with even odds at first).
///
/// - Complexity: O(1); 44 bytes.
struct SourceHours: Hashable, Sendable {
    typealias Lanes = PortableMath.Lanes

    /// Changes found in each block.
    private var found = SIMD8<Float>.zero
    /// The logarithm of the odds of own hours, and their chance, which every reading of the time asks for.
    private var evidence: Float = 0
    private var weight: Float = 0.5
    /// Counts what was learned.
    private(set) var version: UInt32 = 0

    /// Hours of a block.
    static let hours = 3
    /// What is kept of the evidence at each look: half of it after 700 looks.
    private static let kept: Float = 0.999
    private static let most: Float = 1e9
    /// What odds are believed in at most, so that hours that come or go are heard: e^6, 400 to 1.
    private static let mostEvidence: Float = 6

    /// The ratio in each block, as far as own hours are believed in.
    ///
    /// - Parameters:
    ///   - shares: the blocks' shares of a day in the time of all sources.
    ///   - prior: changes that weigh as much as the belief in these shares.
    @inline(__always)
    func ratios(_ shares: Lanes, prior: Double) -> Lanes {
        weighed(ownRatios(shares, prior: prior))
    }

    /// Those ratios, as far as own hours are believed in.
    @inline(__always)
    func weighed(_ ownRatios: Lanes) -> Lanes {
        let weight = Double(weight)
        return 1 - weight + weight * ownRatios
    }

    /// The ratio in each block, if the source has hours of its own.
    @inline(__always)
    func ownRatios(_ shares: Lanes, prior: Double) -> Lanes {
        let found = Lanes(found)
        return (found / shares + prior) / (found.laneSum + prior)
    }

    /// Learns of changes found in each block; of none, that a look found none.
    ///
    /// - Parameter evidence: the logarithm of how many times as likely the look was by the source's own hours as by those
    ///   of all.
    mutating func learn(_ changes: Lanes, evidence: Double = 0) {
        let found = Self.kept * found + SIMD8<Float>(changes)
        self.found = found.replacing(with: Self.most, where: found .> Self.most)
        // What is no number counts as the least.
        let heard = Float(evidence.clamped(to: -3...3))
        self.evidence = min(max(-Self.mostEvidence, Self.kept * self.evidence + heard), Self.mostEvidence)
        weigh()
        version &+= 1
    }

    private mutating func weigh() {
        weight = Float(1 / (1 + PortableMath.exp(-Double(evidence))))
    }
}

/// How fast the time of one source passes in each hour of the day, as the hours ahead are reckoned with.
struct SourcePace: Sendable {
    let all: ContentHours.Pace
    fileprivate let own: SourceHours

    init(_ all: ContentHours.Pace, _ own: SourceHours) {
        self.all = all
        self.own = own
    }

    /// Changes when the source's own hours do.
    var version: UInt32 { own.version }

    /// By block of the day, see ``SourceHours``.
    var ratios: SourceHours.Lanes { own.ratios(all.shares, prior: all.sourcePrior) }
}

extension PortableMath.Lanes {
    /// The sum of the lanes, in an order that is the same everywhere.
    @inline(__always)
    var laneSum: Double {
        let halves = lowHalf + highHalf
        let quarters = halves.lowHalf + halves.highHalf
        return quarters[0] + quarters[1]
    }
}

extension SourceHours: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        for block in 0..<8 { try coder.code(&found[block]) }
        try coder.code(&evidence)
        try coder.check(all(found .>= 0) && all(found .<= Self.most) && abs(evidence) <= Self.mostEvidence)
        weigh()
    }
}
