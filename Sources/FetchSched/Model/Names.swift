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

extension LocationError: CustomStringConvertible {
    /// The error in a few words.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .tooManyRegions(let app, let limit):
            app.description + " has " + String(limit) + " regions, its most"
        case .tooManyRegionsInAll(let limit):
            "all apps together have " + String(limit) + " regions, their most"
        case .invalidRegion(let region):
            "the radius of " + region.description + " is not above 0 and below 20,015 km"
        case .unknownRegion(let app, let region): app.description + " has no " + region.description
        case .notMonitored(let app): app.description + " does not want to know of significant changes"
        }
    }
}

extension TaskError: CustomStringConvertible {
    /// The error in a few words.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .notRunning(let app): app.description + " does not run"
        case .unknownTask(let task): "unknown " + task.description
        case .alreadyEnded(let task): task.description + " has ended already"
        case .tooManyTasks(let app, let limit):
            app.description + " has " + String(limit) + " open tasks, its most"
        case .tooManyTasksInAll(let limit):
            "all apps together have " + String(limit) + " open tasks, their most"
        }
    }
}

extension TransferError: CustomStringConvertible {
    /// The error in a few words.
    public var description: String {
        switch self {
        case .unknownApp(let app): "unknown " + app.description
        case .quitByUser(let app): "the user quit " + app.description + " and has not opened it since"
        case .unknownTransfer(let transfer): "unknown " + transfer.description
        case .alreadyEnded(let transfer): transfer.description + " has ended already"
        case .tooManyTransfers(let app, let limit):
            app.description + " has " + String(limit) + " transfers, its most"
        case .tooManyTransfersInAll(let limit):
            "all apps together have " + String(limit) + " transfers, their most"
        }
    }
}
