/// The value of a fresh launch, where a budget or a charger changes it.
extension Scheduler {
    var valueJoules: Double { spending.valueJoules }

    func joulesSpent(at now: FetchTime) -> Double {
        spending.ledger.joules(at: now, configuration.radio)
    }

    var isBudgetSpent: Bool { spending.isSpent }

    /// Updates the budgets to the present and recomputes ``isBudgetSpent``.
    mutating func updateBudgets(at now: FetchTime) {
        guard spending.hasBudget else { return }
        notice(now)
        updateAccounts(at: now)
    }

    /// Counts what a discretionary transfer moved for the budget of data.
    mutating func noteTransferred(bytes: Int64) { spending.bytes.spend(Double(bytes)) }

    /// When a spent budget is refilled; nil if no budget is spent or refilling is impossible.
    func budgetReview() -> FetchTime? { spending.review(after: device.now, device.clock) }

    /// Lowers the value of a fresh launch so that the budgets last, and raises it on a charger.
    mutating func updateValue(at now: FetchTime) {
        if spending.hasBudget { updateAccounts(at: now) }
        let value = configuration.valueJoules * spending.factor * generosity
        // So that a controller's small steps do not make a new plan each time.
        if abs(value - valueJoules) > 0.05 * valueJoules { phone.dropPlan() }
        spending.valueJoules = value
    }

    /// Factor of V while the device is on Wi-Fi and a charger.
    private var generosity: Double {
        guard device.conditions.power == .charging, device.conditions.network.isUnmetered else { return 1 }
        // Written so that NaN changes nothing.
        return configuration.chargingFactor >= 1 ? min(configuration.chargingFactor, 1000) : 1
    }

    private mutating func updateAccounts(at now: FetchTime) {
        let rate = forecast.rate
        spending.update(at: now, configuration.radio, device.clock) { [clock = device.clock] in
            rate.shareOfDay(from: $0, to: $1, clock: clock)
        }
    }

    /// Whether the budgets and the loss limit permit a fetch at this cost with this probability of something new.
    @inline(__always)  // A call copies the scheduler.
    mutating func affords(_ app: Int, joules: Double, somethingNew: Double) -> Bool {
        guard mayLose(joules, app) else { return false }
        guard spending.hasBudget else { return true }
        return spending.affords(joules: joules, bytes: bytes(of: app, somethingNew: somethingNew))
    }

    /// First time at which `affords` holds, if nothing is spent before; `distantFuture` if never.
    func affordsFrom(_ app: Int, joules: Double, somethingNew: Double, at now: FetchTime) -> FetchTime {
        let bytes = bytes(of: app, somethingNew: somethingNew)
        return max(
            mayLoseFrom(joules, app),
            spending.affordsFrom(joules: joules, bytes: bytes, at: now, device.clock))
    }

    @inline(__always)  // A call copies the scheduler.
    private func bytes(of app: Int, somethingNew: Double) -> Double {
        apps[app].costs.completed(by: costs.shared).content(somethingNew: somethingNew)
    }
}
