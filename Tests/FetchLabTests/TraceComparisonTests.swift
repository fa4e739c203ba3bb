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
        comparison.shuffles = 49
        comparison.scoresForecasts = !policies.isEmpty
        return comparison
    }

    @Test func anyNumberOfWorkersGivesEqualReports() async throws {
        let comparison = try comparison(
            try Phone.generated("sparse", devices: 2, days: 1),
            try Phone.generated("sparse", days: 1, seed: 2),
            policies: ["none", "adaptive"])
        let alone = try await comparison.run(jobs: 1)
        let report = try await comparison.run(jobs: 3)
        #expect(report == alone)
        #expect("\(report)" == "\(alone)")
        #expect(report.policies.count == 4)
        #expect(report.forecasts.count == 6)
        #expect(report.statistics.count == Statistic.all.count)
    }

    @Test func theOtherWayRoundItIsTheSame() async throws {
        let (one, other) = (
            try Phone.generated("student", days: 15), try Phone.generated("sparse", devices: 2, days: 15)
        )
        let forth = try await comparison(one, other).run(jobs: 1)
        let back = try await comparison(other, one).run(jobs: 3)
        for (left, right) in zip(forth.statistics, back.statistics) {
            #expect(left.p == right.p, "\(left.key)")
            #expect(left.distance == right.distance, "\(left.key)")
            #expect(left.first == right.second && left.second == right.first, "\(left.key)")
        }
        #expect(forth.met == back.met)
        #expect(forth.statistics.contains { $0.p.map { $0 < 0.5 } ?? false })
    }

    @Test func aTraceIsLikeItself() async throws {
        let weeks = try Phone.generated("sparse", days: 15)
        let habits = try await comparison(weeks, weeks).run(jobs: 2)
        #expect(habits.statistics.allSatisfy { ($0.distance ?? 0) == 0 && ($0.difference ?? 0) == 0 })
        #expect(habits.statistics.allSatisfy { ($0.p ?? 1) == 1 })
        #expect(habits.statistics.contains { $0.p == 1 })

        let days = try Phone.generated("student", days: 3)
        let report = try await comparison(days, days, policies: ["none", "piggyback-3600"]).run(jobs: 2)
        #expect(report.judged == report.criteria.count)
        #expect(report.met == report.judged)
    }

    /// With four devices on either side whole devices are shuffled, and figures of whole traces have a p-value, too.
    @Test func manyDevicesAreShuffledWhole() async throws {
        let report = try await comparison(
            try Phone.generated("sparse", devices: 4, days: 4),
            try Phone.generated("heavy", devices: 4, days: 4)
        ).run(jobs: 2)
        #expect(report.shufflesDevices)
        let launches = try #require(report.statistics.first { $0.key == "use.launchesPerDay" })
        // 2 of the 70 ways to choose four of eight are as far apart.
        #expect((try #require(launches.p)) < 0.15)
        #expect(report.statistics.first { $0.key == "popularity.top1" }?.p != nil)
    }

    @Test func tracesWithoutLaunchesHaveNothingToCompare() async throws {
        let empty = try Phone.devices("0,one,level,,0.5,\n864000,one,level,,0.5,")
        let report = try await comparison(empty, empty, policies: ["none", "adaptive"]).run(jobs: 1)
        #expect(report.judged == 0)
        #expect(report.statistics.allSatisfy { $0.distance == nil })
    }
}
