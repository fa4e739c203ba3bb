import FetchSched

/// A policy that decides on fetches in place of the engine, and what the apps and the user allow.
struct Rival {
    var policy: AnyPolicy
    /// Limits by the apps and the user, whether or not the policy respects them.
    private(set) var rules = DeviceRules()
    /// Apps for which a push asks for a fetch, in order.
    private var requests: [AppID] = []

    init(_ policy: AnyPolicy) { self.policy = policy }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        rules.setInterval(interval, of: app)
        policy.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        switch observation {
        // By far most of what there is to hear, and nothing to the rules.
        case .radio: break
        // Announced content is loaded in the foreground, or not at all.
        case .launch(let app), .quit(let app), .processEnded(let app):
            requests.removeAll { $0 == app }
            rules.learn(observation, at: now)
        default: rules.learn(observation, at: now)
        }
        policy.observe(observation, at: now)
    }

    mutating func note(request app: AppID) {
        if !requests.contains(app) { requests.append(app) }
    }

    /// The app to fetch now: first those for which a push asks, then what the policy decides.
    mutating func nextFetch(at now: FetchTime) -> AppID? {
        while !requests.isEmpty {
            let app = requests.removeFirst()
            let isAllowed = rules.allowPushFetch(of: app, at: now)
            if policy.startPushFetch(of: app, isAllowed: isAllowed, at: now) { return app }
        }
        return policy.nextFetch(at: now)
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        rules.ended(fetch.app, at: now)
        policy.complete(fetch, at: now)
    }
}

/// Present limits by the apps and the user, in the plainest way: for policies without limits of their own.
struct DeviceRules: Sendable {
    private struct App: Sendable {
        /// Nil until the trace sets one.
        var interval: FetchInterval?
        var lastLook: FetchTime?
        var isQuit = false
        var mayRefresh = true
    }

    private var apps: [App] = []
    private var foreground: Int?
    private var mayRefresh = true
    private var network = NetworkPath.cellular
    private var saver = false
    private var level = 1.0
    private var isCharging = false

    /// Battery level below which, without a charger, nothing unrequested runs.
    private static let lowLevel = FetchConfiguration().lowBatteryLevel

    mutating func setInterval(_ interval: FetchInterval, of app: AppID) {
        grow(to: app)
        apps[app.index].interval = interval
    }

    private mutating func grow(to app: AppID) {
        while apps.count <= app.index { apps.append(App()) }
    }

    mutating func ended(_ app: AppID, at now: FetchTime) {
        if apps.indices.contains(app.index) { apps[app.index].lastLook = now }
    }

    mutating func learn(_ observation: FetchEvent, at now: FetchTime) {
        switch observation {
        case .launch(let app):
            foreground = app.index
            guard apps.indices.contains(app.index) else { return }
            apps[app.index].isQuit = false
            apps[app.index].lastLook = now
        case .endOfUse: foreground = nil
        case .quit(let app):
            if foreground == app.index { foreground = nil }
            grow(to: app)
            apps[app.index].isQuit = true
        case .refresh(let app?, let on):
            grow(to: app)
            apps[app.index].mayRefresh = on
        case .refresh(nil, let on): mayRefresh = on
        case .network(let new): network = new
        case .lowPowerMode(let on): saver = on
        case .power(let source): isCharging = source == .charging
        case .batteryLevel(let new): level = new
        default: break
        }
    }

    var isInUse: Bool { foreground != nil }

    /// Whether the user's word stands against starting the app in the background.
    func isBarredByUser(_ app: Int) -> Bool {
        guard mayRefresh, apps.indices.contains(app), apps[app].interval != nil else { return true }
        return apps[app].isQuit || !apps[app].mayRefresh
    }

    /// Whether nothing forbids the fetch that a push asks for.
    func allowPushFetch(of id: AppID, at now: FetchTime) -> Bool {
        guard apps.indices.contains(id.index), !isBarredByUser(id.index), foreground != id.index,
            network != .none, !saver, isCharging || level >= Self.lowLevel
        else { return false }
        switch apps[id.index].interval {
        case .never, nil: return false
        case .minimum: return true
        case .custom(let span): return apps[id.index].lastLook.map { now >= $0 + span } ?? true
        }
    }
}
