/// What a host can get wrong.
public enum SchedulerError: Error, Hashable, Sendable {
    /// No app was registered under that id.
    case unknownApp(AppID)
    /// The app has no fetch under way: it was never started, has been completed, or ran into the limit.
    case noFetchRunning(AppID)
    /// The fetch asked for may not be started; the first of the reasons.
    case vetoed(AppID, Veto)
}
