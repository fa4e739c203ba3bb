import FetchSchedText
import FetchSim

/// One thing that must be alike on both sides.
struct Criterion: Hashable, Sendable {
    /// The subject of the comparison, for people.
    let title: String
    /// Both sides' figures; nil where the criterion is not about one.
    let first: Double?, second: Double?
    /// The most that they may differ by; nil where the criterion is not about a figure.
    let tolerance: Double?
    /// The difference in words, if it is no figure.
    let detail: String
    /// Whether it holds; nil where neither side has what it asks for.
    let isMet: Bool?

    /// Two figures within a tolerance of each other.
    init(_ title: String, _ first: Double?, _ second: Double?, within tolerance: Double) {
        self.title = title
        self.first = first
        self.second = second
        self.tolerance = tolerance
        detail = ""
        switch (first, second) {
        case (let first?, let second?): isMet = abs(first - second) <= tolerance
        case (nil, nil): isMet = nil
        default: isMet = false
        }
    }

    /// Requires that each pair of rows stands in one order on both sides. If both sides' figures differ by no more than
    /// ``tie``, their order is noise.
    init(_ title: String, sameOrder rows: [(name: String, first: Double?, second: Double?)]) {
        self.title = title
        first = nil
        second = nil
        tolerance = nil
        let known = rows.compactMap { row in
            row.first.flatMap { first in row.second.map { (name: row.name, first: first, second: $0) } }
        }
        var swapped: [String] = []
        for (index, one) in known.enumerated() {
            for other in known[(index + 1)...] {
                let (left, right) = (one.first - other.first, one.second - other.second)
                let isTie = max(abs(left), abs(right)) <= Self.tie
                if !isTie, left * right < 0 { swapped.append("\(one.name) and \(other.name)") }
            }
        }
        detail = swapped.joined(separator: ", ")
        isMet = known.count > 1 ? swapped.isEmpty : nil
    }

    /// Shares of the bound that differ by no more are equal.
    static let tie = 0.01

    // How much may differ: share of the launches that are fresh without any fetch, share of the bound, log scores of
    // forecasts in nats.
    static let fresh = 0.03, share = 0.04, nats = 0.15

    /// Criteria for the policies at each value, from the reports of `bench` for each device.
    static func policies(_ first: [[BenchReport]], _ second: [[BenchReport]]) -> [Criterion] {
        (first.first ?? []).enumerated().flatMap { index, model in
            let rows = model.policies.enumerated().map { place, policy in
                func share(_ side: [[BenchReport]]) -> Double? {
                    mean(side.map { $0[index].policies[place].shareOfClairvoyant })
                }
                return (name: policy.policy, first: share(first), second: share(second))
            }
            let value = "V = \(DecimalText.text(model.valueJoules))"
            // Without fetches the share is 0 by its meaning.
            return rows.filter { $0.name != "none" }.map {
                Criterion("\(value): \($0.name)", $0.first, $0.second, within: Criterion.share)
            } + [Criterion("\(value): the same order", sameOrder: rows)]
        }
    }
}

/// Mean of those that are known; nil of none.
func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
}
