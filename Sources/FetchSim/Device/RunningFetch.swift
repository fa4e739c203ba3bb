import FetchSched

/// A fetch under way on a device that is simulated.
struct RunningFetch {
    var app: Int
    var start: FetchTime
    var transferStart: FetchTime
    var end: FetchTime
    var outcome: FetchOutcome
    /// Bytes of content, plus those of the request.
    var bytes: Int64
    var requestBytes: Int64
    /// Whether the app runs for it: not if the user bars it.
    var runs: Bool
    var woke: Bool
    /// How many of the app's changes were over at the start.
    var changes: Int
}
