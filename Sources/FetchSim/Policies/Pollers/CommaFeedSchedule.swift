import FetchSched

extension PolicyFamily {
    static let commafeed = PolicyFamily(
        "commafeed", "feed reader: half the mean gap of entries, rarer after weeks of silence",
        source: "CommaFeed, FeedRefreshIntervalCalculator",
        [
            .seconds("max", 14_400, "longest interval"), .seconds("min", 300, "shortest interval"),
            PolicyParameter("freeErrors", 3, in: 0...1000, "failures in a row that change nothing"),
            .seconds("errorStep", 3600, "wait added by each further one"), .tick,
        ], sweep: periods.filter { $0 >= 1200 }
    ) { run in
        let settings = run.settings
        return run.replay(
            PollerPolicy(tick: settings.span("tick")) { CommaFeedSchedule(settings, from: $0) })
    }
}

/// CommaFeed's schedule, by how long a source has been silent:
///
///     30 days   max           14 days   max / 2           7 days   max / 4
///     less      mean gap / 2, within [min, max / 4]
///
/// The mean gap is that of the last 32 changes found. After three failures in a row the n-th adds n - 2 hours' wait.
struct CommaFeedSchedule: PollSchedule {
    private(set) var due: Instant
    private var changes = FoundChanges(most: 32)
    private var lastChange: Instant
    private var failures = 0.0
    private let settings: PolicySettings

    init(_ settings: PolicySettings, from now: Instant) {
        self.settings = settings
        lastChange = now
        due = now + settings.span("min")
    }

    mutating func polled(_ outcome: FetchOutcome, at time: Instant) {
        failures = outcome == .failed ? failures + 1 : 0
        if outcome == .newData {
            changes.add(time)
            lastChange = time
        }
        let excess = failures - settings["freeErrors"]
        // The first failure beyond the free ones waits two steps: the n-th of all waits n - 2 with three free.
        due = time + .seconds(excess > 0 ? settings["errorStep"] * (excess + 1) : interval(at: time))
    }

    /// The interval after a look at `time`, in seconds.
    func interval(at time: Instant) -> Double {
        let longest = settings["max"]
        let silence = time - lastChange
        if silence >= .days(30) { return longest }
        if silence >= .days(14) { return max(longest / 2, settings["min"]) }
        let quarter = max(longest / 4, settings["min"])
        guard silence < .days(7), let gap = changes.meanGap() else { return quarter }
        return min(max(gap.seconds / 2, settings["min"]), quarter)
    }
}
