import Foundation
import FetchSched
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace

/// Reports of a real comparison on a small generated trace.
@Suite struct ReportTests {
    private func reports(values: [Double] = [20], trace: String = "a,\"b\".csv") async throws -> [BenchReport]
    {
        let preset = try #require(GeneratorPreset.named("sparse"))
        let generator = TraceGenerator(preset: preset, devices: 1, days: 9, seed: 5)
        var names = TraceNames()
        let events = generator.generateDevice(0, names: &names)
        let device = DeviceTrace(name: "d", events: events, names: names)
        let policies = [
            "aligned-3600", "clairvoyant", "none", "piggyback-3600", "piggyback-7200", "adaptive",
        ]
        let bench = Bench(
            trace: trace, devices: [device], policies: policies.compactMap { PolicyChoice($0) },
            radios: [.lte], values: values)
        return try await bench.run(jobs: 2)
    }

    @Test func jsonHasTheKeysOfTheContract() async throws {
        let text = JSONReport.text(try await reports())
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "format", "trace", "radio", "valueJoules", "devices", "days", "warmupDays", "events",
                "policies",
            ])
        #expect(object["format"] as? String == "fetchsched-bench/1")
        #expect(object["trace"] as? String == "a,\"b\".csv")
        let rows = try #require(object["policies"] as? [[String: Any]])
        #expect(rows.count == 6)
        for row in rows {
            #expect(
                Set(row.keys) == [
                    "policy", "freshLaunchShare", "launchesPerDay", "backgroundJoulesPerDay",
                    "netValueJoulesPerDay", "shareOfClairvoyant", "wakeupsPerDay", "promotionsPerDay",
                    "fetchesPerDay", "noDataShare", "failedShare", "bytesPerDay", "copyAgeMinutes",
                    "staleMinutes", "intervalViolations", "work",
                ])
            if row["policy"] as? String != "clairvoyant" {
                let age = try #require(row["copyAgeMinutes"] as? [String: Any])
                #expect(Set(age.keys) == ["mean", "p50", "p95"])
            }
        }
    }

    @Test func severalComparisonsAreAnArray() async throws {
        let text = JSONReport.text(try await reports(values: [5, 20]))
        let array = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.compactMap { $0["valueJoules"] as? Double } == [5, 20])
    }

    @Test func csvHasALinePerPolicyAndTheSameNames() async throws {
        let lines = CSVReport.text(try await reports()).split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines[0].hasSuffix(ReportColumn.all.map(\.key).joined(separator: ",")))
        #expect(lines[1].hasPrefix("\"a,\"\"b\"\".csv\",lte,20,1,"))
        #expect(Set(ReportColumn.all.map(\.key)).count == ReportColumn.all.count)
    }

    @Test func theTableIsSortedByNetValueWithTheBoundLast() async throws {
        let reports = try await reports()
        let lines = TableReport.text(reports).split(separator: "\n", omittingEmptySubsequences: false)
        let first = try #require(lines.firstIndex { $0.hasPrefix("---") }) + 1
        let order = lines[first..<first + 6].map { $0.split(separator: " ")[0] }
        #expect(order.last == "clairvoyant")
        let net = Dictionary(
            uniqueKeysWithValues: reports[0].policies.map { ($0.policy, $0.netValueJoulesPerDay) })
        let sorted = order.dropLast().map { net[String($0)] ?? nil }
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { ($0 ?? 0) >= ($1 ?? 0) })
        #expect(Set(lines[first - 1..<first + 6].map(\.count)).count == 1, "columns are aligned")
        #expect(lines.contains { $0.hasPrefix("adaptive: ") && $0.contains("% of launches fresh") })
    }

    @Test func aSweepEndsWithEnergyAtEqualFreshness() async throws {
        let text = TableReport.text(try await reports(values: [5, 100]))
        #expect(text.contains("Energy at equal freshness"))
        #expect(text.components(separatedBy: "policy ").count == 3)
    }

    @Test func theSummaryHasALinePerComparison() async throws {
        let text = SummaryReport.text([try await reports(values: [5, 20], trace: "x/y.csv")])
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("y.csv ") }.count == 2)
    }

    @Test func stringsAreQuoted() {
        #expect(JSONReport.quoted("a\"\\\n\u{1}é") == "\"a\\\"\\\\\\n\\u0001é\"")
        #expect(CSVReport.quoted("plain") == "plain")
        #expect(CSVReport.quoted("a\nb") == "\"a\nb\"")
    }
}

@Suite struct FrontierTests {
    private func frontier(_ points: [(Double, Double)]) -> Frontier {
        guard let choice = PolicyChoice("piggyback-60") else {
            return Frontier(family: "", rows: [], unfetchedFreshShare: nil)
        }
        let rows = points.map { fresh, joules in
            var metrics = DeviceMetrics()
            metrics.days = 1
            metrics.launches = 1000
            metrics.freshLaunches = Int(fresh * 1000)
            metrics.energy.activeJoules = joules
            return PolicyResult(
                choice: choice, metrics, bound: BoundTotals(),
                unfetched: DeviceMetrics(), valueJoules: 20)
        }
        return Frontier(family: "piggyback", rows: rows, unfetchedFreshShare: 0.2)
    }

    @Test func energiesAreInterpolatedFromNoFetchOn() {
        let frontier = frontier([(0.6, 100), (0.4, 50)])
        #expect(frontier.joules(at: 0.1) == 0)
        #expect(abs((frontier.joules(at: 0.3) ?? 0) - 25) < 1e-9)
        #expect(abs((frontier.joules(at: 0.5) ?? 0) - 75) < 1e-9)
        #expect(frontier.joules(at: 0.6) == 100)
        #expect(frontier.joules(at: 0.61) == nil)
    }

    @Test func aRunThatCostsMoreForLessIsLeftOut() {
        let frontier = frontier([(0.6, 100), (0.5, 150), (0.8, 300)])
        #expect(frontier.points.map(\.fresh) == [0.2, 0.6, 0.8])
        #expect(abs((frontier.joules(at: 0.7) ?? 0) - 200) < 1e-9)
    }
}
