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
        network != .none && refreshAllowed && !saver && !batteryIsLow(configuration)
    }

    private func batteryIsLow(_ configuration: Configuration) -> Bool {
        // Written so that a level that is not a number counts as low.
        power != .charging && !(batteryLevel >= configuration.lowBatteryLevel)
    }

    /// What forbids every fetch at present.
    func visitVetoes(_ configuration: Configuration, _ visit: (Veto) -> Void) {
        if network == .none { visit(.noNetwork) }
        if !refreshAllowed { visit(.refreshOff) }
        if saver { visit(.lowPowerMode) }
        if batteryIsLow(configuration) { visit(.lowBattery) }
    }
}
