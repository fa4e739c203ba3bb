import FetchTrace

/// The work for a shard of devices, so that a merge of all shards equals one run over all devices.
package struct ShardWork: Sendable {
    /// A comparison with a name of its own, or the curves.
    package struct Section: Sendable {
        let name: String
        let plan: BenchPlan
        var isCurve = false

        /// Makes a section; of `bench` neither the trace's name nor the devices matter.
        package init(_ name: String, _ bench: Bench) {
            self.name = name
            plan = BenchPlan(bench)
        }

        fileprivate init(_ curve: CurveBench) {
            name = "curve"
            plan = curve.plan
            isCurve = true
        }
    }

    let sections: [Section]
    /// The curves, if they are wanted.
    let curve: CurveBench?
    private let pieces: [(section: Section, run: BenchPlan.Run)]

    package init(sections: [Section] = [], curve: CurveBench? = nil) {
        let sections = sections + (curve.map { [Section($0)] } ?? [])
        self.sections = sections
        self.curve = curve
        pieces = sections.flatMap { section in section.plan.runs.map { (section, $0) } }
    }

    package var replaysPerDevice: Int { pieces.count }

    package typealias Device = (traceName: String, trace: DeviceTrace)

    /// Does the work on devices that come one after the other.
    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
        next: sending @escaping () throws -> Device?, take: @escaping @Sendable (String) throws -> Void
    ) async throws {
        try await DeviceStream.run(
            pieces: pieces.count, jobs: jobs, next: next,
            piece: { device, number in
                let (section, run) = pieces[number]
                let outcome = try section.plan.outcome(of: run, over: device.trace).0
                progress(device.trace.eventCount)
                return section.isCurve
                    ? CurveOutcome(outcome, values: section.plan.bench.values).json
                    : BenchPlan.json(outcome, isApart: run.isApart)
            },
            combine: { fields(of: $0, $1) }, take: take)
    }

    private func fields(of device: Device, _ outcomes: [JSON]) -> String {
        let trace = device.trace
        let facts = BenchTotals.DeviceFacts(trace, sections.first?.plan.bench.rules ?? SimulationRules())
        var fields = [
            ("trace", JSON.text(device.traceName)), ("device", .text(trace.name)),
            ("events", .whole(facts.events)), ("warmupDays", .shortest(facts.warmupDays)),
            ("fetchable", .truth(trace.hasFetchableApp)),
            ("provenance", .list(facts.provenance.map { .text($0) })),
            ("digest", .text(hexadecimal(facts.digest, digits: 16))),
        ]
        var rest = outcomes[...]
        for section in sections {
            fields.append((section.name, .list(rest.prefix(section.plan.runs.count))))
            rest = rest.dropFirst(section.plan.runs.count)
        }
        return JSON.members(fields)
    }
}
