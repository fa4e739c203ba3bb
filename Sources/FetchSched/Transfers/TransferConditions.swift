/// Conditions at one time that decide which transfers run.
struct TransferConditions: Sendable {
    let device: DeviceConditions
    let isBudgetSpent: Bool
    /// Whether the radio is awake for another reason, so that a transfer needs no wakeup.
    let isRadioAwake: Bool
    let now: FetchTime
    let apps: AppTable
    /// The service's own, with its history up to `now`.
    var limits = TransferLimits()
    var history = ConditionHistory()
}

extension DeviceConditions {
    func isPowered(_ limits: TransferLimits) -> Bool {
        power == .charging || batteryLevel >= limits.powerLevel
    }
}

/// Since when Wi-Fi, power, and both together have been absent; nil for one that holds, or before the first report, so
/// that a new device waits as long as any other. A reported condition holds until the next report.
struct ConditionHistory: Sendable, SnapshotCoded {
    private(set) var noWiFi: FetchTime?
    private(set) var noPower: FetchTime?
    private(set) var noBoth: FetchTime?

    mutating func note(_ conditions: DeviceConditions, _ limits: TransferLimits, at now: FetchTime) {
        let (hasWiFi, hasPower) = (conditions.network.isUnmetered, conditions.isPowered(limits))
        noWiFi = hasWiFi ? nil : noWiFi ?? now
        noPower = hasPower ? nil : noPower ?? now
        noBoth = hasWiFi && hasPower ? nil : noBoth ?? now
    }

    mutating func move(from old: FetchTime, to new: FetchTime) {
        noWiFi = noWiFi?.moved(from: old, to: new)
        noPower = noPower?.moved(from: old, to: new)
        noBoth = noBoth?.moved(from: old, to: new)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&noWiFi, &noPower, &noBoth)
    }
}
