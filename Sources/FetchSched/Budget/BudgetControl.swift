/// Finds the worth of a fresh launch at which the fetches use up a daily budget and no more.
///
/// A proportional-integral controller on the logarithm of the worth. Its error is what has been spent less what
/// should have been by now, in days' worth of the budget; what should have been grows with the launches that
/// the user's rhythm expects, so that the budget is spread over the hours at which it serves.
///
/// - Complexity: O(1) per update.
struct BudgetControl: Sendable {
    /// Spent beyond plan, in days' worth.
    private(set) var error = 0.0
    private var integral = 0.0
    /// Spent ahead of plan since it was last on plan, in days' worth: beyond ``mostAhead`` nothing more is spent until
    /// the plan has caught up.
    private var ahead = 0.0
    private static let mostAhead = 2.0
    /// More than this is not counted, so that the smallest budget's is a number too.
    private static let longestAhead = 1e6
    /// The budget is zero, or no number.
    private var isNothing = false
    private var lastSpent: Double?
    /// Days under control, up to ``firstDays``.
    private var age = 0.0
    private var lastUpdate: Instant?

    /// Reaction to the error, per day's worth, and its integral, per day's worth and day: with a spending that
    /// is about proportional to the worth, deviations die out within two days, without swinging.
    private static let proportional = 4.0
    private static let integrating = 1.0
    /// Errors beyond this many days' worth are not made up for.
    private static let mostError = 1.5
    /// At first, while nothing is known of what the fetches take, they are not made up for at all.
    private static let firstDays = 14.0
    private static let period = TimeSpan.minutes(10)

    /// Takes into account what has been spent by `now` in all.
    ///
    /// - Parameter planned: what should have been spent between two moments at most a day apart, in days' worth.
    mutating func update(
        spent: Double, perDay budget: Double, at now: Instant,
        planned: (_ from: Instant, _ to: Instant) -> Double
    ) {
        isNothing = !(budget > 0)
        guard spent.isFinite, !isNothing, budget.isFinite else { return }
        guard let last = lastUpdate, let before = lastSpent, now > last else {
            if lastUpdate.map({ now < $0 }) ?? true {
                lastUpdate = now
                lastSpent = spent
            }
            return
        }
        guard now - last >= Self.period else { return }
        // If nobody asked for days, nothing was spent and nothing is to be made up for.
        let begin = max(last, now - .days(1))
        lastUpdate = now
        lastSpent = spent
        let beyond = (spent - before) / budget - planned(begin, now)
        error += beyond
        ahead = min(max(0, ahead + beyond), Self.longestAhead)
        let days = (now - begin).seconds / 86_400
        age = min(age + days, Self.firstDays)
        let most = Self.mostError * max(0.1, age / Self.firstDays)
        // While nothing may be spent, spending nothing is no sign of too low a worth.
        error = min(max(error, ahead > Self.mostAhead ? 0 : -most), most)
        integral = min(max(integral - Self.integrating * error * days, -12), 12)
    }

    /// Whether nothing more may be spent until the plan has caught up.
    var isSpent: Bool { isNothing || ahead > Self.mostAhead }

    /// When the plan will have caught up if nothing more is spent, on the hour after the last update; a day after that, to
    /// look again, if it takes longer. Nil if there is nothing to catch up with, or nothing ever may be spent.
    ///
    /// - Complexity: O(1), of 24 questions what is planned for an hour.
    func review(planned: (_ from: Instant, _ to: Instant) -> Double) -> Instant? {
        guard !isNothing, ahead > Self.mostAhead, let lastUpdate else { return nil }
        var left = ahead - Self.mostAhead
        for hour in 0..<24 {
            let begin = lastUpdate + .hours(Int64(hour))
            let end = begin + .hours(1)
            left -= planned(begin, end)
            if left <= 0 { return end }
        }
        return lastUpdate + .days(1)
    }

    /// What the worth is to be multiplied with.
    var factor: Double {
        if isSpent { return 0 }
        return PortableMath.exp(min(max(integral - Self.proportional * error, -14), 14))
    }
}

extension BudgetControl: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&error)
        try coder.code(&integral)
        try coder.code(&ahead)
        try coder.code(&isNothing)
        try coder.code(&lastSpent)
        try coder.code(&age)
        try coder.code(&lastUpdate)
    }
}
