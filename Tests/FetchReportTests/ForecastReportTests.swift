import FetchSched
import Foundation
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchTrace

/// Reports of forecast scores of a small generated trace.
@Suite struct ForecastReportTests {
    /// Made once for all tests, with a name that needs quotes and with one that is a path.
    private static let quoted = Task { try await report(trace: "a,\"b\".csv") }
    private static let plain = Task { try await report(trace: "x/t.csv") }

    private static func report(trace: String, days: Int = 9) async throws -> ForecastReport {
        let preset = try #require(GeneratorPreset.named("sparse"))
        let generator = TraceGenerator(preset: preset, devices: 1, days: days, seed: 5)
        var names = TraceNames()
        let events = generator.generateDevice(0, names: &names)
        let device = DeviceTrace(name: "d", events: events, names: names)
        return try await ForecastBench(trace: trace, devices: [device]).run(jobs: 1)
    }

    @Test func jsonHasTheKeysOfTheDocument() async throws {
        let text = ForecastJSONReport.text([try await Self.quoted.value])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "format", "trace", "devices", "days", "warmupDays", "events", "launches", "totals", "when",
                "which", "within", "reliability", "content", "weeks",
            ])
        #expect(object["format"] as? String == "fetchsched-forecast/1")
        #expect(object["trace"] as? String == "a,\"b\".csv")
        func keys(_ section: String) throws -> Set<String> {
            let rows = try #require(object[section] as? [[String: Any]])
            #expect(Set(rows.map { Set($0.keys) }).count == 1)
            return Set(try #require(rows.first).keys)
        }
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
                "minutes", "kind", "forecaster", "questions", "launchedShare", "brier", "skill", "logLoss",
            ])
        #expect(
            try keys("reliability") == ["minutes", "lower", "upper", "questions", "forecast", "observed"])
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
            lines[1].hasPrefix("\"a,\"\"b\"\".csv\",totals,mixture / mixture,whenNatsPerLaunch,"))
    }

    @Test func tablesAreAligned() async throws {
        let report = try await Self.plain.value
        let lines = ForecastTableReport.text(report).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("x/t.csv, 1 device, 6 days scored after 3 of warm-up, "))
        let rules = lines.indices.filter { lines[$0].hasPrefix("---") }
        #expect(rules.count == 7)
        for rule in rules {
            var row = rule + 1
            while row < lines.count, !lines[row].isEmpty {
                #expect(lines[row].count == lines[rule].count, "\(lines[row])")
                row += 1
            }
        }
    }

    @Test func theSummaryHasALinePerTrace() async throws {
        let text = ForecastTableReport.summary([
            try await Self.plain.value, try await Self.quoted.value,
        ])
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("t.csv ") }.count == 1)
        // Title, two heads, a rule, two traces, and three lines that say what stands there.
        #expect(text.split(separator: "\n").count == 9)
    }
}
