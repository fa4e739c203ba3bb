/// Belief about how often an app's content changes: a Gamma distribution over the rate, updated by one
/// bit per fetch ("something new" or not) after a gap of any length.
///
/// With shape `a` and scale `b` (seconds), the probability that nothing changed during `g` is `(b / (b + g))^a`.
/// A noData after `g` makes it Gamma(a, b + g) exactly. A newData leaves a difference of two Gammas, which is
/// replaced by the Gamma with the same mean and variance.
///
/// This is what penalises apps that report noData: each one lowers the probability that the next fetch brings
/// something, and with it the fetch's value.
struct ContentRate: Hashable, Sendable, SnapshotCoded {
    /// Shape, in changes.
    private(set) var shape: Double
    /// Scale, in seconds.
    private(set) var scale: Double

    init(_ parameters: ContentParameters = ContentParameters()) {
        shape = min(max(1e-3, parameters.priorShape), 1e4)
        scale = min(max(1, shape * parameters.priorSeconds), 1e12)
    }

    /// Expected changes per second.
    var mean: Double { shape / scale }

    /// The probability that the content changed during `gap`, in [0, 1].
    func probabilityNew(after gap: TimeSpan) -> Double {
        let seconds = gap.seconds
        guard seconds > 0 else { return 0 }
        return PortableMath.saturation(shape * PortableMath.log(1 + seconds / scale))
    }

    /// Learns that a look after `gap` found something new, or nothing.
    ///
    /// - Parameters:
    ///   - retention: share of the evidence that remains, from 0 to 1.
    ///   - weight: the probability that the look says something about this rate at all, from 0 to 1.
    mutating func learn(
        foundNew: Bool, after gap: TimeSpan, retention: Double, weight: Double = 1
    ) {
        let seconds = max(0, gap.seconds)
        let before = mean
        if foundNew {
            learnNew(after: seconds, weight: min(max(0, weight), 1))
        } else {
            scale += min(max(0, weight), 1) * seconds
        }
        // Bounds confine any sequence of outcomes to ordinary numbers: between a change per second and one in three
        // years, and never so sure that new evidence has no effect.
        shape = min(max(0.05, shape * retention), 1e4)
        scale *= retention
        // At the bounds of the shape forgetting must not turn the evidence round.
        scale = foundNew ? min(shape / before, scale) : max(shape / before, scale)
        scale = min(max(shape, scale), shape * 1e8)
    }

    /// Learns that a change came `gap` after the last one known, and just then.
    mutating func learnChange(after gap: TimeSpan, retention: Double) {
        shape = min(max(0.05, (shape + 1) * retention), 1e4)
        scale = min(max(shape, (scale + max(0, gap.seconds)) * retention), shape * 1e8)
    }

    private mutating func learnNew(after gap: Double, weight: Double) {
        let a = shape
        let b = scale
        let exponent = PortableMath.log(1 + gap / b)  // -log r
        let silent = PortableMath.exp(-a * exponent)  // r^a
        let found = PortableMath.saturation(a * exponent)  // 1 - r^a
        guard found > 1e-9 else {
            shape += weight
            return
        }
        let r = PortableMath.exp(-exponent)
        // With probability `weight` the look changes the moments, else they stay.
        let first = a / b * (1 + weight * ((1 - silent * r) / found - 1))
        let second = a * (a + 1) / (b * b) * (1 + weight * ((1 - silent * r * r) / found - 1))
        let variance = second - first * first
        guard variance > 0, variance.isFinite else { return }
        shape = first * first / variance
        scale = first / variance
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&shape, &scale)
        try coder.check((1e-3...1e4).contains(shape) && (1e-3...1e13).contains(scale))
    }
}
