public import FetchSched

/// What the engine's instants are on a clock of the host's: on a `ContinuousClock` to sleep by, or on a clock of tests
/// whose time is moved by hand.
///
///     let time = Timekeeper(ContinuousClock(), startingAt: .now)
///     if let timer = engine.nextDeadline(after: time.now) { try await time.clock.sleep(until: time.moment(of: timer)) }
///
/// The two are compared once. A wall clock that is set meanwhile moves the engine's time only when a new one is made.
public struct Timekeeper<C: Clock>: Sendable where C.Duration == Duration {
    /// The clock to sleep by.
    public let clock: C
    private let start: C.Instant
    private let instant: Instant

    /// Takes the clock's present moment for `instant`.
    public init(_ clock: C, startingAt instant: Instant) {
        self.clock = clock
        start = clock.now
        self.instant = instant
    }

    /// The engine's time at present.
    public var now: Instant { instant(of: clock.now) }

    /// The engine's time at a moment of the clock.
    public func instant(of moment: C.Instant) -> Instant { instant + TimeSpan(start.duration(to: moment)) }

    /// The clock's moment at a time of the engine's; for ``/FetchSched/Instant/distantFuture`` one a century ahead, which
    /// no clock is confused by.
    public func moment(of instant: Instant) -> C.Instant {
        let century = TimeSpan.days(36_525)
        let ahead = instant - self.instant
        return start.advanced(by: Duration(min(max(ahead, century * -1), century)))
    }
}
