/// Everything that apps do in the background, planned together: fetches, pushes, location wakeups, tasks, transfers.
///
///     var engine = BackgroundEngine(configuration: Configuration(), seed: 1)
///     let mail = engine.register(.minimum, at: now)
///     engine.observe(.launch(mail), at: now)
///     if engine.receive(.silent, for: mail, number: 1, at: now) == .deliver { /* bring it to the app */ }
///     while let action = engine.nextAction(at: now) { /* do it */ }
///     let timer = engine.nextTime(after: now)
///
/// A value like the ``Scheduler``, with the same rules: it never reads a clock, prints, waits or traps. Each kind of
/// work is a service of its own, a value that can be used alone; what the engine adds is what they have to do with
/// each other.
///
/// **One wakeup of the radio serves all.** Silent pushes beyond their limit (the third here) and fetches whose windows
/// are `open` go out with a heartbeat, a push, a transfer, or whatever else wakes the radio. A push may ask for a fetch
/// (``requestFetch(of:at:)``), which takes place at once:
///
///     min       0    1    2    3    4
///     open      b              c
///     silent    aaa
///     beat                     h
///     given     aa             a
///     fetch     aa             a
///     fetch     b              c
///
/// **Transfers wait a while for others, and serve them.** A discretionary one whose conditions hold starts with the
/// next activity of the radio, after 15 minutes by itself:
///
///     min       0    5    10   15   20   25   30
///     open                          c
///     ask       1         2
///     beat         h
///     start        1                     2
///     end            1                    2
///     fetch                              c
///
/// **Whatever wakes an app lets it run for a while**: 5 s after its use, 10 s for a change of place, 30 s for a push
/// or a fetch. Then it is suspended unless it has begun a task; here an app that has reads on for its 10 minutes:
///
///     min       0    2    4    6    8    10   12
///     open      a
///     leave       a
///     begin       1
///     expiring                             1
///     killed                               a
///
/// **An app that the user quit is not started for anything** until it is opened again: pushes are refused, places and
/// the end of its transfers wait. Transfers themselves go on:
///
///     min       0    5    10   15   20
///     ask       1
///     quit        a
///     silent         a
///     place             a
///     beat                 h
///     start                1
///     end                   1
///     launch                     a
///     refused        a
///     woken                      p
///     woken                      t
///
/// **A fetch** is expired at its limit, and its completion counts once; one that brought something new asks for a
/// new picture of its app in the switcher:
///
///     s         0    10   20   30   40   50   60
///     force     a                   b
///     new                                b
///     late                             a
///     fetch     a                   b
///     stop                      a
///     error                            a
///     picture                            b
///
/// The host reports the radio's activity also where it comes of what the engine asked for: of pushes that it delivers
/// and transfers (``RadioCause/push``, ``RadioCause/transfer``), as they begin. (Fetches are known by their start and
/// their end.) When the user quits an app, or its process ends, its fetch has ended too, and nobody is to blame.
///
/// `Fetches` decides on the fetches: the ``Scheduler``, unless another rule is to be compared with it.
///
/// - Complexity: that of the services; of its own O(1) per call.
public struct BackgroundEngine<Fetches: FetchScheduling>: Sendable {
    /// How it was configured.
    public let configuration: Configuration
    /// What decides on fetches. Whoever changes it directly calls ``fetchesChanged()`` afterwards.
    public var fetches: Fetches
    /// Pushes that are held back.
    public internal(set) var pushes: PushService
    /// Regions and changes of place.
    public var locations: LocationService
    /// Tasks, and how long apps may run.
    public var tasks: TaskService
    /// Transfers.
    public internal(set) var transfers: TransferService
    /// The device's circumstances.
    public private(set) var conditions = Conditions()

    private var clock = SteadyClock()
    private(set) var foreground: AppID?
    private var radio = RadioState()
    /// Fetches under way.
    private var underWay: [FetchUnderWay] = []
    /// Apps whose fetch the host is to stop.
    private var stops: [AppID] = []
    /// Apps whose push asked for a fetch, in order.
    private var wishes: [AppID] = []
    /// Apps whose picture is out of date, in order.
    private var snapshots: [AppID] = []
    /// Something happened since no fetch was found to be due.
    private var fetchesMayBeDue = true
    private var fetchTimer: Instant?
    private var fetchTimerIsKnown = false

    /// Makes an engine without apps, with `fetches` to decide on fetches.
    public init(fetches: Fetches, configuration: Configuration) {
        self.configuration = configuration
        self.fetches = fetches
        pushes = PushService(limits: configuration.push)
        locations = LocationService(limits: configuration.location)
        tasks = TaskService(limits: configuration.tasks)
        transfers = TransferService(limits: configuration.transfers)
    }

    /// Makes room for the apps up to number `count` in all services.
    public mutating func grow(to count: Int) {
        pushes.grow(to: count)
        locations.grow(to: count)
        tasks.grow(to: count)
        transfers.grow(to: count)
    }

    // MARK: What happens

