import FetchSched
import Synchronization
import Testing

@testable import FetchSim

/// The same comparison gives the same figures, whoever computes them in whatever order.
@Suite struct BenchDeterminismTests {
    private static let names = [
        "adaptive", "clairvoyant", "none", "piggyback-900", "aligned-1800", "fixed-1800",
    ]

    private func bench(_ names: [String] = names, seed: UInt64 = 7) throws -> Bench {
        // The first ten hours, morning included.
        let devices = try generated("quiet", devices: 3, days: 1, seed: 11, first: .hours(10))
        return Bench(
            trace: "quiet", devices: devices, policies: try names.map { try #require(PolicyChoice($0)) },
            radios: [.lte, .umts3g], values: [5, 100], seed: seed)
    }

    /// The bench by two workers, which the tests look at.
    private static let byTwo = Task { try await BenchDeterminismTests().bench().run(jobs: 2) }

    @Test func orderOfPoliciesChangesOnlyTheOrder() async throws {
        let reports = try await Self.byTwo.value
        let reversed = try await bench(Self.names.reversed()).run(jobs: 2)
        for (one, other) in zip(reports, reversed) {
            #expect(one.policies.map(\.policy) == Self.names)
            #expect(one.policies == other.policies.reversed())
        }
        #expect(reports.map(\.radio) == ["lte", "lte", "3g", "3g"])
        #expect(reports.map(\.valueJoules) == [5, 100, 5, 100])
        // Nor does a row depend on the others.
        let one = try await bench(["adaptive"]).run(jobs: 2)
        for (many, single) in zip(reports, one) { #expect(many.policies.first == single.policies.first) }
    }

    @Test func progressAddsUpToTheWork() async throws {
        let bench = try bench(["none", "piggyback-900"])
        let done = Mutex(0)
        _ = try await bench.run(jobs: 2) { part in done.withLock { $0 += part } }
        #expect(done.withLock { $0 } == bench.work)
    }

    @Test func boundTopsEveryRow() async throws {
        for report in try await Self.byTwo.value {
            let bound = try #require(report.policies.first { $0.policy == "clairvoyant" })
            let most = try #require(bound.netValueJoulesPerDay)
            #expect(bound.shareOfClairvoyant == 1)
            for row in report.policies {
                #expect(try #require(row.netValueJoulesPerDay) <= most, "\(row.policy), \(report.radio)")
                #expect(row.intervalViolations == 0)
            }
            let none = try #require(report.policies.first { $0.policy == "none" })
            #expect(none.backgroundJoulesPerDay == 0)
            #expect(none.shareOfClairvoyant == 0)
        }
    }
}
