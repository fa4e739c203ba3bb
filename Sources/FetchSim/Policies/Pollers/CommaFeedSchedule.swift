import FetchSched

extension PolicyFamily {
    package static let commafeed = PolicyFamily(
        "commafeed", "feed reader: half the mean gap between entries; slower after silence",
        source: "CommaFeed, FeedRefreshIntervalCalculator",
        [
            .seconds("max", 14_400, "longest interval"), .seconds("min", 300, "shortest interval"),
            PolicyParameter(
                "errors", 3, in: 1...1000, "failures in a row from which the wait grows"),
            .seconds("errorStep", 3600, "wait added by each of these failures"),
        ], sweep: periods.filter { $0 >= 1200 }
    ) {
        PollerPolicy<CommaFeedSchedule>($0.settings)
    }
}

/// CommaFeed's schedule, by how long a source has been silent:
///
///     30 days   max           14 days   max / 2           7 days   max / 4
///     less      mean gap / 2, within [min, max / 4]; max where the gap is unknown
///
/// The mean gap is that of the last 32 changes found; before the second one it is unknown, and the silence before the
/// first. After a failure it looks again after the shortest interval, after the third in a row an hour later, after the
/// n-th n - 2 hours, at most after the longest interval.
package struct CommaFeedSchedule: PollSchedule {
    package private(set) var due: FetchTime
    private var changes = FoundChanges(most: 32)
    private var lastChange: FetchTime?
    private var failures = 0.0
    private let settings: PolicySettings

    package init(_ settings: PolicySettings, from now: FetchTime) {
        self.settings = settings
        due = now + settings.span("min")
    }

    package mutating func polled(_ outcome: FetchOutcome, at time: FetchTime) {
        failures = outcome.isSuccess ? 0 : failures + 1
        if outcome == .newData {
            changes.add(time)
            lastChange = time
        }
        due = time + .seconds(failures > 0 ? retry : interval(at: time))
    }

    private var retry: Double {
        let steps = max(0, failures - settings["errors"] + 1)
        return max(min(settings["errorStep"] * steps, settings["max"]), settings["min"])
    }

    func interval(at time: FetchTime) -> Double {
        let longest = settings["max"]
        guard let lastChange else { return longest }
        let silence = time - lastChange
        if silence >= .days(30) { return longest }
        if silence >= .days(14) { return max(longest / 2, settings["min"]) }
        let quarter = max(longest / 4, settings["min"])
        if silence >= .days(7) { return quarter }
        guard let gap = changes.meanGap() else { return longest }
        return min(max(gap.seconds / 2, settings["min"]), quarter)
    }
}
