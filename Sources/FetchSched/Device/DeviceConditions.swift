/// The device's circumstances, as far as the host reported them.
///
/// Without a network nothing runs; in low power mode, switched off, or with a low battery only requested fetches.
public struct DeviceConditions: Hashable, Sendable, SnapshotCoded {
    /// The way to the network.
    public var network = NetworkPath.cellular
    /// Where the power comes from.
    public var power = PowerSource.battery
    /// Battery level, from 0 (empty) to 1 (full). One that is not a number counts as empty.
    public var batteryLevel = 1.0
    /// Whether low power mode is on.
    public var isInLowPowerMode = false
    /// The user's background refresh switch for the whole device.
    public var isRefreshAllowed = true
    /// Local time of day.
    package var clock = LocalClock()

    /// Makes the conditions that a scheduler assumes before any report: cellular, a full battery, nothing forbidden.
    public init() {}

    mutating func learn(_ event: FetchEvent) {
        switch event {
        case .network(let network): self.network = network
        case .power(let power): self.power = power
        case .batteryLevel(let level): batteryLevel = level
        case .lowPowerMode(let isOn): isInLowPowerMode = isOn
        case .refresh(app: nil, let isOn): isRefreshAllowed = isOn
        case .zone(let secondsEast): clock.secondsEast = min(max(secondsEast, -86_400), 86_400)
        default: break
        }
    }

    func allowFetches(_ configuration: FetchConfiguration) -> Bool {
        network != .none && isRefreshAllowed && !isInLowPowerMode
            && !isBatteryLow(below: configuration.lowBatteryLevel)
    }

    /// Whether the battery is low and no charger connected. A level that is NaN counts as low.
    func isBatteryLow(below level: Double) -> Bool { power != .charging && !(batteryLevel >= level) }

    func visitVetoes(_ configuration: FetchConfiguration, _ visit: (FetchVeto) -> Void) {
        if network == .none { visit(FetchVeto(.noNetwork)) }
        if !isRefreshAllowed { visit(FetchVeto(.refreshOff)) }
        if isInLowPowerMode { visit(FetchVeto(.lowPowerMode)) }
        if isBatteryLow(below: configuration.lowBatteryLevel) { visit(FetchVeto(.lowBattery)) }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&network, &power)
        try coder.code(any: &batteryLevel)
        try coder.code(&isInLowPowerMode, &isRefreshAllowed, &clock)
    }
}
