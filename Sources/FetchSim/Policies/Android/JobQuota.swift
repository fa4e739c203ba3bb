import FetchSched

/// How much an app's jobs may run, by its bucket, in a rolling window:
///
///     bucket     active    working   frequent   rare      restricted
///     window     10 min    2 h       8 h        24 h      24 h
///     run time   10 min    10 min    10 min     10 min    10 min
///     jobs       75        120       200        48        10
///     sessions   75        10        8          3         1
///
/// A session is what an app's jobs do without a pause of more than five seconds. Its count, too, is that of the bucket's
/// window. Left out: that nothing is counted on a charger, and the limit of 20 jobs or sessions a minute.
///
/// Source: AOSP, `QuotaController` (Android 14).
struct JobQuota: Sendable {
    private static let windows: [TimeSpan] = [.minutes(10), .hours(2), .hours(8), .hours(24), .hours(24)]
    private static let jobs = [75, 120, 200, 48, 10]
    private static let sessions = [75, 10, 8, 3, 1]
    private static let sessionPause = TimeSpan(milliseconds: 5000)
    private static let runTime = TimeSpan.minutes(10)

    private var runs: [ClosedRange<FetchTime>] = []

    mutating func ran(from start: FetchTime, to end: FetchTime) {
        runs.removeAll { $0.upperBound + .hours(24) < start }
        runs.append(start...max(start, end))
    }

    /// When a job may run next: `now` unless the quota is used up, else when enough of it has left the window.
    func allowedFrom(_ bucket: StandbyBuckets.Bucket, at now: FetchTime) -> FetchTime {
        let window = Self.windows[bucket.rawValue]
        var jobs = Self.jobs[bucket.rawValue]
        var sessions = Self.sessions[bucket.rawValue]
        var time = Self.runTime
        var later: FetchTime?
        // From the newest run back, to those before the window: the first one that is too much has to leave it.
        for run in runs.reversed() {
            guard run.upperBound + window > now else { break }
            jobs -= 1
            let endsSession = later.map { $0 - run.upperBound > Self.sessionPause } ?? true
            if endsSession { sessions -= 1 }
            later = run.lowerBound
            time = time - (run.upperBound - run.lowerBound)
            if jobs <= 0 || sessions <= 0 || time <= .zero { return run.upperBound + window }
        }
        return now
    }
}
