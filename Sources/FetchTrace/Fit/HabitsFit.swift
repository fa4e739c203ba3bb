import FetchSched

/// Fits ``Habits`` to devices.
///
/// The statistics of each device (``Statistics``) are averaged; if wanted, noise is added; and everything in the
/// habits follows from these means: most of it directly, what follows what by trial (``HabitsCalibration``).
public struct HabitsFit: Sendable {
    /// Nothing is written that fewer events than this stand behind.
    public var threshold = 10
    /// Noise for who shares the habits, or nil.
    public var noise: Noise?
    /// Where the randomness of the trials comes from.
    public var seed: UInt64 = 1
    /// Rounds of the calibration.
    var rounds = 22

    /// Noise with a differential-privacy budget; see ``LaplaceNoise``.
    public struct Noise: Sendable {
        /// The budget: the smaller, the more noise.
        public var epsilon: Double
        /// Where the noise comes from; who knows it can take the noise away.
        public var seed: UInt64

        /// Makes noise.
        public init(epsilon: Double, seed: UInt64) {
            self.epsilon = epsilon
            self.seed = seed
        }
    }

    /// Makes a fit with the defaults.
    public init() {}

    /// Collects devices one by one, so that a whole trace need not be in memory.
    public struct Devices: Sendable {
        var statistics: [Statistics] = []
        var zones: Set<Int> = []
        var heartbeats: [Double] = []
        var unplugged: [Double] = []
        var plugged: [Double] = []
        var conditions = 0
        var outages = 0
        var days = 0
        var spans: [Int] = []
        var weekdays: [Int] = []

        /// Begins with none.
        public init() {}

        /// How many devices with launches there are.
        public var count: Int { statistics.count }
        /// How many launches they have together.
        public private(set) var launches = 0
        /// How many the one with most has.
        public var mostLaunches: Int { Int(statistics.map { $0.count("popularity") }.max() ?? 0) }

        /// Adds the events of one device, which must be in order of time. One without launches is left out.
        public mutating func add(_ events: some Collection<TraceEvent>) {
            let log = DeviceLog(events)
            guard !log.launches.isEmpty else { return }
            var one = Statistics()
            UseStatistics.add(to: &one, of: log)
            SequenceStatistics.add(to: &one, of: log)
            ContentStatistics.add(to: &one, of: log)
            statistics.append(one)
            zones.formUnion(log.zones.prefix(1))
            for (beat, next) in zip(log.heartbeats, log.heartbeats.dropFirst()) {
                heartbeats.append(next - beat)
            }
            unplugged += log.unplugged
            plugged += log.plugged
            conditions += log.hasConditions ? 1 : 0
            outages += log.outages
            days += log.days
            launches += log.launches.count
            spans.append(log.days)
            weekdays.append(log.firstWeekday)
        }
    }

    /// The habits of those devices.
    ///
    /// - Returns: nil if no device has as many launches as ``threshold``. With ``noise``, all together must have them.
    /// - Complexity: O(devices + rounds of the calibration), each of 6 to 24 generated users.
    public func habits(of devices: Devices) -> Habits? {
        guard devices.count > 0, devices.launches >= threshold else { return nil }
        // Each device counts the same, so one with a few launches would show in every mean.
        let told = devices.statistics.filter { noise != nil || $0.count("popularity") >= Double(threshold) }
        guard !told.isEmpty else { return nil }
        var mean = Statistics.mean(told)
        if let noise {
            LaplaceNoise(epsilon: noise.epsilon, devices: devices.count, seed: noise.seed).add(to: &mean)
        }
        var sections = HabitsSections(
            statistics: mean, threshold: Double(threshold), devices: told.count, hasNoise: noise != nil)
        let days = devices.days / devices.count
        sections.horizon = Swift.max(1, days)
        let rounded = days < 10 ? days : (days + 5) / 10 * 10
        let apps = sections.apps()
        let users = sections.users(apps: apps.used)
        var habits = Habits(
            basis: .init(
                source: "fitted", devices: told.count, days: rounded, threshold: threshold,
                epsilon: noise?.epsilon),
            users: users, sessions: sections.sessions(users), apps: apps, choice: sections.choice(),
            content: sections.content(users),
            surroundings: noise == nil
                ? HabitsSections.surroundings(devices, threshold: threshold) : SurroundingHabits())
        let calibration = HabitsCalibration(
            wanted: mean, devices: told.count, days: sections.horizon,
            firstWeekday: noise == nil ? devices.weekdays.first ?? 0 : 0, threshold: Double(threshold),
            seed: seed)
        calibration.adjust(&habits, rounds: rounds)
        habits.apps.sharesSumToOne()
        habits.round()
        return habits
    }
}

extension AppHabits {
    /// Trials move each share by itself; together they are at most 1.
    fileprivate mutating func sharesSumToOne() {
        let sum = popularity.reduce(0, +)
        if sum > 1 { popularity = popularity.map { $0 / sum } }
    }
}
