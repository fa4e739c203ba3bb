import FetchSched
import FetchSim
import FetchTrace

/// Why the apps of a device would be fetched at a moment or not: for people one line per app, for machines
/// `fetchsched-explain/1`.
public struct ExplainReport: Sendable {
    /// What to call the trace.
    public var trace: String
    /// The replay that was asked.
    public var replay: EngineReplay
    /// The moment it is about.
    public var moment: Instant
    /// The apps.
    public var answers: [EngineReplay.Answer]

    /// Makes a report of `answers`, those whose fetch would bring most first.
    public init(trace: String, replay: EngineReplay, moment: Instant, answers: [EngineReplay.Answer]) {
        self.trace = trace
        self.replay = replay
        self.moment = moment
        // A surplus that is not a number comes last.
        func worth(_ answer: EngineReplay.Answer) -> Double {
            let surplus = answer.explanation.value.surplus
            return surplus.isNaN ? -.infinity : surplus
        }
        // The standard library documents that `sort` is stable.
        self.answers = answers.sorted { worth($0) > worth($1) }
    }

    // MARK: For people

    /// One line per app, and one below it for each piece of its other background work that is not done.
    public var text: String {
        answers.map { answer in
            ([Self.line(answer)] + answer.held.map { "  \($0)" }).joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func line(_ answer: EngineReplay.Answer) -> String {
        let name = escaped(answer.app)
        if let decision = answer.underWay {
            return "\(name) at \(answer.explanation.moment): since \(decision.moment) being \(decision.why)"
        }
        let line = answer.explanation.line(naming: name)
        guard let last = answer.lastFetch else { return line + "; not fetched before" }
        let ago = answer.explanation.moment - last.fetch.start
        return line + "; last fetched \(ago) ago (\(last.reason), \(last.fetch.outcome.name))"
    }

    // MARK: For machines

    /// One object, with its keys in the order of docs/explain-format.md; ends in a newline.
    public var json: String {
        let head = [
            JSONReport.field("format", JSONReport.quoted("fetchsched-explain/1")),
            JSONReport.field("trace", JSONReport.quoted(trace)),
            JSONReport.field("device", JSONReport.quoted(replay.trace.name)),
            JSONReport.field("radio", JSONReport.quoted(replay.radio.name)),
            JSONReport.field("valueJoules", Figures.plain(replay.valueJoules)),
            JSONReport.field("time", Self.time(moment)),
        ]
        let rows = answers.map { "  " + Self.object(Self.fields($0)) }.joined(separator: ",\n")
        return Self.object(head + [JSONReport.field("apps", rows.isEmpty ? "[]" : "[\n\(rows)\n]")]) + "\n"
    }

    private static func fields(_ answer: EngineReplay.Answer) -> [String] {
        let explanation = answer.explanation
        let expected = explanation.expected
        return [
            JSONReport.field("app", JSONReport.quoted(answer.app)),
            JSONReport.field("verdict", JSONReport.quoted(explanation.verdict.name)),
            JSONReport.field(
                "expected",
                object([
                    JSONReport.field("when", JSONReport.quoted(expected.name)),
                    JSONReport.field("time", expected.instant.map(time) ?? "null"),
                ])),
            JSONReport.field("radioAwake", explanation.radioIsAwake ? "true" : "false"),
            JSONReport.field("vetoes", "[" + explanation.vetoes.map(veto).joined(separator: ",") + "]"),
            JSONReport.field("terms", terms(Explanation.terms, of: explanation)),
            JSONReport.field("underWay", answer.underWay.map(underWay) ?? "null"),
            JSONReport.field("lastFetch", answer.lastFetch.map(lastFetch) ?? "null"),
            JSONReport.field("work", "[" + answer.held.map(work).joined(separator: ",") + "]"),
            JSONReport.field("text", JSONReport.quoted(line(answer))),
        ]
    }

    private static func work(_ held: HeldWork) -> String {
        let waits = held.waits.map { wait in
            object([
                JSONReport.field("name", JSONReport.quoted(wait.name)),
                JSONReport.field("until", wait.until.map(time) ?? "null"),
            ])
        }
        return object([
            JSONReport.field("kind", JSONReport.quoted(held.kind.name)),
            JSONReport.field("number", "\(held.number)"),
            JSONReport.field("since", held.since.map(time) ?? "null"),
            JSONReport.field("bytesDone", held.bytes.map { "\($0.done)" } ?? "null"),
            JSONReport.field("bytes", held.bytes.map { "\($0.all)" } ?? "null"),
            JSONReport.field("waits", "[" + waits.joined(separator: ",") + "]"),
        ])
    }

    private static func veto(_ veto: Veto) -> String {
        object([
            JSONReport.field("name", JSONReport.quoted(veto.name)),
            JSONReport.field("until", veto.until.map(time) ?? "null"),
        ])
    }

    private static func underWay(_ decision: FetchDecision) -> String {
        object([
            JSONReport.field("time", time(decision.moment)),
            JSONReport.field("reason", JSONReport.quoted(decision.reason.name)),
            JSONReport.field("terms", terms(FetchValue.terms, of: decision.value)),
        ])
    }

    private static func lastFetch(_ fetch: RecordedFetch) -> String {
        object([
            JSONReport.field("time", time(fetch.fetch.start)),
            JSONReport.field("reason", JSONReport.quoted(fetch.reason)),
            JSONReport.field("outcome", JSONReport.quoted(fetch.fetch.outcome.name)),
            JSONReport.field("bytes", "\(fetch.fetch.bytes)"),
            JSONReport.field("seconds", Figures.plain(fetch.seconds)),
            JSONReport.field("terms", fetch.decision.map { terms(FetchValue.terms, of: $0.value) } ?? "null"),
        ])
    }

    private static func terms<Subject>(_ terms: [Term<Subject>], of subject: Subject) -> String {
        object(
            terms.map { term in
                let value = term.value(subject)
                return JSONReport.field(term.name, value.isFinite ? Figures.plain(value) : "null")
            })
    }

    /// An instant; null for one that never comes.
    private static func time(_ instant: Instant) -> String {
        instant == .distantFuture ? "null" : JSONReport.quoted("\(instant)")
    }

    private static func object(_ fields: [String]) -> String { "{" + fields.joined(separator: ",") + "}" }
}
