/// The present state of the device: the time, its conditions, the app in use, and the radio.
struct DeviceState: Sendable, SnapshotCoded {
    /// The latest time reported, unless the clock was set back since.
    private(set) var now = FetchTime.distantPast
    private(set) var conditions = DeviceConditions()
    var radio = RadioState()
    private(set) var foregroundApp: AppID?
    private var lastSign = FetchTime.distantPast

    /// Time without a sign after which a use counts as ended, as the host missed its end.
    private static var longestSilence: TimeSpan { .hours(4) }

    var foreground: Int? { foregroundApp?.index }

    var clock: LocalClock { conditions.clock }

    /// Takes note of the host's time. A step back of up to a minute counts as events that come out of order: time
    /// stands still until the host's clock has caught up. A longer one means that the clock was set back.
    ///
    ///     host      10:00   10:05    10:04:30   10:06     09:00    09:01
    ///     now       10:00   10:05    10:05      10:06     09:00    09:01
    ///
    /// - Returns: the time before, if the clock was set back, so that no remembered time may be later than `present`.
    mutating func notice(_ present: FetchTime) -> FetchTime? {
        let before = now
        guard present >= before || before - present > .minutes(1) else { return nil }
        now = present
        guard present < before else { return nil }
        radio.clockWentBack(to: present)
        lastSign = min(lastSign, present)
        return before
    }

    mutating func learn(_ event: FetchEvent) {
        switch event {
        case .radio(.user, _): lastSign = now
        case .foregroundSync(let app, _, _), .launch(let app): if app == foregroundApp { lastSign = now }
        default: conditions.learn(event)
        }
    }

    mutating func startUse(of app: AppID) { (foregroundApp, lastSign) = (app, now) }

    mutating func endUse() { foregroundApp = nil }

    /// When the foreground app's use ends without a sign: a host that missed an end would never see a wakeup again.
    var silentUseEnd: FetchTime? { foregroundApp == nil ? nil : lastSign + Self.longestSilence }

    func silentUseEnd(by moment: FetchTime) -> FetchTime? {
        guard let end = silentUseEnd, end <= moment, end >= now else { return nil }
        return end
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&now, &conditions, &radio, &foregroundApp)
        try coder.code(&lastSign)
    }
}

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
