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

    /// Brings the control up to the present.
    ///
    /// - Parameter planned: as in ``BudgetControl/update(spent:perDay:at:planned:)``.
    mutating func update(at now: Instant, planned: (_ from: Instant, _ to: Instant) -> Double) {
        guard let perDay else { return }
        control.update(spent: spent, perDay: perDay, at: now, planned: planned)
    }
}
