import FetchSched

/// What a scheduler must never do, kept in the plainest way: what each app and the device allow at present.
struct NaiveRules {
    struct App {
        var interval: FetchInterval
        /// The last look: the end of a fetch, or a load in the foreground.
        var lastLook: FetchTime?
        var lastFetch: FetchTime?
        var fetchStart: FetchTime?
        var refresh = true
        var quit = false
        var failures = 0
        var leastBackoff = FetchTime.distantPast
        /// When the first of the failures in a row was, and whether one was excused since the last success.
        var failingSince: FetchTime?
        var isExcused = false
        var serverWait = FetchTime.distantPast
        /// That was told while a fetch was under way.
        var serverWaitIsOfAnswer = false
        var serverInterval = TimeSpan.zero
        /// When an update was announced that nothing has loaded since.
        var hint: FetchTime?
    }

    var apps: [App] = []
    /// The app in the foreground, and the last sign of its use.
    var foreground: Int?
    var lastSign = FetchTime.distantPast
    var network = NetworkPath.cellular
    var charging = false
    var level = 1.0
    var saver = false
    var refresh = true
    let configuration: FetchConfiguration
    /// The latest time heard of, unless the clock was set back since.
    private var latest = FetchTime.distantPast
    /// The apps whose sources began to fail since the last success, on which network, and when the first did.
    private var failed: [Int] = []
    private var failedOn = NetworkPath.none
    private var failedSince = FetchTime.distantPast
    private var downSince = FetchTime.distantPast
    private var nextTry = FetchTime.distantPast
    private var isDown: Bool { failed.count >= 3 }

    init(configuration: FetchConfiguration) { self.configuration = configuration }

    /// The least time between two fetches of one app.
    var spacing: TimeSpan { max(.seconds(60), configuration.minimumSpacing) }

    /// Why `app` must not be fetched now; nil if nothing forbids it.
    func veto(of id: AppID, at now: FetchTime, isAnnounced: Bool = false) -> String? {
        guard apps.indices.contains(id.index) else { return "no such app" }
        let app = apps[id.index]
        if network == .none { return "no network" }
        if isDown, now < nextTry { return "the network is down" }
        if isDown, apps.contains(where: { isUnderWay($0, at: now) }) { return "the network is being tried" }
        if saver { return "saver" }
        if !refresh || !app.refresh { return "refresh is off" }
        if !charging && !(level >= configuration.lowBatteryLevel) { return "battery is low" }
        if app.quit { return "quit" }
        if foreground == id.index { return "in the foreground" }
        if isUnderWay(app, at: now) { return "under way" }
        let least = isAnnounced ? min(spacing, .minutes(1)) : spacing
        if let end = app.lastFetch, now < end + least { return "too soon after a fetch" }
        if now < app.leastBackoff { return "back-off" }
        if now < app.serverWait { return "the server wants to wait" }
        if app.serverInterval > .zero, let end = app.lastLook, now < end + app.serverInterval {
            return "the server wants a longer interval"
        }
        switch app.interval {
        case .never: return "never"
        case .minimum: return nil
        case .custom(let span):
            if let end = app.lastLook, now < end + span { return "too soon after \(end)" }
            return nil
        }
    }

    private func isUnderWay(_ app: App, at now: FetchTime) -> Bool {
        app.fetchStart.map { now - $0 <= configuration.fetchLimit } ?? false
    }

    /// Why not even a forced fetch may start; nil if it must.
    func absolute(_ id: AppID, at now: FetchTime) -> String? {
        let app = apps[id.index]
        if network == .none { return "no network" }
        if app.quit || !app.refresh || !refresh { return "the user's word" }
        if app.interval == .never { return "never" }
        if foreground == id.index { return "in the foreground" }
        if let start = app.fetchStart, now - start <= configuration.fetchLimit { return "under way" }
        return nil
    }

