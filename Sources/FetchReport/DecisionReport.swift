import FetchSched
import FetchSim

/// One column of the list of decisions; a new one is one line in ``all``.
public struct DecisionColumn: Sendable {
    /// A fetch with what is known around it.
    struct Row {
        var trace: String
        var run: RecordedRun
        var fetch: RecordedFetch
    }

    /// The name in the header.
    public let name: String
    /// The cell; empty where there is nothing to say.
    let cell: @Sendable (Row) -> String

    private init(_ name: String, cell: @escaping @Sendable (Row) -> String) {
        self.name = name
        self.cell = cell
    }

    /// A column of names that may come from elsewhere.
    private init(names name: String, cell: @escaping @Sendable (Row) -> String) {
        self.init(name) { CSVReport.name(cell($0)) }
    }

    /// Every column: the run, the fetch, and the terms of its value.
    public static let all: [DecisionColumn] =
        [
            DecisionColumn(names: "trace") { $0.trace },
            DecisionColumn(names: "radio") { $0.run.radio },
            DecisionColumn("valueJoules") { $0.run.valueJoules.map { Figures.plain($0) } ?? "" },
            DecisionColumn(names: "policy") { $0.run.policy },
            DecisionColumn(names: "device") { $0.run.device },
            DecisionColumn("time") { $0.fetch.fetch.start.traceText },
            DecisionColumn(names: "app") { $0.run.appNames[$0.fetch.fetch.app.index] },
            DecisionColumn("reason") { $0.fetch.reason },
            DecisionColumn("outcome") { $0.fetch.fetch.outcome.name },
            DecisionColumn("bytes") { String($0.fetch.fetch.bytes) },
            DecisionColumn("seconds") { Figures.plain($0.fetch.seconds) },
            DecisionColumn("scored") { $0.fetch.fetch.start >= $0.run.scoredFrom ? "1" : "0" },
        ]
        + FetchValue.terms.map { term in
            DecisionColumn(term.name) { row in
                guard let value = row.fetch.decision.map({ term.value($0.value) }), value.isFinite else {
                    return ""
                }
                return Figures.plain(value)
            }
        }
}

/// Every fetch of the policies as CSV (RFC 4180), one line per fetch.
public enum DecisionReport {
    /// The first line.
    public static var header: String { DecisionColumn.all.map(\.name).joined(separator: ",") + "\n" }

    /// The lines of one device's replay under one policy.
    ///
    /// - Complexity: O(fetches).
    public static func lines(trace: String, _ run: RecordedRun) -> String {
        var text = ""
        for fetch in run.fetches {
            let row = DecisionColumn.Row(trace: trace, run: run, fetch: fetch)
            for (index, column) in DecisionColumn.all.enumerated() {
                if index > 0 { text += "," }
                text += column.cell(row)
            }
            text += "\n"
        }
        return text
    }
}
