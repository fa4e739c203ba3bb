extension FetchEngine {
    /// Learns that the system lets the program run in the background until `end`: `BGAppRefreshTask`, `WorkManager`.
    ///
    /// Until then no fetch is charged a wakeup of the radio, nor the start of a process: all apps are sources of this
    /// program. The sources of most value per second come first, and none that is expected to end later. An `end` that
    /// has come ends the run. A run counts for one hour at most. A run is no part of a snapshot.
    ///
    /// - Complexity: O(apps).
    public mutating func granted(until end: FetchTime, at now: FetchTime) {
        notice(now)
        tasks.deviceAwake(until: end, at: present)
        scheduler.grant(until: end, at: now)
    }

    /// When to request the next run from the system: the first time at which it would fetch, if nothing happens before.
    ///
    /// A run pays if it gains more than half of the energy that starting the program takes. A fetch in it is not
    /// charged the wakeup that ``nextDeadline(after:)`` counts. The answer is a day ahead at most, and nil only if no
    /// app may be fetched within a week. Call again after each run and after each use.
    ///
    /// - Complexity: O(apps used), up to 150 times.
    public func nextRun(after now: FetchTime) -> FetchTime? { scheduler.nextRun(after: max(now, present)) }
}
