import FetchTrace

/// What changes in a user's life, and how many devices it is lived with. Each part may be left out.
public struct LifeHabits: Hashable, Sendable, Codable {
    /// Times with other hours: shifts, terms, a new life.
    public var phases: [Phase]?
    /// Times away from everything.
    public var holidays: Holidays?
    /// More than one device for each user.
    public var devices: Devices?

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

    /// Holidays: stretches of days on which the phone is used otherwise.
    public struct Holidays: Hashable, Sendable, Codable {
        /// How many a year, a Poisson process.
        public var perYear: Double
        /// Their length in days, exponential and at least a day.
        public var meanDays: Double
        /// Activity relative to other days; 0 for a phone that stays at home.
        public var activity: Double
        /// How many hours later than usual everything happens.
        public var hoursLater: Double

        /// Makes holidays.
        public init(perYear: Double, meanDays: Double, activity: Double, hoursLater: Double) {
            self.perYear = perYear
            self.meanDays = meanDays
            self.activity = activity
            self.hoursLater = hoursLater
        }
    }

    /// The devices of one user. They have the same apps and origins; devices 0 and 1 of a trace are the first
    /// user's if there are two each.
    public struct Devices: Hashable, Sendable, Codable {
        /// Whether the devices are used by turns, or one replaces the other.
        public enum Use: String, Hashable, Sendable, Codable, CaseIterable {
            case together, successive

            /// Reads the name of one.
            public init(from decoder: any Decoder) throws {
                let name = try decoder.singleValueContainer().decode(String.self)
                guard let use = Use(rawValue: name) else {
                    let names = alternatives(Use.allCases.map { quoted($0.rawValue) })
                    throw DecodingError.dataCorrupted(
                        .init(
                            codingPath: decoder.codingPath,
                            debugDescription: "found \(quoted(name)), expected \(names)"))
                }
                self = use
            }
        }

        /// How many each user has.
        public var perUser: Int
        /// How they are used.
        public var use: Use
        /// Share of the sessions, or of the trace's time, that belongs to each.
        public var shares: [Double]
        /// Of devices used together: chance that a session is on the same device as the one before for no
        /// other reason.
        public var stay: Double

        /// Makes devices.
        public init(perUser: Int, use: Use, shares: [Double], stay: Double = 0) {
            self.perUser = perUser
            self.use = use
            self.shares = shares
            self.stay = stay
        }
    }

    /// Makes a life.
    public init(phases: [Phase]? = nil, holidays: Holidays? = nil, devices: Devices? = nil) {
        self.phases = phases
        self.holidays = holidays
        self.devices = devices
    }

    /// The phase of that day, by number; nil for the usual life.
    func phase(on day: Int, of days: Int) -> Int? {
        phases?.firstIndex { $0.holds(on: day, of: days) }
    }

    /// What is wrong with the numbers, or nil.
    var fault: String? {
        for phase in phases ?? [] {
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
        if let holidays {
            if !(0...365).contains(holidays.perYear) { return "holidays: perYear must be 0 to 365" }
            if !(holidays.meanDays > 0 && holidays.meanDays <= 365) {
                return "holidays: meanDays must be above 0 and at most 365"
            }
            if !(0...100).contains(holidays.activity) { return "holidays: activity must be 0 to 100" }
            if !(-12...12).contains(holidays.hoursLater) { return "holidays: hoursLater must be -12 to 12" }
        }
        if let devices {
            if !(1...16).contains(devices.perUser) { return "devices: perUser must be 1 to 16" }
            if devices.shares.count != devices.perUser
                || devices.shares.contains(where: { !($0 > 0 && $0 <= 1) })
            {
                return "devices: shares must have perUser numbers above 0 and at most 1"
            }
            if !(0...1).contains(devices.stay) { return "devices: stay must be 0 to 1" }
        }
        return nil
    }
}
