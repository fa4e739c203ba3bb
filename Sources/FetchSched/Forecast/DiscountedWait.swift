/// E[e^(-mT)] for the time T until the next event of a process whose intensity is constant within each hour:
/// the chance that the event comes before a competing one of rate m (the content's next change).
///
/// One backward recursion over the hours ahead:
///
///     phi_k = l_k / (l_k + m) (1 - e^-(l_k + m)D) + e^-(l_k + m)D phi_(k+1)
///
/// closed after the last hour by the value for the mean intensity.
enum DiscountedWait {
    /// One step of the recursion: an hour (or `seconds`) of intensity `rate`, followed by `after`.
    static func step(rate: Double, change: Double, seconds: Double, after: Double) -> Double {
        let total = rate + change
        if total <= 0 { return after }
        let passed = PortableMath.saturation(total * seconds)
        return rate / total * passed + (1 - passed) * after
    }

    /// The value for a constant intensity: what the recursion is closed with.
    static func constant(rate: Double, change: Double) -> Double {
        let total = rate + change
        return total > 0 ? rate / total : 0
    }
}
