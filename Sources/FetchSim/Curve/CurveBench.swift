import FetchSched

/// Draws each family's curve: the freshness that it reaches for an energy, as its own dial goes from frugal to
/// lavish, on every radio, beside the clairvoyant bound.
///
/// Several traces give a report each and one of all their devices: energy is per device and day, freshness per
/// launch.
package struct CurveBench: Sendable {
    /// The traces: what to call each in reports, and its devices.
    package var traces: [(name: String, devices: [DeviceTrace])]
    package var subjects: [CurveSubject]
    package var radios: [RadioProfile]
    /// Worths of a fresh launch, in joules: the dial of the engine and of the bound.
    package var values: [Double]
    package var rules: SimulationRules
    package var seed: UInt64
    /// The engine's settings; radio and value of a launch are those of each run.
    package var configuration = Configuration()
    /// Number of resamples of devices for the intervals.
    package var resamples = 1000

    /// Worths of a fresh launch that draw a curve from next to no energy to thousands of joules a day.
    package static let usualValues: [Double] = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000,
    ]

    package init(
        traces: [(name: String, devices: [DeviceTrace])], subjects: [CurveSubject], radios: [RadioProfile],
        values: [Double] = usualValues, rules: SimulationRules = SimulationRules(), seed: UInt64 = 1
    ) {
        self.traces = traces
        self.subjects = subjects
        self.radios = radios
        self.values = values
        self.rules = rules
        self.seed = seed
    }

    /// One point of a curve; `subject` nil stands for the device left alone, and its bound.
    struct Piece: Sendable {
        var radio: Int
        var subject: Int?
        var point: Int
    }

    /// A device's part of the curves.
    struct Device: Sendable {
        var name: String
        var warmupDays: Double
        var outcomes: [CurveFigures.Outcome]
    }

    /// How often each device is replayed; ``work`` is this times the events.
    package var replaysPerDevice: Int { pieces.count }

    /// How much work there is, for progress: device-replays weighted by their events.
    package var work: Int {
        replaysPerDevice * traces.reduce(0) { $0 + $1.devices.reduce(0) { $0 + $1.eventCount } }
    }

    /// Runs it on `jobs` workers. The result does not depend on their number.
    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [CurveReport] {
        let (pieces, all) = (pieces, traces.flatMap(\.devices))
        let outcomes = try await ParallelMap.run(
            pieces.count * all.count, jobs: jobs, finished: { progress(all[$0 % all.count].eventCount) }
        ) { try outcome(of: pieces[$0 / all.count], over: all[$0 % all.count]) }
        var number = 0
        return reports(
            traces.map { trace in
                (
                    trace.name,
                    trace.devices.map { device in
                        defer { number += 1 }
                        return Device(
                            name: device.name, warmupDays: rules.warmupDays(device),
                            outcomes: pieces.indices.map { outcomes[$0 * all.count + number] })
                    }
                )
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
        let pieces = pieces
        return groups.flatMap { group in
            let members = devices[group.members].flatMap { $0 }
            return radios.indices.map { radio in
                var figures = CurveFigures(values: values)
                figures.families = subjects.map { CurveFigures.Family(subject: $0, values: values) }
                for (index, piece) in pieces.enumerated() where piece.radio == radio {
                    for device in members {
                        figures.add(device.outcomes[index], subject: piece.subject, point: piece.point)
                    }
                }
                return CurveReport(
                    trace: group.name, isPooled: group.members.count > 1, radio: radios[radio].name,
                    powerProfile: rules.power.name, seed: seed,
                    warmupDays: members.map(\.warmupDays).exactSum / Double(max(1, members.count)),
                    figures: figures, resamples: resamples)
            }
        }
    }

    var pieces: [Piece] {
        radios.indices.flatMap { radio in
            [Piece(radio: radio, point: 0)]
                + subjects.indices.flatMap { subject in
                    subjects[subject].choices(values).indices.map {
                        Piece(radio: radio, subject: subject, point: $0)
                    }
                }
        }
    }

    func outcome(of piece: Piece, over trace: DeviceTrace) throws -> CurveFigures.Outcome {
        let radio = radios[piece.radio]
        guard let subject = piece.subject else {
            let limits = DeviceLimits(
                trace: trace, radio: radio, rules: rules, values: values, configuration: configuration)
            let net = zip(values, limits.bounds).map { $0 * Double($1.freshLaunches) - $1.joules }
            return .unfetched(DeviceFigures(limits.unfetched), boundNet: net)
        }
        let (choice, value) = subjects[subject].choices(values)[piece.point]
        let run = PolicyRun(
            trace: trace, radio: radio, rules: rules, valueJoules: value ?? Configuration().valueJoules,
            settings: choice.settings, seed: trace.seed(in: seed), configuration: configuration)
        let replay = try choice.kind?.replay(run).checked() ?? PolicyReplay()
        return .point(DeviceFigures(replay.metrics))
    }
}

/// The subject of a curve: a family with some parameters fixed, without its setting.
package struct CurveSubject: Sendable {
    /// The name without the dial, as in `nutch:increase=0.2`.
    package let name: String
    package let isEngine: Bool
    private let family: PolicyFamily
    private let fixed: [String: Double]

    /// The curve to which a policy belongs; nil for the bound, and for what has no dial.
    package init?(_ choice: PolicyChoice) {
        guard let family = choice.kind, family.heedsValue || !family.sweep.isEmpty
        else { return nil }
        self.family = family
        isEngine = family.isEngine
        var fixed = choice.settings.explicit
        if let dial = family.dial { fixed[dial.name] = nil }
        self.fixed = fixed
        name = PolicyChoice(family, fixed).name
    }

    package static func subjects(_ choices: [PolicyChoice]) -> [CurveSubject] {
        var subjects: [CurveSubject] = []
        for subject in choices.compactMap(CurveSubject.init)
        where !subjects.contains(where: { $0.name == subject.name }) {
            subjects.append(subject)
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

    /// The policies along the curve, from frugal to lavish; with the worth of a fresh launch where that is the dial.
    func choices(_ values: [Double]) -> [(PolicyChoice, Double?)] {
        if family.heedsValue {
            let choice = PolicyChoice(family, fixed)
            return values.map { (choice, $0) }
        }
        guard let dial = family.dial else { return [] }
        return family.sweep.map { value in
            (PolicyChoice(family, fixed.merging([dial.name: value]) { $1 }), nil)
        }
    }
}
