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
/// - ``nextWakeup(after:)``: when nobody wakes the radio, `WakeupPlan` finds the moment at which the apps together
///   are worth a wakeup.
/// - `LaunchForecast` says when each app is opened, `ContentBelief` whether its source has something new.
public struct Scheduler: Sendable {
    /// How this scheduler was configured.
    public let configuration: Configuration

    /// What one fresh launch is worth at present, in joules: the configuration's, unless a budget moves it.
    public internal(set) var valueJoules: Double

    var apps: AppTable
    var forecast: LaunchForecast
    var conditions = Conditions()
    var radio = RadioState()
    var foreground: Int?
    var runningFetches = 0
    /// When each fetch under way was started.
    var running = DeadlineHeap()
    /// The apps of which anything was heard: launches, fetches, looks, hints.
    var active = NumberSet()
    /// For tests: looks at every app wherever it might do with the active ones.
    var considersAll = false
    var random: SplitMix64
    var contentHours = ContentHours()
    var contentPrior: SharedPrior
    var contentCalibration = ContentCalibration()
    /// What fetches take over all apps, for apps that have no record of their own.
    var othersCosts: FetchCosts
    /// Fetches that ran past their limit and that the host has not been told of.
    var expiredFetches = 0
    var expiredApps = NumberSet()
    /// Working memory: fetches about to be given up.
    var ending = NumberSet()
    var processes: ProcessEstimate
    var ledger = EnergyLedger()
    var bytesSpent = 0.0
    var joulesControl = BudgetControl()
    var bytesControl = BudgetControl()
    var requestsSpent = 0.0
    var requestsControl = BudgetControl()
    /// The latest time heard of.
    var latest = Instant.distantPast
    /// The wakeup found last, until something happens that may change it.
    var plan: Plan = .unknown
    /// Whether a wakeup of the scheduler's own is under way.
    var ownWakeup = false {
        didSet { if !oldValue { batchCursor = 0 } }
    }
    /// The app from which on the wakeup under way has not looked yet.
    var batchCursor = 0
    var scratch = PlanScratch()
    var quietEpoch = QuietEpoch()
    /// What a simulation lets the scheduler know of the time to come.
    package var foresight: Foresight?
    /// The last fetch decided on, and why.
    public internal(set) var lastDecision: FetchDecision?

    enum Plan: Sendable {
        case unknown
        /// When to wake the radio (nil for not at all), and when an app's back-off ends, so that the plan is made
        /// anew.
        case at(Instant?, review: Instant)
    }

    /// Makes a scheduler without apps.
    ///
    /// - Parameters:
    ///   - configuration: what can be set.
    ///   - seed: where its jitter comes from; the same seed gives the same decisions.
    public init(configuration: Configuration = Configuration(), seed: UInt64 = 0) {
        self.configuration = configuration
        apps = AppTable(configuration)
        forecast = LaunchForecast(configuration)
        random = SplitMix64(seed: seed)
        othersCosts = FetchCosts(bytes: configuration.initialBytes)
        valueJoules = configuration.valueJoules
        contentPrior = SharedPrior(configuration.content)
        processes = ProcessEstimate(configuration.power)
    }

    /// How many apps are registered.
    public var appCount: Int { apps.count }

    /// Adds an app. Its content counts as up to date at `now`.
    ///
    /// - Complexity: amortised O(1).
    public mutating func register(_ interval: FetchInterval = .never, at now: Instant) -> AppID {
        notice(now)
        apps.append(AppBasics(interval: interval, lastSync: now))
        forecast.grow(to: apps.count)
        plan = .unknown
        return AppID(apps.count - 1)
    }

    /// Changes an app's interval.
    public mutating func setInterval(
        _ interval: FetchInterval, of app: AppID, at now: Instant
    ) throws(SchedulerError) {
        guard apps.indices.contains(app.index) else { throw .unknownApp(app) }
        notice(now)
        apps[basics: app.index].interval = interval
        plan = .unknown
    }

