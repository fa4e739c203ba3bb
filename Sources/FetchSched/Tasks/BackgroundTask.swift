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

extension BackgroundTaskID: CustomStringConvertible {
    /// As in `task 3`.
    public var description: String { "task " + String(number) }
}

extension BackgroundTaskID: SnapshotElement {
    static var blank: Self { Self(0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var number = number
        try coder.code(&number)
        self = Self(number)
    }
}
