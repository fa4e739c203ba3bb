/// How a transfer ranks among the others at a moment; the one that comes first is the least.
struct TransferRank: Comparable, Sendable {
    /// In half priorities.
    let level: Int
    let deadline: Instant
    let number: UInt64

    static func < (left: TransferRank, right: TransferRank) -> Bool {
        if left.level != right.level { return left.level > right.level }
        return left.deadline != right.deadline ? left.deadline < right.deadline : left.number < right.number
    }

    /// The other way round: the one that ranks last is the least.
    struct Reversed: Comparable, Sendable {
        let rank: TransferRank

        static func < (left: Reversed, right: Reversed) -> Bool { right.rank < left.rank }
    }
}
