import FetchSched
import FetchSim
import Testing

@testable import FetchLab
@testable import FetchGenerate

/// Whole comparisons.
@Suite struct TraceComparisonTests {
    private func comparison(
        _ first: [DeviceTrace], _ second: [DeviceTrace], policies: [String] = []
    ) throws -> TraceComparison {
        var comparison = TraceComparison(
            first: .init(traces: ["one"], devices: first), second: .init(traces: ["two"], devices: second),
            policies: try policies.map { try #require(PolicyChoice($0)) })
        comparison.rules.warmup = .days(1)
        return comparison
    }

    @Test func anyNumberOfWorkersGivesEqualReports() async throws {
        let comparison = try comparison(
            try Phone.generated("sparse", devices: 2, days: 2),
            try Phone.generated("sparse", days: 2, seed: 2),
            policies: ["none", "adaptive"])
        let alone = try await comparison.run(jobs: 1)
        let report = try await comparison.run(jobs: 3)
        #expect(report == alone)
        #expect("\(report)" == "\(alone)")
        #expect(report.criteria.count == 8)
    }

    @Test func theOtherWayRoundItIsTheSame() async throws {
        let one = try Phone.generated("student", days: 3)
        let other = try Phone.generated("sparse", devices: 2, days: 3)
        let forth = try await comparison(one, other).run(jobs: 1)
        let back = try await comparison(other, one).run(jobs: 3)
        for (left, right) in zip(forth.criteria, back.criteria) {
            #expect(left.first == right.second && left.second == right.first, "\(left.title)")
        }
        #expect(forth.met == back.met)
    }

    @Test func tracesWithoutLaunchesHaveNothingToCompare() async throws {
        let empty = try Phone.devices("0,one,level,,0.5,\n864000,one,level,,0.5,")
        let report = try await comparison(empty, empty, policies: ["none", "adaptive"]).run(jobs: 1)
        #expect(report.judged == 0)
    }
}
