import FetchSched
import FetchTrace
import FetchGenerate

/// Fits ``Habits`` to devices.
///
/// The statistics of each device (``Statistics``) are averaged, and everything in the
/// habits follows from these means: most of it directly, what follows what by trial (``HabitsCalibration``).
public struct HabitsFit: Sendable {
    /// Where the randomness of the trials comes from.
    public var seed: UInt64 = 1
    /// Rounds of the calibration.
    var rounds = 22

    /// Makes a fit with the defaults.
    public init() {}

    /// Collects devices one by one, so that a whole trace need not be in memory.
    public struct Devices: Sendable {
        var statistics: [Statistics] = []
        var zones: Set<Int> = []
        var days = 0
        var weekdays: [Int] = []

        /// Starts with none.
        public init() {}

        /// How many devices with launches there are.
        public var count: Int { statistics.count }
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
            days += log.days
            weekdays.append(log.firstWeekday)
        }
    }

    /// The habits of those devices.
    ///
    /// - Returns: nil if no device has launches enough for any statistic.
    /// - Complexity: O(devices + rounds of the calibration), each of 6 to 24 generated users.
    public func habits(of devices: Devices) -> Habits? {
        // Each device counts the same, so one with a few launches would show in every mean.
        let told = devices.statistics.filter { $0.isSupported("popularity") }
        guard !told.isEmpty else { return nil }
        let mean = Statistics.mean(told)
        var sections = HabitsSections(statistics: mean, devices: told.count)
        let days = devices.days / devices.count
        sections.horizon = Swift.max(1, days)
        let rounded = days < 10 ? days : (days + 5) / 10 * 10
        var habits = Habits()
        habits.basis.source = "fitted"
        (habits.basis.devices, habits.basis.days) = (told.count, rounded)
        habits.apps = sections.apps()
        habits.users = sections.users(apps: habits.apps.used)
        habits.sessions = sections.sessions(habits.users)
        habits.choice = sections.choice()
        habits.content = sections.content(habits.users)
        // A phone's log tells nothing more of them.
        if !devices.zones.isEmpty { habits.surroundings.zones = devices.zones.sorted() }
        let calibration = HabitsCalibration(
            wanted: mean, devices: told.count, days: sections.horizon,
            firstWeekday: devices.weekdays.first ?? 0, seed: seed)
        calibration.adjust(&habits, rounds: rounds)
        // Trials move each share by itself; together they are at most 1.
        let sum = habits.apps.popularity.reduce(0, +)
        if sum > 1 { habits.apps.popularity = habits.apps.popularity.map { $0 / sum } }
        return habits
    }
}