    /// Follows a call and its answer; says what was wrong with the answer.
    mutating func follow(_ operation: Operation, _ answer: Answer, at now: FetchTime) -> String? {
        endSilentUse(at: now)
        if isHeard(operation) {
            if latest - now > .minutes(1) { clockWentBack(from: latest, to: now) }
            latest = latest - now > .minutes(1) ? now : max(latest, now)
        }
        switch (operation, answer) {
        case (.register(let interval), .app(let app?)) where app.index < apps.count:
            apps[app.index] = App(interval: Self.plain(interval))
        case (.register(let interval), _): apps.append(App(interval: Self.plain(interval)))
        case (.remove(let app), .nothing):
            if foreground == app.index { foreground = nil }
            apps[app.index] = App(interval: .never)
        case (.setInterval(let interval, let app), _): apps[app.index].interval = Self.plain(interval)
        case (.observe(let observation), _): see(observation, at: now)
        case (.nextFetch, .app(let app)):
            expire(at: now)
            guard let app else { return nil }
            // What is announced is spaced by a minute.
            if let veto = veto(of: app, at: now, isAnnounced: apps[app.index].hint != nil) {
                return "fetched \(app): \(veto)"
            }
            apps[app.index].fetchStart = now
        case (.force(let app), _):
            expire(at: now)
            let started = answer == .nothing
            if started, let veto = absolute(app, at: now) { return "forced \(app): \(veto)" }
            if !started, absolute(app, at: now) == nil { return "not forced: \(answer)" }
            if started { apps[app.index].fetchStart = now }
        case (.complete(let app, let outcome, _), _):
            if isHeard(operation) { expire(at: now) }
            return complete(app, outcome, answer, at: now)
        case (.nextWakeup, .wakeup(let wakeup)):
            if let wakeup, wakeup <= now { return "wakeup at \(wakeup)" }
        default: return "\(answer) to \(operation)"
        }
        return nil
    }

    /// The end of a fetch that nobody knows of says nothing, not even the time.
    private func isHeard(_ operation: Operation) -> Bool {
        if case .complete(let app, _, _) = operation { return apps[app.index].fetchStart != nil }
        return true
    }

    private mutating func complete(
        _ app: AppID, _ outcome: FetchOutcome, _ answer: Answer, at now: FetchTime
    ) -> String? {
        guard apps[app.index].fetchStart != nil else {
            return answer == .error(.noFetchUnderWay(app)) ? nil : "completed what was not running"
        }
        let start = apps[app.index].fetchStart ?? now
        endFetch(app.index, at: now)
        if outcome.isSuccess {
            if apps[app.index].hint ?? start <= start { apps[app.index].hint = nil }
            succeed(app.index)
        } else {
            fail(app.index, isGone: outcome == .gone, since: start, at: now)
        }
        return answer == .nothing ? nil : "did not take a completion: \(answer)"
    }

    private mutating func endFetch(_ app: Int, at now: FetchTime) {
        apps[app].fetchStart = nil
        apps[app].lastLook = now
        apps[app].lastFetch = now
    }

    private mutating func expire(at now: FetchTime) {
        for app in apps.indices {
            guard let start = apps[app].fetchStart, now - start > configuration.fetchLimit else { continue }
            endFetch(app, at: now)
            fail(app, since: start, at: now)
        }
    }

    private mutating func fail(_ app: Int, isGone: Bool = false, since start: FetchTime, at now: FetchTime) {
        let isAnswer = isGone || apps[app].serverWaitIsOfAnswer
        apps[app].serverWaitIsOfAnswer = false
        guard network != .none else { return }
        if isAnswer { networkWorks() } else { noteFailed(app, since: start, at: now) }
        if apps[app].failures == 0 { apps[app].failingSince = now }
        let rule = configuration.backoff
        var wait = min(rule.first.seconds * Double(1 << min(apps[app].failures, 30)), rule.cap.seconds)
        if isGone { wait = 7 * 86_400 }
        apps[app].failures += 1
        apps[app].leastBackoff = now + .seconds(wait * (1 - rule.jitter) - 0.001)
        if isGone { apps[app].serverWait = max(apps[app].serverWait, apps[app].leastBackoff) }
    }

    /// A look failed, as what may be the network's fault.
    private mutating func noteFailed(_ app: Int, since start: FetchTime?, at now: FetchTime) {
        let isServer = configuration.radio.isAlwaysOn && configuration.experiment.coalesces
        let shortest = isServer ? TimeSpan.seconds(15) : .minutes(10)
        if isDown, start == nil {
            nextTry = max(nextTry, now + shortest)
            return
        }
        failedOn = network
        if !isDown {
            let wasInOrder = apps[app].failures == 0 && !apps[app].isExcused
            guard wasInOrder, !failed.contains(app) else { return }
            if failed.isEmpty { failedSince = now }
            failed.append(app)
            guard isDown else { return }
            downSince = now
        } else if let start, start > nextTry + .minutes(1) {
            downSince = now
        }
        let down = now - downSince
        nextTry =
            now
            + max(min(max(shortest, down), .minutes(32)), TimeSpan(milliseconds: down.milliseconds / 24))
    }

