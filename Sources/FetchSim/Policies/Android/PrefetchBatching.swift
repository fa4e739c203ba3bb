import FetchSched

extension PolicyFamily {
    static let jobPrefetch = PolicyFamily(
        "jobscheduler-prefetch", "Android 14, jobs before the launch that last week predicts",
        source: "AOSP, PrefetchController, UsageStatsService (Android 14)",
        PolicyParameter.job + [
            .batchSize(5), .seconds("ahead", 25_200, "how long before the expected launch a job may run"),
            PolicyParameter("allowance", 1200, "s", in: 0...1e9, "time subtracted from that"),
            .seconds("relax", 3600, "time before it in which the job waits for no others"),
        ], sweep: periods.filter { $0 >= 900 }
    ) { run in
        let settings = run.settings
        let batching = PrefetchBatching(
            batchSize: Int(settings["batch"]), ahead: settings.span("ahead") - settings.span("allowance"),
            relax: settings.span("relax"))
        return run.replay(JobPolicy(batching, settings))
    }
}

/// Android 14's prefetch jobs: allowed from 6 h 40 min before the expected launch on, batched until an hour before it.
///
///     expected launch                              L
///     job             .......[allowed, batched....][at once]
struct PrefetchBatching: JobBatching {
    let batchSize: Int
    let ahead: TimeSpan
    let relax: TimeSpan

    func urgentFrom(_ job: JobPolicyState.Ready, _ state: JobPolicyState, at now: Instant) -> Instant {
        if job.bucket == .restricted { return .distantFuture }
        guard let launch = state.launches[job.app].expected(after: now) else { return .distantFuture }
        return launch - relax
    }

    func batchSize(_ state: JobPolicyState) -> Int { batchSize }

    func allowedFrom(_ app: Int, _ state: JobPolicyState, at now: Instant) -> Instant {
        state.launches[app].expected(after: now).map { $0 - ahead } ?? .distantFuture
    }
}

/// An app's launches of the last week, and when the next one is expected: when last week's next one was, or, with no
/// more than a day of history, yesterday's (a seasonal naive forecast).
struct LaunchHistory: Sendable {
    private static let season = TimeSpan.days(7)
    private var times: [Instant] = []

    mutating func launched(at now: Instant) {
        times.removeAll { $0 + Self.season <= now }
        times.append(now)
    }

    /// The next expected launch; nil if there is no history.
    func expected(after now: Instant) -> Instant? {
        guard let first = times.first else { return nil }
        let season = now - first <= .days(1) ? TimeSpan.days(1) : Self.season
        return times.first { $0 + season > now }.map { $0 + season }
    }
}
