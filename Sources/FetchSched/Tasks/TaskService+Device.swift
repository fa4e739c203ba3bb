/// Whether the device is awake, and has to be.
extension TaskService {
    /// The device is awake for other reasons, at least until `end` (`distantFuture`: until further notice). Several
    /// such calls add up to the latest end. Matters in the opportunistic mode only.
    ///
    /// - Complexity: O(apps that ever ran) in the opportunistic mode, else O(1).
    public mutating func deviceAwake(until end: Instant, at now: Instant) {
        notice(now)
        setAwake(until: max(awakeUntil, end))
    }

    /// The device goes to sleep now, whatever was said before.
    ///
    /// - Complexity: as ``deviceAwake(until:at:)``.
    public mutating func deviceSleeps(at now: Instant) {
        notice(now)
        setAwake(until: min(awakeUntil, clock.now))
    }

    private mutating func setAwake(until end: Instant) {
        guard end != awakeUntil else { return }
        guard limits.mode == .opportunistic else {
            awakeUntil = end
            return
        }
        let before = awakeUntil
        awakeUntil = end
        for index in 0..<apps.writtenCount {
            let app = apps.written(index)
            // In the foreground, or at rest, it is all the same to it.
            guard apps[app].open > 0, apps[app].place == .background else { continue }
            apps[app].settle(to: clock.now, limits, awakeUntil: before)
            schedule(app)
        }
    }

    /// Whether the device has to be kept awake: for classic tasks and for allowances, never for opportunistic tasks.
    ///
    /// - Complexity: O(apps that ever ran).
    public func keepsDeviceAwake(at now: Instant) -> Bool {
        let now = max(now, clock.now)
        return apps.written.contains { apps[$0].keepsDeviceAwake(at: now, limits) }
    }
}
