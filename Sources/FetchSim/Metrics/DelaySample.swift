/// Amounts of time of which mean and quantiles are wanted, in a fraction of the memory of a list of them.
///
/// Amounts are stored exactly: zeros are only counted, whole milliseconds up to 49 days take four bytes, and any other
/// amount is stored as it is. The order of the additions has no effect.
struct DelaySample: Sendable {
    private var zeros = 0
    private var milliseconds: [UInt32] = []
    private var others: [Double] = []
    private var sum = ExactSum()

    /// Adds amounts, in seconds.
    mutating func add(_ seconds: [Double]) {
        for amount in seconds {
            sum.add(amount)
            if amount == 0 {
                zeros += 1
            } else if let whole = UInt32(exactly: (amount * 1000).rounded()), Double(whole) / 1000 == amount {
                milliseconds.append(whole)
            } else {
                others.append(amount)
            }
        }
    }

    /// The least and the median, in seconds; nil if there are no amounts.
    var spacing: PolicyResult.Spacing? {
        guard let p50 = distribution(unit: 1)?.p50 else { return nil }
        let whole = milliseconds.min().map { Double($0) / 1000 }
        let least = [zeros > 0 ? 0 : nil, whole, others.min()].compactMap { $0 }.min() ?? 0
        return PolicyResult.Spacing(least: least, p50: p50)
    }

    var count: Int { zeros + milliseconds.count + others.count }

    /// Mean and nearest ranks in units of so many seconds; nil if there are no amounts.
    func distribution(unit: Double) -> PolicyResult.Distribution? {
        let count = count
        guard count > 0 else { return nil }
        let negative = others.filter { $0 < 0 }.sorted()
        let whole = milliseconds.sorted()
        let large = others.filter { $0 >= 0 }.sorted()
        func quantile(_ part: Double) -> Double {
            var rank = min(max(Int((part * Double(count)).rounded(.up)) - 1, 0), count - 1)
            if rank < negative.count { return negative[rank] / unit }
            rank -= negative.count + zeros
            if rank < 0 { return 0 }
            // Without others, which a trace of less than 49 days has none of, there is nothing to merge.
            if large.isEmpty { return Double(whole[rank]) / 1000 / unit }
            return (whole.map { Double($0) / 1000 } + large).sorted()[rank] / unit
        }
        return PolicyResult.Distribution(
            mean: sum.value / Double(count) / unit, p50: quantile(0.5), p95: quantile(0.95))
    }
}
