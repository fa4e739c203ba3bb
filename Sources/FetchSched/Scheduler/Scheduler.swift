/// The scheduler: a value that is told what happens and says what to fetch, and when to ask again.
///
///     var scheduler = Scheduler(seed: 1)
///     let mail = scheduler.register(.minimum, at: now)
///     scheduler.observe(.launch(mail), at: now)
///     scheduler.observe(.radio(.user, until: now), at: now)
///     while let app = scheduler.nextFetch(at: now) { /* start it */ }
///     try scheduler.complete(mail, .newData, bytes: 80_000, at: later)
///     let timer = scheduler.nextWakeup(after: later)
///
/// It never reads a clock, prints or waits; the host passes the time with every call and does what it is
/// told. The same calls give the same answers on every platform.
///
/// How it decides, from the outside in:
/// - ``nextFetch(at:)``: at a free moment (the radio is awake anyway) each app's ``FetchValue`` says whether
///   to fetch it now or to leave it for the next free moment.
/// - When the user turns to the device, ``Observation/screen(_:)``, `ArrivalOccasion` says whether what is about to be
///   opened is worth waking the radio for.
/// - ``nextWakeup(after:)``: when nobody wakes the radio, `WakeupPlan` finds the moment at which the apps together
///   are worth a wakeup.
/// - On a network that is always on (``RadioCosts/isAlwaysOn``), `PollingRule` says when each app is asked for.
/// - `LaunchForecast` says when each app is opened, `ContentBelief` whether its source has something new.
public struct Scheduler: Sendable {
    /// How this scheduler was configured.
    public let configuration: Configuration

    /// What is known of the device, and of each app.
    var device = DeviceState()
    var apps: AppTable
    /// What was learned: when apps are launched, when sources change, what fetches take.
    var forecast: LaunchForecast
    var content: ContentModel
    var costs: CostModel
    var spending: Spending
    /// What was decided, and what it brought.
    var score: Scorecard
    var wakeup = OwnWakeup()
    var arrival = ArrivalOccasion()
    /// On a network that is always on: when each app is to be looked at.
    var polling: Polling
    var random: SplitMix64
    /// What a simulation lets the scheduler know of the time to come.
    package var foresight: Foresight?

    /// Makes a scheduler without apps.
    ///
    /// - Parameters:
    ///   - configuration: what can be set.
    ///   - seed: where its jitter comes from; the same seed gives the same decisions.
    public init(configuration: Configuration = Configuration(), seed: UInt64 = 0) {
        self.configuration = configuration
        apps = AppTable(configuration)
        forecast = LaunchForecast(configuration)
        content = ContentModel(configuration.content)
        costs = CostModel(configuration)
        spending = Spending(configuration)
        score = Scorecard(configuration)
        polling = Polling(configuration)
        random = SplitMix64(seed: seed)
    }

    /// How many apps are registered.
    public var appCount: Int { apps.appCount }

    /// The numbers of all apps, those at the first places first.
    ///
    /// - Complexity: O(apps).
    public var appIDs: [AppID] {
        apps.indices.filter { !apps.numbers.isVacant($0) }.map { apps.id(of: $0) }
    }

    /// Adds an app. Its content counts as up to date at `now`.
    ///
    /// - Complexity: amortised O(1).
    public mutating func register(_ interval: FetchInterval = .never, at now: Instant) -> AppID {
        notice(now)
        let places = apps.count
        let app = apps.register(AppBasics(interval: interval, lastSync: now))
        forecast.register(app.index, isNew: apps.count > places)
        addToPolling(app.index, at: now)
        wakeup.plan = .unknown
        return app
    }

    /// Changes an app's interval.
    public mutating func setInterval(
        _ interval: FetchInterval, of app: AppID, at now: Instant
    ) throws(SchedulerError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        apps[basics: app.index].interval = interval
        recomputeDueTime(of: app.index, at: now)
        wakeup.plan = .unknown
    }

    /// The last fetch decided on, and why.
    public var lastDecision: FetchDecision? { score.lastDecision }

