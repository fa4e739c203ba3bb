import FetchSched

/// How much a user engages with a site, from 0 to 100, as Chromium scores it: 1.5 points for a visit and 1.5 more
/// for the first one of a day, at most 15 a day; every two hours without one keep 98.4 %.
///
/// Source: Chromium, `components/site_engagement/content/site_engagement_score.cc`. Points for clicks and media are
/// left out, as the host does not report them.
struct SiteEngagement: Sendable {
    /// The level that a score stands for.
    enum Level: Int {
        case none, minimal, low, medium, high
    }

    private var points = 0.0
    private var lastVisit = FetchTime.distantPast
    private var day: Int64?
    private var pointsToday = 0.0

    mutating func visited(at now: FetchTime, _ clock: LocalClock) {
        points = score(at: now)
        let today = (now + TimeSpan(milliseconds: 1000) * Int64(clock.secondsEast)).milliseconds / 86_400_000
        var gain = 1.5
        if today != day {
            day = today
            pointsToday = 0
            gain += 1.5
        }
        gain = min(gain, 15 - pointsToday)
        pointsToday += gain
        points = min(100, points + gain)
        lastVisit = max(lastVisit, now)
    }

    func score(at now: FetchTime) -> Double {
        guard lastVisit != .distantPast, now > lastVisit else { return points }
        let periods = (now - lastVisit).milliseconds / 7_200_000
        return points * PortableMath.exp(Double(periods) * Self.logRetention)
    }

    func level(at now: FetchTime) -> Level {
        switch score(at: now) {
        // Scores below half a point are cleaned away.
        case ..<0.5: .none
        case ..<1: .minimal
        case ..<15: .low
        case ..<50: .medium
        default: .high
        }
    }

    private static let logRetention = PortableMath.log(0.984)
}
