import FetchSched

extension PolicyFamily {
    static let aligned = PolicyFamily(
        "aligned", "all apps at the same times", [.seconds("period", 1800, "time between those moments")],
        sweep: periods
    ) {
        AlignedPolicy(period: $0.settings.span("period"))
    }
}

/// All apps at the same moments, every `period`: one wakeup, shared by all.
///
///     period    |----------|----------|
///     app A     F          F          F
///     app B      F          F          F     (one after the other on the same radio wakeup)
///
/// An app whose own interval ends a little after such a moment (its last fetch ended after the moment, so
/// an interval equal to the period always does) is taken in a late round at the end of its interval, not a
/// whole period later, if that is within a tenth of the period.
struct AlignedPolicy: TimedPolicy {
    private let period: TimeSpan
    var times = AppTimes()
    private var nextRound: FetchTime?
    private var lateRound = FetchTime.distantFuture
    /// The next app to look at in the round under way.
    private var cursor = Int.max

    init(period: TimeSpan) {
        self.period = period
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
        if nextRound == nil { nextRound = now + period }
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        if let round = nextRound, round <= now {
            nextRound = round.next(every: period, after: now)
            startRound()
        } else if lateRound <= now {
            startRound()
        }
        while cursor < times.count {
            let app = cursor
            cursor += 1
            if times.mayFetch(app, at: now), wants(app, at: now) { return times.start(app) }
            let allowed = times.allowedFrom(app)
            if allowed > now, (allowed - now) * 10 <= period { lateRound = min(lateRound, allowed) }
        }
        return nil
    }

    /// All at the same moment.
    var parallelFetches: Int { .max }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        guard let nextRound else { return nil }
        return min(nextRound, lateRound)
    }

    private mutating func startRound() {
        cursor = 0
        lateRound = .distantFuture
    }

    /// A late round is for those that missed the round, not for a second helping.
    private func wants(_ app: Int, at now: FetchTime) -> Bool {
        times[app].lastAttempt == .distantPast || (now - times[app].lastAttempt) * 2 > period
    }
}
