/// A reason for which a transfer is not under way.
public enum TransferWait: Hashable, Sendable {
    /// There is no network.
    case noNetwork
    /// It is discretionary, and the network is not Wi-Fi.
    case notOnWiFi
    /// It is discretionary, no charger is connected and the battery is not full enough.
    case noPower
    /// It is discretionary, and low power mode is on.
    case lowPowerMode
    /// It is discretionary, the battery is low and no charger is connected.
    case lowBattery
    /// It is discretionary, and the user's background refresh switch is off for the device.
    case refreshOff
    /// It is discretionary, and the user's background refresh switch is off for its app.
    case refreshOffForApp
    /// It is discretionary, and the daily budget of energy or data is spent.
    case budgetSpent
    /// It was interrupted and is left alone for a while.
    case backingOff(until: Instant)
    /// It is discretionary and waits until another's activity wakes the radio, at the longest until then.
    case radioAsleep(until: Instant)
    /// Others come first.
    case behindOthers

    /// A short name for machines and tables.
    public var name: String {
        switch self {
        case .noNetwork: "no-network"
        case .notOnWiFi: "not-on-wifi"
        case .noPower: "no-power"
        case .lowPowerMode: "low-power-mode"
        case .lowBattery: "low-battery"
        case .refreshOff: "refresh-off"
        case .refreshOffForApp: "refresh-off-for-app"
        case .budgetSpent: "budget-spent"
        case .backingOff: "backing-off"
        case .radioAsleep: "radio-asleep"
        case .behindOthers: "behind-others"
        }
    }

    /// When it ends by itself; nil if that takes an event.
    public var until: Instant? {
        switch self {
        case .backingOff(let until), .radioAsleep(let until): until
        default: nil
        }
    }
}
