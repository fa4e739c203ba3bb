/// When an app's interval, back-off, server and switches allow a fetch.
extension AppTable {
    /// The first moment at which they do; `distantFuture` if the app is not to be fetched at all.
    func allowedFrom(_ app: Int) -> Instant {
        let basics = self[basics: app]
        guard basics.refreshAllowed, !basics.quit, basics.interval != .never else { return .distantFuture }
        let state = self[app]
        let from = max(
            settledFrom(of: app), state.backoffUntil, state.server.allows(after: state.lastLook),
            spacedFrom(of: app))
        return max(from, intervalEnd(of: app) ?? .distantPast)
    }

    /// When the least spacing since the app's last fetch has passed: at once where an update is announced.
    func spacedFrom(of app: Int) -> Instant {
        guard !self[app].isAnnounced else { return .distantPast }
        return self[app].lastFetch.moment.map { $0 + spacing } ?? .distantPast
    }

    /// When the custom interval since the last look has passed; nil without one, or before the first.
    func intervalEnd(of app: Int) -> Instant? {
        guard case .custom(let span) = self[basics: app].interval else { return nil }
        return self[app].lastLook.moment.map { $0 + span }
    }

    /// Whether the app's rules allow a fetch at `moment`; not even at the end of time if never.
    func allowFetch(_ app: Int, at moment: Instant) -> Bool {
        let from = allowedFrom(app)
        return from <= moment && from < .distantFuture
    }

    /// Whether a fetch of the app may be started at `moment`: none is in flight, and ``allowFetch(_:at:)`` says so.
    func mayStart(_ app: Int, at moment: Instant) -> Bool {
        !self[app].fetch.isRunning && allowFetch(app, at: moment)
    }

    /// Whether the user quit the app and has not opened it since.
    func isQuit(_ app: AppID) -> Bool { contains(app) && self[basics: app.index].quit }

    /// Whether the user allows background refresh of the app.
    func isRefreshAllowed(_ app: AppID) -> Bool { !contains(app) || self[basics: app.index].refreshAllowed }
}
