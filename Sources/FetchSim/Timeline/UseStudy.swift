import FetchSched

/// A closer look at a few policies over all devices of a trace, on one radio and at one worth of a launch: by hour,
/// by app, and one typical day.
public struct UseStudy: Sendable {
    /// What one policy did.
    public struct Run: Sendable {
        /// The policy's name.
        public let policy: String
        /// By device, in their order.
        public let devices: [UseTally]

        /// Launches by hour of the local day, over all devices.
        public var hours: [UseTally.Launches] {
            devices.reduce([UseTally.Launches](repeating: UseTally.Launches(), count: 24)) {
                zip($0, $1.hours).map(+)
            }
        }
    }

    /// The devices.
    public let devices: [DeviceTrace]
    /// The radio's name.
    public let radio: String
    /// Worth of a fresh launch, in joules.
    public let valueJoules: Double
    /// The policies, in the order asked for.
    public let runs: [Run]
    /// The device and day with the median number of launches, among the whole days that are scored.
    public let typicalDay: DayReplay?
    /// Of the most used apps of that device, when they were expected and when they were opened.
    public let profiles: [LaunchProfile]

    /// Runs `bench` on its first radio and value; the bound, which is no policy, is left out.
    ///
    /// - Parameters:
    ///   - profiles: how many apps' profiles are wanted.
    ///   - progress: told of each piece of the ``Bench/work`` done, from any worker.
    /// - Throws: `CancellationError` if the surrounding task is cancelled.
    public init(
        _ bench: Bench, jobs: Int, profiles: Int = 3,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let bench = bench.onFirstRadioAndValue
        let radio = bench.radios.first ?? .lte
        let devices = bench.devices
        let days = devices.map { LocalDays($0) }
        let typical = TypicalDay.find(devices, days, bench.rules)
        let numbers = Dictionary(devices.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let pieces = Collected<Piece>()
        _ = try await bench.run(jobs: jobs, progress: progress) { run in
            guard let number = numbers[run.device] else { return }
            let timeline = DeviceTimeline(
                of: devices[number], fetches: run.fetches, radio: radio, rules: bench.rules)
            pieces.append(
                Piece(
                    policy: run.policy, device: number,
                    tally: UseTally(timeline, apps: devices[number].appNames.count, days: days[number]),
                    day: number == typical?.device ? typical.map { timeline.part(in: $0.day.time) } : nil))
        }
        let all = pieces.all
        let runs = bench.policies.compactMap { policy in
            let own = all.filter { $0.policy == policy.name }.sorted { $0.device < $1.device }
            return own.isEmpty ? nil : Run(policy: policy.name, devices: own.map(\.tally))
        }
        self.init(bench, runs, typical, days, profiles: profiles) { policy in
            all.lazy.filter { $0.policy == policy }.compactMap(\.day).first
        }
    }

    /// The study of devices whose tallies are known: only the typical day's device is replayed.
    ///
    /// - Parameter runs: what each of the bench's policies did on its devices, in their order.
    package init(_ bench: Bench, tallies runs: [Run], jobs: Int, profiles: Int = 3) async throws {
        let bench = bench.onFirstRadioAndValue
        let days = bench.devices.map { LocalDays($0) }
        let typical = TypicalDay.find(bench.devices, days, bench.rules)
        var parts: [String: DeviceTimeline] = [:]
        if let typical, let radio = bench.radios.first {
            var one = bench
            one.devices = [bench.devices[typical.device]]
            for run in try await one.recordedRuns(jobs: jobs, progress: { _ in }) {
                parts[run.policy] =
                    DeviceTimeline(of: one.devices[0], fetches: run.fetches, radio: radio, rules: bench.rules)
                    .part(in: typical.day.time)
            }
        }
        self.init(bench, runs, typical, days, profiles: profiles) { parts[$0] }
    }

    private init(
        _ bench: Bench, _ runs: [Run], _ typical: TypicalDay?, _ days: [LocalDays], profiles: Int,
        day: (String) -> DeviceTimeline?
    ) {
        let radio = bench.radios.first ?? .lte
        devices = bench.devices
        self.radio = radio.name
        valueJoules = bench.values.first ?? 0
        self.runs = runs
        guard let typical else {
            typicalDay = nil
            self.profiles = []
            return
        }
        let trace = bench.devices[typical.device]
        typicalDay = DayReplay(
            typical.day, of: trace, days: days[typical.device],
            own: DeviceTimeline(of: trace, fetches: [], radio: radio, rules: bench.rules),
            runs: bench.policies.compactMap { policy in day(policy.name).map { (policy.name, $0) } })
        self.profiles = LaunchProfile.mostUsed(
            profiles, of: trace, rules: bench.rules, seed: trace.seed(in: bench.seed))
    }

    private struct Piece: Sendable {
        let policy: String
        let device: Int
        let tally: UseTally
        let day: DeviceTimeline?
    }
}

extension Bench {
    /// It alone on its first radio and at its first value: what a study looks at.
    package var onFirstRadioAndValue: Bench {
        var bench = self
        bench.radios = Array(radios.prefix(1))
        bench.values = Array(values.prefix(1))
        return bench
    }
}

/// The day that stands for all.
private struct TypicalDay {
    let device: Int
    let day: LocalDays.Day

    /// The day with the median number of launches (the lower one of two) among the whole days that are scored; of
    /// all days where there are none. Ties go to the first device and day.
    static func find(_ devices: [DeviceTrace], _ days: [LocalDays], _ rules: SimulationRules) -> TypicalDay? {
        var candidates: [(launches: Int, isWhole: Bool, day: TypicalDay)] = []
        for (number, trace) in devices.enumerated() {
            let scored = rules.scoringStart(trace.span)
            let launches = trace.events.lazy.filter { $0.kind == .launch }.map(\.time)
            var counts = [Int](repeating: 0, count: days[number].days.count)
            var index = 0
            for time in launches {
                while index < counts.count, days[number].days[index].time.upperBound <= time { index += 1 }
                if index < counts.count { counts[index] += 1 }
            }
            for (day, count) in zip(days[number].days, counts) {
                // A trace of whole days ends just before the last midnight.
                let isWhole =
                    day.time.lowerBound >= scored
                    && day.time.upperBound <= trace.span.upperBound + .hours(1)
                candidates.append((count, isWhole, TypicalDay(device: number, day: day)))
            }
        }
        let whole = candidates.filter(\.isWhole)
        if !whole.isEmpty { candidates = whole }
        // The standard library documents that `sort` is stable.
        candidates.sort { $0.launches < $1.launches }
        return candidates.isEmpty ? nil : candidates[(candidates.count - 1) / 2].day
    }
}
