import FetchSched

/// Times of each app for simple policies: interval, last sync, and whether it may be fetched now.
struct AppTimes: Sendable {
    struct App: Sendable {
        var interval = FetchInterval.never
        /// Last successful sync, by fetch or in the foreground; before the first one, the registration.
        var lastSync: FetchTime
        var lastEnd = FetchTime.distantPast
        /// The failed fetch that is to be forgotten at the next attempt.
        var lastAttempt = FetchTime.distantPast
        var inForeground = false
        /// Whether a requested fetch of the app has not ended yet.
        var isUnderWay = false
    }

    private(set) var apps: [App] = []
    private var foreground: Int?

    var count: Int { apps.count }

    subscript(app: Int) -> App { apps[app] }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        while apps.count <= app.index { apps.append(App(lastSync: now)) }
        apps[app.index].interval = interval
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        switch observation {
        case .launch(let app):
            if let previous = foreground { endUse(of: previous, at: now) }
            foreground = app.index
            apps[app.index].inForeground = true
            apps[app.index].lastSync = now
            apps[app.index].lastEnd = now
        case .endOfUse(let app):
            endUse(of: app.index, at: now)
        default:
            break
        }
    }

    private mutating func endUse(of app: Int, at now: FetchTime) {
        guard apps[app].inForeground else { return }
        apps[app].inForeground = false
        apps[app].lastEnd = now
        foreground = nil
    }

    /// Records the request of a fetch: until it has ended, no other fetch of the app is requested.
    mutating func start(_ app: Int) -> AppID {
        apps[app].isUnderWay = true
        return AppID(app)
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        let app = fetch.app.index
        apps[app].lastEnd = max(apps[app].lastEnd, now)
        apps[app].lastAttempt = fetch.start
        apps[app].isUnderWay = false
        if fetch.outcome.isSuccess { apps[app].lastSync = max(apps[app].lastSync, fetch.start) }
    }

    /// The first moment at which the app's interval allows a fetch; `distantFuture` for never.
    func allowedFrom(_ app: Int) -> FetchTime {
        switch apps[app].interval {
        case .never: .distantFuture
        case .minimum: .distantPast
        case .custom(let span): apps[app].lastEnd == .distantPast ? .distantPast : apps[app].lastEnd + span
        }
    }

    func mayFetch(_ app: Int, at now: FetchTime) -> Bool {
        !apps[app].inForeground && !apps[app].isUnderWay && allowedFrom(app) <= now
    }

    /// The last app of `batch` that may be fetched now, marked as under way; those behind it are dropped.
    mutating func takeLast(of batch: inout [Int], at now: FetchTime) -> AppID? {
        while let app = batch.popLast() {
            if mayFetch(app, at: now) { return start(app) }
        }
        return nil
    }
}

/// A policy that knows nothing of the radio, and of its apps what ``AppTimes`` says.
protocol TimedPolicy: Policy {
    var times: AppTimes { get set }
}

extension TimedPolicy {
    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
    }
    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) { times.complete(fetch, at: now) }
    var usesRadioFrom: FetchTime { .distantFuture }
}
