import FetchSched

extension PolicyFamily {
    static let fixed = PolicyFamily(
        "fixed", "one timer per app",
        [.seconds("period", 1800, "time between fetches of an app")],
        sweep: periods
    ) {
        FixedPolicy(period: $0.settings.span("period"))
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
struct FixedPolicy: TimedPolicy {
    private let period: TimeSpan
    var times = AppTimes()
    private var queue = DueQueue()
    /// For each app the turn that it waits for or that is being served.
    private var turns: [FetchTime] = []

    init(period: TimeSpan) {
        self.period = period
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        let due = now + phase(of: app.index, within: period)
        while turns.count <= app.index { turns.append(due) }
        setTurn(app.index, interval == .never ? .distantFuture : due)
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        while let (app, due) = queue.first(), due <= now {
            if times[app].inForeground {
                setTurn(app, nextTurn(after: due, now: now))
            } else if times.allowedFrom(app) > now {
                setTurn(app, times.allowedFrom(app))
            } else {
                queue.set(app, due: .distantFuture)  // set again at the end of the fetch
                if !times[app].isUnderWay { return times.start(app) }
            }
        }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
        let app = fetch.app.index
        setTurn(app, max(nextTurn(after: turns[app], now: now), times.allowedFrom(app)))
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        queue.first()?.due
    }

    private mutating func setTurn(_ app: Int, _ time: FetchTime) {
        turns[app] = time
        queue.set(app, due: time)
    }

    private func nextTurn(after due: FetchTime, now: FetchTime) -> FetchTime {
        due.next(every: period, after: max(due, now))
    }
}
