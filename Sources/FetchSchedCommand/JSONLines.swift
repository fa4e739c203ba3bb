import FetchTrace
import Foundation
import FetchCommandLine

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
}
