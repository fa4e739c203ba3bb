import FetchTrace

/// Adds up the devices of partial results. In which order they come does not matter.
package struct PartialMerge: Sendable {
    private let work: ShardWork
    private var traces: [String: OfTrace] = [:]
    /// All counts so far: no total of any of them is larger, so that none overflows.
    var counted = 0

    private struct OfTrace: Sendable {
        /// By section.
        var totals: [BenchTotals]
        var curve: [CurveBench.Device] = []
        var hasFetchableApp = false
    }

    package init(_ work: ShardWork) {
        self.work = work
    }

    /// Adds a device, which must not have been added before.
    package mutating func add(_ record: JSONValue) throws(RecordProblem) -> (trace: String, device: String) {
        let trace = try record.field("trace").text()
        let name = try record.field("device").text()
        var provenance: [String] = []
        for text in try record.field("provenance").list() { provenance.append(try text.text()) }
        let facts = BenchTotals.DeviceFacts(
            name: name, events: try record.field("events").count(),
            warmupDays: try record.field("warmupDays").amount(from: 0), provenance: provenance,
            digest: try record.field("digest").digest64())
        try count(facts.events)
        var all =
            traces.removeValue(forKey: trace)
            ?? OfTrace(totals: work.sections.map { BenchTotals($0.plan) })
        if try record.field("fetchable").truth() { all.hasFetchableApp = true }
        for (index, section) in work.sections.enumerated() {
            let runs = section.plan.runs
            let values = try record.field(section.name).list(count: runs.count)
            if section.isCurve {
                var outcomes: [CurveOutcome] = []
                for (run, value) in zip(runs, values) {
                    outcomes.append(try .init(value, of: run, values: section.plan.bench.values.count))
                }
                all.curve.append(.init(name: name, facts: facts, outcomes: outcomes))
                continue
            }
            var outcomes: [BenchPlan.Outcome] = []
            for (run, value) in zip(runs, values) {
                let outcome = try section.plan.outcome(of: run, value)
                for number in outcome.counts { try count(number) }
                outcomes.append(outcome)
            }
            all.totals[index].add(facts, outcomes)
        }
        traces[trace] = all
        return (trace, name)
    }

    private mutating func count(_ number: Int) throws(RecordProblem) {
        let (sum, isTooLarge) = counted.addingReportingOverflow(number)
        guard !isTooLarge else {
            throw RecordProblem(offset: 0, found: "larger counts", expected: "63 bits for their sum")
        }
        counted = sum
    }

    package func hasDevices(of trace: String) -> Bool { traces[trace] != nil }

    /// Whether any app of that trace may be fetched.
    package func hasFetchableApp(in trace: String) -> Bool { traces[trace]?.hasFetchableApp ?? false }

    package func reports(of section: String, trace: String, shown: Bench? = nil) -> [BenchReport] {
        guard let index = work.sections.firstIndex(where: { $0.name == section }) else { return [] }
        return traces[trace]?.totals[index].reports(trace: trace, shown: shown.map { BenchPlan($0) }) ?? []
    }

    /// The curves of the traces, in that order.
    package func curves(_ names: [String]) -> [CurveReport] {
        work.curve?.reports(names.map { ($0, traces[$0]?.curve ?? []) }) ?? []
    }
}

extension BenchPlan.Outcome {
    /// Everything that is added up as a whole number.
    fileprivate var counts: [Int] {
        switch self {
        case .policy(let metrics): Self.counts(metrics)
        case .unfetched(let metrics, let bounds):
            Self.counts(metrics)
                + bounds.flatMap { [$0.freshLaunches, $0.fetches, $0.wakeups, Int($0.bytes)] }
        }
    }

    private static func counts(_ metrics: DeviceMetrics) -> [Int] {
        DeviceMetrics.counts.map { metrics[keyPath: $0] } + [Int(metrics.bytes)]
    }
}
