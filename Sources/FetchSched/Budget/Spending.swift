/// What fetches have spent, and the worth of a fresh launch that follows from the budgets.
struct Spending: Sendable {
    /// What a fresh launch is worth at present, in joules: the configuration's, unless a budget or a charger moves it.
    var valueJoules: Double
    var ledger = EnergyLedger()
    var joules: BudgetAccount
    var bytes: BudgetAccount
    var requests: BudgetAccount
    private let hasBudget: Bool

    init(_ configuration: Configuration) {
        let budget = configuration.budget
        valueJoules = configuration.valueJoules
        joules = BudgetAccount(perDay: budget.joulesPerDay)
        bytes = BudgetAccount(perDay: budget.bytesPerDay)
        requests = BudgetAccount(perDay: budget.requestsPerDay)
        hasBudget = budget.isSet
    }

    private func forEach(_ visit: (BudgetAccount) -> Void) {
        visit(joules)
        visit(bytes)
        visit(requests)
    }

    /// Whether a daily budget is spent.
    var isSpent: Bool { joules.isSpent || bytes.isSpent || requests.isSpent }

    /// Takes into account what has been spent by `now`.
    ///
    /// - Parameter planned: what should be spent between two moments, in days' worth.
    /// - Complexity: O(1).
    mutating func update(
        at now: Instant, _ radio: RadioCosts, planned: (_ from: Instant, _ to: Instant) -> Double
    ) {
        guard hasBudget else { return }
        joules.spent = ledger.joules(at: now, radio)
        joules.update(at: now, planned: planned)
        bytes.update(at: now, planned: planned)
        requests.update(at: now, planned: planned)
    }

    /// What the budgets make of the worth of a fresh launch: the tightest counts.
    var factor: Double {
        guard hasBudget else { return 1 }
        var factor = Double.infinity
        forEach { if $0.perDay != nil { factor = min(factor, $0.control.factor) } }
        return factor
    }

    /// When all that is spent may serve again; nil if nothing is spent, or something never will serve.
    func review(planned: (_ from: Instant, _ to: Instant) -> Double) -> Instant? {
        var last: Instant?
        var isForever = false
        forEach {
            guard $0.isSpent else { return }
            guard let review = $0.control.review(planned: planned) else { return isForever = true }
            last = max(last ?? review, review)
        }
        return isForever ? nil : last
    }
}

extension Spending: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&ledger)
        try coder.code(&bytes.spent)
        try coder.code(&joules.control)
        try coder.code(&bytes.control)
        try coder.code(&requests.spent)
        try coder.code(&requests.control)
    }
}
