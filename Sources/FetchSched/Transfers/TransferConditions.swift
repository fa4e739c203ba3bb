/// Which of the device's circumstances matter to transfers.
struct TransferConditions: Equatable, Sendable {
    let network: Network
    let isPowered: Bool
    let isLow: Bool
    let lowPowerMode: Bool
    let refreshAllowed: Bool
    let budgetIsSpent: Bool

    init(_ conditions: Conditions, budgetIsSpent: Bool, _ limits: TransferLimits) {
        network = conditions.network
        isPowered = conditions.isPowered(limits)
        isLow = conditions.isLow(limits)
        lowPowerMode = conditions.lowPowerMode
        refreshAllowed = conditions.refreshAllowed
        self.budgetIsSpent = budgetIsSpent
    }
}

extension Conditions {
    /// Whether there is power enough for discretionary transfers.
    func isPowered(_ limits: TransferLimits) -> Bool {
        power == .charging || batteryLevel >= limits.powerLevel
    }

    /// Whether the battery is too low for anything discretionary.
    func isLow(_ limits: TransferLimits) -> Bool {
        // Written so that a level that is not a number counts as low.
        power != .charging && !(batteryLevel >= limits.lowBatteryLevel)
    }
}
