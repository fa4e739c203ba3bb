import FetchSched

/// One radio activity of the device's own: what the foreground, heartbeats and the like do without any
/// background fetch.
struct OwnActivity: Sendable {
    /// When it began.
    let time: Instant
    /// Seconds since the previous activity ended; infinite for the first one, negative if that goes on.
    let pause: Double
    /// When the previous activity ended.
    let previousEnd: Instant
    /// The launch that it belongs to, if it is a launch's first activity.
    let launch: Launch?

    /// A launch.
    struct Launch: Sendable {
        let app: Int
        /// Where a fetch would have made it fresh; nil if it is fresh anyway.
        let window: Window?
    }

    /// From when a fetch brings what a launch needs, and how many bytes that is.
    struct Window: Sendable {
        let opens: Instant
        let bytes: Int64
    }
}
