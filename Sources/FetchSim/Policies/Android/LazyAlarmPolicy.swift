import FetchSched

extension PolicyFamily {
    static let lazyAlarm = PolicyFamily(
        "lazy-alarm", "inexact repeating alarms; one wakeup for overlapping windows",
        source: "AOSP, AlarmManagerService; systemd.timer, AccuracySec",
        [
            .seconds("period", 3600, "period of every app's alarm"),
            PolicyParameter("window", 0.75, in: 0...1, "longest delay, as a part of the period"),
        ], sweep: periods
    ) {
        $0.replay(LazyAlarmPolicy(period: $0.settings.span("period"), window: $0.settings["window"]))
    }
}

/// Lazy alarm batching: an app's alarm may come from its start on, until 0.75 periods later. The device wakes at the
/// end of the window that ends first, and delivers every alarm whose start has passed.
///
///     alarm A   [============]
///     alarm B          [============]
///     wakeup                 W  (delivers A and B)
///
/// Alarms repeat on their own grid: the next one starts a whole number of periods after the first. They know neither
/// radio activity nor network. One that comes while its app is in use is lost. An app's start is shifted like that of
/// a timer of its own, see ``FixedPolicy``; a custom interval longer than the period is the app's period.
struct LazyAlarmPolicy: TimedPolicy {
    private struct Alarm {
        var period: TimeSpan
        var start: Instant
    }

    private let period: TimeSpan
    private let window: Double
    var times = AppTimes()
    private var alarms: [Alarm] = []
    /// Ends of windows.
    private var queue = DueQueue()
    private var batch: [Int] = []

    init(period: TimeSpan, window: Double) {
        self.period = period
        self.window = window
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        times.setInterval(interval, of: app, at: now)
        let wanted = interval.period(atLeast: period)
        let alarm = Alarm(period: wanted, start: now + phase(of: app.index, within: wanted))
        if alarms.count <= app.index { alarms.append(alarm) } else { alarms[app.index] = alarm }
        schedule(app.index)
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        if batch.isEmpty, let (_, due) = queue.first(), due <= now { ring(at: now) }
        return times.takeLast(of: &batch, at: now)
    }

    /// Alarms of a batch are delivered at once.
    var parallelFetches: Int { .max }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        queue.first()?.due
    }

    private mutating func ring(at now: Instant) {
        for app in alarms.indices.reversed() where times[app].interval != .never && alarms[app].start <= now {
            let allowed = times.allowedFrom(app)
            if allowed > now {
                // Held back by its interval: it may come when that ends, not a whole period later.
                alarms[app].start = allowed
            } else {
                batch.append(app)
                alarms[app].start = alarms[app].start.next(every: alarms[app].period, after: now)
            }
            schedule(app)
        }
    }

    private mutating func schedule(_ app: Int) {
        let late = TimeSpan.seconds(alarms[app].period.seconds * window)
        queue.set(app, due: times[app].interval == .never ? .distantFuture : alarms[app].start + late)
    }
}