    /// Learns what the host saw.
    public mutating func observe(_ observation: Observation, at now: Instant) {
        notice(now)
        conditions.learn(observation)
        switch observation {
        case .launch(let app): launched(app, at: now)
        case .endOfUse(let app):
            if foreground == app { foreground = nil }
            tasks.deviceSleeps(at: now)
            enteredBackground(app, at: now)
        case .quit(let app):
            if foreground == app { foreground = nil }
            endProcess(app)
            pushes.quit(app)
            locations.quit(app)
            transfers.quit(app, at: now)
            tasks.quit(app, at: now)
        case .processEnded(let app):
            if foreground == app { foreground = nil }
            endProcess(app)
            tasks.terminated(app, at: now)
        case .refresh(let app?, let on): transfers.setRefreshAllowed(on, of: app, at: now)
        case .radio(let cause, let end):
            tasks.deviceAwake(until: end, at: now)
            guard cause == .user || configuration.experiment.ridesAlong else { return }
            radio.active(from: now, until: end, configuration.radio)
        default: break
        }
        fetches.observe(observation, at: now)
        fetchesChanged()
    }

    /// Notes that something about ``fetches`` changed, so that they are asked again what is due and when.
    public mutating func fetchesChanged() {
        fetchesMayBeDue = true
        fetchTimerIsKnown = false
    }

    private mutating func launched(_ app: AppID, at now: Instant) {
        // The app that was in the foreground is not there any more.
        if let other = foreground, other != app { enteredBackground(other, at: now) }
        foreground = app
        // It loads in the foreground what a push announced.
        wishes.removeAll { $0 == app }
        pushes.launched(app)
        locations.launched(app)
        transfers.launched(app, at: now)
        tasks.launched(app, at: now)
        tasks.deviceAwake(until: .distantFuture, at: now)
    }

    /// The app's process is gone, and with it what it was fetching.
    private mutating func endProcess(_ app: AppID) {
        wishes.removeAll { $0 == app }
        snapshots.removeAll { $0 == app }
        guard let place = underWay.firstIndex(where: { $0.app == app }) else { return }
        underWay.remove(at: place)
        stops.append(app)
    }

    /// What was said of a number before an app was registered under it says nothing about that app.
    mutating func forget(_ app: AppID) {
        if foreground == app { foreground = nil }
        wishes.removeAll { $0 == app }
        snapshots.removeAll { $0 == app }
    }

    /// A clock that was set back holds nothing for years.
    private mutating func notice(_ now: Instant) {
        guard clock.notice(now) != nil else { return }
        pushes.clockWentBack(to: now)
        locations.clockWentBack(to: now)
        radio.clockWentBack(to: now)
        fetchTimerIsKnown = false
    }

    /// Whether the radio is awake for some reason, so that work needs no wakeup.
    public func radioIsAwake(at now: Instant) -> Bool {
        guard configuration.experiment.ridesAlong else { return false }
        return !underWay.isEmpty || radio.isAwake(at: now, configuration.radio)
    }

    // MARK: Fetches

    /// Learns that an app wants to fetch what a push announced. If it may, it is fetched as soon as the host asks for
    /// a fetch; if not, it counts as a ``Observation/contentHint(_:)`` and is fetched when it may be.
    public mutating func requestFetch(of app: AppID, at now: Instant) {
        fetches.observe(.contentHint(app), at: now)
        fetchesChanged()
        if !wishes.contains(app) { wishes.append(app) }
    }

    /// Learns that a fetch ended: part of ``complete(_:_:bytes:joules:at:)``, for hosts that tell `fetches` themselves.
    public mutating func fetchEnded(_ app: AppID, _ outcome: FetchOutcome, at now: Instant) {
        if let place = underWay.firstIndex(where: { $0.app == app }) {
            // The time that it was given for the fetch is over with it.
            tasks.endAllowance(app, until: underWay[place].allowedUntil, at: now)
            underWay.remove(at: place)
        }
        radio.transferred(until: now)
        fetchesChanged()
        if outcome == .newData, !snapshots.contains(app) { snapshots.append(app) }
    }

    mutating func noteStart(of app: AppID, at now: Instant) {
        underWay.removeAll { $0.app == app }
        // So that the fetch is stopped before its app is suspended.
        let allowance = max(.zero, configuration.fetchLimit) + .seconds(1)
        underWay.append(FetchUnderWay(app: app, allowedUntil: now + allowance))
        fetchTimerIsKnown = false
        tasks.wake(app, for: allowance, at: now)
    }

    /// An app that leaves the foreground while it is being fetched runs on for that.
    private mutating func enteredBackground(_ app: AppID, at now: Instant) {
        tasks.enteredBackground(app, at: now)
        for fetch in underWay where fetch.app == app {
            tasks.wake(app, for: fetch.allowedUntil - now, at: now)
        }
    }

    /// Takes note of fetches that ran past their limit, for the host to stop.
    mutating func expireFetches(at now: Instant) {
        while let app = fetches.nextExpired(at: now) {
            fetchEnded(app, .failed, at: now)
            stops.append(app)
        }
    }

