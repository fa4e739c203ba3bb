import FetchSched

extension PolicyFamily {
    static let connectivityBatch = PolicyFamily(
        "connectivity-batch", "Android 15: jobs wait for an active network",
        source: "AOSP, ConnectivityController (Android 15)",
        PolicyParameter.job + [
            .batchSize(3), .mostHeld,
            .seconds("active", 10, "how long the network counts as active after traffic"),
            .seconds("deadline", 930, "time left in its window at which a job waits no longer"),
        ], sweep: periods.filter { $0 >= 900 }
    ) { run in
        let settings = run.settings
        let batching = ConnectivityBatching(
            cellularBatch: Int(settings["batch"]), mostHeld: settings.span("hold"),
            active: settings.span("active"), deadline: settings.span("deadline"))
        return run.replay(JobPolicy(batching, settings))
    }
}

/// Android 15's batching per network: a job waits unless the network was active in the last 10 s, it has waited for
/// 31 minutes, or its window ends within 15.5 minutes. One that waits no longer takes all others along; else they run
/// when they are three on a cellular network, one on any other.
struct ConnectivityBatching: JobBatching {
    let cellularBatch: Int
    let mostHeld: TimeSpan
    let active: TimeSpan
    let deadline: TimeSpan

    func urgentFrom(_ job: JobPolicyState.Ready, _ state: JobPolicyState, at now: Instant) -> Instant {
        if state.activeUntil != .distantPast, now <= state.activeUntil + active { return .distantPast }
        let held = job.job.heldSince.map { $0 + mostHeld } ?? .distantFuture
        // A failed job has no deadline of its own.
        return job.job.failures > 0 ? held : min(held, job.job.latest - deadline)
    }

    func batchSize(_ state: JobPolicyState) -> Int { state.network == .cellular ? cellularBatch : 1 }
}
