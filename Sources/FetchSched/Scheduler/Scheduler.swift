/// The scheduler: a value that learns from events, and says which app to fetch and when to ask again.
///
/// It never reads a clock, prints or waits; the caller passes the time with every call. The same calls give the same answers on
/// every platform.
///
/// How it decides, from the outside in:
/// - ``nextFetch(at:)``: at an ``Opportunity`` each app's ``FetchValue`` says whether to fetch it now or to leave it for the next
///   free moment.
/// - ``nextWakeup(after:)``: when nobody wakes the radio, `WakeupPlan` finds the moment at which the apps together are worth a
///   wakeup.
/// - On a network that is always on (``RadioCosts/isAlwaysOn``), `PollingRule` says when each app is asked for.
/// - ``UsageForecast`` forecasts when each app is opened, ``ContentModel`` whether its source has something new.
struct Scheduler: Sendable {
    let configuration: Configuration
    /// Nil where a launch that misses anything is worth nothing.
    let fading: FadingWorth?

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
    /// The wakeup for fetches alone: the plan, whether one is under way, and working memory of the planner.
    var plan: Plan?
    var isWakeupUnderWay = false
    var planner = Planner()
    var screenOccasion = ScreenOccasion()
    /// End of the run that the system granted last, and how long it was to last. No part of a snapshot.
    var runEnd = Instant.distantPast
    var runLength: TimeSpan?
    var network: NetworkBelief
    /// On a network that is always on: when each app is to be looked at.
    var polling: Polling
    var random: SplitMix64

