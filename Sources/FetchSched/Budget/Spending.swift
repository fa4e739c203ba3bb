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

/// The energy of fetches so far: that of the radio with them minus that without, and the energy charged in addition.
///
/// Two chains of activities are followed, all of them and the device's own, each with its pauses, tails and promotions;
/// a fetch that overlaps with the device's own traffic adds nothing, one that a launch would have had to load is
/// credited. Record events in time order, a fetch at its start and at its end.
struct EnergyLedger: Sendable, SnapshotCoded {
    fileprivate struct Chain: Sendable, SnapshotCoded {
        /// Until when its energy is known.
        var end: FetchTime?
        var joules = 0.0
        /// Activities under way whose end is not known.
        var open = 0

        /// Adds what the radio did until `now`, and its waking.
        mutating func advance(to now: FetchTime, _ costs: RadioCosts) {
            if let end, now <= end { return }
            joules += end.map { passing(now - $0, costs) } ?? costs.promotion.joules
            end = now
        }

        mutating func activity(from start: FetchTime, until end: FetchTime, _ costs: RadioCosts) {
            advance(to: start, costs)
            guard let last = self.end, end > last else { return }
            joules += costs.baseWatts * (end - last).seconds
            self.end = end
        }

        /// With what goes on, or the tail as far as it got, by `now`.
        func total(at now: FetchTime, _ costs: RadioCosts) -> Double {
            guard let end, now > end else { return joules }
            return joules + passing(now - end, most: costs.tailSeconds, costs)
        }

        /// The radio's energy in that time: active if anything is in progress, else tail and sleep.
        private func passing(_ span: TimeSpan, most: Double = .infinity, _ costs: RadioCosts) -> Double {
            if open > 0 { return costs.baseWatts * min(span, longest).seconds }
            return costs.pauseJoules(min(span.seconds, most))
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&end)
            try coder.code(any: &joules)
        }
    }

    private var all = Chain()
    private var own = Chain()
    /// Time that the device's next activity would have taken longer without fetches, in seconds.
    private var credit = 0.0
    /// Energy of fetches apart from the radio's time: of their bytes, and of the device.
    private var charged = 0.0
    /// Longest activity believed, in case a clock was wrong.
    private static let longest = TimeSpan.hours(1)

    var fetchesUnderWay: Int {
        get { all.open }
        set { all.open = max(0, newValue) }
    }

    mutating func clockWentBack(to now: FetchTime) {
        all.end = all.end.map { min($0, now) }
        own.end = own.end.map { min($0, now) }
    }

    mutating func device(from start: FetchTime, until end: FetchTime, _ costs: RadioCosts) {
        let end = min(max(start, end), start + Self.longest)
        all.activity(from: start, until: end, costs)
        own.activity(from: start, until: end + .seconds(credit), costs)
        credit = 0
    }

    mutating func startFetch(at now: FetchTime, _ costs: RadioCosts) {
        all.advance(to: now, costs)
        all.open += 1
    }

    mutating func endFetch(at now: FetchTime, _ costs: RadioCosts) {
        all.advance(to: now, costs)
        all.open = max(0, all.open - 1)
    }

    /// A launch found what a fetch had loaded; it would have taken so long to load.
    mutating func spare(seconds: Double, joules: Double) {
        credit += min(max(0, seconds), 3600)
        charge(-joules)
    }

    /// Adds what a fetch cost apart from the time that the radio was active for it.
    mutating func charge(_ joules: Double) { if joules.isFinite { charged += joules } }

    func joules(at now: FetchTime, _ costs: RadioCosts) -> Double {
        charged + all.total(at: now, costs) - own.total(at: now, costs)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&all, &own, &credit)
        try coder.code(any: &charged)
    }
}
