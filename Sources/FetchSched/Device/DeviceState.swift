/// What is known of the device at present: how late it is, its circumstances, who uses it, and the radio.
struct DeviceState: Sendable {
    /// The latest time heard of, unless the clock was set back since.
    private(set) var now = Instant.distantPast
    var conditions = Conditions()
    /// The app in the foreground.
    var foreground: Int?
    var radio = RadioState()

    /// Steps back within this are taken for events that come out of order.
    private static var tolerance: TimeSpan { .minutes(1) }

    /// Local time of day.
    var clock: LocalClock { conditions.clock }

    /// Takes note of the time.
    ///
    /// - Returns: whether the clock was set back, so that nothing that is remembered may lie ahead of it.
    mutating func notice(_ time: Instant) -> Bool {
        guard time < now else {
            now = time
            return false
        }
        guard now - time > Self.tolerance else { return false }
        now = time
        radio.clockWentBack(to: time)
        return true
    }
}

extension DeviceState {
    mutating func codeClock<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&now)
    }
}
