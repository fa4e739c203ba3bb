/// What the other apps' sources let one expect of a new one: the geometric mean of their rates.
///
/// - Complexity: O(1).
struct SharedPrior: Sendable {
    private var logarithms: Double
    private var count: Double
    private let parameters: ContentParameters

    /// Begins with the belief that `parameters` describe, worth two sources.
    init(_ parameters: ContentParameters) {
        self.parameters = parameters
        count = 2
        logarithms = count * PortableMath.log(ContentRate(parameters).mean)
    }

    /// Replaces a source's contribution (none at first) by its present one.
    mutating func update(from old: Double?, to new: Double) {
        if let old { logarithms -= PortableMath.log(old) } else { count += 1 }
        logarithms += PortableMath.log(new)
    }

    /// The belief about a source that nobody has looked at.
    var rate: ContentRate {
        var own = parameters
        own.priorSeconds = PortableMath.exp(-logarithms / count)
        return ContentRate(own)
    }
}