    // MARK: What to do

    /// What to do now; nil if nothing (any more). Ask until nil, after everything that was told and when
    /// ``nextTime(after:fetching:)`` has come.
    ///
    /// - Parameters:
    ///   - now: the present time.
    ///   - fetching: whether the host would start a fetch now. One that fetches one app after the other says no
    ///     while a fetch is under way.
    public mutating func nextAction(at now: Instant, fetching: Bool = true) -> BackgroundAction? {
        notice(now)
        if let action = nextReport(at: now) { return action }
        if let push = pushes.nextDelivery(radioIsAwake: radioIsAwake(at: now), at: now) {
            tasks.wake(push.app, for: configuration.fetchLimit, at: now)
            return .deliver(push)
        }
        if let wake = locations.nextWake(at: now) {
            tasks.wake(wake.app, for: wake.awakeUntil - now, at: now)
            return .wakeForLocation(wake)
        }
        if let action = tasks.nextAction(at: now) {
            if case .terminate(let app, _) = action {
                endProcess(app)
                fetches.observe(.processEnded(app), at: now)
                fetchesChanged()
            }
            return BackgroundAction(action)
        }
        if let action = nextTransferAction(at: now) { return action }
        return fetching ? nextFetch(at: now) : nil
    }

    /// What ended fetches leave to do.
    private mutating func nextReport(at now: Instant) -> BackgroundAction? {
        expireFetches(at: now)
        if !stops.isEmpty { return .stopFetch(stops.removeFirst()) }
        return snapshots.isEmpty ? nil : .refreshSnapshot(snapshots.removeFirst())
    }

    private mutating func nextTransferAction(at now: Instant) -> BackgroundAction? {
        transfers.budgetIsSpent = fetches.budgetIsSpent
        let action = transfers.nextAction(conditions, radioIsAwake: radioIsAwake(at: now), at: now)
        guard let action else { return nil }
        if case .wake(let app, _) = action { tasks.wake(app, for: configuration.fetchLimit, at: now) }
        return BackgroundAction(action)
    }

    private mutating func nextFetch(at now: Instant) -> BackgroundAction? {
        while !wishes.isEmpty {
            let app = wishes.removeFirst()
            fetchTimerIsKnown = false
            if fetches.startPushFetch(of: app, at: now) {
                noteStart(of: app, at: now)
                return .fetch(app)
            }
        }
        if let timer = fetchTimer, timer <= now { fetchesMayBeDue = true }
        guard fetchesMayBeDue else { return nil }
        fetchTimerIsKnown = false
        guard let app = fetches.nextFetch(at: now) else {
            fetchesMayBeDue = false
            return nil
        }
        noteStart(of: app, at: now)
        return .fetch(app)
    }

    /// When to ask ``nextAction(at:fetching:)`` if nothing happens before; nil for not at all.
    ///
    /// - Parameters:
    ///   - now: the present time.
    ///   - fetching: as there.
    public mutating func nextTime(after now: Instant, fetching: Bool = true) -> Instant? {
        var next = Instant.distantFuture
        if fetching {
            if !fetchTimerIsKnown || (fetchTimer.map { $0 <= now } ?? false) {
                fetchTimer = fetches.nextWakeup(after: now)
                fetchTimerIsKnown = true
            }
            next = fetchTimer ?? next
        }
        next = min(next, fetches.nextExpiry ?? next)
        next = min(next, pushes.nextTime ?? next)
        next = min(next, locations.nextTime ?? next)
        next = min(next, tasks.nextTime(at: now) ?? next)
        next = min(next, transfers.nextTime(conditions, at: now) ?? next)
        guard next < .distantFuture else { return nil }
        // Nothing comes after the end of time.
        let time = max(next, now + TimeSpan(milliseconds: 1))
        return time > now ? time : nil
    }
}

/// A fetch that was started and has not ended.
private struct FetchUnderWay: Sendable {
    var app: AppID
    /// Until when its app may run for it.
    var allowedUntil: Instant
}

extension FetchUnderWay: SnapshotElement {
    static let blank = FetchUnderWay(app: AppID(0), allowedUntil: .epoch)

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app)
        try coder.code(&allowedUntil)
    }
}

/// What the engine keeps beside its services, which are parts of their own. Hosts may name apps that were never
/// registered; so none is looked up here.
extension BackgroundEngine: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&conditions)
        try coder.code(&clock)
        try coder.code(&foreground)
        try coder.code(&radio)
        try coder.code(&underWay)
        try coder.code(&stops)
        try coder.code(&wishes)
        try coder.code(&snapshots)
        try coder.code(&fetchesMayBeDue)
        try coder.code(&fetchTimer)
        try coder.code(&fetchTimerIsKnown)
    }

    /// The latest time heard of.
    var latest: Instant { clock.now }

    /// No fetch is under way.
    mutating func forgetFetches() {
        underWay.removeAll()
        stops.removeAll()
        fetchesMayBeDue = true
        fetchTimerIsKnown = false
    }
}
