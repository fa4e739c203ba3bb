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
