/// Limits spending to a daily budget: a token bucket, and in front of it a price that makes the budget last.
///
/// **The bucket** holds one day's budget at most and is filled at local midnight. Nothing is saved up, and a fetch that
/// costs more than is left is not started. What a fetch costs beyond its expected cost is missing the next day.
///
/// **The price.** A budget that is spent by noon was spent on the wrong fetches. The value of a fresh launch is
/// therefore multiplied with a factor of at most 1. What is left at midnight is lost, so during a day the factor is the
/// one at which the rest would last for the rest of the day's plan. The initial factor of a day is the one that would
/// have needed no correction the day before.
struct BudgetControl: Sendable, SnapshotCoded {
    /// The budget of a day; nil for none.
    var perDay: Double?
    /// Spent in all, budget or not.
    var spent = 0.0
    /// The rest of today's budget, in budgets of a day; negative after more was spent.
    private(set) var left = 1.0
    /// Logarithm of the factor from day to day, what the present moment adds to it, and the day's mean of that, so far.
    private var level = 0.0
    private var pace = 0.0
    private var meanPace = 0.0
    private var day: Int64?
    /// The last filling and the day before it, for a clock that was ahead.
    private var filling = (amount: 0.0, after: Int64.min)
    private var lastSpent: Double?
    private var today = 0.0
    /// How much of the day had passed when its budget ended, as a share of what was planned for it; 1 if it has not.
    private var endedAt = 1.0
    /// How much of the day's plan had passed when that was last found, and when that was.
    private var passed = 0.0
    private var passedAt: FetchTime?
    private var isUsed = false
    /// Days learned from, up to ``settledDays``.
    private var days = 0.0

    /// Debt beyond this many days' budgets is forgiven, as wrong costs or clocks caused it.
    private static let mostDebt = 7.0
    /// The first day is believed, later ones less and less: from then on a quarter.
    private static let settledDays = 4.0
    /// Spending is about proportional to the value to this power.
    private static let elasticity = 0.7
    /// A day that needs no correction is to use up that much of its budget: the end of a day may still bring more.
    private static let target = 0.95
    private static let leastLevel = -14.0
    /// The correction's bounds. Upwards it is small, so that a quiet morning does not make the noon expensive.
    private static let pace = (least: -4.0, most: 1.5)
    /// Least rest of a budget, and of a plan, that counts.
    private static let leastRest = 0.01
    private static let leastPlan = 0.02
    private static let period = TimeSpan.minutes(10)

    init(perDay: Double?) { self.perDay = perDay }

    private var isNothing: Bool { perDay.map { !($0 > 0) } ?? false }

    mutating func spend(_ amount: Double) { spent += max(0, amount) }

    /// Notes a use of the device: a day without use says nothing about the price.
    mutating func noteUse() { isUsed = true }

    /// Takes into account what has been spent by `now` in all.
    ///
    /// - Parameter share: how much of a day passes between two moments, as a share of what is planned for it.
    mutating func update(
        at now: FetchTime, _ clock: LocalClock, passed share: (_ from: FetchTime, _ to: FetchTime) -> Double
    ) {
        guard let budget = perDay, budget > 0, budget.isFinite, spent.isFinite else { return }
        // Spending since the last update counts for the day of that update.
        let wasSpent = isSpent
        let amount = min(max((spent - (lastSpent ?? spent)) / budget, -1e6), 1e6)
        lastSpent = spent
        left = min(max(left - amount, -Self.mostDebt), 1)
        today = min(max(0, today + amount), 1e6)
        startDay(clock.day(now))
        let isDue = passedAt.map { now - $0 >= Self.period || now < $0 } ?? true
        guard isDue || isSpent != wasSpent else { return }
        passedAt = now
        let midnight = now - TimeSpan(milliseconds: clock.timeOfDay(now))
        let before = passed
        passed = min(max(0, share(midnight, now)), 1)
        if passed < before {
            // Local time went back, by a flight west or a clock: what had passed counts for what has passed now.
            if endedAt == 1 { meanPace *= passed / before }
        } else if endedAt == 1 {
            meanPace = min(max(meanPace + pace * (passed - before), Self.pace.least), Self.pace.most)
        }
        let rest = max(left, Self.leastRest) / max(1 - passed, Self.leastPlan)
        pace = min(max(PortableMath.log(rest) / Self.elasticity, Self.pace.least), Self.pace.most)
        if isSpent, !wasSpent { endedAt = passed }
    }

