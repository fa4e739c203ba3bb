import FetchSched

extension PolicyFamily {
    static let stormcrawler = PolicyFamily(
        "stormcrawler", "crawler: interval halves towards its minimum after a change",
        source: "Apache StormCrawler, AdaptiveScheduler",
        [
            .seconds("min", 3600, "shortest interval"), .seconds("max", 1_209_600, "longest interval"),
            .seconds("start", 86_400, "first interval"),
            PolicyParameter(
                "increase", 0.5, in: 0...10, "growth of the interval at a poll without a change"),
            PolicyParameter(
                "decrease", 0.5, in: 0...1, "part of the way to the minimum at a poll with a change"),
            .seconds("retry", 7200, "wait after a failure"),
        ], sweep: periods
    ) {
        PollerPolicy<StormCrawlerSchedule>($0.settings)
    }
}

/// StormCrawler's adaptive schedule: I = 0.5 I + 0.5 min at a change, I = 1.5 I without one.
///
/// Changes are told by comparing a look with the one before. The first look has none before it, and a failure makes it
/// forget the one that it had, and the interval: after either the next look is after the first interval. The failed
/// look itself is repeated after two hours (the default scheduler's `fetchInterval.fetch.error`).
struct StormCrawlerSchedule: PollSchedule {
    private(set) var due: FetchTime
    private(set) var interval: Double
    /// Whether there is a look to compare the next one with.
    private var hasLooked = false
    private let settings: PolicySettings

    init(_ settings: PolicySettings, from now: FetchTime) {
        self.settings = settings
        interval = min(max(settings["start"], settings["min"]), settings["max"])
        due = now + .seconds(interval)
    }

    mutating func polled(_ outcome: FetchOutcome, at time: FetchTime) {
        switch outcome {
        case .failed, .gone:
            due = time + settings.span("retry")
            hasLooked = false
            return
        case _ where !hasLooked: interval = settings["start"]
        case .newData:
            interval = (1 - settings["decrease"]) * interval + settings["decrease"] * settings["min"]
        case .noData: interval *= 1 + settings["increase"]
        }
        hasLooked = true
        interval = min(max(interval, settings["min"]), settings["max"])
        due = time + .seconds(interval)
    }
}
