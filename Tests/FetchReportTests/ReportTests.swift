import Foundation
import FetchSched
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace
import FetchGenerate

/// Reports of a real comparison on a small generated trace.
@Suite struct ReportTests {
    /// What a spreadsheet would run is marked as text, what would steer a terminal is escaped; all else is as it was.
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+49", "'+49"), ("-rf", "'-rf"), ("@x,\"y\"", "\"'@x,\"\"y\"\"\""),
        ("\t=1", "\\t=1"), ("\r\n=1", "\"\\r\n=1\""), ("\n=1", "\"'\n=1\""), ("＝1", "'＝1"), ("-", "-"),
        ("a=1", "a=1"), ("", ""), ("a\nb", "\"a\nb\""), ("\u{1B}]0;x\u{7}", "\\u{1B}]0;x\\u{7}"),
        ("\u{9B}1m,", "\"\\u{9B}1m,\""), ("=\u{202E}", "'=\\u{202E}"),
        // A joiner, which Persian and families of emoji need.
        ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ]) func namesInCSV(_ name: String, _ expected: String) {
        #expect(CSVReport.name(name) == expected)
    }

    /// Those that several tests look at, made once: at one worth, and at two.
    private static let one = Task { try await reports() }
    private static let two = Task { try await reports(values: [5, 20], trace: "x/y.csv") }

    private static func reports(
        values: [Double] = [20], trace: String = "a,\"b\".csv", rivals: [String] = [],
        power: PowerProfile = .standard
    ) async throws -> [BenchReport] {
        let preset = try #require(GeneratorPreset.named("sparse"))
        let generator = TraceGenerator(preset: preset, devices: 1, days: 3, seed: 5)
        var names = TraceNames()
        let events = generator.generateDevice(0, names: &names)
        let device = DeviceTrace(name: "d", events: events, names: names)
        let policies = [
            "aligned-3600", "clairvoyant", "none", "piggyback-3600", "piggyback-7200", "adaptive",
        ]
        var bench = Bench(
            trace: trace, devices: [device], policies: policies.compactMap { PolicyChoice($0) },
            radios: [.lte], values: values)
        bench.rivals = rivals.compactMap { PolicyChoice($0) }
        bench.rules.power = power
        return try await bench.run(jobs: 2)
    }

    @Test func csvHasALinePerPolicyAndTheSameNames() async throws {
        let reports = try await Self.one.value
        let lines = CSVReport.text(reports).split(separator: "\n")
        #expect(lines.count == 7)
        let keys =
            ReportColumns.all.map(\.key) + ["powerProfile", "provenance"]
            + ["pairedDifferenceJoulesPerDay", "pairedLow95", "pairedHigh95"]
        #expect(lines[0].hasSuffix(keys.joined(separator: ",")))
        // One device has no interval, and the engine's own line no difference.
        let differences = Dictionary(
            uniqueKeysWithValues: reports[0].paired.map { ($0.other, $0.difference.value) })
        #expect(differences.count >= 4)
        for (row, line) in zip(reports[0].policies, lines.dropFirst()) {
            let difference = CSVReport.figure(differences[row.policy] ?? nil)
            #expect(
                line.contains(",\(row.policy),") && line.hasSuffix(",default,,\(difference),,"), "\(line)")
        }
        #expect(lines[1].hasPrefix("\"a,\"\"b\"\".csv\",lte,20,1,"))
        #expect(Set(ReportColumns.all.map(\.key)).count == ReportColumns.all.count)
    }

    @Test func theTableIsSortedByNetValueWithTheBoundLast() async throws {
        let reports = try await Self.one.value
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

    @Test func columnsAreFoundByKeyAndShortName() {
        for column in ReportColumns.all {
            #expect(ReportColumns.named(column.key)?.key == column.key)
            #expect(ReportColumns.named(column.shortName)?.key == column.key)
            #expect(!column.meaning.isEmpty && !column.shortName.contains(" "))
            #expect(ReportColumns.listing.contains("  \(column.key)"))
        }
        #expect(ReportColumns.named("NoData")?.key == "noDataShare")
        #expect(ReportColumns.named("colour") == nil)
    }

    /// The best rival is looked for among the runs without a row, too; they leave the rows as they are.
    @Test func theBestRivalIsTheBestOfAll() async throws {
        let plain = try await Self.one.value[0]
        let named = ["piggyback-86400", "aligned-86400", "piggyback-3600", "fixed-60"]
        let report = try await Self.reports(rivals: named)[0]
        #expect(report.policies == plain.policies)
        #expect(report.rivals.map(\.policy) == ["piggyback-86400", "aligned-86400", "fixed-60"])
        #expect(report.rivalFamilies == 3)
        let gains = report.rivalRuns.compactMap(\.gainJoulesPerDay)
        #expect(gains.count == 6)
        #expect(report.bestRival?.gainJoulesPerDay == gains.max())
        let none = try #require(report.policies.first { $0.policy == "none" })
        #expect(none.gainJoulesPerDay == 0)
        for row in report.policies {
            let net = try #require(row.netValueJoulesPerDay) - (none.netValueJoulesPerDay ?? 0)
            #expect(abs(net - (row.gainJoulesPerDay ?? 0)) < 1e-6)
        }
    }

    /// The sentences stand above the table, and name settings with their unit.
    @Test func theVerdictComesFirst() async throws {
        let report = try await Self.one.value[0]
        let sentences = try #require(Reading.baselines(report, [report]))
        #expect(Wrapped.plain(sentences).contains("of 2 baselines "))
        let lines = Reading.lines(report, [report])
        #expect(lines.joined(separator: " ").hasSuffix(Wrapped.plain(sentences)))
        #expect(lines.allSatisfy { !$0.contains("\u{A0}") })
        let text = TableReport.text([report]).split(separator: "\n")
        let verdict = try #require(text.firstIndex(of: lines[0][...]))
        let table = try #require(text.firstIndex { $0.hasPrefix("policy ") })
        #expect(verdict < table)
    }

    @Test(arguments: [
        ("aligned-3600", "aligned with period = 3600 s"), ("one-index-0.003", "one-index with least = 0.003"),
        ("one-recent:apps=3", "one-recent with apps = 3"), ("none", "none"), ("clairvoyant", "clairvoyant"),
    ]) func settingsHaveUnits(policy: String, text: String) throws {
        let row = PolicyResult(
            choice: try #require(PolicyChoice(policy)), DeviceMetrics(), bound: BoundFigures(),
            unfetched: DeviceMetrics(), valueJoules: 20, batteryJoules: 69_300)
        #expect(Wrapped.plain(row.spelled) == text)
    }

    @Test func aSweepEndsWithEnergyAtEqualFreshness() async throws {
        let text = TableReport.text(try await Self.reports(values: [5, 100]))
        #expect(text.contains("Energy at equal freshness"))
        #expect(text.components(separatedBy: "policy ").count == 3)
    }

    @Test func theSummaryHasALinePerComparison() async throws {
        let text = SummaryReport.text([try await Self.two.value])
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "adaptive and the best baseline, x/y.csv, lte, default power profile")
        #expect(lines.contains { $0.hasPrefix("5 ") } && lines.contains { $0.hasPrefix("20 ") })
    }

    @Test func stringsAreQuoted() {
        #expect(JSON.text("a\"\\\n\u{1}é").text == "\"a\\\"\\\\\\n\\u0001é\"")
        #expect(CSVReport.quoted("plain") == "plain")
        #expect(CSVReport.quoted("a\nb") == "\"a\nb\"")
    }
}

