/// What a scheduler keeps on a network that is always on: how often each app is opened, and when it is next to be looked at.
///
/// There each app is by itself: no wakeup is to be shared, and no moment is better than another for its company. So each
/// app has a moment before which no request can pay, in closed form, and a heap has them in order. See ``PollingRule``.
///
/// - Complexity: O(log apps) per event; some 36 bytes an app.
struct Polling: Sendable {
    /// Whether the network is always on and costs nothing.
    let isOn: Bool
    var demand: Demand
    /// When each app is to be looked at.
    var due = DeadlineHeap()
    /// The app about which something was heard last, whose moment is to be computed again, and when that was. One event
    /// seldom comes alone: an app is opened, loads what is new, and is closed.
    private(set) var touched: (app: Int, at: Instant)?
    /// The worth of a fresh launch by which the moments were computed.
    var reckonedValue = 0.0

    init(_ configuration: Configuration) {
        isOn = configuration.radio.isAlwaysOn && configuration.experiment.coalesces
        demand = Demand(configuration.forecast)
        reckonedValue = configuration.valueJoules
    }

    /// Something was heard about an app.
    ///
    /// - Returns: another app, whose moment is to be computed now.
    mutating func touch(_ app: Int, at now: Instant) -> (app: Int, at: Instant)? {
        let before = touched
        touched = (app, now)
        return before?.app == app ? nil : before
    }

    /// The app was removed.
    mutating func remove(_ app: Int) {
        demand.remove(app)
        due.remove(app)
        if touched?.app == app { touched = nil }
    }

    /// The app whose moment is still to be computed, if there is one; it counts as done.
    mutating func takeTouched() -> (app: Int, at: Instant)? {
        defer { touched = nil }
        return touched
    }
}

extension Polling {
    /// Openings of all apps per second in the present hour.
    func demandNow(at now: Instant, _ clock: LocalClock) -> Double {
        var demand = demand
        demand.turn(to: now, clock)
        return demand.totalRate(at: now) * demand.outlook.factor(within: 0, hour: clock.hourOfWeek(now))
    }

    /// Openings of all apps that are expected within a span.
    ///
    /// - Complexity: O(hours of the span), at most a week of them.
    func demand(from now: Instant, within span: TimeSpan, _ clock: LocalClock) -> Double {
        var demand = demand
        demand.turn(to: now, clock)
        let mean = demand.totalRate(at: now)
        // Whole weeks are all alike.
        let week = TimeSpan.days(7)
        let weeks = max(0, span.milliseconds) / week.milliseconds
        let end = now + max(.zero, span - week * weeks)
        var (moment, sum) = (now, Double(weeks) * week.seconds * mean)
        while moment < end {
            let next = min(end, clock.nextHour(after: moment))
            guard next > moment else { break }
            let factor = demand.outlook.factor(within: 0, hour: clock.hourOfWeek(moment))
            sum += mean * factor * (next - moment).seconds
            moment = next
        }
        return sum
    }

    /// An app's part of all openings.
    ///
    /// - Complexity: O(1).
    func share(of app: Int, at now: Instant) -> Double {
        min(1, demand.rate(app, at: now) / demand.totalRate(at: now))
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder, apps: Int) throws(Coder.Failure) {
        guard isOn else { return }
        try coder.code(&demand)
        try due.code(&coder, below: apps)
        var (app, moment) = (touched.map { $0.app }, touched?.at ?? .epoch)
        try coder.code(&app, below: apps)
        try coder.code(&moment)
        touched = app.map { ($0, moment) }
        try coder.code(any: &reckonedValue)
    }
}

extension RadioCosts {
    /// Whether the network is always awake, and being awake costs nothing: a cable.
    public var isAlwaysOn: Bool {
        tail.isEmpty && promotion.seconds <= 0 && promotion.joules <= 0 && baseWatts <= 0
    }
}