    /// The wakeup found last, until an event may change it: when to wake the radio (nil for never), and when to plan again.
    struct Plan: Sendable, SnapshotElement {
        var wakeup: Instant?
        var review = Instant.distantFuture

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&wakeup, &review)
        }
    }

    init(configuration: Configuration = Configuration(), seed: UInt64 = 0) {
        self.configuration = configuration
        fading = FadingWorth(halfLife: configuration.staleHalfLife)
        let bounded = configuration.bounded
        apps = AppTable(configuration)
        forecast = UsageForecast(bounded)
        content = ContentModel(configuration.content)
        costs = CostModel(configuration)
        spending = Spending(configuration)
        score = Scorecard(bounded)
        polling = Polling(bounded, seed: seed)
        network = NetworkBelief(isAlwaysOn: polling.isOn)
        random = SplitMix64(seed: seed)
    }

    var appCount: Int { apps.appCount }

    var appIDs: [AppID] { apps.indices.filter { !apps.numbers.isVacant($0) }.map { apps.id(of: $0) } }

    mutating func register(_ interval: FetchInterval, at now: Instant) -> AppID {
        add(AppBasics(interval: interval.inRange, lastSync: now), at: now)
    }

    mutating func add(_ basics: AppBasics, at now: Instant) -> AppID {
        notice(now)
        let app = apps.register(basics)
        forecast.setApps(places: apps.count, appCount: apps.appCount)
        addToPolling(app.index, at: now)
        plan = nil
        return app
    }

    mutating func setInterval(
        _ interval: FetchInterval, of app: AppID, at now: Instant
    ) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        apps[basics: app.index].interval = interval.inRange
        notePolling(of: app.index, at: now)
        plan = nil
    }

    /// Removes an app: it was uninstalled, or nobody wants its content any more.
    ///
    /// Nothing of it is left but what all apps share: the user's rhythm, what sources are like, what fetches take and have
    /// cost. A use of it has ended, and so has a fetch of it, for which nobody is to blame.
    mutating func remove(_ app: AppID, at now: Instant) throws(EngineError) {
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
        removeFromPolling(app.index)
        if lastDecision?.app == app { score.lastDecision = nil }
        plan = nil
    }

    var lastDecision: FetchDecision? { score.lastDecision }

    /// The app to fetch now, or nil if none is worth it. The app counts as being fetched until
    /// ``complete(_:_:bytes:joules:at:)``; ask again for more, at once or after the completion.
    ///
    /// - Complexity: O(1) if the radio is asleep and no wakeup is due, else O(apps of which anything was heard); O(apps)
    ///   while so little is known of the user that an app never opened may be worth a fetch. O(log apps) on a network that
    ///   is always on (``RadioCosts/isAlwaysOn``).
    mutating func nextFetch(at now: Instant) -> AppID? {
        notice(now)
        expireFetches(at: now)
        guard configuration.decidesFetches, device.conditions.allowFetches(configuration),
            !waitsForNetwork(at: now)
        else {
            isWakeupUnderWay = false
            return nil
        }
        if !polling.isOn { startDueWakeup(at: now) }
        updateValue(at: now)
        guard let decision = polling.isOn ? bestToPoll(now) : bestAtOpportunity(now) else {
            screenOccasion.end()
            return nil
        }
        start(decision, at: now)
        if !configuration.experiment.coalesces { endWakeup() }
        return decision.app
    }

    /// The app to fetch at the present opportunity, whichever kind it is; nil if there is none or nothing is due.
    private mutating func bestAtOpportunity(_ now: Instant) -> FetchDecision? {
        if isWakeupUnderWay {
            if let decision = bestOfOwnWakeup(now) { return decision }
            endWakeup()
        }
        decideScreenOccasion(at: now)
        return isFreeMoment(now) ? bestAtFreeMoment(now) : nil
    }

    func isFreeMoment(_ now: Instant) -> Bool {
        configuration.experiment.coalesces
            && (device.radio.isFree(at: now, configuration.radio) || screenOccasion.isOpen(at: now)
                || isRunGranted(at: now))
    }

    mutating func start(_ decision: FetchDecision, at now: Instant) {
        score.lastDecision = decision
        let app = decision.app.index
        let wait = device.radio.waitSeconds(at: now, configuration.radio)
        // Whatever wakes the radio in a run that the system granted, it is not charged.
        if isRunGranted(at: now) { spending.ledger.device(from: now, until: now, configuration.radio) }
        let promise = scoreStart(decision, at: now)
        spending.ledger.charge(costs.startJoules(app, apps))
        spending.requests.spend(1)
        polling.started(app, isFirst: isFirstRequest(of: app), at: now)
        // A fetch that is started again takes the place of the one before.
        if apps[app].fetch == nil { spending.ledger.beginFetch(at: now, configuration.radio) }
        costs.noteRun(of: app, &apps)
        apps.beginFetch(
            of: app,
            FetchRun(
                since: now, expectedJoules: Float(decision.value.cost), promise: promise,
                waitSeconds: Float(wait)))
        notePolling(of: app, at: now)
    }

    // MARK: Fetches that are forced

    mutating func force(_ app: AppID, at now: Instant) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        expireFetches(at: now)
        updateValue(at: now)
        var veto: Veto?
        visitVetoes(of: app.index, at: now) { if veto == nil, Self.stands($0) { veto = $0 } }
        if let veto { throw .vetoed(app, veto) }
        startForced(app, at: now)
    }

    mutating func startForced(_ app: AppID, at now: Instant) {
        let value = configuration.decidesFetches ? fetchValue(app.index, opportunity(at: now)) : .none
        start(FetchDecision(app: app, moment: now, reason: .forced, value: value), at: now)
    }

    private static func stands(_ veto: Veto) -> Bool {
        switch veto.rule {
        case .intervalNotPassed, .spacingNotPassed, .everNew, .settling, .backingOff, .serverAskedToWait,
            .lowPowerMode,
            .lowBattery, .budgetSpent, .networkFails:
            false
        default: true
        }
    }

    /// When to call ``nextFetch(at:)`` if nothing else happens before, or nil for not at all.
    ///
    /// - Complexity: O(1) if nothing changed since the last call, else O(known apps + candidates x steps of the plan).
    mutating func nextWakeup(after now: Instant) -> Instant? {
        notice(now)
        var next = Instant.distantFuture
        if !configuration.decidesFetches {
            // The host has times of its own.
        } else if polling.isOn {
            next = nextPolling(after: now) ?? next
        } else {
            updatePlan(after: now)
            if let plan { next = min(plan.wakeup ?? next, plan.review) }
        }
        // A fetch whose end is not reported is given up at its limit; so is a use whose end was missed.
        if let expiry = nextExpiry { next = min(next, expiry) }
        if let end = device.silentUseEnd { next = min(next, end) }
        guard next < .distantFuture else { return nil }
        let wakeup = max(next, now + TimeSpan(milliseconds: 1))
        return wakeup > now ? wakeup : nil
    }
}
