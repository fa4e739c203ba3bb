import FetchSched

/// A poller that is spoken to in lines of JSON, one question, one answer: `fetchsched-poll/1` (docs/poll-lines.md).
///
///     var session = PollSession()
///     let answer = session.answer(Array(#"{"hello":"fetchsched-poll/1","requestsPerDay":1200}"#.utf8), at: now)
///
/// The program `fetchsched poll`, the C function `fetchsched_poll_ask` and WebAssembly carry the same session. It keeps names,
/// groups the sources of a host, and reads headers. It opens no file and reads no clock.
public struct PollSession: Sendable {
    /// The protocol's name and version.
    public static let version = "fetchsched-poll/1"

    var options = PollOptions()
    var engine = PollEngine(PollOptions())
    /// Whether there is a first line, or a state.
    var isKnown = false
    var isGreeted = false

    /// Names of sources by their place in the engine, and what is known of each.
    var names = PollNames()
    var sources: [UInt64] = []
    var limits: [PollLimits] = []

    /// Names of groups by number, how many sources each has, and whether it has limits of its own.
    var groups = PollNames()
    var members: [Int32] = []
    var isLimited: [Bool] = []

    /// Makes a session whose first line is `hello`.
    public init() {}

    /// Takes a line without its end, and returns the answer without its end. After an error, nothing has changed.
    ///
    /// - Parameter now: Milliseconds since 1970, unless the line has a time.
    /// - Complexity: that of the engine's call, and O(bytes).
    public mutating func answer(_ line: [UInt8], at now: Int64) -> [UInt8] {
        answer(line, at: now, isSaved: false) { _ in nil }
    }

    /// Takes a line as ``answer(_:at:)`` does; the state is saved by the caller, and not in the answer to `save`.
    ///
    /// - Parameter save: Saves a state, and returns why it could not; nil if it could.
    public mutating func answer(_ line: [UInt8], at now: Int64, saving save: ([UInt8]) -> String?) -> [UInt8]
    {
        answer(line, at: now, isSaved: true, save)
    }

    private mutating func answer(
        _ line: [UInt8], at now: Int64, isSaved: Bool, _ save: ([UInt8]) -> String?
    ) -> [UInt8] {
        do throws(PollError) { return try take(line, now, isSaved, save).line } catch {
            return PollAnswer(error).line
        }
    }

    enum Verb: Int, CaseIterable {
        case hello, sources, add, remove, group, due, asked, read, announce, network, putOff, explain, idle,
            save

        var word: String {
            switch self {
            case .hello: "hello"
            case .sources: "sources"
            case .add: "add"
            case .remove: "remove"
            case .group: "group"
            case .due: "due"
            case .asked: "asked"
            case .read: "read"
            case .announce: "announce"
            case .network: "network"
            case .putOff: "defer"
            case .explain: "explain"
            case .idle: "idle"
            case .save: "save"
            }
        }

        /// The keys other than the word and `now`.
        var keys: [String] {
            switch self {
            case .hello:
                [
                    "requestsPerDay", "seed", "least", "most", "spacing", "atOnce", "parameters", "state",
                    "resume",
                ]
            case .group: ["spacing", "atOnce"]
            case .asked:
                [
                    "outcome", "status", "headers", "new", "conditional", "changed", "retryAfter", "maxAge",
                    "bytes",
                ]
            case .putOff: ["until"]
            default: []
            }
        }
    }

    private mutating func take(
        _ bytes: [UInt8], _ now: Int64, _ isSaved: Bool, _ save: ([UInt8]) -> String?
    ) throws(PollError) -> PollAnswer {
        let line = try LineJSON(bytes)
        let start = bytes.firstIndex { $0 > 0x20 } ?? 0
        let verb = try Self.verb(line, start)
        let fields = try PollFields(line, start, [verb.word, "now"] + verb.keys)
        let now = try fields.moment("now") ?? now
        let place = try fields.required(verb.word)
        guard (verb == .hello) != isGreeted else {
            let expected =
                isGreeted ? "no second hello" : "the first line {\"hello\":\"" + Self.version + "\",...}"
            throw PollError(byte: start, found: verb.word, expected: expected)
        }
        var answer = PollAnswer()
        switch verb {
        case .hello: try hello(fields, at: now, &answer)
        case .sources, .add: try list(line, place, whole: verb == .sources, at: now, &answer)
        case .remove: try remove(line, place, at: now, &answer)
        case .group: try limitGroup(fields)
        case .due:
            let most: Int64 = 1_000_000
            let count = try line.whole(
                place, from: 0, to: most, expected: "a whole number from 0 to " + String(most))
            due(Int(count), at: now, &answer)
        case .asked:
            let (source, result) = try (source(line, place), result(fields, at: now))
            answer.add("next", engine.polled(source, result, at: now))
        case .read: engine.read(try source(line, place), at: now)
        case .announce: engine.announce(try source(line, place), at: now)
        case .network: engine.network(isUp: try line.truth(place), at: now)
        case .putOff:
            let (source, until) = try (source(line, place), line.moment(try fields.required("until")))
            guard engine.putOff(source, until: until, at: now) else {
                throw line.refused(place, expected: "a source that due gave, and that was not asked since")
            }
        case .explain:
            let explanation = engine.explanation(of: try source(line, place), at: now)
            answer.add("explain", text: try line.text(place) + Array(explanation.utf8))
        case .idle:
            try expectTrue(line, place)
            answer.add("idle", text: engine.idleReason(at: now).map { Array($0.utf8) })
        case .save:
            try expectTrue(line, place)
            try self.save(place, isSaved, save, &answer)
        }
        return answer
    }

