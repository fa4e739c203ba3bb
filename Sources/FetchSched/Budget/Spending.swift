/// The fetches' spending, and the value of a fresh launch that follows from the budgets.
struct Spending: Sendable, SnapshotCoded {
    var valueJoules: Double
    var ledger = EnergyLedger()
    var bytes: BudgetControl
    var requests: BudgetControl
    private var joules: BudgetControl
    let hasBudget: Bool

    init(_ configuration: FetchConfiguration) {
        let budget = configuration.budget
        valueJoules = configuration.valueJoules
        joules = BudgetControl(perDay: budget.joulesPerDay)
        bytes = BudgetControl(perDay: budget.bytesPerDay)
        // On an always-on network the price of a request enforces it.
        requests = BudgetControl(perDay: configuration.radio.isAlwaysOn ? nil : budget.requestsPerDay)
        hasBudget = joules.perDay != nil || bytes.perDay != nil || requests.perDay != nil
    }

    private mutating func forEach(_ change: (inout BudgetControl) -> Void) {
        change(&joules)
        change(&bytes)
        change(&requests)
    }

    var isSpent: Bool { joules.isSpent || bytes.isSpent || requests.isSpent }

    /// Whether the budgets permit a fetch of this cost and this number of bytes.
    @inline(__always)  // A call copies the budgets.
    func affords(joules: Double, bytes: Double) -> Bool {
        !hasBudget || self.joules.affords(joules) && self.bytes.affords(bytes) && requests.affords(1)
    }

    /// From when on it does, if nothing is spent before; `distantFuture` if never.
    func affordsFrom(
        joules: Double, bytes: Double, requests: Double = 1, at now: FetchTime, _ clock: LocalClock
    ) -> FetchTime {
        max(
            self.joules.affordsFrom(joules, at: now, clock), self.bytes.affordsFrom(bytes, at: now, clock),
            self.requests.affordsFrom(requests, at: now, clock))
    }

    mutating func noteUse() {
        if hasBudget { forEach { $0.noteUse() } }
    }

    mutating func update(
        at now: FetchTime, _ radio: RadioCosts, _ clock: LocalClock,
        passed: (_ from: FetchTime, _ to: FetchTime) -> Double
    ) {
        joules.spent = ledger.joules(at: now, radio)
        forEach { $0.update(at: now, clock, passed: passed) }
    }

    /// Factor of the value of a fresh launch, from 0 to 1: the tightest budget counts.
    var factor: Double { hasBudget ? min(joules.factor, bytes.factor, requests.factor) : 1 }

    /// When all that is spent may serve again; nil if nothing is spent, or something never will serve.
    func review(after now: FetchTime, _ clock: LocalClock) -> FetchTime? {
        guard isSpent else { return nil }
        let review = affordsFrom(joules: 0, bytes: 0, requests: 0, at: now, clock)
        return review < .distantFuture ? review : nil
    }

    mutating func clockWentBack(to now: FetchTime, _ clock: LocalClock) {
        ledger.clockWentBack(to: now)
        let day = clock.day(now)
        forEach { $0.clockWentBack(to: day) }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&ledger, &joules, &bytes, &requests)
    }
}
