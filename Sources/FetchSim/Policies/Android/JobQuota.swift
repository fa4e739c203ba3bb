import FetchSched

/// How much an app's jobs may run, by its bucket, in a rolling window:
///
///     bucket     active    working   frequent   rare      restricted
///     window     10 min    2 h       8 h        24 h      24 h
///     run time   10 min    10 min    10 min     10 min    10 min
///     jobs       75        120       200        48        10
///
/// Source: AOSP, `QuotaController` (Android 14).
struct JobQuota: Sendable {
    private static let windows: [TimeSpan] = [.minutes(10), .hours(2), .hours(8), .hours(24), .hours(24)]
    private static let jobs = [75, 120, 200, 48, 10]
    private static let runTime = TimeSpan.minutes(10)

    private var runs: [ClosedRange<Instant>] = []

    /// Learns of a job that ran.
    mutating func ran(from start: Instant, to end: Instant) {
        runs.removeAll { $0.upperBound + .hours(24) < start }
        runs.append(start...max(start, end))
    }

    /// When a job may run next: `now` unless the quota is used up, else when enough of it has left the window.
    ///
    /// - Complexity: O(jobs of the last day).
    func allowedFrom(_ bucket: StandbyBuckets.Bucket, at now: Instant) -> Instant {
        let window = Self.windows[bucket.rawValue]
        var left = Self.jobs[bucket.rawValue] - 1
        var time = Self.runTime
        // From the newest run back: the first one that is too much has to leave the window.
        for run in runs.reversed() where run.upperBound + window > now {
            left -= 1
            time = time - (run.upperBound - run.lowerBound)
            if left < 0 || time <= .zero { return run.upperBound + window }
        }
        return now
    }
}
