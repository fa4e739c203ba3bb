/// What decides on fetches in a ``BackgroundEngine``: the ``Scheduler``, or another rule that is to be compared with it.
public protocol FetchScheduling: AppSwitches, Sendable {
    /// Learns what the host saw.
    mutating func observe(_ observation: Observation, at now: Instant)
    /// The app to fetch now, or nil.
    mutating func nextFetch(at now: Instant) -> AppID?
    /// When to ask next if nothing happens before; nil for not at all.
    mutating func nextWakeup(after now: Instant) -> Instant?
    /// Starts a fetch that a push asks for.
    ///
    /// - Returns: whether it is under way now; if not, something forbids it.
    mutating func startPushFetch(of app: AppID, at now: Instant) -> Bool
    /// A fetch that ran past its limit and is to be stopped; nil if there is none (any more).
    mutating func nextExpired(at now: Instant) -> AppID?
    /// When the first fetch under way runs past its limit; nil if none is under way.
    var nextExpiry: Instant? { get }
    /// Counts what a discretionary transfer moved for a budget of data.
    mutating func noteTransferred(bytes: Int64)
    /// Whether a budget is spent, so that only what the user asked for may run.
    var budgetIsSpent: Bool { get }
    /// Brings the budgets up to the present.
    mutating func updateBudgets(at now: Instant)
    /// When a spent budget may serve again, to look again then; nil if none is spent, or never will serve.
    mutating func budgetReview() -> Instant?
}

extension FetchScheduling {
    /// Does nothing: without budgets there is nothing to bring up to date.
    @inlinable
    public mutating func updateBudgets(at now: Instant) {}

    /// Nil: no budget is spent.
    @inlinable
    public mutating func budgetReview() -> Instant? { nil }
}

/// The registered apps, and the user's switches for each.
public protocol AppSwitches {
    /// Whether the app is registered.
    func hasApp(_ app: AppID) -> Bool
    /// Whether the user quit the app and has not opened it since.
    func isQuit(_ app: AppID) -> Bool
    /// Whether the user allows background refresh of the app.
    func isRefreshAllowed(_ app: AppID) -> Bool
}

extension AppTable: AppSwitches {
    func hasApp(_ app: AppID) -> Bool { contains(app) }
    func isQuit(_ app: AppID) -> Bool { contains(app) && self[basics: app.index].quit }
    func isRefreshAllowed(_ app: AppID) -> Bool { !contains(app) || self[basics: app.index].refreshAllowed }
}

extension Scheduler: FetchScheduling {
    /// Whether the app is registered.
    public func hasApp(_ app: AppID) -> Bool { apps.contains(app) }
    /// Whether the user quit the app and has not opened it since.
    public func isQuit(_ app: AppID) -> Bool { apps.isQuit(app) }
    /// Whether the user allows background refresh of the app.
    public func isRefreshAllowed(_ app: AppID) -> Bool { apps.isRefreshAllowed(app) }

    /// Starts the fetch, unless something forbids it; see ``start(_:for:at:)``.
    public mutating func startPushFetch(of app: AppID, at now: Instant) -> Bool {
        (try? start(app, for: .push, at: now)) != nil
    }

    /// When the first fetch under way runs past its limit; nil if none is under way.
    public var nextExpiry: Instant? {
        apps.firstStart.map { $0 + configuration.fetchLimit + TimeSpan(milliseconds: 1) }
    }

    /// Counts what a discretionary transfer moved for the budget of data.
    public mutating func noteTransferred(bytes: Int64) { spending.bytes.spend(Double(bytes)) }
}
