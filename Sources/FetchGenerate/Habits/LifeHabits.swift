/// Changes in a user's life: phases with other hours and other favourite apps.
public struct LifeHabits: Hashable, Sendable, Codable {
    /// Times with other hours: shifts, terms, a new life.
    public var phases: [Phase] = []

    /// A time with other hours.
    public struct Phase: Hashable, Sendable, Codable {
        /// Period in days; 0 for a phase that does not come back.
        public var cycleDays = 0
        /// First day of the phase in the period, from 0; without a period, the share of the trace before it.
        public var from = 0.0
        /// End of the phase in the period, itself not in it; without a period, the share of the trace before it.
        public var until = 1.0
        /// Activity relative to other times.
        public var activity = 1.0
        /// Relative rate of sessions in each half hour, as in ``RhythmHabits/weekdayHours``.
        public var weekdayHours = RhythmHabits().weekdayHours
        /// Hours of Saturday and Sunday.
        public var weekendHours = RhythmHabits().weekendHours
        /// Whether other apps are the favourites.
        public var otherFavourites = false

        /// Makes a phase without hours of its own, for all of the trace.
        public init() {}

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

    /// Makes a life without phases.
    public init() {}

    /// The phase of that day, by number; nil for the usual life.
    func phase(on day: Int, of days: Int) -> Int? {
        phases.firstIndex { $0.holds(on: day, of: days) }
    }

    var fault: String? {
        for phase in phases {
            let end = phase.cycleDays > 0 ? Double(phase.cycleDays) : 1
            let found = firstFault(
                wrong("cycleDays", Double(phase.cycleDays), in: 0...100_000),
                phase.from >= 0 && phase.until > phase.from ? nil : "from must be at least 0 and below until",
                phase.until <= end
                    ? nil
                    : phase.cycleDays > 0
                        ? "until must be at most cycleDays"
                        : "until must be at most 1, as it is a share of the trace where cycleDays is 0",
                wrong("activity", phase.activity, in: 0...100),
                wrong("weekdayHours", phase.weekdayHours, in: 0...1e6, count: RhythmHabits.slots),
                wrong("weekendHours", phase.weekendHours, in: 0...1e6, count: RhythmHabits.slots))
            if let found { return "phases: \(found)" }
        }
        return nil
    }
}
