/// Identifies a background task. No two tasks of an engine ever have the same ID, so that a late or second end never
/// meets another task.
public struct BackgroundTaskID: Hashable, Comparable, Sendable {
    /// The number of the task, counted from 1 in the order of begin.
    public let number: UInt64

    /// Makes the ID of the task with that number.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Orders tasks by their begin.
    public static func < (left: BackgroundTaskID, right: BackgroundTaskID) -> Bool {
        left.number < right.number
    }
}

/// Mistakes of a host about tasks.
public enum TaskError: Error, Hashable, Sendable {
    /// No app of that ID is registered.
    case unknownApp(AppID)
    /// The app does not run: it was never started, was terminated, or was quit by the user.
    case notRunning(AppID)
    /// No task of that ID was begun.
    case unknownTask(BackgroundTaskID)
    /// The task has ended already, by itself or with its app.
    case alreadyEnded(BackgroundTaskID)
    /// The app has as many open tasks as it may have: `limit`.
    case tooManyTasks(AppID, limit: Int)
    /// All apps together have as many open tasks as they may have: `limit`.
    case tooManyTasksInAll(limit: Int)
}
