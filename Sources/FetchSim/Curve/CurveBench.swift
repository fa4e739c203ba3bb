import FetchSched

/// Draws each family's curve: the freshness that the family reaches for an energy, as its main setting goes from frugal
/// to lavish, on every radio, together with the clairvoyant bound.
///
/// Several traces give a report each and one of all their devices: energy is per device and day, freshness per
/// launch.
package struct CurveBench: Sendable {
    /// The traces: what to call each in reports, and its devices.
    package var traces: [(name: String, devices: [DeviceTrace])]
    package let subjects: [CurveSubject]
    /// Number of resamples of devices for the intervals.
    package var resamples = 1000
    /// Every subject's policies on each radio.
    let plan: BenchPlan

    /// Worths of a fresh launch that draw a curve from next to no energy to thousands of joules a day.
    package static let usualValues: [Double] = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000,
    ]

    /// Makes the curves of `subjects` on the radios of `bench`, at its values, under its rules and with its settings of the
    /// engine; it needs no devices and no policies.
    package init(
        traces: [(name: String, devices: [DeviceTrace])], subjects: [CurveSubject], of bench: Bench
    ) {
        self.traces = traces
        self.subjects = subjects
        var bench = bench
        bench.rivals = []
        bench.policies = subjects.flatMap { $0.choices(bench.values).map(\.0) }
        // A program is told V, be its own setting what draws the curve.
        let value = bench.values.count == 1 ? bench.values[0] : FetchConfiguration().valueJoules
        plan = BenchPlan(bench, unusedValue: value)
    }

    struct Device: Sendable {
        var name: String
        var facts: BenchTotals.DeviceFacts
        /// The outcome of each run of the plan.
        var outcomes: [CurveOutcome]
    }

    /// How much work there is, for progress: device-replays weighted by their events.
    package var work: Int {
        plan.runs.count * traces.reduce(0) { $0 + $1.devices.reduce(0) { $0 + $1.eventCount } }
    }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [CurveReport] {
        let all = traces.flatMap(\.devices)
        let outcomes = try await plan.outcomes(over: all, jobs: jobs, progress: progress) {
            CurveOutcome($0, values: plan.bench.values)
        }
        var devices = zip(all, outcomes).map { device, outcomes in
            Device(name: device.name, facts: .init(device, plan.bench.rules), outcomes: outcomes)
        }[...]
        return reports(
            traces.map { trace in
                defer { devices = devices.dropFirst(trace.devices.count) }
                return (trace.name, Array(devices.prefix(trace.devices.count)))
            })
    }

    /// The reports of devices that were replayed one by one.
    func reports(_ traces: [(name: String, devices: [Device])]) -> [CurveReport] {
        // The bootstrap draws devices by their numbers: they are in the same order however they came.
        let devices = traces.map {
            $0.devices.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        var groups = traces.indices.map { (name: traces[$0].name, members: $0...$0) }
        if traces.count > 1 { groups.append(("\(traces.count) traces", 0...traces.count - 1)) }
        let bench = plan.bench
        return groups.flatMap { group in
            let members = devices[group.members].flatMap { $0 }
            return bench.radios.indices.map { radio in
                let runs = plan.runs.indices.filter { plan.runs[$0].radio == radio }
                return CurveReport(
                    trace: group.name, isPooled: group.members.count > 1, radio: bench.radios[radio].name,
                    bench, members.map(\.facts),
                    figures: CurveFigures(
                        subjects, values: bench.values,
                        members.map { device in runs.map { device.outcomes[$0] } }),
                    resamples: resamples)
            }
        }
    }
}

/// The subject of a curve: a family with some parameters fixed, without its setting.
package struct CurveSubject: Sendable {
    /// The name without the dial, as in `nutch:increase=0.2`.
    package let name: String
    package let isEngine: Bool
    private let family: PolicyFamily
    private let fixed: [String: Double]
    /// The runs that draw the curve, where they were named; empty for the usual settings.
    private var named: [PolicyChoice] = []

    /// The curve to which a policy belongs; nil for the bound, and for what has no dial.
    package init?(_ choice: PolicyChoice) {
        guard let family = choice.kind, family.usesValue || !family.sweep.isEmpty
        else { return nil }
        self.family = family
        isEngine = family.isEngine
        var fixed = choice.settings.explicit
        if let dial = family.dial { fixed[dial.name] = nil }
        self.fixed = fixed
        name = choice.sweep ?? PolicyChoice(family, fixed).name
    }

    /// The subjects of those policies, each once, with the usual settings.
    package static func subjects(_ choices: [PolicyChoice]) -> [CurveSubject] {
        var subjects: [CurveSubject] = []
        for subject in choices.compactMap(CurveSubject.init)
        where !subjects.contains(where: { $0.name == subject.name }) {
            subjects.append(subject)
        }
        return subjects
    }

    /// Like ``subjects(_:)``, but several settings of a policy that are named, as in `aligned-600/1800`, draw its curve.
    package static func subjects(asNamed choices: [PolicyChoice]) -> [CurveSubject] {
        var subjects = subjects(choices)
        for index in subjects.indices {
            // Each once, as a bench runs it.
            var names = Set<String>()
            let runs = choices.filter {
                CurveSubject($0)?.name == subjects[index].name && ($0.sweep != nil || $0.setsDial)
                    && names.insert($0.name).inserted
            }
            if runs.count > 1 { subjects[index].named = runs.map(\.atOneValue) }
        }
        return subjects
    }

    /// Every rival of ``PolicyFamily/all`` with each setting of its dial, for ``Bench/rivals``; those that wake the radio as
    /// the screen lights also without.
    package static var everyRival: [PolicyChoice] {
        let others =
            PolicyFamily.ofPushes.map { PolicyChoice($0) }
            + [PolicyFamily.oneIndex, .oneScore].map {
                PolicyChoice($0, ["screen": 0])
            }
        return rivals(of: usual + subjects(others))
    }

    /// The rivals among some policies, each with every setting of its dial, for ``Bench/rivals``.
    package static func rivals(among choices: [PolicyChoice]) -> [PolicyChoice] {
        rivals(of: subjects(choices))
    }

    private static func rivals(of subjects: [CurveSubject]) -> [PolicyChoice] {
        subjects.filter { !$0.isEngine }.flatMap { $0.choices([]).map(\.0) }
    }

    /// Every rival but those for pushes alone, and the engine.
    package static var usual: [CurveSubject] {
        subjects(
            PolicyFamily.all.dropLast(PolicyFamily.ofPushes.count)
                .filter { !$0.isEngine || $0.name == "adaptive" }.map { PolicyChoice($0) })
    }

    /// The policies along the curve, from frugal to lavish; with the value of a fresh launch if the curve varies it.
    func choices(_ values: [Double]) -> [(PolicyChoice, Double?)] {
        if !named.isEmpty { return named.map { ($0, nil) } }
        if family.usesValue {
            let choice = PolicyChoice(family, fixed)
            return values.map { (choice, $0) }
        }
        guard let dial = family.dial else { return [] }
        return family.sweep.map { value in
            (PolicyChoice(family, fixed.merging([dial.name: value]) { $1 }), nil)
        }
    }
}
