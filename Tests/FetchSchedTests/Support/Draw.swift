import FetchSched

extension SplitMix64 {
    /// An integer drawn uniformly from `range`.
    mutating func below(_ count: Int) -> Int {
        Int(next() % UInt64(count))
    }

    /// Whether something of that probability happens.
    mutating func bernoulli(_ probability: Double) -> Bool {
        nextUnit() < probability
    }

    /// An exponentially distributed number of that mean.
    mutating func exponential(mean: Double) -> Double {
        -mean * PortableMath.log(1 - nextUnit())
    }

    /// One of the elements.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

extension FetchTime {
    /// 2024-01-01 00:00:00 UTC, a Monday.
    static let monday = FetchTime(milliseconds: 1_704_067_200_000)
}
