/// What the scheduler keeps of one app beside the forecast.
struct AppState: Sendable {
    var interval: FetchInterval
    /// When the copy was last known to be up to date.
    var lastSync: Instant
    /// End of the last fetch or use; nil before the first.
    var lastEnd: Instant?
    /// When the fetch under way was started.
    var fetchStart: Instant?
    var content: ContentBelief
    /// Mean bytes of newData; nil before the first.
    var meanBytes: Double?
    /// Looks in a row, fetches and launches, that found nothing new.
    var silentLooks = 0
    /// Failures since the last success.
    var failures = 0
    var backoffUntil = Instant.distantPast
    /// The user's background refresh switch for this app.
    var refreshAllowed = true
    /// The user quit the app and has not opened it since.
    var quit = false

    init(interval: FetchInterval, registered: Instant, _ content: ContentParameters) {
        self.interval = interval
        self.lastSync = registered
        self.content = ContentBelief(content)
    }

    /// The first moment at which the interval and the back-off allow a fetch; `distantFuture` if the app is
    /// not to be fetched at all.
    var allowedFrom: Instant {
        guard refreshAllowed, !quit else { return .distantFuture }
        switch interval {
        case .never: return .distantFuture
        case .minimum: return backoffUntil
        case .custom: return max(backoffUntil, intervalEnd ?? .distantPast)
        }
    }

    /// When the custom interval since the last fetch or use has passed; nil without one, or before the first.
    var intervalEnd: Instant? {
        guard case .custom(let span) = interval else { return nil }
        return lastEnd.map { $0 + max(.zero, span) }
    }

    /// Whether the interval and the back-off allow a fetch at `moment`; not even at the end of time if never.
    func isAllowed(at moment: Instant) -> Bool {
        let from = allowedFrom
        return from <= moment && from != .distantFuture
    }
}
