import FetchSched

/// Times in which fetches fail although there is a network: mostly one origin is down, sometimes all are out of
/// reach.
struct OutageProcess: Sendable {
    /// One outage; the time is in whole seconds from the start of the trace.
    struct Outage: Sendable {
        let time: Double
        let duration: Double
        /// The app whose origin is down, or nil for all.
        let app: Int?
    }

    /// Share of outages that concern all origins.
    private static let everywhereShare = 0.2
    /// Median length in seconds: 40 minutes.
    private static let medianSeconds = 2_400.0
    /// Standard deviation of the logarithm of the length.
    private static let sigma = 0.9
    /// Longest outage in seconds: 12 hours.
    private static let longestSeconds = 43_200.0

    private let perDay: Double
    private let apps: [Int]
    private let calendar: LocalCalendar
    private var sampler: Sampler

    /// Makes the process for the apps that have an origin; the sampler is its own.
    init(perDay: Double, apps: [Int], calendar: LocalCalendar, sampler: Sampler) {
        self.perDay = perDay
        self.apps = apps
        self.calendar = calendar
        self.sampler = sampler
    }

    /// All outages of the trace, a Poisson process, in order of time.
    mutating func outages() -> [Outage] {
        guard perDay > 0, !apps.isEmpty else { return [] }
        let end = Double(calendar.days) * 86_400
        var result: [Outage] = []
        var time = sampler.exponential(mean: 86_400 / perDay)
        while time < end {
            let isEverywhere = sampler.chance(OutageProcess.everywhereShare)
            let app = apps[sampler.integer(0...(apps.count - 1))]
            let drawn = sampler.logNormal(median: OutageProcess.medianSeconds, sigma: OutageProcess.sigma)
            let duration = Swift.min(OutageProcess.longestSeconds, drawn).rounded(.up)
            result.append(
                Outage(time: time.rounded(.down), duration: duration, app: isEverywhere ? nil : app))
            time += Swift.max(1, sampler.exponential(mean: 86_400 / perDay))
        }
        return result
    }
}
