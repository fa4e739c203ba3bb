import FetchSched
import FetchSim

/// Every fetch of the policies as CSV (RFC 4180), one line per fetch: the run, the fetch, and the terms of its value.
package enum DecisionReport {
    package static var header: String {
        let own = [
            "trace", "radio", "valueJoules", "policy", "device", "time", "app", "reason", "outcome", "bytes",
            "seconds", "scored",
        ]
        return CSVReport.line(own + FetchValue.terms.map(\.name))
    }

    /// The lines of one device's replay under one policy.
    package static func lines(trace: String, _ run: RecordedRun) -> String {
        let start = [
            CSVReport.name(trace), CSVReport.name(run.radio), CSVReport.figure(run.valueJoules),
            CSVReport.name(run.policy), CSVReport.name(run.device),
        ]
        var text = ""
        for recorded in run.fetches {
            let fetch = recorded.fetch
            let own = [
                fetch.start.traceText, CSVReport.name(run.appNames[fetch.app.index]), recorded.reason,
                fetch.outcome.name, String(fetch.bytes), Figures.plain(recorded.seconds),
                fetch.start >= run.scoredFrom ? "1" : "0",
            ]
            let terms = FetchValue.terms.map { term in
                let value = recorded.decision.map { term.value($0.value) }
                return CSVReport.figure(value.flatMap { $0.isFinite ? $0 : nil })
            }
            text += CSVReport.line(start + own + terms)
        }
        return text
    }
}
