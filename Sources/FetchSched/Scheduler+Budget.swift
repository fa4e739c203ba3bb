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
        guard budget.joulesPerDay != nil || budget.bytesPerDay != nil else { return 1 }
        let forecast = forecast
        let clock = conditions.clock
        func planned(_ from: Instant, _ to: Instant) -> Double {
            forecast.shareOfDay(from: from, to: to, clock: clock)
        }
        var factor = Double.infinity
        if let joules = budget.joulesPerDay {
            joulesControl.update(spent: joulesSpent(at: now), perDay: joules, at: now, planned: planned)
            factor = min(factor, joulesControl.factor)
        }
        if let bytes = budget.bytesPerDay {
            bytesControl.update(spent: bytesSpent, perDay: bytes, at: now, planned: planned)
            factor = min(factor, bytesControl.factor)
        }
        return factor < .infinity ? factor : 1
    }
}