@Suite struct FrontierTests {
    private func frontier(_ points: [(Double, Double)]) -> EnergyCurve {
        guard let choice = PolicyChoice("piggyback-60") else {
            return EnergyCurve([], unfetchedFreshShare: nil)
        }
        let rows = points.map { fresh, joules in
            var metrics = DeviceMetrics()
            metrics.days = 1
            metrics.launches = 1000
            metrics.freshLaunches = Int(fresh * 1000)
            metrics.energy.activeJoules = joules
            return PolicyResult(
                choice: choice, metrics, bound: BoundFigures(),
                unfetched: DeviceMetrics(), valueJoules: 20, batteryJoules: 69_300)
        }
        return EnergyCurve(rows, unfetchedFreshShare: 0.2)
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

@Suite struct GainComparisonTests {
    @Test(
        arguments: [
            (12, 4, ["r-60", "4.0", "3.00"]), (12, 4000, ["r-60", "4000", "0.00"]),
            (-1, 4, ["r-60", "4.0", "-"]), (12, 0, ["none", "-", "-"]), (12, -3, ["none", "-", "-"]),
            (12, 0.049, ["none", "-", "-"]), (12, nil, ["-", "-", "-"]),
        ] as [(Double, Double?, [String])])
    func ratiosOfGainsAlone(own: Double, rival: Double?, cells: [String]) {
        let name = rival == nil ? nil : "r-60"
        #expect(GainComparison(own: own, rival: name, rivalJoules: rival).cells == cells)
    }
}

@Suite struct WrappedTests {
    @Test func linesBreakAtBlanksAlone() {
        let word = String(repeating: "a", count: 39)
        #expect(Wrapped.lines("\(word) \(word) b") == ["\(word) \(word)", "b"])
        #expect(Wrapped.list([word, "\(word) b"]) == ["\(word),", "\(word) b"])
        let long = String(repeating: "x", count: 100)
        #expect(Wrapped.lines("a \(long) b") == ["a", long, "b"])
        #expect(Wrapped.lines("") == [])
    }
}
