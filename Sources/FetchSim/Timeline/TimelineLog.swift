import FetchSched

/// What a ``DeviceSimulation`` writes down for a ``DeviceTimeline``.
struct TimelineLog: Sendable {
    /// A launch, as it came.
    struct Launch: Sendable {
        let time: Instant
        let app: Int
        let lastSync: Instant
        let staleSince: Instant?
        /// When the app left the foreground; nil if the trace ended before.
        var end: Instant?
    }

    private(set) var launches: [Launch] = []
    /// Of each finished fetch, whether it woke a sleeping radio.
    var wakeups: [Bool] = []
    var radio: [RadioStretch] = []

    mutating func launch(_ app: Int, at now: Instant, lastSync: Instant, staleSince: Instant?) {
        launches.append(Launch(time: now, app: app, lastSync: lastSync, staleSince: staleSince))
    }

    mutating func endUse(at now: Instant) {
        guard let last = launches.indices.last else { return }
        launches[last].end = now
    }
}
