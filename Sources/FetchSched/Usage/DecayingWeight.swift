/// The weight of a new event in counts that forget: each event weighs a little more than the one before it.
///
/// So nothing is scaled down at each event, only once the weights have grown large.
struct DecayingWeight: Sendable {
    /// The weight of the last event, from 1 to 1,000,000.
    private(set) var unit = 1.0
    private let growth: Double

    /// Makes a weight by which an event counts half after `halfLife` more.
    init(halfLife: Double) { growth = PortableMath.exp(0.693_147_180_559_945_3 / max(1, halfLife)) }

    /// Moves on to the next event.
    ///
    /// - Returns: the factor by which all counts are to be scaled first, if the weights have grown large.
    mutating func advance() -> Double? {
        unit *= growth
        guard unit > 1e6 else { return nil }
        defer { unit = 1 }
        return 1 / unit
    }
}

extension DecayingWeight: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&unit, in: 1...2e6)
    }
}
