/// A mistake of a host, or a rule that stands against what it asked for. The call that throws it has changed nothing.
public enum EngineError: Error, Hashable, Sendable {
    /// No app is registered under that number, or it was removed.
    case unknownApp(AppID)
    /// The app has no fetch under way: it was never started, has been completed, or ran into its limit.
    case noFetchUnderWay(AppID)
    /// A rule forbids the fetch or transfer that was asked for.
    case vetoed(AppID, Veto)
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
    /// No task was begun under that number.
    case unknownTask(BackgroundTaskID)
    /// No transfer was enqueued under that number.
    case unknownTransfer(TransferID)
    /// The task has ended already, by itself or with its app.
    case taskEnded(BackgroundTaskID)
    /// The transfer has ended already.
    case transferEnded(TransferID)
    /// The app (nil: all apps together) has as many of these as it may have.
    case tooMany(Item, of: AppID?, limit: Int)

    /// A number that a host tells.
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
    }

    /// What an app may have a limited number of.
    public enum Item: String, Hashable, Sendable {
        case region = "regions"
        case task = "open tasks"
        case transfer = "transfers"
    }
}

extension EngineError: CustomStringConvertible {
    /// The error in a few words, as in `unknown app 3`.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .noFetchUnderWay(let app): app.description + " has no fetch under way"
        case .vetoed(let app, let veto): app.description + ": " + veto.description
        case .outOfRange(let quantity, let value): quantity.text(value)
        case .notRunning(let app): app.description + " does not run"
        case .notMonitored(let app): app.description + " does not want to know of significant changes"
        case .invalidRegion(let region):
            "the radius of " + region.description + " is not above 0 and below 20,015 km"
        case .unknownRegion(let app, let region): app.description + " has no " + region.description
        case .unknownTask(let task): "unknown " + task.description
        case .unknownTransfer(let transfer): "unknown " + transfer.description
        case .taskEnded(let task): task.description + " has ended already"
        case .transferEnded(let transfer): transfer.description + " has ended already"
        case .tooMany(let item, let app, let limit):
            (app?.description ?? "all apps together") + ": no more than " + String(limit) + " "
                + item.rawValue
        }
    }
}

extension EngineError.Quantity {
    fileprivate func text(_ value: Double) -> String {
        let number = PlainText.number(value)
        return switch self {
        case .batteryLevel: "battery level " + number + " is not between 0 and 1"
        case .bytes: number + " bytes are less than none"
        case .joules: "energy " + number + " J is not finite, or below 0"
        case .zone: "time zone " + number + " s is not between -86400 and 86400"
        case .serverInterval: "server interval " + number + " s is below 0"
        }
    }
}
