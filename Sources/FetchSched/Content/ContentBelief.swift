/// Belief about one app's source: how often it changes while it is alive, and whether it is alive.
///
/// Sources come and go: a league pauses for the summer, a chat group falls asleep. A belief about the rate alone
/// would take months of silence for a low rate, and need as long again to unlearn it. So there are two
/// hypotheses. An *active* source changes at a rate known as ``ContentRate``; it falls silent once in
/// ``ContentParameters/changesPerSilence`` changes. A *silent* one resumes in its own time: the longer it has
/// been silent, the longer it will be, see ``ContentParameters/resumption``.
///
/// Each look updates the probability of both by Bayes' rule, and the rate only as far as the source was active. This is
/// the penalty for noData, and its end: in silence the probability of something new falls look by look, while the rate
/// stays; one newData restores the probability.
struct ContentBelief: Hashable, Sendable, SnapshotCoded {
    /// The rate while the source is active.
    private(set) var rate: ContentRate
    /// Probability that it was active at the last look.
    private(set) var active = 1.0
    /// How long the source had been silent at the last look, in seconds.
    private(set) var silence = 0.0
    /// How many looks there were, up to 255.
    private(set) var looks: UInt8 = 0

    /// Looks during which nothing is forgotten, so that a rate is learned as fast as it can be.
    private static let firstLooks: UInt8 = 50
    private static let longestGap = TimeSpan.days(30)

    init(_ parameters: ContentParameters = ContentParameters()) { rate = ContentRate(parameters) }

    /// A belief about a source that has not been looked at.
    init(prior: ContentRate) { rate = prior }

    /// The probability that the source has something new after `gap`, in [0, 1].
    func probabilityNew(after gap: TimeSpan, _ parameters: ContentParameters) -> Double {
        guard gap > .zero else { return 0 }
        let still = stillSilent(after: gap, parameters)
        let asleep = probabilityAsleep(after: gap, parameters)
        return min(max(0, (1 - asleep) * rate.probabilityNew(after: gap) + asleep * (1 - still)), 1)
    }

    mutating func learn(foundNew: Bool, after gap: TimeSpan, _ parameters: ContentParameters) {
        guard gap > .zero else { return }
        // Longer gaps come from clocks that were set, or phones that lay in a drawer.
        let gap = min(gap, Self.longestGap)
        let retention = looks >= Self.firstLooks ? parameters.retention : 1
        looks = looks == .max ? .max : looks + 1
        let asleep = probabilityAsleep(after: gap, parameters)
        let newIfActive = rate.probabilityNew(after: gap)
        let newIfAsleep = 1 - stillSilent(after: gap, parameters)
        let ifActive = (1 - asleep) * (foundNew ? newIfActive : 1 - newIfActive)
        let ifAsleep = asleep * (foundNew ? newIfAsleep : 1 - newIfAsleep)
        let sum = ifActive + ifAsleep
        let wasActive = sum > 1e-300 ? ifActive / sum : 1 - asleep
        rate.learn(foundNew: foundNew, after: gap, retention: retention, weight: wasActive)
        if foundNew {
            active = 1
            silence = 0
        } else {
            active = wasActive
            silence = min(silence + gap.seconds, 1e11)
        }
    }

    /// Learns that the source changed `gap` after the last look, and just then.
    mutating func learnChange(after gap: TimeSpan, _ parameters: ContentParameters) {
        rate.learnChange(after: gap, retention: looks >= Self.firstLooks ? parameters.retention : 1)
        looks = looks == .max ? .max : looks + 1
        active = 1
        silence = 0
    }

    /// The probability that the source is asleep by the end of a gap, before what a look finds is known.
    private func probabilityAsleep(after gap: TimeSpan, _ parameters: ContentParameters) -> Double {
        let expected = rate.mean * gap.seconds / max(1, parameters.changesPerSilence)
        return 1 - active / (1 + expected)
    }

    /// The probability that a source asleep stays so for `gap` more.
    private func stillSilent(after gap: TimeSpan, _ parameters: ContentParameters) -> Double {
        let since = silence + 1 / rate.mean
        let share = since / (since + gap.seconds)
        return parameters.resumption == 1 ? share : PortableMath.power(share, parameters.resumption)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&looks)
        // An unchecked source has no record.
        guard looks > 0 else { return }
        try coder.code(&rate)
        try coder.code(&active, in: 0...1)
        try coder.code(&silence, in: 0...1e12)
    }
}

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

/// The prior of a new app's source from the other apps' sources: a Gamma distribution of their rates, fitted to the
/// estimate of each.
///
/// Its mean is the geometric mean of their rates. Its shape is 1 / v for their spread v on a logarithmic scale, which
/// for each source is the distance of its estimate from the mean, squared, plus the estimate's own variance (about 1 /
/// shape): similar sources make a stronger prior.
struct SharedPrior: Sendable, SnapshotCoded {
    private var count: Double
    private var logarithms: Double
    private var squares: Double
    private var rates: Double
    private let parameters: ContentParameters

    /// Sources that the first belief weighs as much as.
    private static let weight = 2.0

    init(_ parameters: ContentParameters) {
        self.parameters = parameters
        let first = ContentRate(parameters)
        let logarithm = PortableMath.log(first.mean)
        count = Self.weight
        logarithms = Self.weight * logarithm
        squares = Self.weight * (logarithm * logarithm + 1 / first.shape)
        rates = Self.weight * first.mean
    }

    /// Changes per second of a source: the arithmetic mean of their rates.
    var meanChange: Double { max(1e-9, rates / count) }

    /// The belief about a source that was never checked.
    var rate: ContentRate {
        let mean = logarithms / count
        var own = parameters
        own.priorSeconds = PortableMath.exp(-mean)
        own.priorShape = min(max(0.25, 1 / max(0.1, squares / count - mean * mean)), 4)
        return ContentRate(own)
    }

    /// Replaces what was believed of a source (nil if nothing) by what is believed now.
    mutating func update(from old: ContentRate?, to new: ContentRate) {
        if let old { add(old, -1) }
        add(new, 1)
    }

    private mutating func add(_ rate: ContentRate, _ sign: Double) {
        let logarithm = PortableMath.log(rate.mean)
        count += sign
        logarithms += sign * logarithm
        squares += sign * (logarithm * logarithm + 1 / rate.shape)
        rates += sign * rate.mean
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&count, &logarithms, &squares, &rates)
        // The first count is never taken away.
        try coder.check(count > 1)
    }
}
