/// How many silent pushes wake an app: a bucket of tokens per app, full at first.
public struct PushLimits: Hashable, Sendable {
    /// Silent pushes per hour in the long run; 1 to 3,600,000.
    public var perHour = 3
    /// Silent pushes at once after a quiet time, the size of the bucket; 1 to 1000.
    public var burst = 2

    /// Makes the defaults.
    public init() {}

    /// The time in which a token comes: an hour's part, rounded up to whole milliseconds, so that there are never
    /// more than ``perHour``. It is also the longest that a push is held.
    public var tokenSpan: TimeSpan {
        let most: Int64 = 3_600_000
        // Held within the range: a limit of none would hold pushes for ever.
        let count = min(max(Int64(perHour), 1), most)
        return TimeSpan(milliseconds: (most + count - 1) / count)
    }

    /// The time in which an empty bucket fills.
    var fillSpan: TimeSpan { tokenSpan * Int64(min(max(burst, 1), 1000)) }
}
