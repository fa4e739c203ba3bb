import FetchSched

extension PolicyFamily {
    static let fixed = PolicyFamily(
        "fixed", "a timer per app, nothing shared",
        [.seconds("period", 1800, "time between fetches of an app")],
        sweep: periods
    ) {
        $0.replay(FixedPolicy(period: $0.settings.span("period")))
    }

    /// Periods that draw a curve, in seconds: three days to five minutes.
    static let periods: [Double] = [
        259_200, 172_800, 86_400, 43_200, 28_800, 21_600, 14_400, 10_800, 7200, 5400, 3600, 2700, 1800, 1200,
        900,
        600, 300,
    ]
}

/// Each app every `period`, at a phase of its own, so that nothing is shared: a naive timer per app.
///
/// Phases are multiples of the golden ratio, which spreads any number of apps evenly over the period. An
/// app that is in the foreground when its turn comes sits the turn out; one that its interval holds back is
/// taken as soon as the interval allows (waiting for the next turn would double its period).
struct FixedPolicy: Policy {
    private let period: TimeSpan
    private var times = AppTimes()
    private var queue = DueQueue()

    init(period: TimeSpan) {
        self.period = period
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        times.setInterval(interval, of: app, at: now)
        let due = now + phase(of: app.index, within: period)
        queue.set(app.index, due: interval == .never ? .distantFuture : due)
    }

    mutating func observe(_ observation: Observation, at now: Instant) {
        times.observe(observation, at: now)
    }

    mutating func nextFetch(at now: Instant) -> AppID? {
        while let (app, due) = queue.first(), due <= now {
            if times[app].inForeground {
                queue.set(app, due: nextTurn(after: due, now: now))
            } else if times.allowedFrom(app) > now {
                queue.set(app, due: times.allowedFrom(app))
            } else {
                return AppID(app)
            }
        }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {
        times.complete(fetch, at: now)
        let app = fetch.app.index
        queue.set(app, due: max(nextTurn(after: queue.due[app], now: now), times.allowedFrom(app)))
    }

    /// It knows nothing of the radio.
    var heedsRadioFrom: Instant { .distantFuture }

    mutating func nextWakeup(after now: Instant) -> Instant? {
        queue.first()?.due
    }

    private func nextTurn(after due: Instant, now: Instant) -> Instant {
        let passed = (now - due).milliseconds / max(1, period.milliseconds)
        return due + period * (max(0, passed) + 1)
    }
}
