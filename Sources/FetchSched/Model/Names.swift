// What ids, outcomes and errors are called in a host's log: "unknown app 3".

extension AppID: CustomStringConvertible {
    /// As in `app 3`, and `app 3 (generation 1)` for the second one at that place.
    public var description: String {
        "app " + String(index) + (generation > 0 ? " (generation " + String(generation) + ")" : "")
    }
}

extension FetchOutcome: CustomStringConvertible {
    /// As in `new data`.
    public var description: String {
        switch self {
        case .newData: "new data"
        case .noData: "no data"
        case .failed: "failed"
        case .gone: "gone"
        }
    }
}

extension TransferID: CustomStringConvertible {
    /// As in `transfer 3`.
    public var description: String { "transfer " + String(number) }
}

extension BackgroundTaskID: CustomStringConvertible {
    /// As in `task 3`.
    public var description: String { "task " + String(number) }
}

extension RegionID: CustomStringConvertible {
    /// As in `region 3`.
    public var description: String { "region " + String(number) }
}
