/// The device's circumstances, as far as the host reported them.
struct Conditions: Sendable {
    var network = Network.cellular
    var power = PowerSource.battery
    var batteryLevel = 1.0
    var saver = false
    /// The user's background refresh switch for the whole device.
    var refreshAllowed = true
    var clock = LocalClock()

    /// Whether anything may be fetched in the background at all.
    func allowFetches(_ configuration: Configuration) -> Bool {
        network != .none && refreshAllowed && !saver
            && (power == .charging || batteryLevel >= configuration.lowBatteryLevel)
    }
}
