/// Times in which fetches fail although there is a network: mostly one origin is down, sometimes all are out of
/// reach.
struct OutageProcess: Sendable {
    /// Share of outages that concern all origins.
    private static let everywhereShare = 0.2
    /// Median length in seconds: 40 minutes.
    private static let medianSeconds = 2_400.0
    /// Standard deviation of the logarithm of the length.
    private static let sigma = 0.9
    /// Longest outage in seconds: 12 hours.
    private static let longestSeconds = 43_200.0

    let perDay: Double
    let apps: [Int]
    let calendar: LocalCalendar
    var sampler: Sampler

    /// All outages of the trace, a Poisson process, in order of time, which is in whole seconds.
    mutating func outages() -> [Draft] {
        guard perDay > 0, !apps.isEmpty else { return [] }
        let end = Double(calendar.days) * 86_400
        var result: [Draft] = []
        var time = sampler.exponential(mean: 86_400 / perDay)
        while time < end {
            let isEverywhere = sampler.bernoulli(OutageProcess.everywhereShare)
            let app = apps[sampler.integer(0...(apps.count - 1))]
            let drawn = sampler.logNormal(median: OutageProcess.medianSeconds, sigma: OutageProcess.sigma)
            let duration = Swift.min(OutageProcess.longestSeconds, drawn).rounded(.up)
            result.append(
                Draft(
                    time: time.rounded(.down), kind: .outage, app: isEverywhere ? nil : app,
                    duration: duration))
            time += Swift.max(1, sampler.exponential(mean: 86_400 / perDay))
        }
        return result
    }
}
