import FetchSched
import FetchTrace

/// A program's answer: the keys of its question and no others, so that a wrong key is found.
enum Answer {
    /// To `fetch`: the app to fetch, or none and then perhaps the time of the next query.
    struct Fetch: Hashable {
        var app: Int?
        /// When to query the program next; nil if it did not say.
        var wake: FetchTime?
        /// From when on the radio may matter to it; nil if it did not say.
        var radio: FetchTime?
    }

    static let version = "fetchsched-exec/1"

    static let helloExpected =
        #"{"hello":"fetchsched-exec/1"}, with "parallel":N from 1 to 1000000 if wanted"#
    static let fetchExpected =
        #"{"fetch":APP} or {"fetch":null}, the latter with "wake":TIME and "radio":TIME if wanted"#
    static let wakeExpected = #"{"wake":TIME} or {"wake":null}, with "radio":TIME if wanted"#
    static let pushExpected = #"{"start":true} or {"start":false}"#

    /// How many fetches the program has under way at once.
    static func hello(_ line: [UInt8]) throws(ExecFault) -> Int {
        guard let members = members(line, keys: ["hello", "parallel"]),
            (try? members["hello"]?.text()) == version
        else { throw wrong(line, helloExpected) }
        guard let parallel = members["parallel"] else { return 1 }
        guard let count = whole(parallel), 1...1_000_000 ~= count else { throw wrong(line, helloExpected) }
        return Int(count)
    }

    static func fetch(_ line: [UInt8], apps: Int) throws(ExecFault) -> Fetch {
        guard let members = members(line, keys: ["fetch", "wake", "radio"]), let fetch = members["fetch"]
        else {
            throw wrong(line, fetchExpected)
        }
        if case .null = fetch.content {
            return Fetch(
                wake: try time(members["wake"], line, fetchExpected),
                radio: try time(members["radio"], line, fetchExpected))
        }
        guard fetch.number != nil, members.count == 1 else { throw wrong(line, fetchExpected) }
        guard let app = whole(fetch), 0..<Int64(apps) ~= app else {
            throw wrong(line, apps > 0 ? "an app from 0 to \(apps - 1)" : "null, as there is no app yet")
        }
        return Fetch(app: Int(app))
    }

    static func wake(_ line: [UInt8]) throws(ExecFault) -> Fetch {
        guard let members = members(line, keys: ["fetch", "wake", "radio"]), let wake = members["wake"] else {
            throw wrong(line, wakeExpected)
        }
        // No fetch is no answer to this question, but does no harm: so a program may answer both alike.
        if let fetch = members["fetch"] {
            guard case .null = fetch.content else { throw wrong(line, wakeExpected) }
        }
        return Fetch(
            wake: try time(wake, line, wakeExpected), radio: try time(members["radio"], line, wakeExpected))
    }

    static func push(_ line: [UInt8]) throws(ExecFault) -> Bool {
        guard let starts = try? members(line, keys: ["start"])?["start"]?.truth() else {
            throw wrong(line, pushExpected)
        }
        return starts
    }

    private static func members(_ line: [UInt8], keys: [String]) -> [String: JSONValue]? {
        guard let members = try? JSONValue(parsing: line).members(), members.keys.allSatisfy(keys.contains)
        else { return nil }
        return members
    }

    /// A number without a fraction.
    private static func whole(_ value: JSONValue) -> Int64? { value.number.flatMap { Int64(exactly: $0) } }

    /// A moment in milliseconds; null is never. Nil if nothing is said.
    private static func time(
        _ value: JSONValue?, _ line: [UInt8], _ expected: String
    ) throws(ExecFault) -> FetchTime? {
        guard let value else { return nil }
        if case .null = value.content { return .distantFuture }
        guard let time = whole(value), abs(Double(time)) <= 9e15 else {
            throw wrong(line, expected + ", times in whole milliseconds")
        }
        return FetchTime(milliseconds: time)
    }

    private static func wrong(_ line: [UInt8], _ expected: String) -> ExecFault {
        .wrong(found: String(decoding: line.prefix(1000), as: UTF8.self), expected: expected)
    }
}
