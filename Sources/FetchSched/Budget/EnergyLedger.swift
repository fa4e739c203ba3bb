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
