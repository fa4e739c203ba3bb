/// Whether the device is awake, and has to be.
extension TaskService {
    /// The device is awake for other reasons, at least until `end` (`distantFuture`: until further notice). Several
    /// such calls add up to the latest end. Matters in the opportunistic mode only.
    ///
    /// - Complexity: O(1) in the classic mode. In the opportunistic mode O(log apps) while the device stays awake, and
    ///   O(n log apps) where it wakes, n apps with a task being in the background: each is resumed by that.
    public mutating func deviceAwake(until end: Instant, at now: Instant) {
        notice(now)
        setAwake(until: max(awakeUntil, end))
    }

    /// The device goes to sleep now, whatever was said before.
    ///
    /// - Complexity: O(1) in the classic mode, else O(n log apps), as ``deviceAwake(until:at:)`` where the device wakes: each
    ///   app is suspended by it.
    public mutating func deviceSleeps(at now: Instant) {
        notice(now)
        setAwake(until: min(awakeUntil, clock.now))
    }

    private mutating func setAwake(until end: Instant) {
        guard end != awakeUntil else { return }
        let before = awakeUntil
        awakeUntil = end
        guard limits.mode == .opportunistic else { return }
        if before > clock.now, end > before {
            // It stays awake. That is known of all but those that had leave to run for longer than it was awake.
            while let app = timers.popAllowance(through: end) { resettle(app, awakeUntil: before) }
            return
        }
        var next = timers.withTasks.next(from: 0)
        while let app = next {
            resettle(app, awakeUntil: before)
            next = timers.withTasks.next(from: app + 1)
        }
    }

    /// Brings an app up to the present by what was known of the device until now.
    private mutating func resettle(_ app: Int, awakeUntil before: Instant) {
        apps[app].settle(to: clock.now, limits, awakeUntil: before)
        schedule(app)
    }

    /// Whether the device has to be kept awake: for classic tasks and for allowances, never for opportunistic tasks.
    ///
    /// - Complexity: O(1), but for a word of memory for each quarter of a million apps.
    public func keepsDeviceAwake(at now: Instant) -> Bool {
        if limits.mode == .classic, !timers.withTasks.isEmpty { return true }
        return timers.anyMayRun(at: max(now, clock.now))
    }
}
