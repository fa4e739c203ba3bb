import FetchSched
import FetchTrace

/// What a shard of devices does, so that a merge of all shards can give what one run over all devices would.
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

    /// The comparisons.
    let sections: [Section]
    /// The policies of which tallies are wanted, on one radio and at one value; nil if none are.
    let study: BenchPlan?
    /// The curves, if they are wanted.
    let curve: CurveBench?
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case section(Int, BenchPlan.Run)
        case study(BenchPlan.Run)
        case curve(CurveBench.Piece)
    }

    /// Makes the work.
    ///
    /// - Parameters:
    ///   - sections: the comparisons, each with another name.
    ///   - study: the policies of which an HTML report may show tallies; its trace then goes into the result.
    ///   - curve: the curves.
    package init(sections: [Section] = [], study: Bench? = nil, curve: CurveBench? = nil) {
        self.sections = sections
        self.study = study.map { BenchPlan($0.onFirstRadioAndValue) }
        self.curve = curve
        var pieces: [Piece] = []
        for (index, section) in sections.enumerated() {
            pieces += section.plan.runs.map { .section(index, $0) }
        }
        pieces += (self.study?.policyRuns ?? []).map { .study($0) }
        pieces += (curve?.pieces ?? []).map { .curve($0) }
        self.pieces = pieces
    }

    /// How often each device is replayed.
    package var replaysPerDevice: Int { pieces.count }

    /// Whether the traces themselves are wanted.
    package var needsTraces: Bool { study != nil }

    /// A device of a shard.
    package struct Device: Sendable {
        /// What the trace is called.
        package var traceName: String
        /// The device.
        package var trace: DeviceTrace
        /// Its trace as CSV, where ``ShardWork/needsTraces``.
        package var csv: String?

        /// Makes a device.
        package init(traceName: String, trace: DeviceTrace, csv: String? = nil) {
            self.traceName = traceName
            self.trace = trace
            self.csv = csv
        }
    }

    /// Does the work on devices that come one after the other.
    ///
    /// - Parameters:
    ///   - jobs: workers at a time.
    ///   - progress: told of each piece of work done, in events, from any worker.
    ///   - next: gives the next device, nil after the last; called by one worker at a time.
    ///   - take: given the fields of each device's record, in the order of the devices.
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
        case .study(let run):
            guard let study else { return .null }
            let fetches = try study.outcome(of: run, over: trace, recordsFetches: true).1
            let timeline = DeviceTimeline(
                of: trace, fetches: fetches, radio: study.radios[run.radio], rules: study.rules)
            return UseTally(timeline, apps: trace.appNames.count, days: LocalDays(trace)).json
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
        if let study { fields.append(("study", takeNext(study.policyRuns.count))) }
        if let curve { fields.append(("curve", takeNext(curve.pieces.count))) }
        if let csv = device.csv { fields.append(("csv", .text(csv))) }
        return JSON.members(fields)
    }
}

extension BenchPlan {
    /// Those of ``runs`` that are a policy's.
    var policyRuns: [Run] { runs.filter { $0.policy != nil } }
}
