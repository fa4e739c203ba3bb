import FetchSched

extension PolicyFamily {
    static let jobscheduler = PolicyFamily(
        "jobscheduler", "Android 14: standby buckets, quotas, batches of five jobs or 31 min",
        source: "AOSP, JobSchedulerService, AppStandbyController, QuotaController (Android 14)",
        PolicyParameter.job + [.batchSize(5), .mostHeld], sweep: periods.filter { $0 >= 900 }
    ) { run in
        let settings = run.settings
        let batching = JobSchedulerBatching(
            batchSize: Int(settings["batch"]), mostHeld: settings.span("hold"))
        return run.replay(JobPolicy(batching, settings))
    }
}

/// Android 14's batching: jobs of apps in the active bucket and retries run at once, and take all others along; the
/// others wait until they are five, or for 31 minutes. Those of the restricted bucket wait for company in any case.
struct JobSchedulerBatching: JobBatching {
    let batchSize: Int
    let mostHeld: TimeSpan

    func urgentFrom(_ job: JobPolicyState.Ready, _ state: JobPolicyState, at now: Instant) -> Instant {
        if job.bucket == .restricted { return .distantFuture }
        if job.bucket == .active || job.job.failures > 0 { return .distantPast }
        return job.job.heldSince.map { $0 + mostHeld } ?? .distantFuture
    }

    func batchSize(_ state: JobPolicyState) -> Int { batchSize }
}

extension PolicyParameter {
    /// Parameters of every policy of periodic jobs.
    static let job = [
        PolicyParameter("period", 3600, "s", in: 900...1e9, "period of every app's job"),
        PolicyParameter("flex", 1, in: 0...1, "part of the period in which it may run, at its end"),
    ]

    static func batchSize(_ count: Double) -> PolicyParameter {
        PolicyParameter("batch", count, "jobs", in: 1...1e6, "number of waiting jobs that run together")
    }

    static let mostHeld = PolicyParameter.seconds("hold", 1860, "longest that a job waits for others")
}
