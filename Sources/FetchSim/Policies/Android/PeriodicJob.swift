import FetchSched

/// When an app's periodic job may run: in the last `flex` of each period, and after a failure when the back-off ends.
///
///     period    |---------------|---------------|---------------|
///     window    |         ======|         ======|         ======|
///     runs                 F               F  (late: F counts for the window before)
///
/// Source: AOSP, `JobInfo.Builder.setPeriodic` and `JobSchedulerService` (Android 14).
struct PeriodicJob: Sendable {
    /// Shortest period and flex that Android grants.
    static let leastPeriod = TimeSpan.minutes(15)
    static let leastFlex = TimeSpan.minutes(5)
    private static let firstBackoff = TimeSpan(milliseconds: 30_000)
    private static let mostBackoff = TimeSpan.hours(5)
    /// A job that ran this near to its window's end, or later, gets a later next window.
    private static let buffer = TimeSpan.minutes(30)

    let period: TimeSpan
    let flex: TimeSpan
    /// The window: from `earliest` on, if possible before `latest`.
    private(set) var earliest: FetchTime
    private(set) var latest: FetchTime
    private(set) var failures = 0
    /// Since when it has been held back for a batch.
    var heldSince: FetchTime?

    /// A job registered at `now`; `flex` is the part of the period that the window takes.
    init(period: TimeSpan, flex part: Double, at now: FetchTime) {
        self.period = max(period, Self.leastPeriod)
        let least = max(Self.leastFlex, TimeSpan(milliseconds: self.period.milliseconds / 20))
        flex = min(self.period, max(least, .seconds(self.period.seconds * part)))
        latest = now + self.period
        earliest = latest - flex
    }

    mutating func ran(_ outcome: FetchOutcome, at now: FetchTime) {
        heldSince = nil
        if !outcome.isSuccess {
            failures += 1
            var wait = Self.firstBackoff
            for _ in 1..<min(max(failures, 1), 30) where wait < Self.mostBackoff { wait = wait * 2 }
            // A failed job has no deadline of its own; the window that it was for stays the one to count from.
            earliest = now + min(wait, Self.mostBackoff)
            return
        }
        failures = 0
        let distance = now > latest ? now - latest : latest - now
        var opening = flex
        if now > latest {
            // The job counts for a window that is over, so with windows of whole periods the next one is open already.
            var windows = distance.milliseconds / period.milliseconds + 1
            let pause = TimeSpan(milliseconds: (period - flex).milliseconds / 2)
            if period != flex, distance > min(Self.buffer, pause) { windows += 1 }
            latest = latest + period * windows
        } else {
            latest = latest + period
            let sixth = TimeSpan(milliseconds: period.milliseconds / 6)
            if distance < Self.buffer, distance < sixth {
                opening = min(flex, period - min(Self.buffer, sixth - distance))
            }
        }
        earliest = latest - opening
    }
}
