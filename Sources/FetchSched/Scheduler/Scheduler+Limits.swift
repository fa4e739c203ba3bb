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

/// Benefits of the scheduler's own fetches, and their effects.
extension Scheduler {
    /// Trust that a fetch of the app makes a launch fresh: trust in the launch forecast, times the success rate.
    @inline(__always)  // A call copies the scheduler.
    func trust(in app: Int) -> Double {
        let success = Double(apps[app].success)
        return configuration.experiment.keepsScore
            ? success * score.trust(in: apps[app].score, shared: score.sharedTrust) : success
    }

    @inline(__always)  // A call copies the scheduler.
    var sharedTrust: Double { configuration.experiment.keepsScore ? score.sharedTrust : 1 }

    /// Whether launches have to pay for the fetches; requests that the host wants anyway need not be paid for.
    private var limitsLosses: Bool {
        configuration.experiment.keepsScore
            && !polling.isWanted
    }

    /// Whether the loss limit permits a fetch of the app at this cost.
    @inline(__always)  // A call copies the scheduler.
    func mayLose(_ joules: Double, _ app: Int? = nil) -> Bool {
        !limitsLosses
            || score.limit.affords(
                joules, underWay: apps.expectedJoules, spent: joulesSpent(at: device.now), at: device.now,
                failing: tryJoules(joules, app))
    }

    func mayLoseFrom(_ joules: Double, _ app: Int? = nil) -> FetchTime {
        guard limitsLosses else { return device.now }
        return score.limit.affordsFrom(
            joules, underWay: apps.expectedJoules, spent: joulesSpent(at: device.now), at: device.now,
            failing: tryJoules(joules, app))
    }

    /// Least balance for failures before a fetch of the app; 0 if that is no try. A source that hung may hang again.
    private func tryJoules(_ joules: Double, _ app: Int?) -> Double {
        guard isTry(app) else { return 0 }
        guard let app, apps[app].strikes > 0 else { return joules }
        return max(joules, failureJoules(of: app, seconds: configuration.fetchLimit.seconds))
    }

    private func failureJoules(of app: Int, seconds: Double) -> Double {
        costs.startJoules(app, apps) + configuration.radio.baseWatts * seconds
            + costs.endJoules(bytes: 0, seconds: seconds, inUse: device.foreground != nil)
    }

    private mutating func settle(at now: FetchTime) {
        score.limit.settle(spent: joulesSpent(at: now), at: now)
    }

    /// - Returns: ``FetchRun/promise``.
    mutating func scoreStart(_ decision: FetchDecision, at now: FetchTime) -> Float {
        settle(at: now)
        guard decision.reason == .forced else {
            score.limit.endExcuse()
            // Not zero, which marks a fetch that the host forced.
            return Float(min(max(1e-6, decision.value.usedInTime), 1))
        }
        // The caller of a forced fetch answers for it.
        score.limit.excuse(decision.value.cost)
        return 0
    }

    mutating func scoreEnd(_ run: FetchRun, at now: FetchTime) {
        if run.promise == 0, spending.ledger.fetchesUnderWay == 0 {
            score.limit.forgive(spent: joulesSpent(at: now), tail: configuration.radio.wakeupJoules)
        }
        settle(at: now)
    }

    /// Scores a fetch that failed now. If the scheduler chose it, the account for failures pays its cost.
    mutating func scoreFailure(_ run: FetchRun, of app: Int, at now: FetchTime) {
        guard run.promise > 0 else { return }
        let seconds = (min(now, run.since + configuration.fetchLimit) - run.since).seconds
        let bill = max(Double(run.expectedJoules), failureJoules(of: app, seconds: seconds))
        settle(at: now)
        score.limit.bearFailure(bill, isTry: isTry(app))
    }

    /// The fetch that ended found something, which counts if it is newer than what the app had.
    mutating func scoreFind(_ run: FetchRun, of app: Int) {
        guard run.since > apps[basics: app].lastSync else { return }
        score.breakPromise(&apps[app].score)
        apps[app].score.open = run.promise
    }

    /// Scores a launch, whose copy counts as up to date. If the host reports no result, the forecast is used.
    mutating func scoreLaunch(of app: Int, at now: FetchTime) {
        // Without a promise it does not matter.
        let stale =
            apps[app].score.open > 0
            ? content.somethingNew(app, apps, at: now, device.clock) : 1
        let lost = lostIfMissing(app, somethingNew: stale, at: now)
        guard let fulfilled = score.book(launchOf: app, &apps[app].score, fresh: 1 - stale, lost: lost) else {
            return
        }
        let gain = lostWithoutFetches(app, at: now) - (1 - fulfilled) * lost
        if gain > 0 { payForFreshLaunches(gain, at: now) }
    }

    /// The part of its value that a launch now would lose if no fetch had found something since the launch before.
    private func lostWithoutFetches(_ app: Int, at now: FetchTime) -> Double {
        guard let fading, let launch = apps[app].lastLaunch.known else { return 1 }
        let age = (now - launch).seconds
        let missing = PortableMath.saturation(content.meanChange(of: app, apps) * age)
        return fading.lost(missing: missing, age: age)
    }

    mutating func scoreSync(of app: Int, _ outcome: FetchOutcome, at now: FetchTime) {
        guard outcome.isSuccess else { return }
        if let missing = score.confirm(launchOf: app, &apps[app].score, fresh: outcome == .noData) {
            payForFreshLaunches(missing, at: now)
        } else if outcome == .newData {
            score.breakPromise(&apps[app].score)
        }
    }

    private mutating func payForFreshLaunches(_ launches: Double, at now: FetchTime) {
        settle(at: now)
        score.limit.pay(launches * score.valueJoules)
    }
}
