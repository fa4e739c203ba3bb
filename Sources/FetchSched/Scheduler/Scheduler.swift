/// The scheduler: a value that learns from events, and decides which app to fetch and when to call again.
///
/// It never reads a clock, prints or waits; the caller passes the time with every call. The same calls give the same
/// answers on every platform.
///
/// How it decides, from the outside in:
/// - ``nextFetch(at:)`` and ``nextWakeup(after:)`` call one of two deciders (`Scheduler+Deciders.swift`).
/// - On a phone (`Phone`), each app's ``FetchValue`` decides at an ``Opportunity`` whether to fetch now or at the next
///   one. When no other traffic wakes the radio, `WakeupPlan` finds the moment at which a wakeup for all apps pays.
/// - On a network that is always on (`Polling`), `PollingRule` decides when each app is polled.
/// - ``UsageForecast`` forecasts when each app is opened, ``ContentModel`` whether its source has something new.
struct Scheduler: Sendable {
    let configuration: FetchConfiguration
    /// Nil where a launch that misses anything has no value.
    let fading: FadingValue?

    /// The state of the device, and of each app.
    var device = DeviceState()
    var apps: AppTable
    /// Learned state: times of launches, changes of sources, energy of fetches.
    var forecast: UsageForecast
    var content: ContentModel
    var costs: CostModel
    var spending: Spending
    /// Past decisions, and their outcomes.
    var score: Scorecard
    var network: NetworkBelief
    /// The states of the two deciders; that of the other one stays as it was made.
    var phone = PhoneState()
    var polling: Polling
    var random: SplitMix64

    init(configuration: FetchConfiguration = FetchConfiguration(), seed: UInt64 = 0) {
        self.configuration = configuration
        fading = FadingValue(halfLife: configuration.staleHalfLife)
        let bounded = configuration.bounded
        apps = AppTable(configuration)
        forecast = UsageForecast(bounded)
        content = ContentModel(configuration.content)
        costs = CostModel(configuration)
        spending = Spending(configuration)
        score = Scorecard(bounded)
        polling = Polling(bounded, seed: seed)
        network = NetworkBelief(isAlwaysOn: configuration.radio.isAlwaysOn)
        random = SplitMix64(seed: seed)
    }

    var appCount: Int { apps.appCount }

    var appIDs: [AppID] { apps.indices.filter { !apps.numbers.isVacant($0) }.map { apps.id(of: $0) } }

    mutating func register(_ interval: FetchInterval, at now: FetchTime) -> AppID {
        add(AppBasics(interval: interval.inRange, lastSync: now), at: now)
    }

    mutating func add(_ basics: AppBasics, at now: FetchTime) -> AppID {
        notice(now)
        let app = apps.register(basics)
        forecast.setApps(places: apps.count, appCount: apps.appCount)
        appAdded(app.index, at: now)
        return app
    }