    private mutating func succeed(_ app: Int) {
        forgive(app)
        if !apps[app].serverWaitIsOfAnswer { apps[app].serverWait = .distantPast }
        apps[app].serverWaitIsOfAnswer = false
        networkWorks()
    }

    private mutating func forgive(_ app: Int) {
        apps[app].failures = 0
        apps[app].failingSince = nil
        apps[app].isExcused = false
        apps[app].leastBackoff = .distantPast
    }

    private mutating func networkWorks() {
        if isDown {
            for app in apps.indices where !apps[app].isExcused {
                guard let failing = apps[app].failingSince, failing >= failedSince else { continue }
                forgive(app)
                apps[app].isExcused = true
            }
        }
        failed = []
        failedOn = .none
        nextTry = .distantPast
    }

    private mutating func change(to new: NetworkPath) {
        guard new != network else { return }
        network = new
        guard new != .none else { return }
        if new != failedOn { networkWorks() } else { nextTry = .distantPast }
        for app in apps.indices where apps[app].failures > 0 && !apps[app].isExcused {
            apps[app].isExcused = true
            apps[app].leastBackoff = .distantPast
        }
    }

    /// Nothing has happened after `now`, and nothing waits longer than it could have been told to.
    private mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        /// As far ahead as it was, or in the past.
        func ahead(_ moment: FetchTime) -> FetchTime {
            moment > before ? now + (moment - before) : min(moment, now)
        }
        for app in apps.indices {
            apps[app].lastLook = apps[app].lastLook.map { min($0, now) }
            apps[app].lastFetch = apps[app].lastFetch.map { min($0, now) }
            apps[app].fetchStart = apps[app].fetchStart.map { min($0, now) }
            apps[app].failingSince = apps[app].failingSince.map { min($0, now) }
            apps[app].leastBackoff = ahead(apps[app].leastBackoff)
            apps[app].serverWait = ahead(apps[app].serverWait)
        }
        lastSign = min(lastSign, now)
        failedSince = min(failedSince, now)
        downSince = min(downSince, now)
        nextTry = ahead(nextTry)
    }

    /// Less than no time stands for never.
    private static func plain(_ interval: FetchInterval) -> FetchInterval {
        if case .custom(let span) = interval, span < .zero { return .never }
        return interval
    }

    private mutating func see(_ observation: FetchEvent, at now: FetchTime) {
        switch observation {
        case .launch(let app):
            foreground = app.index
            lastSign = now
            apps[app.index].quit = false
        case .endOfUse(let app): if foreground == app.index { foreground = nil }
        case .network(let value): change(to: value)
        case .power(let value): charging = value == .charging
        case .batteryLevel(let value): level = value
        case .lowPowerMode(let value): saver = value
        case .refresh(let app?, let value): apps[app.index].refresh = value
        case .refresh(nil, let value): refresh = value
        case .contentHint(let app): apps[app.index].hint = now
        case .quit(let app):
            apps[app.index].quit = true
            abandon(app.index, at: now)
        case .processEnded(let app): abandon(app.index, at: now)
        case .serverWait(let app, let until):
            apps[app.index].serverWait = min(until, now + .days(7))
            apps[app.index].serverWaitIsOfAnswer = apps[app.index].fetchStart != nil
        case .serverInterval(let app, let span): apps[app.index].serverInterval = span
        case .foregroundSync(let app, let outcome, _):
            if foreground == app.index { lastSign = now }
            if outcome.isSuccess {
                apps[app.index].lastLook = now
                apps[app.index].hint = nil
                succeed(app.index)
            } else if outcome == .failed, network != .none {
                noteFailed(app.index, since: nil, at: now)
            }
        case .radio(let cause, _):
            if cause == .user { lastSign = now }
            // What is past its limit by then fails then, not when somebody asks next; a server does not heed the radio.
            if !configuration.radio.isAlwaysOn { expire(at: now) }
        case .zone, .contentChanged, .screen, .notification: break
        }
    }

    /// A use of which nothing was heard for four hours ended then.
    private mutating func endSilentUse(at now: FetchTime) {
        guard foreground != nil, now >= lastSign + .hours(4) else { return }
        foreground = nil
    }

    /// A process that is gone fetches nothing, and is not in the foreground.
    private mutating func abandon(_ app: Int, at now: FetchTime) {
        if foreground == app { foreground = nil }
        // One that was past its limit by then has failed before.
        expire(at: now)
        apps[app].serverWaitIsOfAnswer = false
        if apps[app].fetchStart != nil { endFetch(app, at: now) }
    }
}
