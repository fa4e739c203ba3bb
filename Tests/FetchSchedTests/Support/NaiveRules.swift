import FetchSched

/// What a scheduler must never do, kept in the plainest way: what each app and the device allow at present.
struct NaiveRules {
    struct App {
        var interval: FetchInterval
        var lastEnd: Instant?
        var lastFetch: Instant?
        var fetchStart: Instant?
        var refresh = true
        var quit = false
        var failures = 0
        var leastBackoff = Instant.distantPast
        var serverWait = Instant.distantPast
        var serverInterval = TimeSpan.zero
    }

    var apps: [App] = []
    /// The app in the foreground, and the last sign of its use.
    var foreground: Int?
    var lastSign = Instant.distantPast
    var network = NetworkPath.cellular
    var charging = false
    var level = 1.0
    var saver = false
    var refresh = true
    let configuration: Configuration

    /// The least time between two fetches of one app that nobody asked for.
    var spacing: TimeSpan { max(.seconds(60), configuration.minimumSpacing) }

    /// Why `app` must not be fetched now; nil if nothing forbids it. What a push asks for need not be spaced.
    func veto(of id: AppID, at now: Instant, asked: Bool = false) -> String? {
        guard apps.indices.contains(id.index) else { return "no such app" }
        let app = apps[id.index]
        if network == .none { return "no network" }
        if saver { return "saver" }
        if !refresh || !app.refresh { return "refresh is off" }
        if !charging && !(level >= configuration.lowBatteryLevel) { return "battery is low" }
        if app.quit { return "quit" }
        if foreground == id.index { return "in the foreground" }
        if let start = app.fetchStart, now - start <= configuration.fetchLimit { return "under way" }
        if !asked, let end = app.lastFetch, now < end + spacing { return "too soon after a fetch" }
        if now < app.leastBackoff { return "back-off" }
        if now < app.serverWait { return "the server wants to wait" }
        if app.serverInterval > .zero, let end = app.lastEnd, now < end + app.serverInterval {
            return "the server wants a longer interval"
        }
        switch app.interval {
        case .never: return "never"
        case .minimum: return nil
        case .custom(let span):
            if let end = app.lastEnd, now < end + span { return "too soon after \(end)" }
            return nil
        }
    }

    /// Why not even a forced fetch may start; nil if it must.
    func absolute(_ id: AppID, at now: Instant) -> String? {
        let app = apps[id.index]
        if network == .none { return "no network" }
        if app.quit || !app.refresh || !refresh { return "the user's word" }
        if app.interval == .never { return "never" }
        if foreground == id.index { return "in the foreground" }
        if let start = app.fetchStart, now - start <= configuration.fetchLimit { return "under way" }
        return nil
    }

    /// Follows a call and its answer; says what was wrong with the answer.
    mutating func follow(_ operation: Operation, _ answer: Answer, at now: Instant) -> String? {
        endSilentUse(at: now)
        switch (operation, answer) {
        case (.register(let interval), .app(let app?)) where app.index < apps.count:
            apps[app.index] = App(interval: interval)
        case (.register(let interval), _): apps.append(App(interval: interval))
        case (.remove(let app), .nothing):
            expire(at: now)
            if foreground == app.index { foreground = nil }
            apps[app.index] = App(interval: .never)
        case (.setInterval(let interval, let app), _): apps[app.index].interval = interval
        case (.observe(let observation), _): see(observation, at: now)
        case (.nextFetch, .app(let app)):
            expire(at: now)
            guard let app else { return nil }
            if let veto = veto(of: app, at: now) { return "fetched \(app): \(veto)" }
            apps[app.index].fetchStart = now
        case (.start(let app, let request), _):
            expire(at: now)
            let started = answer == .nothing
            if started,
                let veto = request == .push ? veto(of: app, at: now, asked: true) : absolute(app, at: now)
            {
                return "\(request) started \(app): \(veto)"
            }
            if !started, request == .debugging, absolute(app, at: now) == nil {
                return "not forced: \(answer)"
            }
            if started { apps[app.index].fetchStart = now }
        case (.complete(let app, let outcome, _), _):
            expire(at: now)
            return complete(app, outcome, answer, at: now)
        case (.nextWakeup, .wakeup(let wakeup)):
            if let wakeup, wakeup <= now { return "wakeup at \(wakeup)" }
        default: return "\(answer) to \(operation)"
        }
        return nil
    }

