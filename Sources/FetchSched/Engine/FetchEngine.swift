/// Decides when each app's content is fetched, and plans pushes, location wakeups, tasks and transfers with it.
///
///     var engine = try FetchEngine(configuration: FetchConfiguration(), seed: 1)
///     let mail = engine.register(.minimum, at: now)
///     try engine.observe(.launch(mail), at: now)
///     while let action = engine.nextAction(at: now) { /* do it */ }
///     let timer = engine.nextDeadline(after: now)
///
/// A value: it never reads a clock, prints, waits or traps. The host passes the time with each call; equal calls get
/// equal answers on every platform. A host reports events (``observe(_:at:)-(FetchEvent,_)``), performs actions
/// (``nextAction(at:)``), and reports how fetches end (``completeFetch(of:with:bytes:joules:at:)``).
///
/// One wakeup of the radio serves all, whatever wakes an app lets it run for a while, and an app that the user quit is
/// not started for anything until it is opened again. The article <doc:BackgroundRules> draws these rules as timelines.
public struct FetchEngine: Sendable {
    /// Decides on fetches, and one service each on the rest; owns the device's state and the apps.
    var scheduler: Scheduler
    var pushes: PushService
    var locations: LocationService
    var tasks: TaskService
    var transfers: TransferService
    /// The fetches under way, in the order of their starts.
    var underWay: [FetchUnderWay] = []
    /// Actions that follow from what happened and that the host has not taken yet.
    var pending: [EngineAction] = []
    /// Whether the host would start a fetch now: not while another is under way, for instance. No part of a snapshot.
    public var isFetchingAllowed = true

    /// Makes an engine without apps. Its jitter comes from `seed`; the same seed gives the same decisions.
    ///
    /// - Throws: the first fault that ``FetchConfiguration/validate()`` finds.
    public init(
        configuration: FetchConfiguration = FetchConfiguration(), seed: UInt64 = 0
    ) throws(ConfigurationError) {
        try configuration.validate()
        self.init(unchecked: configuration, seed: seed)
    }

    /// Makes an engine without apps under a configuration that is not checked. Nonsensical numbers do no harm.
    public init(unchecked configuration: FetchConfiguration, seed: UInt64 = 0) {
        scheduler = Scheduler(configuration: configuration, seed: seed)
        var limits = configuration.bounded
        limits.transfers.lowBatteryLevel = configuration.lowBatteryLevel
        pushes = PushService(limits: limits.push)
        locations = LocationService(limits: limits.location)
        tasks = TaskService(limits: limits.tasks)
        transfers = TransferService(limits: limits.transfers)
    }

    /// The settings.
    public var configuration: FetchConfiguration { scheduler.configuration }

    var present: FetchTime { scheduler.device.now }

    /// Registers an app. Its content counts as up to date at `now`.
    ///
    /// - Complexity: amortised O(1).
    public mutating func register(_ interval: FetchInterval, at now: FetchTime) -> AppID {
        notice(now)
        return scheduler.register(interval, at: now)
    }

    /// Removes an app and all state of it alone; its number is never reused. The next actions stop the host's work for
    /// it: ``EngineAction/stopFetch(_:)``, ``EngineAction/giveUpTransfer(_:)``. To save what was learned, set its
    /// interval to `never` instead.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(apps that were ever launched + transfers); O(log apps) for a source that is only polled.
    public mutating func remove(_ app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        notice(now)
        if scheduler.device.foregroundApp == app { tasks.deviceSleeps(at: present) }
        endProcess(app)
        pushes.forget(app)
        locations.forget(app)
        pending += transfers.forget(app, at: present).map { .giveUpTransfer($0) }
        try scheduler.remove(app, at: now)
    }

    /// Changes an app's interval.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setInterval(
        _ interval: FetchInterval, of app: AppID, at now: FetchTime
    ) throws(EngineError) {
        try check(app)
        notice(now)
        try scheduler.setInterval(interval, of: app, at: now)
    }

    /// Reports whether the source of `app` announces all its changes by ``FetchEvent/contentHint(_:)`` (a push service,
    /// a change feed): then silence means that nothing is new.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(1).
    public mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) throws(EngineError) {
        try scheduler.setAnnouncesContent(announces, of: app)
    }

    func check(_ app: AppID) throws(EngineError) {
        guard hasApp(app) else { throw .unknownApp(app) }
    }
}

struct FetchUnderWay: AppOwned, SnapshotElement {
    var app = AppID()
    /// Until when its app may run for it.
    var allowedUntil = FetchTime.epoch

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &allowedUntil)
    }
}
