/// The present state of the device: the time, its conditions, the app in use, and the radio.
struct DeviceState: Sendable, SnapshotCoded {
    private var time = SteadyClock()
    private(set) var conditions = Conditions()
    var radio = RadioState()
    private(set) var foregroundApp: AppID?
    /// When the last sign of its use was heard.
    private var lastSign = Instant.distantPast

    /// A use of which nothing was heard for so long has ended, and its end was missed.
    private static var longestSilence: TimeSpan { .hours(4) }

    @inline(__always)
    var foreground: Int? { foregroundApp?.index }

    /// The latest time heard of, unless the clock was set back since.
    var now: Instant { time.now }
    var clock: LocalClock { conditions.clock }

    /// Takes note of the time.
    ///
    /// - Returns: the time before, if the clock was set back, so that no remembered time may be later than `present`.
    mutating func notice(_ present: Instant) -> Instant? {
        guard let before = time.notice(present) else { return nil }
        radio.clockWentBack(to: present)
        lastSign = min(lastSign, present)
        return before
    }

    /// Learns what the host saw, as far as it is about the device's circumstances, or a sign that somebody uses it.
    mutating func learn(_ event: FetchEvent) {
        switch event {
        case .radio(.user, _): lastSign = now
        case .foregroundSync(let app, _, _), .launch(let app): if app == foregroundApp { lastSign = now }
        default: conditions.learn(event)
        }
    }

    mutating func beginUse(of app: AppID) {
        foregroundApp = app
        lastSign = now
    }

    mutating func endUse() { foregroundApp = nil }

    /// When the use of the app in the foreground is taken to have ended, unless it gives a sign before: what nobody confirms
    /// ends by itself, or a host that missed one end would never see a wakeup again.
    var silentUseEnd: Instant? { foregroundApp == nil ? nil : lastSign + Self.longestSilence }

    /// The end of a silent use that has come by `moment`.
    func silentUseEnd(by moment: Instant) -> Instant? {
        guard let end = silentUseEnd, end <= moment, end >= now else { return nil }
        return end
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&time, &conditions, &radio, &foregroundApp)
        try coder.code(&lastSign)
    }
}
