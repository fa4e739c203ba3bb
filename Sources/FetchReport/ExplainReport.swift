import FetchSched
import FetchSchedText
import FetchSim
import FetchTrace

/// Why apps would be fetched at a moment or not: in lines, as a ``table``, or as `fetchsched-explain/1`.
package struct ExplainReport: Sendable {
    package var trace: String
    package var replay: PolicyRun
    package var moment: FetchTime
    /// The zone in which people read times, in seconds east of UTC.
    package var secondsEast: Int
    package var answers: [EngineAnswer]

    /// Makes a report of `answers`, those whose fetch would bring most first.
    package init(
        trace: String, replay: PolicyRun, moment: FetchTime, secondsEast: Int = 0,
        answers: [EngineAnswer]
    ) {
        self.trace = trace
        self.replay = replay
        self.moment = moment
        self.secondsEast = secondsEast
        // A surplus that is not a number comes last.
        func rank(_ answer: EngineAnswer) -> Double {
            let surplus = answer.explanation.value.surplus
            return surplus.isNaN ? -.infinity : surplus
        }
        self.answers = answers.sorted { rank($0) > rank($1) }
    }

    // MARK: For people

    /// One line per app with its verdict; below it the terms of the decision, facts, and the app's other background
    /// work that is not done.
    package var text: String {
        answers.map { answer in
            let parts = parts(answer) + answer.held.map { $0.text(secondsEast: secondsEast) }
            let below = parts.dropFirst().map { part in
                "  " + Wrapped.lines(Wrapped.keepingFigures(part), width: 76).joined(separator: "\n    ")
                    + "\n"
            }
            return parts[0] + "\n" + below.joined()
        }.joined()
    }

    private func parts(_ answer: EngineAnswer) -> [String] {
        let intro = "\(escaped(answer.app)) at \(local(answer.explanation.moment)): "
        if let decision = answer.underWay {
            return [
                intro + "a fetch has been running since \(local(decision.moment)) (\(decision.reason.name))",
                decision.value.formula(),
            ]
        }
        let last = answer.lastFetch.map { last in
            let ago = answer.explanation.moment - last.start
            return "last fetch \(ago) ago (\(last.reason), \(last.outcome.name))"
        }
        let parts = answer.explanation.parts(secondsEast: secondsEast)
        return [intro + parts[0]] + parts.dropFirst() + [last ?? "not fetched before"]
    }

    func local(_ instant: FetchTime) -> String { PlainText.time(instant, secondsEast: secondsEast) }

    // MARK: For machines

    /// One object, with its keys in the order of docs/explain-format.md; ends in a newline.
    package var json: String {
        JSON.object([
            "format": .text("fetchsched-explain/1"), "trace": .text(trace),
            "device": .text(replay.trace.name), "radio": .text(replay.setup.radio.name),
            "valueJoules": .number(replay.setup.valueJoules), "time": Self.time(moment),
            "apps": .rows(answers.map(answer)),
        ]).text + "\n"
    }

    private func answer(_ answer: EngineAnswer) -> JSON {
        let explanation = answer.explanation
        let expected = explanation.expected
        return .object([
            "app": .text(answer.app), "verdict": .text(explanation.verdict.name),
            "expected": .object([
                "when": .text(expected.name), "time": expected.instant.map(Self.time) ?? .null,
            ]),
            "radioAwake": .truth(explanation.isRadioAwake),
            "vetoes": .list(explanation.vetoes.map { Self.wait($0.name, until: $0.until) }),
            "terms": Self.terms(FetchExplanation.terms, of: explanation),
            "underWay": answer.underWay.map(Self.underWay) ?? .null,
            "lastFetch": answer.lastFetch.map(Self.lastFetch) ?? .null,
            "work": .list(answer.held.map(Self.work)),
            "text": .text(parts(answer).joined(separator: "; ")),
        ])
    }

    private static func work(_ held: HeldWork) -> JSON {
        .object([
            "kind": .text(held.kind.rawValue), "number": .whole(held.number),
            "since": held.since.map(time) ?? .null, "bytesDone": .whole(held.bytes?.lowerBound),
            "bytes": .whole(held.bytes?.upperBound),
            "waits": .list(held.vetoes.map { wait($0.name, until: $0.until) }),
        ])
    }

    private static func wait(_ name: String, until: FetchTime?) -> JSON {
        .object(["name": .text(name), "until": until.map(time) ?? .null])
    }

    private static func underWay(_ decision: FetchDecision) -> JSON {
        .object([
            "time": time(decision.moment), "reason": .text(decision.reason.name),
            "terms": terms(FetchValue.terms, of: decision.value),
        ])
    }

    private static func lastFetch(_ fetch: RecordedFetch) -> JSON {
        .object([
            "time": time(fetch.start), "reason": .text(fetch.reason),
            "outcome": .text(fetch.outcome.name), "bytes": .whole(fetch.fetch.bytes),
            "seconds": .number(fetch.seconds),
            "terms": fetch.decision.map { terms(FetchValue.terms, of: $0.value) } ?? .null,
        ])
    }

    private static func terms<Subject>(_ terms: [Term<Subject>], of subject: Subject) -> JSON {
        .object(terms.map { ($0.name, .number($0.value(subject))) })
    }

    /// An instant; null for one that never comes.
    private static func time(_ instant: FetchTime) -> JSON {
        instant == .distantFuture ? .null : .text("\(instant)")
    }
}
