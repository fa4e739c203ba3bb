/// A background task of one service. No two tasks ever have the same id, so that a late or a second end cannot meet
/// another task.
public struct BackgroundTaskID: Hashable, Comparable, Sendable {
    /// The task's number in the order of begin, counting from 1.
    public let number: UInt64

    /// Names the task that was begun as that number.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Orders tasks by begin.
    public static func < (left: BackgroundTaskID, right: BackgroundTaskID) -> Bool {
        left.number < right.number
    }
}

/// What a host can get wrong about tasks.
public enum TaskError: Error, Hashable, Sendable {
    /// The service has not been grown to that app.
    case unknownApp(AppID)
    /// The app does not run: it was never started, was terminated, or quit by the user.
    case notRunning(AppID)
    /// No task was begun under that id.
    case unknownTask(BackgroundTaskID)
    /// The task has ended already, by itself or with its app.
    case alreadyEnded(BackgroundTaskID)
    /// The app has as many open tasks as it may, which is the number given.
    case tooManyTasks(AppID, limit: Int)
    /// All apps together have as many open tasks as they may, which is the number given.
    case tooManyTasksInAll(limit: Int)
}

/// What the host is to do with an app in the background.
public enum TaskAction: Hashable, Sendable {
    /// Call the task's expiry callback: its time is nearly over.
    case expiring(BackgroundTaskID)
    /// End the app: its time was over, with these tasks left open. They have ended with it.
    case terminate(AppID, leftOpen: [BackgroundTaskID])
    /// Let the app run no further for the present. It keeps its memory and its open tasks.
    case suspend(AppID)
    /// Let the app, which was suspended with tasks open, run on.
    case resume(AppID)
}