    private static func verb(_ line: LineJSON, _ start: Int) throws(PollError) -> Verb {
        let members = try line.members(start)
        for (key, _) in members {
            let name = try line.text(key)
            if let verb = Verb.allCases.first(where: { $0.word.utf8.elementsEqual(name) }) { return verb }
        }
        throw line.refused(
            members.first?.key ?? start,
            expected: "one of the keys " + pollList(Verb.allCases.map { $0.word }))
    }

    private func expectTrue(_ line: LineJSON, _ place: Int) throws(PollError) {
        guard try line.truth(place) else { throw line.refused(place, expected: "true") }
    }

    /// The number of the source of that name.
    private func source(_ line: LineJSON, _ place: Int) throws(PollError) -> UInt64 {
        guard let index = names[try line.text(place, expected: "the name of a source in quotes")] else {
            throw line.refused(place, expected: "the name of a source")
        }
        return sources[index]
    }

    // MARK: Requests

    private mutating func due(_ count: Int, at now: Int64, _ answer: inout PollAnswer) {
        var due: [[UInt8]] = []
        while due.count < count, let source = engine.due(at: now) {
            if let name = names.name(PollEngine.place(source)) { due.append(name) }
        }
        answer.add("due", texts: due)
        if due.count < count { answer.add("next", engine.next(after: now)) }
    }

    private func result(_ fields: PollFields, at now: Int64) throws(PollError) -> PollResult {
        let line = fields.line
        guard (fields["outcome"] == nil) != (fields["status"] == nil) else {
            throw PollError(
                byte: fields.start, found: fields["status"] == nil ? "neither" : "both",
                expected: "\"outcome\" or \"status\"")
        }
        var result: PollResult
        if let place = fields["outcome"] {
            for key in ["headers", "new", "conditional"] {
                if let place = fields[key] {
                    throw line.refused(place, expected: "no \"" + key + "\" without \"status\"")
                }
            }
            result = PollResult(outcome: try outcome(line, place))
            result.maxAge = try fields.span("maxAge").map { min($0, WebAnswer.week) }
            if let place = fields["retryAfter"] {
                result.retryAfter =
                    line.isText(place)
                    ? WebAnswer.wait(try line.text(place), sent: nil, at: now)
                    : try fields.span("retryAfter").map { min($0, WebAnswer.week) }
            }
        } else {
            if let place = fields["retryAfter"] {
                throw line.refused(place, expected: "no \"retryAfter\" with \"status\": it is in \"headers\"")
            }
            var answer = WebAnswer(status: try status(fields))
            answer.isNew = try fields.truth("new", default: true)
            answer.isConditional = try fields.truth("conditional", default: true)
            if let place = fields["headers"] { try read(line, headers: place, &answer) }
            result = answer.result(at: now)
            // As of a feed's `ttl`: it holds if the headers say nothing.
            let own = try fields.span("maxAge").map { min($0, WebAnswer.week) }
            if result.maxAge == 0, let own { result.maxAge = own }
        }
        result.bytes = try fields.whole("bytes", to: 1 << 53) ?? 0
        if let place = fields["changed"] {
            for item in try line.items(place) {
                // Feeds have entries without dates, and with texts that are none.
                if line.isNull(item) { continue }
                if line.isText(item) {
                    if let date = WebTime.milliseconds(try line.text(item)), date >= 0 {
                        result.changed.append(date)
                    }
                } else {
                    result.changed.append(try line.moment(item))
                }
            }
        }
        return result
    }

    /// A number, or three digits as `curl -w '%{http_code}'` has them: 000 if there was no answer.
    private func status(_ fields: PollFields) throws(PollError) -> Int64 {
        guard let place = fields["status"], fields.line.isText(place) else {
            return try fields.whole("status", to: 999) ?? 0
        }
        let text = try fields.line.text(place)
        guard text.count == 3, text.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw fields.line.refused(place, expected: "three digits")
        }
        return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private func outcome(_ line: LineJSON, _ place: Int) throws(PollError) -> FetchOutcome {
        let words: [(String, FetchOutcome)] = [
            ("new", .newData), ("nothing", .noData), ("failed", .failed), ("gone", .gone),
        ]
        let expected = pollList(words.map { $0.0 })
        let text = try line.text(place, expected: expected)
        guard let found = words.first(where: { $0.0.utf8.elementsEqual(text) }) else {
            throw line.refused(place, expected: expected)
        }
        return found.1
    }

    /// Headers in any of the forms that languages have: an object of texts, or of lists of texts, or a list of pairs.
    private func read(_ line: LineJSON, headers place: Int, _ answer: inout WebAnswer) throws(PollError) {
        let expected = "headers: an object of texts or lists of texts, or a list of pairs"
        if line.isList(place) {
            for pair in try line.items(place) {
                let parts = try line.items(pair)
                guard parts.count == 2 else { throw line.refused(pair, expected: expected) }
                answer.add(
                    try line.text(parts[0], expected: expected), try line.text(parts[1], expected: expected))
            }
            return
        }
        for (key, value) in try line.members(place) {
            for value in line.isList(value) ? try line.items(value) : [value] {
                answer.add(try line.text(key), try line.text(value, expected: expected))
            }
        }
    }
}