    mutating func setInterval(
        _ interval: FetchInterval, of app: AppID, at now: FetchTime
    ) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        apps[basics: app.index].interval = interval.inRange
        changed(app.index, at: now)
    }

    /// Removes an app: it was uninstalled, or its content is no longer wanted.
    ///
    /// Deletes the app's own state; what all apps share stays: the user's rhythm, the priors of sources, the costs of
    /// fetches. Ends its use and its fetch; the fetch does not count as a failure.
    mutating func remove(_ app: AppID, at now: FetchTime) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        if device.foregroundApp == app { endUse(at: now) }
        endFetch(app.index, at: now)
        costs.endProcess(of: app.index, &apps)
        score.forget(app.index)
        forecast.forget(app.index)
        polling.everNew -= apps[app.index].everNew.isBelieved ? 1 : 0
        apps.remove(app.index)
        forecast.setApps(places: apps.count, appCount: apps.appCount)
        appRemoved(app.index)
        if lastDecision?.app == app { score.lastDecision = nil }
    }

    var lastDecision: FetchDecision? { score.lastDecision }

    /// The app to fetch now, or nil if no fetch pays. The app counts as being fetched until
    /// ``complete(_:_:bytes:joules:at:)``; call again for more, at once or after the completion.
    ///
    /// - Complexity: O(1) if the radio is asleep and no wakeup is due, else O(active apps); O(apps) while so little is
    ///   known of the user that a fetch of an app never opened may pay. O(log apps) on a network that is always on
    ///   (``RadioCosts/isAlwaysOn``).
    mutating func nextFetch(at now: FetchTime) -> AppID? {
        notice(now)
        expireFetches(at: now)
        guard configuration.decidesFetches, device.conditions.allowFetches(configuration),
            !waitsForNetwork(at: now)
        else {
            phone.isWakeupUnderWay = false
            return nil
        }
        guard let decision = best(at: now) else { return nil }
        start(decision, at: now)
        if !configuration.experiment.coalesces { phone.endWakeup() }
        return decision.app
    }

    mutating func start(_ decision: FetchDecision, at now: FetchTime) {
        score.lastDecision = decision
        let app = decision.app.index
        let wait = device.radio.waitSeconds(at: now, configuration.radio)
        // Whatever wakes the radio in a run that the system granted, it is not charged.
        if isRunGranted(at: now) { spending.ledger.device(from: now, until: now, configuration.radio) }
        let promise = scoreStart(decision, at: now)
        spending.ledger.charge(costs.startJoules(app, apps))
        spending.requests.spend(1)
        // A fetch that is started again takes the place of the one before.
        if apps[app].fetch == nil { spending.ledger.startFetch(at: now, configuration.radio) }
        costs.noteRun(of: app, &apps)
        apps.startFetch(
            of: app,
            FetchRun(
                since: now, expectedJoules: Float(decision.value.cost), promise: promise,
                waitSeconds: Float(wait)))
        requestStarted(app, at: now)
    }

    // MARK: Fetches that are forced

    mutating func force(_ app: AppID, at now: FetchTime) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        expireFetches(at: now)
        updateValue(at: now)
        var veto: FetchVeto?
        visitVetoes(of: app.index, at: now) { if veto == nil, Self.stands($0) { veto = $0 } }
        if let veto { throw .vetoed(app, veto) }
        startForced(app, at: now)
    }

    mutating func startForced(_ app: AppID, at now: FetchTime) {
        let value = configuration.decidesFetches ? value(of: app.index, at: now) : .none
        start(FetchDecision(app: app, moment: now, reason: .forced, value: value), at: now)
    }

    private static func stands(_ veto: FetchVeto) -> Bool {
        switch veto.rule {
        case .intervalNotPassed, .spacingNotPassed, .everNew, .settling, .backingOff, .serverDelay,
            .lowPowerMode,
            .lowBattery, .budgetSpent, .networkFails:
            false
        default: true
        }
    }

    func newContentProbability(of app: AppID, at now: FetchTime) -> Double {
        guard apps.contains(app) else { return 0 }
        return content.somethingNew(app.index, apps, at: now, device.clock)
    }

    /// When to call ``nextFetch(at:)`` if nothing else happens before, or nil for not at all.
    ///
    /// - Complexity: O(1) if nothing changed since the last call, else O(known apps + candidates x steps of the plan).
    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        notice(now)
        var next = FetchTime.distantFuture
        if !configuration.decidesFetches {
            // The host has times of its own.
        } else if let time = nextTime(after: now) {
            next = time
        }
        // A fetch whose end is not reported is given up at its limit; so is a use whose end was missed.
        if let expiry = nextExpiry { next = min(next, expiry) }
        if let end = device.silentUseEnd { next = min(next, end) }
        guard next < .distantFuture else { return nil }
        let wakeup = max(next, now + TimeSpan(milliseconds: 1))
        return wakeup > now ? wakeup : nil
    }
}

/// Restart of the host's process.
extension Scheduler {
    /// Drops the fetches under way; their apps wait a minute, as an answer may have ended the process. An app whose
    /// fetch is under way at a second such end in a row is to blame: its fetch has failed. Intervals count from the
    /// restart, as the server was polled.
    mutating func hostRestarted(at now: FetchTime) {
        notice(now)
        if let app = device.foregroundApp { observe(.endOfUse(app), at: now) }
        let ended = apps.running + apps.expired
        for app in apps.running {
            guard let since = apps[app].fetch?.since else { continue }
            apps[app].lastFetch = max(apps[app].lastFetch, since)
            apps[app].lastLook = max(apps[app].lastLook, since)
        }
        apps.forgetFetches()
        spending.ledger.fetchesUnderWay = 0
        costs.endAllProcesses(&apps)
        // Other sources stay due at their times.
        for app in ended {
            if apps[app].isInterrupted {
                noteFailure(of: app, blames: false, since: now, at: now)
            } else {
                apps[app].isInterrupted = true
                apps[app].backoffUntil = max(apps[app].backoffUntil, now + .minutes(1))
            }
            changed(app, at: now)
        }
        phone.hostRestarted()
    }
}

extension Scheduler: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        if Coder.isReader { appsRead() }
        try coder.code(any: &spending.valueJoules)
        try coder.code(&forecast, &device)
        try costs.code(&coder, below: apps.count)
        try coder.code(&random, &content, &spending)
        try score.code(&coder, below: apps.count)
        try coder.code(&phone.plan, &phone.isWakeupUnderWay, &phone.screenOccasion, &network)
        try polling.code(&coder, apps: apps.count)
        let vacant = apps.numbers.vacant
        try coder.check(vacant.allSatisfy { !forecast.knows($0) })
        try coder.check(device.foregroundApp.map { apps.contains($0) } ?? true)
        try coder.check(vacant.allSatisfy { !polling.knows($0) })
        guard Coder.isReader else { return }
        stateRead()
        spending.ledger.fetchesUnderWay = apps.running.count
        if let app = device.foreground, apps[basics: app].quit { device.endUse() }
    }
}
