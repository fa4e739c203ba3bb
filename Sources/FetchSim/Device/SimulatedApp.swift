import FetchSched

struct SimulatedApp {
    var interval = FetchInterval.never
    var lastSync: FetchTime
    /// End of the last fetch or use.
    var lastEnd: FetchTime?
    /// The last look at the source, by a fetch or a launch, for judging intervals.
    var lastLook: FetchTime?
    /// The most that the app's interval has allowed since its last launch.
    var mostAllowed = FetchInterval.never
    /// Bytes of the next fetch, by a push whose content nothing has loaded since.
    var pushBytes: Int64?
    /// How many of its changes are over, and how many were at the last sync: the copy is stale if those are fewer.
    var changes = 0
    var changesAtSync = 0
    /// How many were at the last launch: a launch is made fresh by a fetch if those are fewer, and no less are synced.
    var changesAtLaunch = 0
    /// How many were at the last launch that could not load them.
    var changesAtFailure = -1
    var lastRequest: FetchTime?

    @inline(__always)
    mutating func ended(_ fetch: RunningFetch, at now: FetchTime) {
        lastEnd = now
        lastLook = now
        guard fetch.outcome.isSuccess else { return }
        lastSync = max(lastSync, fetch.start)
        changesAtSync = max(changesAtSync, fetch.changes)
    }

    @inline(__always)
    func violatesInterval(at now: FetchTime) -> Bool {
        switch interval {
        case .never: true
        case .minimum: false
        case .custom(let span): lastLook.map { now < $0 + span } ?? false
        }
    }
}
