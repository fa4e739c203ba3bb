import FetchSched

/// An app's launches of the last week, and when the next one is expected: when last week's next one was, or, with no
/// more than a day of history, yesterday's (a seasonal naive forecast).
struct LaunchHistory: Sendable {
    private static let season = TimeSpan.days(7)
    private var times: [FetchTime] = []

    mutating func launched(at now: FetchTime) {
        times.removeAll { $0 + Self.season <= now }
        times.append(now)
    }

    /// The next expected launch; nil if there is no history.
    func expected(after now: FetchTime) -> FetchTime? {
        guard let first = times.first else { return nil }
        let season = now - first <= .days(1) ? TimeSpan.days(1) : Self.season
        return times.first { $0 + season > now }.map { $0 + season }
    }
}
