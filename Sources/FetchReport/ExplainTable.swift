import FetchSched
import FetchSim
import FetchTrace

extension ExplainReport {
    /// The apps side by side, one to a row, those whose fetch would bring most beyond its cost first. V times the four
    /// shares is the benefit. Apps that are never fetched are counted below.
    package var table: String {
        let listed = answers.filter { !$0.explanation.vetoes.contains { $0.rule == .intervalNever } }
        var table = TextTable(
            headers: ["app", "new", "opened", "trust", "beyond", "benefit", "cost", "decision", "fetch"],
            units: ["", "%", "%", "%", "%", "J", "J", "", ""])
        table.words = [0, 7, 8]
        table.rows = listed.map(Self.row)
        table.fit()
        let due = listed.filter { [.fetch, .probe].contains($0.explanation.verdict) }.map { escaped($0.app) }
        var lines =
            Wrapped.list(title) + ["Fetched now: \(due.isEmpty ? "none" : Wrapped.few(due, most: 5)).", ""]
        lines += listed.isEmpty ? [] : table.lines() + [""]
        lines += Wrapped.lines(notes(listed).joined(separator: " "))
        return lines.joined(separator: "\n") + "\n"
    }

    private var title: [String] {
        let isAwake = answers.first?.explanation.isRadioAwake ?? false
        return [
            escaped(trace), "device \(escaped(replay.trace.name))", local(moment),
            escaped(replay.setup.radio.name),
            "V = \(Figures.plain(replay.setup.valueJoules)) J", isAwake ? "radio awake" : "radio asleep",
        ]
    }

    private func notes(_ listed: [EngineAnswer]) -> [String] {
        let never = answers.count - listed.count
        let waiting = answers.filter { !$0.held.isEmpty }.map { escaped($0.app) }
        let more = listed.contains { $0.explanation.value.ageBenefit > 0 }
        return [
            "V x new x opened x trust x beyond later fetches"
                + (more ? " + missing updates and further launches" : "")
                + " = benefit. --app NAME explains one app.",
            never == 0
                ? nil
                : Figures.counted(never, "app") + " with the interval never "
                    + (never == 1 ? "is" : "are") + " left out.",
            waiting.isEmpty ? nil : "Other work waits for \(Wrapped.few(waiting, most: 5)).",
        ].compactMap { $0 }
    }

    private static func row(_ answer: EngineAnswer) -> [String] {
        let explanation = answer.explanation
        let value = explanation.value
        func percent(_ probability: Double) -> String { Figures.fixed(100 * probability, decimals: 1) }
        func joules(_ energy: Double) -> String { Figures.fixed(energy, decimals: 2) }
        return [
            escaped(answer.app), percent(value.somethingNew), percent(value.usedInTime),
            percent(value.trustApplied), percent(value.beyondLaterFetches), joules(value.benefit),
            joules(value.cost), decision(answer), expected(answer),
        ]
    }

    /// The span in its largest unit, rounded down.
    private static func short(_ span: TimeSpan) -> String {
        "\(span)".split(separator: " ").prefix(2).joined(separator: " ")
    }

    private static func decision(_ answer: EngineAnswer) -> String {
        let explanation = answer.explanation
        if answer.underWay != nil { return "fetch-under-way" }
        guard let veto = explanation.vetoes.first else { return explanation.verdict.name }
        let others = explanation.vetoes.count - 1
        return veto.name + (others > 0 ? " +\(others)" : "")
    }

    private static func expected(_ answer: EngineAnswer) -> String {
        let explanation = answer.explanation
        if answer.underWay != nil { return "under way" }
        return switch explanation.expected {
        case .now: "now"
        case .nextFreeMoment: "opportunity"
        case .wakeup(let instant): "wakeup in " + short(instant - explanation.moment)
        case .notBefore(let instant): "not for " + short(instant - explanation.moment)
        case .notForeseen: "-"
        }
    }
}
