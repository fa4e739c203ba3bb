#if canImport(BackgroundTasks) && !os(macOS)
    // The framework's classes say nothing of concurrency.
    @preconcurrency import BackgroundTasks
    import Foundation

    /// The system itself. Its identifier stands in Info.plist under `BGTaskSchedulerPermittedIdentifiers`.
    struct BackgroundTaskSystem: RefreshScheduler {
        let identifier: String

        func submitRefresh(earliest: Date) throws {
            let request = BGAppRefreshTaskRequest(identifier: identifier)
            request.earliestBeginDate = earliest
            try BGTaskScheduler.shared.submit(request)
        }

        /// To be called before the app has finished launching.
        func register<C: Clock>(_ refresh: BackgroundRefresh<C>) where C.Duration == Duration {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
                guard let task = task as? BGAppRefreshTask else {
                    return task.setTaskCompleted(success: false)
                }
                Task { await refresh.handle(task) }
            }
        }
    }

    extension BGAppRefreshTask: RefreshRun {
        func setExpirationHandler(_ handler: (@Sendable () -> Void)?) { expirationHandler = handler }
    }
#endif