    private mutating func complete(
        _ app: AppID, _ outcome: FetchOutcome, _ answer: Answer, at now: Instant
    ) -> String? {
        guard apps[app.index].fetchStart != nil else {
            return answer == .error(.noFetchUnderWay(app)) ? nil : "completed what was not running"
        }
        apps[app.index].fetchStart = nil
        apps[app.index].lastEnd = now
        apps[app.index].lastFetch = now
        if outcome == .failed { fail(app.index, at: now) } else { apps[app.index].failures = 0 }
        return answer == .nothing ? nil : "did not take a completion: \(answer)"
    }

    private mutating func expire(at now: Instant) {
        for app in apps.indices {
            guard let start = apps[app].fetchStart, now - start > configuration.fetchLimit else { continue }
            apps[app].fetchStart = nil
            apps[app].lastEnd = now
            apps[app].lastFetch = now
            fail(app, at: now)
        }
    }

    private mutating func fail(_ app: Int, at now: Instant) {
        guard network != .none else { return }
        let rule = configuration.backoff
        let wait = min(rule.first.seconds * Double(1 << min(apps[app].failures, 30)), rule.cap.seconds)
        apps[app].failures += 1
        apps[app].leastBackoff = now + .seconds(wait * (1 - rule.jitter) - 0.001)
    }

    private mutating func see(_ observation: FetchEvent, at now: Instant) {
        switch observation {
        case .launch(let app):
            if let foreground { apps[foreground].lastEnd = now }
            foreground = app.index
            lastSign = now
            apps[app.index].quit = false
            apps[app.index].lastEnd = now
        case .endOfUse(let app):
            guard foreground == app.index else { return }
            foreground = nil
            apps[app.index].lastEnd = now
        case .network(let value): network = value
        case .power(let value): charging = value == .charging
        case .batteryLevel(let value): level = value
        case .lowPowerMode(let value): saver = value
        case .refresh(let app?, let value): apps[app.index].refresh = value
        case .refresh(nil, let value): refresh = value
        case .quit(let app):
            apps[app.index].quit = true
            abandon(app.index, at: now)
        case .processEnded(let app): abandon(app.index, at: now)
        case .serverWait(let app, let until): apps[app.index].serverWait = until
        case .serverInterval(let app, let span): apps[app.index].serverInterval = span
        case .foregroundSync(let app, _, _): if foreground == app.index { lastSign = now }
        case .radio(let cause, _):
            if cause == .user { lastSign = now }
            // What is past its limit by then fails then, not when somebody asks next.
            expire(at: now)
        case .zone, .contentHint, .contentChanged, .screen, .alarm: break
        }
    }

    /// A use of which nothing was heard for four hours ended then.
    private mutating func endSilentUse(at now: Instant) {
        guard let app = foreground, now >= lastSign + .hours(4) else { return }
        foreground = nil
        apps[app].lastEnd = lastSign + .hours(4)
    }

    /// A process that is gone fetches nothing, and is not in the foreground.
    private mutating func abandon(_ app: Int, at now: Instant) {
        if foreground == app {
            foreground = nil
            apps[app].lastEnd = now
        }
        // One that was past its limit by then has failed before.
        expire(at: now)
        guard apps[app].fetchStart != nil else { return }
        apps[app].fetchStart = nil
        apps[app].lastEnd = now
        apps[app].lastFetch = now
    }
}
