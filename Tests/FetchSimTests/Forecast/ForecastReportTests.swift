import FetchSched
import Foundation
import Testing

@testable import FetchReport
@testable import FetchSim
@testable import FetchLab

/// Reports of forecast scores of a small generated trace.
@Suite struct ForecastReportTests {
    private static func report(_ trace: String, _ models: [String]) async throws -> ModelReport {
        let devices = try generated("sparse", days: 9, seed: 5)
        return try await ForecastBench(trace: trace, devices: devices).run(
            models.map { try #require(PolicyChoice($0)) }, jobs: 2)
    }

    @Test func oneModel() async throws {
        let text = ForecastTable.text(try await Self.report("x/t.csv", ["adaptive"]))
        #expect(text.hasPrefix("x/t.csv, 1 device, 6 days scored after 3 of warm-up, "))
        for title in ["5 min", "1 h", "use 15 min", "use 4 h"] {
            #expect(
                try text.contains(Regex("\n\(title) +% +-?[0-9.]+  \\[-?[0-9.]+, -?[0-9.]+\\]\n")), "\(title)"
            )
        }
        #expect(text.contains("resampled"))
        #expect(try text.contains(Regex("\nCalibration, asked every half hour: [0-9]+ of [0-9]+ bins")))
    }

    @Test func severalModels() async throws {
        let report = try await Self.report("a,\"b\".csv", ["adaptive", "no-content-hours"])
        let figures = ForecastFigure.all.count
        let table = ForecastTable.text(report)
        let lines = table.split(separator: "\n").filter { $0.hasPrefix("no-content-hours ") }
        #expect(lines.count == 2 + ForecastFigure.all.filter { !$0.isOfAnswers }.count)
        #expect(
            try table.contains(
                Regex("\nno-content-hours +content +nats +-?[0-9.]+ +\\[-?[0-9.]+, -?[0-9.]+\\] +[a-z]+\n")))
        #expect(
            try table.contains(Regex("\nno-content-hours +when +nats +0.000 +\\[0.000, 0.000\\] +same\n")))
        #expect(table.hasSuffix("\nNote: intervals from 7 device-days are too narrow, and say little.\n"))

        let text = ForecastJSON.text([report, report])
        let array = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.count == 2)
        let object = array[0]
        #expect(
            Set(object.keys) == [
                "format", "trace", "devices", "days", "warmupDays", "events", "launches", "deviceDays",
                "resamples", "seed", "models", "reliability", "momentReliability", "answerReliability",
            ])
        #expect(object["trace"] as? String == "a,\"b\".csv")
        let rows = try #require(object["models"] as? [[String: Any]])
        #expect(rows.count == 2 * figures)
        #expect(
            Set(rows[0].keys) == [
                "model", "figure", "minutes", "value", "low95", "high95", "difference", "differenceLow95",
                "differenceHigh95",
            ])
        #expect(rows[0]["difference"] is NSNull)
        #expect(rows[figures]["model"] as? String == "no-content-hours")
        let bins = try #require(object["reliability"] as? [[String: Any]])
        #expect(bins.count == 80)
        #expect(
            Set(bins[0].keys) == [
                "model", "minutes", "lower", "upper", "questions", "forecast", "observed", "off",
            ])
    }
}
