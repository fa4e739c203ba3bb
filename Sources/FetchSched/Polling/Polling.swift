/// What a scheduler keeps on a network that is always on: how often each app is launched, and when to poll it next.
///
/// No wakeup is shared there, and all times cost the same. So each app has a due time of its own, before which no request
/// pays; see ``PollingRule``.
///
/// - Complexity: O(log apps) per event; 44 bytes per app.
struct Polling: Sendable {
    /// Whether the network is always on and costs nothing.
    let isOn: Bool
    var demand: Demand
    /// When to evaluate each app next; without those that wait for an event.
    var queue = DeadlineHeap()
    /// The value of a fresh launch for which all due times were computed.
    var computedValue: Double

    init(_ configuration: Configuration) {
        isOn = configuration.radio.isAlwaysOn && configuration.experiment.coalesces
        demand = Demand(configuration.forecast)
        computedValue = configuration.valueJoules
    }

    mutating func remove(_ app: Int) {
        demand.remove(app)
        queue.remove(app)
    }

    /// Launches of all apps per second in the current hour.
    func launchRate(at now: Instant, _ clock: LocalClock) -> Double {
        var demand = demand
        demand.advance(to: now, clock)
        return demand.totalRate(at: now) * demand.outlook.factor(within: 0, hour: clock.hourOfWeek(now))
    }

    /// The app's share of all launches.
    func share(of app: Int, at now: Instant) -> Double {
        min(1, demand.rate(app, at: now) / demand.totalRate(at: now))
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, apps: Int) throws(Coder.Failure) {
        guard isOn else { return }
        try coder.code(&demand)
        try queue.code(&coder, below: apps)
        try coder.code(any: &computedValue)
    }
}
