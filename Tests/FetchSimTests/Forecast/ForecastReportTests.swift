import FetchSched
import Foundation
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace
import FetchGenerate
@testable import FetchLab

/// Reports of forecast scores of a small generated trace.
@Suite struct ForecastReportTests {
    /// Made once for all tests, with a name that needs quotes and with one that is a path.
    private static let quoted = Task { try await report(trace: "a,\"b\".csv") }
    private static let plain = Task { try await report(trace: "x/t.csv") }

    private static func report(trace: String, days: Int = 9) async throws -> ForecastReport {
        try await ForecastBench(trace: trace, devices: [device(days: days)]).run(jobs: 1)
    }

    private static func device(days: Int) throws -> DeviceTrace {
        let preset = try #require(GeneratorPreset.named("sparse"))
        let generator = TraceGenerator(preset: preset, devices: 1, days: days, seed: 5)
        var names = TraceNames()
        let events = generator.generateDevice(0, names: &names)
        return DeviceTrace(name: "d", events: events, names: names)
    }

    @Test func jsonHasTheKeysOfTheDocument() async throws {
        let text = ForecastJSONReport.text([try await Self.quoted.value])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "format", "trace", "devices", "days", "warmupDays", "events", "launches", "totals", "when",
                "which", "within", "reliability", "moments", "momentReliability", "content", "weeks",
                "deviceDays", "resamples", "seed",
                "model",
                "figures",
            ])
        #expect(object["model"] as? String == "adaptive")
        #expect(object["format"] as? String == "fetchsched-forecast/1")
        #expect(object["trace"] as? String == "a,\"b\".csv")
        func keys(_ section: String) throws -> Set<String> {
            let rows = try #require(object[section] as? [[String: Any]])
            #expect(Set(rows.map { Set($0.keys) }).count == 1)
            return Set(try #require(rows.first).keys)
        }
        #expect(try keys("figures") == ["figure", "minutes", "value", "low95", "high95"])
        #expect(
            try keys("totals") == [
                "whenKind", "when", "whichKind", "which", "whenNatsPerLaunch", "whichNatsPerLaunch",
                "natsPerLaunch",
            ])
        #expect(
            try keys("when")
                == Set(
                    [
                        "kind", "forecaster", "natsPerLaunch", "expectedPerLaunch", "waits", "meanWait",
                        "distance", "criticalDistance",
                    ] + (1...10).map { "waitsInTenth\($0)" }))
        #expect(
            try keys("which") == [
                "kind", "forecaster", "natsPerLaunch", "hitAt1", "hitAt5", "meanReciprocalRank",
            ])
        #expect(
            try keys("within") == [
                "minutes", "kind", "forecaster", "questions", "launchedShare", "brier", "skill",
                "skillOverBaseRate", "logLoss",
            ])
        #expect(
            try keys("reliability") == [
                "minutes", "lower", "upper", "questions", "forecast", "observed", "off",
            ])
        #expect(try keys("moments") == keys("within"))
        #expect(try keys("momentReliability") == keys("reliability"))
        #expect(try keys("content") == ["kind", "forecaster", "looks", "newShare", "logLoss", "brier"])
        #expect(
            try keys("weeks") == [
                "week", "launches", "whenNatsPerLaunch", "whichNatsPerLaunch", "natsPerLaunch",
                "baselineNatsPerLaunch", "contentLogLoss",
            ])
    }

    @Test func severalTracesAreAnArray() async throws {
        let report = try await Self.quoted.value
        let text = ForecastJSONReport.text([report, report])
        let array = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.count == 2)
    }

    @Test func csvHasAFigureALine() async throws {
        let report = try await Self.quoted.value
        let lines = ForecastCSVReport.text([report]).split(separator: "\n")
        let sections = ForecastSection.all(report)
        #expect(lines[0] == "trace,section,row,figure,value")
        #expect(lines.count == 1 + sections.reduce(0) { $0 + $1.rows.count * $1.figures.count })
        #expect(
            lines[1].hasPrefix(
                "\"a,\"\"b\"\".csv\",figures,\"when an app is opened: log score, nats\",value,"))
        let totals = "\"a,\"\"b\"\".csv\",totals,mixture / mixture,whenNatsPerLaunch,"
        #expect(lines.contains { $0.hasPrefix(totals) })
    }

    @Test func tablesAreAligned() async throws {
        let report = try await Self.plain.value
        let lines = ForecastTableReport.text(report).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("x/t.csv, 1 device, 6 days scored after 3 of warm-up, "))
        let rules = lines.indices.filter { lines[$0].hasPrefix("---") }
        #expect(rules.count == 10)
        for rule in rules {
            var row = rule + 1
            while row < lines.count, !lines[row].isEmpty {
                // Marks and intervals, the last columns, are flush left.
                #expect(lines[row].count <= lines[rule].count, "\(lines[row])")
                row += 1
            }
        }
    }

    @Test func theSummaryHasALinePerTrace() async throws {
        let text = ForecastTableReport.summary([
            try await Self.plain.value, try await Self.quoted.value,
        ])
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("t.csv ") }.count == 1)
        // Title, two heads, a rule, two traces, and three lines that explain the columns.
        #expect(text.split(separator: "\n").count == 9)
        #expect(text.contains(" 5 min 15 min "))
    }

    @Test func figuresHaveTheirIntervals() async throws {
        let text = ForecastTableReport.text(try await Self.plain.value)
        for words in ["5 min", "15 min", "1 h", "4 h"] {
            #expect(
                try text.contains(
                    Regex("whether within \(words): skill, % +-?[0-9.]+ \\[-?[0-9.]+, -?[0-9.]+\\]\n")))
        }
        #expect(text.contains("after free moments, within 15 min: skill, %"))
        #expect(text.contains(" device-days, drawn anew 1000 times, seed 1\n"))
        #expect(
            try text.contains(
                Regex("\n[0-9]+ of [0-9]+ bins? of 100 questions or more (is|are) off by more than")))
        #expect(text.contains("\nexpert belief "))
        #expect(text.contains("\n5 min   baseline base-rate "))
    }

    @Test func severalModels() async throws {
        let device = try Self.device(days: 9)
        let models = try ["adaptive", "constant-rate"].map {
            try #require(PolicyChoice($0).flatMap { ForecastModel($0) })
        }
        let report = try await ForecastBench(trace: "t.csv", devices: [device]).compare(models, jobs: 2)
        let figures = ForecastFigure.all.count
        #expect(figures == 12)
        let table = ForecastTableReport.text(report)
        #expect(table.hasPrefix("t.csv, 1 device, 6 days scored after 3 of warm-up, "))
        #expect(table.split(separator: "\n").filter { $0.hasPrefix("constant-rate ") }.count == 2 + figures)
        #expect(
            try table.contains(
                Regex("\nconstant-rate +when +nats +-[0-9.]+ +\\[-[0-9.]+, -[0-9.]+\\] +worse\n")))
        #expect(
            try table.contains(Regex("\nconstant-rate +content +nats +0.000 +\\[0.000, 0.000\\] +same\n")))
        #expect(table.hasSuffix("\nNote: intervals from 7 device-days are too narrow, and say little.\n"))

        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(ForecastJSONReport.text([report]).utf8))
                as? [String: Any])
        let rows = try #require(object["models"] as? [[String: Any]])
        #expect(object["totals"] == nil)
        #expect(rows.count == 2 * figures)
        #expect(
            Set(rows[0].keys) == [
                "model", "figure", "minutes", "value", "low95", "high95", "difference", "differenceLow95",
                "differenceHigh95",
            ])
        #expect(rows[0]["difference"] is NSNull)
        #expect(rows[figures]["model"] as? String == "constant-rate")
        let csv = ForecastCSVReport.text([report])
        #expect(csv.split(separator: "\n").count == 1 + 2 * figures * 6)
        #expect(csv.contains("\nt.csv,models,\"adaptive / when an app is opened: log score, nats\",value,"))
    }
}
