/// What a host can get wrong.
public enum SchedulerError: Error, Hashable, Sendable {
    /// No app was registered under that id.
    case unknownApp(AppID)
    /// The app has no fetch under way: it was never started, has been completed, or ran into the limit.
    case noFetchRunning(AppID)
    /// The fetch asked for may not be started; the first of the reasons.
    case vetoed(AppID, Veto)
    /// A number of the report cannot be; nothing was learned.
    case notBelieved(AppID, Doubt)
}

extension SchedulerError: CustomStringConvertible {
    /// The error in a few words, as in `unknown app 3`.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .noFetchRunning(let app): app.description + " has no fetch under way"
        case .vetoed(let app, let veto): app.description + " may not be fetched: " + veto.name
        case .notBelieved(let app, let doubt): app.description + ": " + doubt.description
        }
    }
}
