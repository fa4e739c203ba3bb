import FetchSched

extension PolicyFamily {
    static let lazyAlarm = PolicyFamily(
        "lazy-alarm", "inexact repeating alarms; one wakeup for overlapping windows",
        source: "AOSP, AlarmManagerService; systemd.timer, AccuracySec",
        [
            .seconds("period", 3600, "period of every app's alarm"),
            PolicyParameter("window", 0.75, in: 0...1, "longest delay, as a part of the period"),
        ], sweep: periods
    ) {
        TailEnderPolicy(period: $0.settings.span("period"), delay: $0.settings["window"], tail: nil)
    }

    /// Android 14's batching: jobs of apps in the active bucket and retries run at once, and take all others along; the
    /// others wait until they are five, or for 31 minutes. Those of the restricted bucket wait for company in any case.
    static let jobscheduler = PolicyFamily(
        "jobscheduler", "Android 14: standby buckets, quotas, batches of five jobs or 31 min",
        source: "AOSP, JobSchedulerService, AppStandbyController, QuotaController (Android 14)",
        PolicyParameter.job + [.batchSize(5), .mostHeld], sweep: jobPeriods
    ) {
        let (size, mostHeld) = (Int($0.settings["batch"]), $0.settings.span("hold"))
        let batching = JobBatching(size: { _ in size }) { app, state, now in
            let bucket = state.buckets.bucket(app, at: now)
            if bucket == .restricted { return .distantFuture }
            if bucket == .active || state.jobs[app].failures > 0 { return .distantPast }
            return state.jobs[app].heldSince.map { $0 + mostHeld } ?? .distantFuture
        }
        return JobPolicy(batching, $0.settings)
    }

    /// Android 14's prefetch jobs: allowed from 6 h 40 min before the expected launch on, batched until an hour before it.
    ///
    ///     expected launch                              L
    ///     job             .......[allowed, batched....][at once]
    static let jobPrefetch = PolicyFamily(
        "jobscheduler-prefetch", "Android 14, jobs before the launch that last week predicts",
        source: "AOSP, PrefetchController, UsageStatsService (Android 14)",
        PolicyParameter.job + [
            .batchSize(5), .seconds("ahead", 25_200, "how long before the expected launch a job may run"),
            PolicyParameter("allowance", 1200, "s", in: 0...1e9, "time subtracted from that"),
            .seconds("relax", 3600, "time before it in which the job waits for no others"),
        ], sweep: jobPeriods
    ) {
        let (size, relax) = (Int($0.settings["batch"]), $0.settings.span("relax"))
        let ahead = $0.settings.span("ahead") - $0.settings.span("allowance")
        var batching = JobBatching(size: { _ in size }) { app, state, now in
            if state.buckets.bucket(app, at: now) == .restricted { return .distantFuture }
            return state.launches[app].expected(after: now).map { $0 - relax } ?? .distantFuture
        }
        batching.allowedFrom = { app, state, now in
            state.launches[app].expected(after: now).map { $0 - ahead } ?? .distantFuture
        }
        return JobPolicy(batching, $0.settings)
    }

    /// Android 15's batching per network: a job waits unless the network was active in the last 10 s, it has waited for
    /// 31 minutes, or its window ends within 15.5 minutes. One that waits no longer takes all others along; else they run
    /// when they are three on a cellular network, one on any other.
    static let connectivityBatch = PolicyFamily(
        "connectivity-batch", "Android 15: jobs wait for an active network",
        source: "AOSP, ConnectivityController (Android 15)",
        PolicyParameter.job + [
            .batchSize(3), .mostHeld,
            .seconds("active", 10, "how long the network counts as active after traffic"),
            .seconds("deadline", 930, "time left in its window at which a job waits no longer"),
        ], sweep: jobPeriods
    ) {
        let (size, mostHeld) = (Int($0.settings["batch"]), $0.settings.span("hold"))
        let (active, deadline) = ($0.settings.span("active"), $0.settings.span("deadline"))
        let batching = JobBatching(size: { $0.network == .cellular ? size : 1 }) { app, state, now in
            if state.activeUntil != .distantPast, now <= state.activeUntil + active { return .distantPast }
            let job = state.jobs[app]
            let held = job.heldSince.map { $0 + mostHeld } ?? .distantFuture
            // A failed job has no deadline of its own.
            return job.failures > 0 ? held : min(held, job.latest - deadline)
        }
        return JobPolicy(batching, $0.settings)
    }

    private static let jobPeriods = periods.filter { $0 >= 900 }
}

extension PolicyParameter {
    /// Parameters of every policy of periodic jobs.
    fileprivate static let job = [
        PolicyParameter("period", 3600, "s", in: 900...1e9, "period of every app's job"),
        PolicyParameter("flex", 1, in: 0...1, "part of the period in which it may run, at its end"),
    ]

    fileprivate static func batchSize(_ count: Double) -> PolicyParameter {
        PolicyParameter("batch", count, "jobs", in: 1...1e6, "number of waiting jobs that run together")
    }

    fileprivate static let mostHeld = PolicyParameter.seconds(
        "hold", 1860, "longest that a job waits for others")
}
