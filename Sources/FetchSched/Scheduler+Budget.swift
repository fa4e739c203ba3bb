/// The worth of a fresh launch, where a budget sets it.
extension Scheduler {
    /// Energy that the fetches so far have cost beyond what the device spent anyway, in joules, as reckoned from
    /// the radio's activity that the host reported.
    ///
    /// - Complexity: O(1).
    public func joulesSpent(at now: Instant) -> Double { ledger.joules(at: now, configuration.radio) }

    /// Whether a daily budget is spent, so that only what the user asks for runs.
    ///
    /// - Complexity: O(1).
    public var budgetIsSpent: Bool {
        (configuration.budget.joulesPerDay != nil && joulesControl.isSpent)
            || (configuration.budget.bytesPerDay != nil && bytesControl.isSpent)
            || (configuration.budget.requestsPerDay != nil && requestsControl.isSpent)
    }

    /// Moves the worth of a fresh launch to where the budgets are used up and no more, and raises it on a charger.
    mutating func updateValue(at now: Instant) {
        let factor = budgetFactor(at: now) * generosity
        let value = configuration.valueJoules * factor
        // So that a controller's small steps do not make a new plan each time.
        if abs(value - valueJoules) > 0.05 * valueJoules { plan = .unknown }
        valueJoules = value
    }

    /// What fresh launches are worth more while the device is on Wi-Fi and a charger.
    private var generosity: Double {
        guard conditions.power == .charging, conditions.network == .wifi else { return 1 }
        // Written so that what is no number changes nothing.
        return configuration.chargingFactor >= 1 ? min(configuration.chargingFactor, 1000) : 1
    }

    /// What the budgets make of the worth of a fresh launch.
    private mutating func budgetFactor(at now: Instant) -> Double {
        let budget = configuration.budget
        guard budget.isSet else { return 1 }
        updateControls(at: now)
        var factor = Double.infinity
        if budget.joulesPerDay != nil { factor = min(factor, joulesControl.factor) }
        if budget.bytesPerDay != nil { factor = min(factor, bytesControl.factor) }
        if budget.requestsPerDay != nil { factor = min(factor, requestsControl.factor) }
        return factor < .infinity ? factor : 1
    }

    /// Takes into account what has been spent, so that ``budgetIsSpent`` is what is so now.
    ///
    /// - Complexity: O(1).
    public mutating func updateBudgets(at now: Instant) {
        guard configuration.budget.isSet else { return }
        notice(now)
        updateControls(at: now)
    }

    private mutating func updateControls(at now: Instant) {
        let (forecast, clock) = (forecast, conditions.clock)
        func planned(_ from: Instant, _ to: Instant) -> Double {
            forecast.shareOfDay(from: from, to: to, clock: clock)
        }
        if let joules = configuration.budget.joulesPerDay {
            joulesControl.update(spent: joulesSpent(at: now), perDay: joules, at: now, planned: planned)
        }
        if let bytes = configuration.budget.bytesPerDay {
            bytesControl.update(spent: bytesSpent, perDay: bytes, at: now, planned: planned)
        }
        if let requests = configuration.budget.requestsPerDay {
            requestsControl.update(spent: requestsSpent, perDay: requests, at: now, planned: planned)
        }
    }

    /// When a spent budget may serve again, to look again then; nil if none is spent, or never will serve.
    ///
    /// - Complexity: O(1), as if the budget were updated 24 times.
    public mutating func budgetReview() -> Instant? {
        let (forecast, clock) = (forecast, conditions.clock)
        func planned(_ from: Instant, _ to: Instant) -> Double {
            forecast.shareOfDay(from: from, to: to, clock: clock)
        }
        var all: Instant?
        if configuration.budget.joulesPerDay != nil, joulesControl.isSpent {
            guard let review = joulesControl.review(planned: planned) else { return nil }
            all = review
        }
        if configuration.budget.bytesPerDay != nil, bytesControl.isSpent {
            guard let review = bytesControl.review(planned: planned) else { return nil }
            all = max(all ?? review, review)
        }
        if configuration.budget.requestsPerDay != nil, requestsControl.isSpent {
            guard let review = requestsControl.review(planned: planned) else { return nil }
            all = max(all ?? review, review)
        }
        return all
    }
}
