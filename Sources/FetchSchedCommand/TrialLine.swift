import FetchReport
import FetchSim
import FetchTrace
import FetchTune
import Foundation
import FetchOptions

/// The lines of `tune ask` and `tune tell`, one object each.
enum TrialLine {
    static func text(_ asked: AskedTrial) -> String {
        JSON.object([
            "study": .text(asked.study), "trial": .text(asked.trial), "unit": .whole(asked.unit),
            "place": .whole(asked.place),
        ]).text + "\n"
    }

    static func text(_ result: ToldResult) -> String {
        JSON.object([
            "study": .text(result.study), "trial": .text(result.trial), "unit": .whole(result.unit),
            "fresh": .whole(result.measurement.fresh), "joules": .shortest(result.measurement.joules),
        ]).text + "\n"
    }

    static func asked(_ line: JSONValue) throws(RecordProblem) -> AskedTrial {
        AskedTrial(
            study: try line.field("study").text(), trial: try line.field("trial").text(),
            unit: try line.field("unit").count(), place: try line.field("place").count())
    }

    static func result(_ line: JSONValue) throws(RecordProblem) -> ToldResult {
        ToldResult(
            study: try line.field("study").text(), trial: try line.field("trial").text(),
            unit: try line.field("unit").count(),
            measurement: UnitMeasurement(
                fresh: try line.field("fresh").count(), joules: try line.field("joules").amount()))
    }
}

/// Files with one JSON object in each line.
enum JSONLines {
    struct Line<Value: Sendable>: Sendable {
        let file: String
        let number: Int
        let value: Value

        func failure(_ found: String, _ expected: String) -> Failure {
            Failure(status: 65, "\(file):\(number):1: error: found \(found), expected \(expected)")
        }
    }

    /// The lines of the file at `path`; empty ones are passed over.
    ///
    /// - Parameter verb: the part of `tune` that makes such lines.
    static func read<Value: Sendable>(
        _ path: String, of verb: String, _ value: (JSONValue) throws(RecordProblem) -> Value
    ) throws -> [Line<Value>] {
        let name = path == "-" ? "standard input" : escaped(path)
        let data: Data
        do {
            data =
                path == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data()
                : try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure(status: 66, "\(name): error: cannot read it")
        }
        return try data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return nil }
                guard let value = try? value(try JSONValue(parsing: Array(line))) else {
                    let found = String(decoding: line.prefix(100), as: UTF8.self)
                    throw Failure(
                        status: 65,
                        "\(name):\(index + 1):1: error: found \(quoted(found)), expected a line of "
                            + "'fetchsched tune \(verb)'")
                }
                return Line(file: name, number: index + 1, value: value)
            }
    }

    /// Works on lines side by side; the results are in their order.
    static func map<Value, Result: Sendable>(
        _ lines: [Line<Value>], jobs: Int, finished: @escaping @Sendable () -> Void,
        _ work: @escaping @Sendable (Line<Value>) throws -> Result
    ) async throws -> [Result] {
        try await ParallelMap.run(lines.count, jobs: jobs, finished: { _ in finished() }) {
            try work(lines[$0])
        }
    }
}
