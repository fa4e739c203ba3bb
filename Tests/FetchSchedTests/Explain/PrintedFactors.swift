import FetchSchedText
@testable import FetchSched

/// The numbers of an explanation, read back from its text.
struct PrintedFactors {
    /// Each factor of the benefit, percentages as shares.
    var factors: [Double] = []
    /// What is added to their product.
    var further = 0.0
    var benefit = 0.0
    var cost = 0.0
    /// What fetching now brings beyond the next opportunity: its terms, and the sum; empty if it is not said.
    var timing: [Double] = []

    init(_ explanation: FetchExplanation) {
        let parts = explanation.parts()
        let (terms, against) = Self.cut(parts[1], " against cost ")
        let (sum, benefit) = Self.cut(terms, " = benefit ")
        let (product, further) = Self.cut(sum, " + missing updates and further launches ")
        factors = product.split(separator: " x ").map { text in
            (Self.numbers(text).last ?? .nan) / (text.hasSuffix("%") ? 100 : 1)
        }
        self.further = Self.numbers(further).first ?? 0
        self.benefit = Self.numbers(benefit).first ?? .nan
        cost = Self.numbers(against).reduce(0, +)
        if parts[2].hasPrefix("now rather ") { timing = Self.numbers(parts[2][...]) }
    }

    private static func cut(_ text: some StringProtocol, _ mark: String) -> (Substring, Substring) {
        let parts = text.split(separator: mark, maxSplits: 1).map { Substring($0) }
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }

    private static func numbers(_ text: Substring) -> [Double] {
        text.split(separator: " ").compactMap { Double($0) }
    }

    /// Why these numbers are not those that were compared; nil if they are. Each is rounded to three digits.
    func fault(of explanation: FetchExplanation) -> String? {
        let value = explanation.value
        func near(_ one: Double, _ other: Double, _ share: Double) -> Bool {
            abs(one - other) <= share * abs(other) + 1e-8
        }
        let product = factors.reduce(1, *) + further
        if !near(product, benefit, 0.006 * Double(factors.count + 1)) {
            return "\(product) is not \(benefit)"
        }
        if !near(benefit, value.benefit, 0.006) { return "the benefit is \(value.benefit)" }
        if !near(cost, value.cost + value.noDataCost, 0.006) { return "the cost is \(value.cost)" }
        guard timing.count == 5 else { return timing.isEmpty ? nil : "\(timing.count) terms" }
        let sum = timing[0] - timing[1] + timing[2] - timing[3]
        if abs(sum - timing[4]) > 0.003 { return "\(sum) is not \(timing[4])" }
        return abs(timing[4] - value.advantageOverWaiting) <= 0.0006
            ? nil : "the advantage is \(value.advantageOverWaiting)"
    }
}
