/// A mistake of a host, or a rule that forbids its request. The call that throws the error has changed nothing.
public enum EngineError: Error, Hashable, Sendable {
    /// No app is registered under that number, or it was removed.
    case unknownApp(AppID)
    /// The app has no fetch under way: it was never started, has been completed, or ran into its limit.
    case noFetchUnderWay(AppID)
    /// A rule forbids the requested fetch or transfer.
    case vetoed(AppID, FetchVeto)
    /// A number is outside its range, or is no number.
    case outOfRange(Quantity, Double)
    /// The app does not run: it was never started, was terminated, or was quit by the user.
    case notRunning(AppID)
    /// The app does not want to know of significant changes of place.
    case notMonitored(AppID)
    /// The radius is NaN, not above 0, or half a great circle (20,015 km) or more.
    case invalidRegion(RegionID)
    /// The app has no region of that number.
    case unknownRegion(AppID, RegionID)
    /// No task was started under that number.
    case unknownTask(BackgroundTaskID)
    /// No transfer was enqueued under that number.
    case unknownTransfer(TransferID)
    /// The task has ended already, by itself or with its app.
    case taskEnded(BackgroundTaskID)
    /// The transfer has ended already.
    case transferEnded(TransferID)
    /// The app (nil: all apps together) has as many of these as it may have.
    case tooMany(Item, of: AppID?, limit: Int)

    /// A number that a host reports.
    public enum Quantity: Hashable, Sendable {
        /// From 0 (empty) to 1 (full): 15 % are 0.15.
        case batteryLevel
        /// 0 or more.
        case bytes
        /// Finite and 0 or more; an energy that was not measured is nil.
        case joules
        /// In seconds east of UTC, at most a day (86,400 s) either way.
        case zone
        /// In seconds, 0 or more.
        case serverInterval
        /// Finite and above 0.
        case requestPrice
    }

    /// Items of which an app has a limited number.
    public enum Item: String, Hashable, Sendable {
        case region = "regions"
        case task = "open tasks"
        case transfer = "transfers"
    }
}
