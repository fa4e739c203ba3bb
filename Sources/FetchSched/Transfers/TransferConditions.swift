/// The conditions that decide which transfers run, at one time.
struct TransferConditions: Sendable {
    let device: Conditions
    /// Whether a daily budget is spent: discretionary transfers then wait.
    let isBudgetSpent: Bool
    /// When the conditions that discretionary transfers require were last met, up to `now`.
    let history: ConditionHistory
    let limits: TransferLimits
    let now: Instant
}

extension Conditions {
    func isPowered(_ limits: TransferLimits) -> Bool {
        power == .charging || batteryLevel >= limits.powerLevel
    }
}

/// When Wi-Fi, power, and both together were last available.
///
/// A reported condition holds until the next report. The time without a condition starts at the first report at the
/// earliest, so that a new device waits as long as any other.
struct ConditionHistory: Sendable, SnapshotCoded {
    /// One condition.
    struct Sighting: Sendable, SnapshotCoded {
        private var holds = false
        private var last: Instant?

        fileprivate mutating func note(_ holds: Bool, at now: Instant) {
            if holds || self.holds || last == nil { last = now }
            self.holds = holds
        }

        /// The time at which the condition will have been absent for `span` if it stays absent; nil while it holds or
        /// before the first report.
        func missing(for span: TimeSpan) -> Instant? { holds ? nil : last.map { $0 + span } }

        fileprivate mutating func move(from old: Instant, to new: Instant) {
            last = last.map { $0.moved(from: old, to: new) }
        }

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&holds, &last)
        }
    }

    private(set) var wifi = Sighting()
    /// Enough power for discretionary transfers.
    private(set) var power = Sighting()
    /// Wi-Fi and power at the same time.
    private(set) var both = Sighting()

    mutating func note(_ conditions: Conditions, _ limits: TransferLimits, at now: Instant) {
        let (hasWiFi, hasPower) = (conditions.network.isUnmetered, conditions.isPowered(limits))
        wifi.note(hasWiFi, at: now)
        power.note(hasPower, at: now)
        both.note(hasWiFi && hasPower, at: now)
    }

    mutating func move(from old: Instant, to new: Instant) {
        wifi.move(from: old, to: new)
        power.move(from: old, to: new)
        both.move(from: old, to: new)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&wifi, &power, &both)
    }
}
