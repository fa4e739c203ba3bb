/// The time that something lives by which counts down: the host's clock, as far as it runs forwards.
///
/// A step back of up to a minute is taken for events that come out of order: time stands still until the host's
/// clock has caught up. A longer one means that the clock was set back. Then everything remembered has to be moved
/// along (``Instant/moved(from:to:)``): what had three seconds left has three seconds left, in the new computing, and
/// nothing waits for years.
///
///     host      10:00   10:05    10:04:30   10:06     09:00    09:01
///     now       10:00   10:05    10:05      10:06     09:00    09:01
///     moved                                           by 66 min
struct SteadyClock: Sendable, SnapshotCoded {
    /// The latest time heard of, unless the clock was set back since.
    private(set) var now = Instant.distantPast

    /// Steps back within this are taken for events that come out of order.
    private static var tolerance: TimeSpan { .minutes(1) }

    /// Takes note of the host's time.
    ///
    /// - Returns: what the time was before, if the clock was set back; nil if not.
    mutating func notice(_ time: Instant) -> Instant? {
        let before = now
        guard time < before else {
            now = time
            return nil
        }
        guard before - time > Self.tolerance else { return nil }
        now = time
        return before
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&now)
    }
}

extension Instant {
    /// The moment that is as far from `new` as this one is from `old`.
    func moved(from old: Instant, to new: Instant) -> Instant { new + (self - old) }
}
