import FetchHost
import FetchSched
import Logging
import Metrics
import ServiceLifecycle

/// Runs a ``FetchHost`` as a service: it stops with the others, logs what it does, and counts.
///
///     let service = FetchHostService(host, logger: logger)
///     let group = ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger)
///     try await group.run()
///
/// Fetches are logged at `debug`, those that failed at `notice`, states that could not be saved at `error`. The
/// metrics have the app's name as `app`:
///
/// | metric | |
/// |---|---|
/// | `fetchsched_fetches` | fetches that ended, by `outcome`: `newData`, `noData`, `failed`, `cancelled` |
/// | `fetchsched_fetch_bytes` | bytes that they moved |
/// | `fetchsched_fetch_duration` | how long those took that returned in time |
/// | `fetchsched_save_failures` | states that could not be saved, without `app` |
struct FetchHostService<C: Clock>: Service where C.Duration == Duration {
    private let host: FetchHost<C>
    private let logger: Logger

    /// Makes a service of a host, which no other code runs.
    init(_ host: FetchHost<C>, logger: Logger) {
        self.host = host
        self.logger = logger
    }

    /// Runs the host until the group of services shuts down, or the task is cancelled.
    ///
    /// - Throws: as ``FetchHost/run()``.
    func run() async throws {
        for problem in host.restoreProblems { logger.warning("began with an older state: \(problem)") }
        // From before the first event; it ends with the host.
        let events = host.events()
        try await withThrowingTaskGroup { group in
            group.addTask { for await event in events { record(event) } }
            group.addTask {
                try await withGracefulShutdownHandler {
                    try await host.run()
                } onGracefulShutdown: {
                    host.stop()
                }
            }
            try await group.waitForAll()
        }
    }

    private func record(_ event: HostEvent) {
        let app = [("app", event.app)]
        func count(_ outcome: String) {
            Counter(label: "fetchsched_fetches", dimensions: app + [("outcome", outcome)]).increment()
        }
        func log(_ level: Logger.Level) {
            logger.log(level: level, "\(event.kind)", metadata: ["app": "\(event.app)"])
        }
        switch event.kind {
        case .started, .returnedLate: log(.debug)
        case .ended(let result, let span):
            log(result.outcome == .failed ? .notice : .debug)
            count("\(result.outcome)")
            Counter(label: "fetchsched_fetch_bytes", dimensions: app).increment(by: result.bytes)
            Metrics.Timer(label: "fetchsched_fetch_duration", dimensions: app)
                .recordMilliseconds(span.milliseconds)
        case .threw, .expired, .stillBusy:
            log(.notice)
            count("failed")
        case .cancelled:
            log(.debug)
            count("cancelled")
        case .saveFailed(let error):
            logger.error("\(error)")
            Counter(label: "fetchsched_save_failures").increment()
        }
    }
}
