/// The conditions that decide which transfers run, at one time.
struct TransferConditions: Sendable {
    let device: Conditions
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

/// Since when Wi-Fi, power, and both together have been absent; nil for one that holds, or before the first report.
///
/// A reported condition holds until the next report. The time without a condition starts at the first report at the
/// earliest, so that a new device waits as long as any other.
struct ConditionHistory: Sendable, SnapshotCoded {
    private(set) var noWiFi: Instant?
    /// Too little power for discretionary transfers.
    private(set) var noPower: Instant?
    private(set) var noBoth: Instant?

    mutating func note(_ conditions: Conditions, _ limits: TransferLimits, at now: Instant) {
        let (hasWiFi, hasPower) = (conditions.network.isUnmetered, conditions.isPowered(limits))
        noWiFi = hasWiFi ? nil : noWiFi ?? now
        noPower = hasPower ? nil : noPower ?? now
        noBoth = hasWiFi && hasPower ? nil : noBoth ?? now
    }

    mutating func move(from old: Instant, to new: Instant) {
        noWiFi = noWiFi?.moved(from: old, to: new)
        noPower = noPower?.moved(from: old, to: new)
        noBoth = noBoth?.moved(from: old, to: new)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&noWiFi, &noPower, &noBoth)
    }
}