    /// The app to fetch now, or nil if none is worth it. The app counts as being fetched until
    /// ``complete(_:_:bytes:joules:at:)``; ask again for more, at once or after the completion.
    ///
    /// - Complexity: O(1) if the radio is asleep and no wakeup is due, else O(apps of which anything was heard); O(apps)
    ///   while so little is known of the user that an app never opened may be worth a fetch. O(log apps) on a network that
    ///   is always on (``RadioCosts/isAlwaysOn``).
    public mutating func nextFetch(at now: Instant) -> AppID? {
        notice(now)
        expireFetches(at: now)
        guard device.conditions.allowFetches(configuration) else {
            wakeup.end()
            return nil
        }
        if polls {
            updateValue(at: now)
            guard let choice = bestToPoll(now) else { return nil }
            start(choice, at: now)
            return choice.app
        }
        heedPlan(at: now)
        updateValue(at: now)
        var choice = wakeup.isUnderWay ? bestOfOwnWakeup(now) : nil
        if wakeup.isUnderWay, choice == nil { wakeup.finish() }
        if choice == nil { openOccasion(at: now) }
        // What else is due rides along, once the radio is awake.
        if choice == nil, isFreeMoment(now) { choice = bestAtFreeMoment(now) }
        guard let choice else {
            arrival.end()
            return nil
        }
        start(choice, at: now)
        if wakeup.isUnderWay, !configuration.experiment.coalesces { wakeup.finish() }
        return choice.app
    }

    /// Begins a wakeup of the scheduler's own if one is due.
    mutating func heedPlan(at now: Instant) {
        // A timer that fires while the radio is awake anyway need not wake it.
        if case .at(let planned, let review) = wakeup.plan {
            if let planned, planned <= now {
                // Nor need one that fires long after its time, when what it was planned for has passed.
                let isLate = now - planned > max(configuration.planStep, .minutes(1))
                if isLate || isFreeMoment(now) { wakeup.plan = .unknown } else { wakeup.begin() }
            } else if review <= now {
                wakeup.plan = .unknown
            }
        }
        if let foresight, let due = planWakeup(knowing: foresight), due <= now { wakeup.begin() }
    }

    @inline(__always)
    func isFreeMoment(_ now: Instant) -> Bool {
        configuration.experiment.coalesces
            && (device.radio.isFree(at: now, configuration.radio) || arrival.isOpen(at: now))
    }

    mutating func start(_ decision: FetchDecision, at now: Instant) {
        score.lastDecision = decision
        let app = decision.app.index
        let wait = device.radio.waitSeconds(at: now, configuration.radio)
        scoreStart(decision, at: now)
        spending.ledger.charge(costs.startJoules(app, apps))
        spending.requests.spend(1)
        // One that is started anew takes the place of the one before.
        if !apps[app].fetch.isRunning { spending.ledger.beginFetch(at: now, configuration.radio) }
        costs.noteRun(of: app, &apps)
        apps.beginFetch(
            of: app,
            FetchRun(
                since: now, expectedJoules: Float(decision.value.cost), waitSeconds: Float(wait)))
    }

    /// When to call ``nextFetch(at:)`` if nothing else happens before, or nil for not at all.
    ///
    /// - Complexity: O(1) if nothing changed since the last call, else O(apps of which anything was heard + candidates x
    ///   steps of the plan).
    public mutating func nextWakeup(after now: Instant) -> Instant? {
        notice(now)
        guard var next = polls ? nextPolling(after: now) ?? .distantFuture : nextPlanned(after: now) else {
            return nil
        }
        // A fetch whose end is not reported is given up at its limit.
        if let expiry = nextExpiry { next = min(next, expiry) }
        // So does a use whose end was missed, which keeps the radio from being woken.
        if let end = device.silentUseEnd { next = min(next, end) }
        guard next < .distantFuture else { return nil }
        let wakeup = max(next, now + TimeSpan(milliseconds: 1))
        return wakeup > now ? wakeup : nil
    }

    /// When the scheduler would wake the radio, or plan anew; nil if there is no plan.
    private mutating func nextPlanned(after now: Instant) -> Instant? {
        updatePlan(after: now)
        guard case .at(let planned, let review) = wakeup.plan else { return nil }
        return min(planned ?? .distantFuture, review)
    }

    /// When the scheduler would wake the radio for fetches of its own.
    mutating func plannedWakeup(after now: Instant) -> Instant? {
        updatePlan(after: now)
        if case .at(let planned, _) = wakeup.plan { return planned }
        return nil
    }

    private mutating func updatePlan(after now: Instant) {
        if case .at(let planned, let review) = wakeup.plan, planned ?? .distantFuture > now, review > now {
            return
        }
        guard device.foreground == nil, device.conditions.allowFetches(configuration) else {
            wakeup.plan = .at(nil, review: .distantFuture)
            return
        }
        if spending.isSpent {
            wakeup.plan = .at(nil, review: budgetReview() ?? .distantFuture)
            return
        }
        let planned = planWakeup(after: now)
        wakeup.plan = .at(planned, review: wakeup.scratch.review)
    }
}