    private mutating func startDay(_ present: Int64) {
        guard let before = day else { return day = present }
        // A clock that was set back, or a journey west, brings no second filling.
        guard present > before else { return }
        day = present
        if isUsed { learn() }
        // A month and more at once is rather a clock that was set.
        let filled = min(1, left + (present - before > 31 ? 1 : Double(present - before)))
        filling = (filled - left, before)
        left = filled
        (today, endedAt, pace, meanPace, passed) = (0, 1, 0, 0, 0)
        isUsed = false
        passedAt = nil
    }

    /// The clock was set back to a moment of that local day.
    mutating func clockWentBack(to present: Int64) {
        passedAt = nil
        guard let before = day, before > present else { return }
        day = present
        // The day was not over: its budget is filled when it is.
        if filling.after >= present { left = max(-Self.mostDebt, left - filling.amount) }
        filling = (0, .min)
    }

    private mutating func learn() {
        // Where the budget ended after a part of the day, the whole day would have taken as many budgets.
        let wanted = endedAt < 1 ? max(today, 1) / max(0.02, endedAt) : max(0.05, today)
        days = min(days + 1, Self.settledDays)
        // Without the correction it would have been less, or more, by what that did.
        let correction = endedAt < 1 ? meanPace / max(0.02, endedAt) : meanPace + pace * (1 - passed)
        let step = (PortableMath.log(Self.target / wanted) / Self.elasticity + correction) / days
        level = min(max(level + min(max(step, -4), 1), Self.leastLevel), 0)
    }

    var isSpent: Bool { isNothing || left <= 0 }

    func affords(_ amount: Double) -> Bool {
        perDay.map { $0 > 0 && left > 0 && amount / $0 <= left } ?? true
    }

    /// First time at which `amount` may be spent at once, if nothing is spent before: now, or a midnight by that clock;
    /// `distantFuture` for more than a day's budget.
    func affordsFrom(_ amount: Double, at now: FetchTime, _ clock: LocalClock) -> FetchTime {
        guard let perDay, !affords(amount) else { return now }
        let amount = amount / perDay
        guard perDay > 0, amount <= 1 else { return .distantFuture }
        // Each midnight adds a day's budget, and the bucket must hold something even for what costs nothing.
        var (fillings, filled) = (Int64(1), left + 1)
        while filled <= 0 || filled < amount, fillings <= Int64(Self.mostDebt) {
            fillings += 1
            filled += 1
        }
        let midnight = now + TimeSpan(milliseconds: 86_400_000 - clock.timeOfDay(now))
        return midnight + .days(fillings - 1)
    }

    /// Factor of the value of a fresh launch, from 0 to 1.
    var factor: Double {
        if isSpent { return 0 }
        return PortableMath.exp(min(max(level + pace, Self.leastLevel), 0))
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(any: &spent)
        try coder.code(&left, &level, &pace, &meanPace)
        try coder.code(&day, &lastSpent, &today, &endedAt)
        try coder.code(&passed, &passedAt, &isUsed, &days)
        try coder.code(&filling.amount, &filling.after)
        try coder.check(filling.amount >= 0 && filling.amount <= 40)
        try coder.check(
            left <= 1 && level <= 0 && days >= 0 && (0...1).contains(passed)
                && (Self.pace.least...Self.pace.most).contains(pace)
                && (Self.pace.least...Self.pace.most).contains(meanPace))
    }
}
