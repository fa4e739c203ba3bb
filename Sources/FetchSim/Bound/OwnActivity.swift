import FetchSched

/// One radio activity of the device's own: what happens without any background fetch.
struct OwnActivity: Sendable {
    let time: FetchTime
    /// Seconds since the beginning of the trace.
    let start: Double
    /// When the last activity before it ended, in seconds since the beginning of the trace; minus infinity for
    /// the first one, after `start` if that went on.
    let previousEnd: Double
    /// When the radio is active no more, unless another activity follows before.
    let end: Double
    /// The launch that it belongs to, if it is a launch's first activity.
    let launch: Launch?

    struct Launch: Sendable {
        let app: Int
        /// Where a fetch would have made it fresh; nil if it is fresh anyway.
        let window: Window?
    }

    /// From when a fetch brings what a launch needs, how many bytes that is, and since when it would miss something without one.
    struct Window: Sendable {
        let opens: FetchTime
        let bytes: Int64
        let missedSince: FetchTime
    }
}
