import FetchSched
import FetchTrace

/// The work for a shard of devices, so that a merge of all shards equals one run over all devices.
package struct ShardWork: Sendable {
    /// A comparison with a name of its own.
    package struct Section: Sendable {
        let name: String
        let plan: BenchPlan

        /// Makes a section; of `bench` neither the trace's name nor the devices matter.
        package init(_ name: String, _ bench: Bench) {
            self.name = name
            plan = BenchPlan(bench)
        }
    }

    let sections: [Section]
    /// The curves, if they are wanted.
    let curve: CurveBench?
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case section(Int, BenchPlan.Run)
        case curve(CurveBench.Piece)
    }

    package init(sections: [Section] = [], curve: CurveBench? = nil) {
        self.sections = sections
        self.curve = curve
        var pieces: [Piece] = []
        for (index, section) in sections.enumerated() {
            pieces += section.plan.runs.map { .section(index, $0) }
        }
        pieces += (curve?.pieces ?? []).map { .curve($0) }
        self.pieces = pieces
    }

    /// How often each device is replayed.
    package var replaysPerDevice: Int { pieces.count }

    package struct Device: Sendable {
        package var traceName: String
        package var trace: DeviceTrace

        package init(traceName: String, trace: DeviceTrace) {
            self.traceName = traceName
            self.trace = trace
        }
    }

    /// Does the work on devices that come one after the other.
    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
        next: sending @escaping () throws -> Device?, take: @escaping @Sendable (String) throws -> Void
    ) async throws {
        let stream = DeviceStream<Device, JSON>(pieces: pieces.count) { device, number in
            let text = try text(of: pieces[number], over: device.trace)
            progress(device.trace.eventCount)
            return text
        }
        try await stream.run(jobs: jobs, next: next, combine: { fields(of: $0, $1) }, take: take)
    }

    private func text(of piece: Piece, over trace: DeviceTrace) throws -> JSON {
        switch piece {
        case .section(let section, let run):
            let plan = sections[section].plan
            return BenchPlan.json(try plan.outcome(of: run, over: trace).0, isApart: run.isApart)
        case .curve(let piece):
            return try curve?.outcome(of: piece, over: trace).json ?? .null
        }
    }

    private func fields(of device: Device, _ outcomes: [JSON]) -> String {
        let trace = device.trace
        let facts = BenchTotals.DeviceFacts(
            trace, sections.first?.plan.rules ?? curve?.rules ?? SimulationRules())
        var fields = [
            ("trace", JSON.text(device.traceName)), ("device", .text(trace.name)),
            ("events", .whole(facts.events)), ("warmupDays", .shortest(facts.warmupDays)),
            ("fetchable", .truth(trace.hasFetchableApp)),
        ]
        var rest = outcomes[...]
        func takeNext(_ count: Int) -> JSON {
            defer { rest = rest.dropFirst(count) }
            return .list(rest.prefix(count))
        }
        for section in sections { fields.append((section.name, takeNext(section.plan.runs.count))) }
        if let curve { fields.append(("curve", takeNext(curve.pieces.count))) }
        return JSON.members(fields)
    }
}
