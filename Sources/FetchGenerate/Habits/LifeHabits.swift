/// What changes in a user's life.
public struct LifeHabits: Hashable, Sendable, Codable {
    /// Times with other hours: shifts, terms, a new life.
    public var phases: [Phase]

    /// A time with other hours.
    public struct Phase: Hashable, Sendable, Codable {
        /// Period in days; 0 for a phase that does not come back.
        public var cycleDays: Int
        /// First day of the phase in the period, from 0; without a period, the share of the trace before it.
        public var from: Double
        /// End of the phase in the period, itself not in it; without a period, the share of the trace before it.
        public var until: Double
        /// Activity relative to other times.
        public var activity: Double
        /// Relative rate of sessions in each half hour, as in ``RhythmHabits/weekdayHours``.
        public var weekdayHours: [Double]
        /// The same of Saturday and Sunday.
        public var weekendHours: [Double]
        /// Whether other apps are the favourites.
        public var otherFavourites: Bool

        /// Makes a phase.
        public init(
            cycleDays: Int, from: Double, until: Double, activity: Double = 1, weekdayHours: [Double],
            weekendHours: [Double], otherFavourites: Bool = false
        ) {
            self.cycleDays = cycleDays
            self.from = from
            self.until = until
            self.activity = activity
            self.weekdayHours = weekdayHours
            self.weekendHours = weekendHours
            self.otherFavourites = otherFavourites
        }

        /// Whether the phase holds on that day of a trace of `days` days.
        func holds(on day: Int, of days: Int) -> Bool {
            if cycleDays > 0 {
                let place = Double(day % cycleDays)
                return place >= from && place < until
            }
            return Double(day) >= (from * Double(days)).rounded(.down)
                && Double(day) < (until * Double(days)).rounded(.down)
        }
    }

    /// Makes a life.
    public init(phases: [Phase]) { self.phases = phases }

    /// The phase of that day, by number; nil for the usual life.
    func phase(on day: Int, of days: Int) -> Int? {
        phases.firstIndex { $0.holds(on: day, of: days) }
    }

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        for phase in phases {
            if !(0...100_000).contains(phase.cycleDays) { return "phases: cycleDays must be 0 to 100000" }
            if !(phase.from >= 0 && phase.until > phase.from) {
                return "phases: from must be at least 0 and below until"
            }
            let end = phase.cycleDays > 0 ? Double(phase.cycleDays) : 1
            if phase.until > end {
                return phase.cycleDays > 0
                    ? "phases: until must be at most cycleDays"
                    : "phases: until must be at most 1, as it is a share of the trace where cycleDays is 0"
            }
            if !(0...100).contains(phase.activity) { return "phases: activity must be 0 to 100" }
            for hours in [phase.weekdayHours, phase.weekendHours]
            where hours.count != RhythmHabits.slots || hours.contains(where: { !($0 >= 0 && $0 < 1e6) }) {
                return "phases: weekdayHours and weekendHours must have 48 numbers of at least 0"
            }
        }
        return nil
    }
}
