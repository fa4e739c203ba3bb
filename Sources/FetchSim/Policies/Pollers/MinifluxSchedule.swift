import FetchSched

extension PolicyFamily {
    package static let miniflux = PolicyFamily(
        "miniflux", "feed reader: as many polls per week as entries",
        source: "Miniflux, POLLING_SCHEDULER=entry_frequency, POLLING_FREQUENCY=60",
        [
            PolicyParameter("factor", 1, in: 0.001...1000, "polls per entry"),
            .seconds("min", 300, "shortest interval"),
            .seconds("max", 86_400, "longest interval"),
            .seconds("tick", 3600, "polls wait for the nearest multiple of this"),
        ], sweep: [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 12, 20, 50]
    ) {
        PollerPolicy<MinifluxSchedule>($0.settings)
    }
}

/// Miniflux's schedule by entry frequency: W = ceil(1 week / mean gap of last week's entries), 0 for less than two;
/// then 1 week / (W x factor), within [min, max].
///
/// A look that finds something new counts as one entry, at the time of the look: what a fetch tells of an app's
/// content is that it changed, not how often. Failures change nothing.
package struct MinifluxSchedule: PollSchedule {
    package private(set) var due: FetchTime
    private var changes = FoundChanges(most: 2016)  // a week of looks every five minutes
    private let settings: PolicySettings

    package init(_ settings: PolicySettings, from now: FetchTime) {
        self.settings = settings
        due = now + settings.span("max")
    }

    package mutating func polled(_ outcome: FetchOutcome, at time: FetchTime) {
        if outcome == .newData { changes.add(time) }
        due = time + .seconds(interval(at: time))
    }

    func interval(at time: FetchTime) -> Double {
        let week = TimeSpan.days(7)
        guard let gap = changes.meanGap(since: time - week), gap > .zero else { return settings["max"] }
        let entries = (week.seconds / gap.seconds).rounded(.up)
        return min(max(week.seconds / (entries * settings["factor"]), settings["min"]), settings["max"])
    }
}
