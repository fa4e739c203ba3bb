/// What a ``DeviceSimulation`` writes down for a ``DeviceTimeline``.
struct TimelineLog: Sendable {
    var launches: [DeviceTimeline.Launch] = []
    /// Of each finished fetch, whether it woke a sleeping radio.
    var wakeups: [Bool] = []
}
