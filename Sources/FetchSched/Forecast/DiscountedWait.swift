/// E[e^(-mT)] for the time T until the next event of a process whose intensity is constant within each hour:
/// the chance that the event comes before a competing one of rate m (the content's next change).
///
/// One backward recursion over the hours ahead:
///
///     phi_k = l_k / (l_k + m) (1 - e^-(l_k + m)D) + e^-(l_k + m)D phi_(k+1)
///
/// closed after the last hour by the value for the mean intensity.
enum DiscountedWait {
    /// Eight steps of the recursion at once: the part of each that is its own, and its weight of what follows.
    static func steps(
        rates: PortableMath.Lanes, changes: PortableMath.Lanes, seconds: PortableMath.Lanes
    ) -> (own: PortableMath.Lanes, after: PortableMath.Lanes) {
        let total = rates + changes
        let passed = PortableMath.saturation(total * seconds)
        let isEmpty = total .<= 0
        return (
            (rates / total * passed).replacing(with: 0, where: isEmpty),
            (1 - passed).replacing(with: 1, where: isEmpty)
        )
    }

    /// The value for a constant intensity: what the recursion is closed with.
    static func constant(rate: Double, change: Double) -> Double {
        let total = rate + change
        return total > 0 ? rate / total : 0
    }
}