    /// The app to fetch now, or nil if none is worth it. The app counts as being fetched until
    /// ``complete(_:_:bytes:joules:at:)``; ask again for more, at once or after the completion.
    ///
    /// - Complexity: O(1) if the radio is asleep and no wakeup is due, else O(apps of which anything was heard); O(apps)
    ///   while so little is known of the user that an app never opened may be worth a fetch.
    public mutating func nextFetch(at now: Instant) -> AppID? {
        notice(now)
        expireFetches(at: now)
        guard conditions.allowFetches(configuration) else {
            ownWakeup = false
            return nil
        }
        heedPlan(at: now)
        updateValue(at: now)
        var choice = ownWakeup ? bestOfOwnWakeup(now) : nil
        if ownWakeup, choice == nil {
            ownWakeup = false
            plan = .unknown
        }
        // What else is due rides along, once the radio is awake.
        if choice == nil, isFreeMoment(now) { choice = bestAtFreeMoment(now) }
        guard let choice else { return nil }
        start(choice, at: now)
        if ownWakeup, !configuration.experiment.coalesces {
            ownWakeup = false
            plan = .unknown
        }
        return choice.app
    }

    /// Begins a wakeup of the scheduler's own if one is due.
    mutating func heedPlan(at now: Instant) {
        // A timer that fires while the radio is awake anyway need not wake it.
        if case .at(let wakeup, let review) = plan {
            if let wakeup, wakeup <= now {
                // Nor need one that fires long after its time, when what it was planned for has passed.
                let isLate = now - wakeup > max(configuration.planStep, .minutes(1))
                if isLate || isFreeMoment(now) { plan = .unknown } else { ownWakeup = true }
            } else if review <= now {
                plan = .unknown
            }
        }
        if let foresight, let due = planWakeup(knowing: foresight), due <= now { ownWakeup = true }
    }

    @inline(__always)
    func isFreeMoment(_ now: Instant) -> Bool {
        configuration.experiment.coalesces && radio.isFree(at: now, configuration.radio)
    }

    mutating func start(_ decision: FetchDecision, at now: Instant) {
        lastDecision = decision
        let app = decision.app.index
        apps[app].fetchStart.moment = now
        if apps[app].expired {
            // The host stops the fetch before by starting this one.
            apps[app].expired = false
            expiredFetches -= 1
            expiredApps.remove(app)
        }
        apps[app].expectedJoules = Float(decision.value.cost)
        apps[app].promotionSeconds = Float(radio.promotionSeconds(at: now, configuration.radio))
        if !apps[app].isRunning { ledger.charge(configuration.power.coldStartJoules) }
        ledger.charge(configuration.power.runJoules)
        requestsSpent += 1
        noteProcess(of: app)
        runningFetches += 1
        running.set(app, to: apps[app].fetchStart.moment ?? now)
        active.insert(app)
    }

    /// The app runs, and has a process by that.
    mutating func noteProcess(of app: Int) {
        apps[app].isRunning = true
        if let ended = processes.run(app) { apps[ended].isRunning = false }
    }

    /// The app's process ended.
    mutating func endProcess(of app: Int) {
        if apps[app].isRunning { apps[app].isRunning = false }
        processes.end(app)
    }

    /// The first app from that number on that is to be looked at: an active one, or any at all. (In line and mutating,
    /// as calling it would otherwise copy the whole scheduler; the right side of `||` would be such a call, too.)
    @inline(__always)
    mutating func nextApp(from number: Int, all: Bool) -> Int? {
        let looksAtAll = considersAll
        guard all || looksAtAll else { return active.next(from: number) }
        return number < apps.count ? number : nil
    }

    /// When to call ``nextFetch(at:)`` if nothing else happens before, or nil for not at all.
    ///
    /// - Complexity: O(1) if nothing changed since the last call, else O(apps of which anything was heard + candidates x
    ///   steps of the plan).
    public mutating func nextWakeup(after now: Instant) -> Instant? {
        notice(now)
        updatePlan(after: now)
        guard case .at(let planned, let review) = plan else { return nil }
        var next = min(planned ?? .distantFuture, review)
        // A fetch whose end is not reported is given up at its limit.
        if let first = running.first {
            next = min(next, first.due + configuration.fetchLimit + TimeSpan(milliseconds: 1))
        }
        guard next < .distantFuture else { return nil }
        let wakeup = max(next, now + TimeSpan(milliseconds: 1))
        return wakeup > now ? wakeup : nil
    }

    /// When the scheduler would wake the radio for fetches of its own.
    mutating func plannedWakeup(after now: Instant) -> Instant? {
        updatePlan(after: now)
        if case .at(let wakeup, _) = plan { return wakeup }
        return nil
    }

    private mutating func updatePlan(after now: Instant) {
        if case .at(let wakeup, let review) = plan, wakeup ?? .distantFuture > now, review > now { return }
        guard foreground == nil, conditions.allowFetches(configuration) else {
            plan = .at(nil, review: .distantFuture)
            return
        }
        let wakeup = planWakeup(after: now)
        plan = .at(wakeup, review: scratch.review)
    }
}
