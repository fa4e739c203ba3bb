/// What is asked of the table, as a state is large and would be copied.
extension AppTable {
    /// The first moment at which the interval and the back-off allow a fetch; `distantFuture` if the app is
    /// not to be fetched at all.
    @inline(__always)
    func allowedFrom(_ app: Int) -> Instant {
        guard self[basics: app].refreshAllowed, !self[basics: app].quit else { return .distantFuture }
        let row = Int(slots[app].row)
        let from = Swift.max(
            settledFrom(of: app), rows[row].state.backoffUntil, serverAllows(row), spacedFrom(row))
        switch self[basics: app].interval {
        case .never: return .distantFuture
        case .minimum: return from
        case .custom(let span):
            guard let lastEnd = rows[row].state.lastEnd.moment else { return from }
            return Swift.max(from, lastEnd + Swift.max(.zero, span))
        }
    }

    /// From when on the app's server wants to be asked again.
    @inline(__always)
    private func serverAllows(_ row: Int) -> Instant {
        rows[row].state.server.allows(after: rows[row].state.lastEnd)
    }

    /// From when on the least spacing since the app's last fetch has passed.
    @inline(__always)
    private func spacedFrom(_ row: Int) -> Instant {
        rows[row].state.lastFetch.moment.map { $0 + spacing } ?? .distantPast
    }

    /// The same by app.
    func spacedFrom(of app: Int) -> Instant { spacedFrom(Int(slots[app].row)) }

    /// No configuration goes below it.
    static var leastSpacing: TimeSpan { .minutes(1) }

    /// When the custom interval since the last fetch or use has passed; nil without one, or before the first.
    @inline(__always)
    func intervalEnd(of app: Int) -> Instant? {
        guard case .custom(let span) = self[basics: app].interval else { return nil }
        return self[app].lastEnd.moment.map { $0 + Swift.max(.zero, span) }
    }

    /// Whether a fetch of the app may be started at `moment`: none is under way, and ``allowFetch(_:at:)`` says so.
    func mayStart(_ app: Int, at moment: Instant) -> Bool {
        !self[app].fetch.isRunning && allowFetch(app, at: moment)
    }

    /// Whether an app's interval and back-off allow a fetch at `moment`; not even at the end of time if never.
    @inline(__always)
    func allowFetch(_ app: Int, at moment: Instant) -> Bool {
        let slot = slots[app]
        let row = Int(slot.row)
        guard slot.basics.refreshAllowed, !slot.basics.quit, rows[row].state.backoffUntil <= moment,
            rows[row].state.server.floor <= moment, settledFrom(of: app) <= moment,
            spacedFrom(row) <= moment
        else { return false }
        if rows[row].state.server.hasInterval, serverAllows(row) > moment { return false }
        switch slot.basics.interval {
        case .never: return false
        case .minimum: break
        case .custom(let span):
            if let lastEnd = rows[row].state.lastEnd.moment, lastEnd + Swift.max(.zero, span) > moment {
                return false
            }
        }
        return moment != .distantFuture || allowedFrom(app) != .distantFuture
    }
}
