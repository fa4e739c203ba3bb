import FetchReport
import FetchSim
import FetchTrace
import FetchTune
import Foundation

/// The lines of `tune ask` and `tune tell`, one object each.
enum TrialLine {
    static func text(_ asked: AskedTrial) -> String {
        JSON.object([
            "study": .text(asked.study), "trial": .text(asked.trial), "unit": .whole(asked.unit),
            "place": .whole(asked.place),
        ]).text + "\n"
    }

    static func text(_ result: ToldResult) -> String {
        // Joules with all digits that it takes to read the same number again.
        let runs = result.measurement.runs.map { "{\"fresh\":\($0.fresh),\"joules\":\($0.joules)}" }
        return "{\"study\":\(JSON.quoted(result.study)),\"trial\":\(JSON.quoted(result.trial)),"
            + "\"unit\":\(result.unit),\"runs\":[\(runs.joined(separator: ","))]}\n"
    }
}

extension AskedTrial: Decodable {
    private enum Key: String, CodingKey { case study, trial, unit, place }

    /// Reads a line of `tune ask`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            study: try values.decode(String.self, forKey: .study),
            trial: try values.decode(String.self, forKey: .trial),
            unit: try values.decode(Int.self, forKey: .unit),
            place: try values.decode(Int.self, forKey: .place))
    }
}

extension ToldResult: Decodable {
    private enum Key: String, CodingKey { case study, trial, unit, runs }

    private struct Run: Decodable {
        var fresh: Int
        var joules: Double
    }

    /// Reads a line of `tune measure`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let runs = try values.decode([Run].self, forKey: .runs)
        self.init(
            study: try values.decode(String.self, forKey: .study),
            trial: try values.decode(String.self, forKey: .trial),
            unit: try values.decode(Int.self, forKey: .unit),
            measurement: UnitMeasurement(
                runs: runs.map { UnitMeasurement.Run(fresh: $0.fresh, joules: $0.joules) }))
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
    static func read<Value: Decodable & Sendable>(_ path: String, as type: Value.Type) throws -> [Line<Value>]
    {
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
        let decoder = JSONDecoder()
        return try data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return nil }
                guard let value = try? decoder.decode(type, from: Data(line)) else {
                    let found = String(decoding: line.prefix(100), as: UTF8.self)
                    throw Failure(
                        status: 65,
                        "\(name):\(index + 1):1: error: found \(quoted(found)), expected a line of "
                            + "'fetchsched tune \(type == AskedTrial.self ? "ask" : "measure")'")
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
