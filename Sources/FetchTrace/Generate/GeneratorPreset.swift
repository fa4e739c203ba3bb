import FetchSched

/// The parameters of one kind of synthetic trace: who uses the phone, which apps, and what the apps' origins do.
///
/// `Datasets/README.md` says where the numbers come from. A new preset is one entry in ``all``. Numbers must be
/// finite, and probabilities of going on below 1.
public struct GeneratorPreset: Sendable {
    /// The name on the command line.
    public var name: String
    /// What the preset stresses, in one line.
    public var summary: String
    /// When and how much the phone is used.
    public var usage = UsageParameters()
    /// The rhythm of the days.
    public var schedule: Schedule
    /// A second rhythm and when it holds, if there is one.
    public var change: ScheduleChange?
    /// Which apps there are.
    public var apps = AppParameters()
    /// How the apps' origins change.
    public var content = SourceParameters()
    /// Seconds east of UTC, one of which is drawn for each device.
    public var zones: [Int] = [0]
    /// Period of a push connection's heartbeat, or nil for none.
    public var heartbeat: TimeSpan?
    /// Whether the trace tells network, power, battery level and low power mode.
    public var hasConditions = false
    /// Outages per day, in which fetches of one app or of all fail.
    public var outagesPerDay = 0.0
    /// What the apps' servers push, or nil for nothing.
    public var pushes: PushParameters?
    /// Where the user goes, or nil for a user whose places are not told.
    public var places: PlaceParameters?
    /// What apps finish after a use, or nil for nothing.
    public var tasks: TaskParameters?
    /// What apps download and upload in the background, or nil for nothing.
    public var transfers: TransferParameters?
    /// Apps that are swiped away and switches for refresh, or nil for none.
    public var controls: ControlParameters?
    /// Traffic of launches and of the phone itself, or nil for none that is told.
    public var traffic: TrafficParameters?

    /// Makes a preset with the default user, apps and origins; change the rest afterwards.
    public init(name: String, summary: String, schedule: Schedule) {
        self.name = name
        self.summary = summary
        self.schedule = schedule
    }

    /// The preset of that name.
    public static func named(_ name: String) -> GeneratorPreset? {
        all.first { $0.name == name }
    }

    /// The same preset with some parameters changed, for entries of a table.
    func with(_ change: (inout GeneratorPreset) -> Void) -> GeneratorPreset {
        var copy = self
        change(&copy)
        return copy
    }
}

/// When a user is active: a rhythm for weekdays and one for weekends, and habits on top.
public struct Schedule: Sendable {
    /// Rhythm of Monday to Friday.
    public var weekday: DayRhythm
    /// Rhythm of Saturday and Sunday.
    public var weekend: DayRhythm
    /// Activity on weekends relative to weekdays.
    public var weekendFactor: Double
    /// Apps that are opened at a fixed time.
    public var habits: [Habit]

    /// Makes a schedule.
    public init(weekday: DayRhythm, weekend: DayRhythm, weekendFactor: Double = 1, habits: [Habit] = []) {
        self.weekday = weekday
        self.weekend = weekend
        self.weekendFactor = weekendFactor
        self.habits = habits
    }
}

/// An app that is opened at about the same time of day: an alarm clock, a timetable on the way to work.
public struct Habit: Sendable {
    /// Local time in hours.
    public var hour: Double
    /// Standard deviation of the time from day to day, in minutes.
    public var jitterMinutes: Double
    /// Probability that it happens on a day on which it may.
    public var probability: Double
    /// Whether it happens on Saturdays and Sundays too.
    public var onWeekends: Bool
    /// Which of the device's habit apps is opened: equal numbers are the same app.
    public var app: Int

    /// Makes a habit.
    public init(app: Int, hour: Double, jitterMinutes: Double, probability: Double, onWeekends: Bool = false)
    {
        self.app = app
        self.hour = hour
        self.jitterMinutes = jitterMinutes
        self.probability = probability
        self.onWeekends = onWeekends
    }
}

/// A second schedule and the days on which it holds.
public struct ScheduleChange: Sendable {
    /// Which days follow the second schedule.
    public enum Rule: Sendable {
        /// The last `alternate` days of every `cycle` days.
        case rotating(cycle: Int, alternate: Int)
        /// From half of the trace on, with new favourite apps.
        case atHalf
    }

    /// The schedule of those days.
    public var schedule: Schedule
    /// Which days those are.
    public var rule: Rule

    /// Makes a change.
    public init(to schedule: Schedule, rule: Rule) {
        self.schedule = schedule
        self.rule = rule
    }

    /// Whether the second schedule holds on that day of a trace of `days` days.
    func holds(on day: Int, of days: Int) -> Bool {
        switch rule {
        case .rotating(let cycle, let alternate): cycle > 0 && day % cycle >= cycle - alternate
        case .atHalf: day >= days / 2
        }
    }

    /// Whether the favourite apps change together with the schedule.
    var changesFavourites: Bool {
        switch rule {
        case .rotating: false
        case .atHalf: true
        }
    }
}
