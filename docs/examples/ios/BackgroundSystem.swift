import Foundation

/// The calls of iOS that the background refresh needs, in the shape of `BackgroundTasks`: so it compiles and is tested anywhere.
protocol RefreshScheduler: Sendable {
    /// Requests a run at that time or later, in place of the one requested before.
    func submitRefresh(earliest: Date) throws
}

/// A run that the system grants, as `BGAppRefreshTask` is one.
protocol RefreshRun: AnyObject, Sendable {
    /// Sets what the system calls a few seconds before it stops the program.
    func setExpirationHandler(_ handler: (@Sendable () -> Void)?)
    /// Tells the system that the run has ended. It stops the program that does not say so in time.
    func setTaskCompleted(success: Bool)
}

/// Result of a silent push, as `UIBackgroundFetchResult` has it.
enum PushResult: Sendable {
    case newData, noData, failed
}
