import FetchSched

/// The use of the app in the foreground, and when it next loads something.
struct ForegroundUse {
    var app: Int
    var end: Instant
    var nextBurst: Instant
}
