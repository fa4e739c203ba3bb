import FetchSched

/// One app's launches and fetches, from the beginning of scoring on; the device was replayed as a whole.
package struct AppMetrics: Hashable, Sendable {
    package private(set) var launches = 0
    package private(set) var freshLaunches = 0
    /// Launches that a fetch made fresh: without it they would have found an old copy.
    package private(set) var usefulFetches = 0
    /// How long the copies found had been out of date, in seconds, 0 for fresh ones, added up.
    package private(set) var staleSeconds = 0.0
    package private(set) var newDataFetches = 0
    package private(set) var noDataFetches = 0
    package private(set) var failedFetches = 0
    package private(set) var bytes: Int64 = 0

    package var fetches: Int { newDataFetches + noDataFetches + failedFetches }

    mutating func launch(staleSeconds: Double?, isUseful: Bool) {
        launches += 1
        freshLaunches += staleSeconds == nil ? 1 : 0
        usefulFetches += isUseful ? 1 : 0
        self.staleSeconds += staleSeconds ?? 0
    }

    mutating func fetch(_ outcome: FetchOutcome, bytes: Int64) {
        self.bytes += bytes
        switch outcome {
        case .newData: newDataFetches += 1
        case .noData: noDataFetches += 1
        case .failed, .gone: failedFetches += 1
        }
    }

    static func += (left: inout AppMetrics, right: AppMetrics) {
        left.launches += right.launches
        left.freshLaunches += right.freshLaunches
        left.usefulFetches += right.usefulFetches
        left.staleSeconds += right.staleSeconds
        left.newDataFetches += right.newDataFetches
        left.noDataFetches += right.noDataFetches
        left.failedFetches += right.failedFetches
        left.bytes += right.bytes
    }
}

/// The figures of one app under one policy, over all devices that have it, per device and day where it says so.
public struct AppResult: Hashable, Sendable {
    /// The app's name.
    public let app: String
    /// Launches that found the copy up to date, as a share; nil without launches.
    public let freshLaunchShare: Double?
    /// Launches.
    public let launchesPerDay: Double?
    /// How long the copy had been out of date at a launch, on average; 0 for fresh ones.
    public let staleMinutes: Double?
    /// Finished fetches.
    public let fetchesPerDay: Double?
    /// Share of the fetches that made a launch fresh that would have found an old copy; nil without fetches.
    public let usefulShare: Double?
    /// Share of the fetches that found nothing new; nil without fetches.
    public let noDataShare: Double?
    /// Share of the fetches that failed; nil without fetches.
    public let failedShare: Double?
    /// Bytes that its fetches transferred.
    public let bytesPerDay: Double?

    init(_ app: String, _ metrics: AppMetrics, days: Double) {
        func perDay(_ total: Double) -> Double? { days > 0 ? total / days : nil }
        self.app = app
        freshLaunchShare = share(metrics.freshLaunches, of: metrics.launches)
        launchesPerDay = perDay(Double(metrics.launches))
        staleMinutes =
            metrics.launches > 0 ? metrics.staleSeconds / 60 / Double(metrics.launches) : nil
        fetchesPerDay = perDay(Double(metrics.fetches))
        usefulShare = share(metrics.usefulFetches, of: metrics.fetches)
        noDataShare = share(metrics.noDataFetches, of: metrics.fetches)
        failedShare = share(metrics.failedFetches, of: metrics.fetches)
        bytesPerDay = perDay(Double(metrics.bytes))
    }
}
