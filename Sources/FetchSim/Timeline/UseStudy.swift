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
        var bench = bench
        bench.radios = Array(bench.radios.prefix(1))
        bench.values = Array(bench.values.prefix(1))
        let radio = bench.radios.first ?? .lte
        let devices = bench.devices
        let rules = bench.rules
        let days = devices.map { LocalDays($0) }
        let typical = TypicalDay.find(devices, days, rules)
        let numbers = Dictionary(devices.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let pieces = Collected<Piece>()
        _ = try await bench.run(jobs: jobs, progress: progress) { run in
            guard let number = numbers[run.device] else { return }
            let timeline = DeviceTimeline(
                of: devices[number], fetches: run.fetches, radio: radio, rules: rules)
            pieces.append(
                Piece(
                    policy: run.policy, device: number,
                    tally: UseTally(timeline, apps: devices[number].appNames.count, days: days[number]),
                    day: number == typical?.device ? typical.map { timeline.part(in: $0.day.time) } : nil))
        }
        let all = pieces.all
        self.devices = devices
        self.radio = radio.name
        valueJoules = bench.values.first ?? 0
        runs = bench.policies.compactMap { policy in
            let own = all.filter { $0.policy == policy.name }.sorted { $0.device < $1.device }
            return own.isEmpty ? nil : Run(policy: policy.name, devices: own.map(\.tally))
        }
        guard let typical else {
            typicalDay = nil
            self.profiles = []
            return
        }
        let trace = devices[typical.device]
        typicalDay = DayReplay(
            typical.day, of: trace, days: days[typical.device],
            own: DeviceTimeline(of: trace, fetches: [], radio: radio, rules: rules),
            runs: bench.policies.compactMap { policy in
                all.lazy.filter { $0.policy == policy.name }.compactMap(\.day).first
                    .map { (policy.name, $0) }
            })
        self.profiles = LaunchProfile.mostUsed(
            profiles, of: trace, rules: rules,
            seed: bench.seed &+ UInt64(truncatingIfNeeded: typical.device))
    }

    private struct Piece: Sendable {
        let policy: String
        let device: Int
        let tally: UseTally
        let day: DeviceTimeline?
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
