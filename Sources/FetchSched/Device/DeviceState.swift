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
