import FetchSched

/// What a program answers. An answer has the keys of its question and no others, so that one that is misspelt is found.
enum Answer {
    /// To `fetch`: the app to fetch, or none and then perhaps what would be asked next.
    struct Fetch: Hashable {
        /// The app; nil for none.
        var app: Int?
        /// When it wants to be asked next; nil if it did not say.
        var wake: Instant?
        /// From when on the radio may matter to it; nil if it did not say.
        var radio: Instant?
    }

    /// The version of the protocol.
    static let version = "fetchsched-exec/1"

    static let helloExpected =
        #"{"hello":"fetchsched-exec/1"}, with "parallel":N from 1 to 1000000 if wanted"#
    static let fetchExpected =
        #"{"fetch":APP} or {"fetch":null}, the latter with "wake":TIME and "radio":TIME if wanted"#
    static let wakeExpected = #"{"wake":TIME} or {"wake":null}, with "radio":TIME if wanted"#
    static let pushExpected = #"{"start":true} or {"start":false}"#

    /// How many fetches the program has under way at once.
    static func hello(_ line: [UInt8]) throws(ExecFault) -> Int {
        guard let object = object(line, keys: ["hello", "parallel"]), object["hello"] == .text(version) else {
            throw wrong(line, helloExpected)
        }
        switch object["parallel"] {
        case nil: return 1
        case .number(let count)? where count >= 1 && count <= 1_000_000 && count == count.rounded():
            return Int(count)
        default: throw wrong(line, helloExpected)
        }
    }

    /// - Parameter apps: how many apps there are.
    static func fetch(_ line: [UInt8], apps: Int) throws(ExecFault) -> Fetch {
        guard let object = object(line, keys: ["fetch", "wake", "radio"]) else {
            throw wrong(line, fetchExpected)
        }
        switch object["fetch"] {
        case .null?:
            return Fetch(
                wake: try time(object["wake"], line, fetchExpected),
                radio: try time(object["radio"], line, fetchExpected))
        case .number(let number)? where object.fields.count == 1:
            guard number >= 0, number < Double(apps), number == number.rounded() else {
                throw wrong(line, apps > 0 ? "an app from 0 to \(apps - 1)" : "null, as there is no app yet")
            }
            return Fetch(app: Int(number))
        default: throw wrong(line, fetchExpected)
        }
    }

    static func wake(_ line: [UInt8]) throws(ExecFault) -> Fetch {
        // No fetch is no answer to this question, but does no harm: so a program may answer both alike.
        guard let object = object(line, keys: ["fetch", "wake", "radio"]), object["wake"] != nil,
            [nil, .null].contains(object["fetch"])
        else {
            throw wrong(line, wakeExpected)
        }
        return Fetch(
            wake: try time(object["wake"], line, wakeExpected),
            radio: try time(object["radio"], line, wakeExpected))
    }

    static func push(_ line: [UInt8]) throws(ExecFault) -> Bool {
        guard let object = object(line, keys: ["start"]), case .truth(let starts)? = object["start"] else {
            throw wrong(line, pushExpected)
        }
        return starts
    }

    private static func object(_ line: [UInt8], keys: [String]) -> FlatObject? {
        guard let object = FlatObject(line), object.fields.allSatisfy({ keys.contains($0.key) }) else {
            return nil
        }
        return object
    }

    /// A moment in milliseconds; null is never. Nil if nothing is said.
    private static func time(
        _ value: FlatObject.Value?, _ line: [UInt8], _ expected: String
    ) throws(ExecFault) -> Instant? {
        switch value {
        case nil: return nil
        case .null?: return .distantFuture
        case .number(let number)? where abs(number) <= 9e15 && number == number.rounded():
            return Instant(milliseconds: Int64(number))
        default: throw wrong(line, expected + ", times in whole milliseconds")
        }
    }

    private static func wrong(_ line: [UInt8], _ expected: String) -> ExecFault {
        .wrong(found: String(decoding: line.prefix(1000), as: UTF8.self), expected: expected)
    }
}
