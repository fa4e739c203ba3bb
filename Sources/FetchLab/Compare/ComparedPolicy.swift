import FetchSchedText
import FetchSim

/// One policy on both sides, at one worth of a fresh launch.
struct ComparedPolicy: Hashable, Sendable {
    /// The policy's name.
    let policy: String
    /// Worth of a fresh launch, in joules.
    let valueJoules: Double
    /// Share of the clairvoyant bound.
    let firstShare: Estimate, secondShare: Estimate
    /// Share of launches that are fresh.
    let firstFresh: Estimate, secondFresh: Estimate

    private var criterion: Criterion {
        Criterion(
            "V = \(DecimalText.text(valueJoules)): \(policy)", firstShare.mean, secondShare.mean,
            within: Criterion.share)
    }

    /// Compares what `bench` reported of each device.
    static func all(_ first: [[BenchReport]], _ second: [[BenchReport]]) -> [ComparedPolicy] {
        let model = first.first ?? []
        return model.indices.flatMap { value in
            model[value].policies.indices.map { row in
                func estimate(
                    _ side: [[BenchReport]], _ figure: (PolicyResult) -> Double?
                ) -> Estimate {
                    Estimate(side.map { figure($0[value].policies[row]) })
                }
                return ComparedPolicy(
                    policy: model[value].policies[row].policy, valueJoules: model[value].valueJoules,
                    firstShare: estimate(first) { $0.shareOfClairvoyant },
                    secondShare: estimate(second) { $0.shareOfClairvoyant },
                    firstFresh: estimate(first) { $0.freshLaunchShare },
                    secondFresh: estimate(second) { $0.freshLaunchShare })
            }
        }
    }

    /// What must hold of the policies at each worth of a fresh launch.
    static func criteria(_ policies: [ComparedPolicy]) -> [Criterion] {
        var values: [Double] = []
        for policy in policies where !values.contains(policy.valueJoules) {
            values.append(policy.valueJoules)
        }
        return values.flatMap { value in
            let rows = policies.filter { $0.valueJoules == value }
            let text = DecimalText.text(value)
            // Without fetches the share is 0 by its meaning.
            return rows.filter { $0.policy != "none" }.map(\.criterion) + [
                Criterion(
                    "V = \(text): the same order",
                    sameOrder: rows.map { ($0.policy, $0.firstShare.mean, $0.secondShare.mean) })
            ]
        }
    }
}
