/// Figures of one device's bound.
struct BoundFigures: Sendable {
    /// Launches that are fresh, by themselves or through a fetch.
    var freshLaunches = 0
    /// Value of all launches, in V.
    var launchValue = 0.0
    var fetches = 0
    /// Fetches that wake the radio.
    var wakeups = 0
    var bytes: Int64 = 0
    /// Least background energy for that, in joules; below zero where fetches spare the foreground more.
    var joules = 0.0
}

/// The bound's figures, summed over devices.
struct BoundTotals: Sendable {
    private var counts = BoundFigures()
    private var joules = ExactSum()
    private var launchValue = ExactSum()

    var total: BoundFigures {
        var total = counts
        total.joules = joules.value
        total.launchValue = launchValue.value
        return total
    }

    mutating func add(_ bound: BoundFigures) {
        counts.freshLaunches += bound.freshLaunches
        counts.fetches += bound.fetches
        counts.wakeups += bound.wakeups
        counts.bytes += bound.bytes
        joules.add(bound.joules)
        launchValue.add(bound.launchValue)
    }
}
