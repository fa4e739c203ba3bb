/// What fetches have spent, and the worth of a fresh launch that follows from the budgets.
struct Spending: Sendable {
    /// What a fresh launch is worth at present, in joules: the configuration's, unless a budget or a charger moves it.
    var valueJoules: Double
    var ledger = EnergyLedger()
    var bytes: BudgetAccount
    var requests: BudgetAccount
    private var joules: BudgetAccount
    /// Whether there is a budget at all.
    let hasBudget: Bool

    init(_ configuration: Configuration) {
        let budget = configuration.budget
        valueJoules = configuration.valueJoules
        joules = BudgetAccount(perDay: budget.joulesPerDay)
        bytes = BudgetAccount(perDay: budget.bytesPerDay)
        // On an always-on network the price of a request keeps to it.
        requests = BudgetAccount(perDay: configuration.radio.isAlwaysOn ? nil : budget.requestsPerDay)
        hasBudget = joules.perDay != nil || bytes.perDay != nil || requests.perDay != nil
    }

    /// Does the same for each budget that there is.
    private mutating func forEach(_ change: (_ account: inout BudgetAccount, _ perDay: Double) -> Void) {
        if let perDay = joules.perDay { change(&joules, perDay) }
        if let perDay = bytes.perDay { change(&bytes, perDay) }
        if let perDay = requests.perDay { change(&requests, perDay) }
    }

    /// Whether a daily budget is spent.
    var isSpent: Bool { joules.isSpent || bytes.isSpent || requests.isSpent }

    /// Whether a fetch that costs that much, and brings so many bytes, keeps within the budgets.
    @inline(__always)
    func affords(joules: Double, bytes: Double) -> Bool {
        !hasBudget || self.joules.affords(joules) && self.bytes.affords(bytes) && requests.affords(1)
    }

    /// From when on it does, if nothing is spent before; `distantFuture` if never.
    func affordsFrom(joules: Double, bytes: Double, at now: Instant, _ clock: LocalClock) -> Instant {
        max(
            self.joules.affordsFrom(joules, at: now, clock), self.bytes.affordsFrom(bytes, at: now, clock),
            requests.affordsFrom(1, at: now, clock))
    }

    /// Somebody uses the device.
    mutating func noteUse() {
        if hasBudget { forEach { account, _ in account.control.noteUse() } }
    }

    /// Takes into account what has been spent by `now`.
    ///
    /// - Parameter passed: how much of a day passes between two moments, as a share of what is planned for it.
    /// - Complexity: O(1).
    mutating func update(
        at now: Instant, _ radio: RadioCosts, _ clock: LocalClock,
        passed: (_ from: Instant, _ to: Instant) -> Double
    ) {
        guard hasBudget else { return }
        joules.spent = ledger.joules(at: now, radio)
        forEach { $0.control.update(spent: $0.spent, perDay: $1, at: now, clock, passed: passed) }
    }

    /// What the budgets make of the worth of a fresh launch, from 0 to 1: the tightest counts.
    var factor: Double { min(joules.factor, bytes.factor, requests.factor) }

    /// When all that is spent may serve again; nil if nothing is spent, or something never will serve.
    func review(after now: Instant, _ clock: LocalClock) -> Instant? {
        var (all, last, isForever) = (self, Instant?.none, false)
        all.forEach { account, _ in
            guard account.isSpent else { return }
            guard let review = account.control.review(after: now, clock) else { return isForever = true }
            last = max(last ?? review, review)
        }
        return isForever ? nil : last
    }

    /// The clock was set back: nothing has happened after `now`.
    mutating func clockWentBack(to now: Instant, _ clock: LocalClock) {
        ledger.clockWentBack(to: now)
        let day = clock.day(now)
        forEach { account, _ in account.control.clockWentBack(to: day) }
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
