/// One daily budget: what has been spent of it in all, and the control that keeps to it.
struct BudgetAccount: Sendable {
    /// What may be spent in a day; nil for no budget.
    let perDay: Double?
    /// Spent in all, budget or not.
    var spent = 0.0
    var control = BudgetControl()

    init(perDay: Double?) { self.perDay = perDay }

    /// Counts what was spent.
    mutating func spend(_ amount: Double) { spent += max(0, amount) }

    /// Whether nothing more may be spent at present.
    var isSpent: Bool { perDay != nil && control.isSpent }

    /// What the worth of a fresh launch is to be multiplied with for its sake, from 0 to 1.
    var factor: Double { perDay == nil ? 1 : control.factor }

    /// Whether so much may be spent at once.
    func affords(_ amount: Double) -> Bool {
        guard let perDay else { return true }
        return control.affords(amount / perDay)
    }

    /// From when on, if nothing is spent before; `distantFuture` if never.
    func affordsFrom(_ amount: Double, at now: Instant, _ clock: LocalClock) -> Instant {
        guard let perDay else { return now }
        return control.affordsFrom(amount / perDay, at: now, clock)
    }
}
