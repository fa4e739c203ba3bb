/// SplitMix64: a pseudo-random generator. A seed gives the same numbers on every platform and in every version.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable, SnapshotCoded {
    private var state: UInt64

    /// Starts the sequence that belongs to `seed`.
    public init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number drawn uniformly from [0, 1), a multiple of 2^-53.
    public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(fixed: &state)
    }
}
