import FetchSched

extension PolicyFamily {
    package static let nutch = PolicyFamily(
        "nutch", "crawler: interval shrinks after a change and grows without one",
        source: "Apache Nutch, AdaptiveFetchSchedule and nutch-default.xml",
        [
            PolicyParameter(
                "increase", 0.4, in: 0...10, "growth of the interval at a poll without a change"),
            PolicyParameter("decrease", 0.2, in: 0...0.99, "shrinkage at a poll with a change"),
            .seconds("min", 60, "shortest interval"), .seconds("max", 7_776_000, "longest interval"),
            .seconds("start", 3600, "first interval (Nutch ships 30 days, as it crawls the whole web)"),
            PolicyParameter(
                "syncRate", 0.3, in: 0...1, "part of the time since the last change to go back by"),
            .seconds("retry", 86_400, "wait after a failure"),
        ], sweep: [10, 6, 4, 2.5, 1.5, 1, 0.7, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02]
    ) {
        PollerPolicy<NutchSchedule>($0.settings)
    }
}

/// Nutch's adaptive schedule: the interval I is multiplied by 0.8 at a change and by 1.4 without one, and the next
/// look moves towards the time of the last change.
///
///     delta = look - last change;  I = max(I, delta);  next = look - 0.3 delta + I;  I in [min, max]
///
/// What it settles at is told by the pair of factors: where as many looks find a change as balance the growth by 1.4
/// with the shrinkage by 0.8, with these three of five. The longest interval is that of `db.fetch.interval.max`, 90
/// days, beyond which a page is due in any case.
///
/// A look that finds a change takes it to have just happened, as Nutch does for pages that state no date.
package struct NutchSchedule: PollSchedule {
    package private(set) var due: FetchTime
    private(set) var interval: Double
    private var lastChange: FetchTime
    private let settings: PolicySettings

    package init(_ settings: PolicySettings, from now: FetchTime) {
        self.settings = settings
        interval = min(max(settings["start"], settings["min"]), settings["max"])
        lastChange = now
        due = now + .seconds(interval)
    }

    package mutating func polled(_ outcome: FetchOutcome, at time: FetchTime) {
        switch outcome {
        case .failed, .gone:
            due = time + settings.span("retry")
            return
        case .newData:
            interval *= 1 - settings["decrease"]
            lastChange = time
        case .noData: interval *= 1 + settings["increase"]
        }
        let delta = (time - lastChange).seconds
        interval = max(interval, delta)
        func clamped(_ seconds: Double) -> Double { min(max(seconds, settings["min"]), settings["max"]) }
        interval = clamped(interval)
        // After a silence longer than the longest interval, going back by a part of it would never end.
        due = time + .seconds(clamped(interval - settings["syncRate"] * min(delta, interval)))
    }
}
