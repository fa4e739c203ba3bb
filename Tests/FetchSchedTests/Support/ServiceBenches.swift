@testable import FetchSched

/// Apps 0 to `count` - 1, and the clock, as an engine gives them to a service.
struct BenchApps {
    var table = AppTable(Configuration())
    private var clock = DeviceState()

    var now: Instant { clock.now }

    init(_ count: Int) {
        for _ in 0..<count { _ = table.register(AppBasics(interval: .minimum, lastSync: .monday)) }
    }

    mutating func set(_ app: AppID, isQuit: Bool) {
        if table.contains(app) { table[basics: app.index].quit = isQuit }
    }

    /// The time by the engine's clock, and the time before if the clock was set back.
    mutating func notice(_ now: Instant) -> (now: Instant, before: Instant?) {
        let before = clock.notice(now)
        return (clock.now, before)
    }
}

/// A push service with its apps.
struct PushBench {
    var service: PushService
    private var apps: BenchApps

    init(limits: PushLimits = PushLimits(), apps count: Int = 2) {
        service = PushService(limits: limits)
        apps = BenchApps(count)
    }

    var nextTime: Instant? { service.nextTime(apps: apps.table) }
    func held(of app: AppID) -> PushMessage? { service.held(of: app) }
    func veto(of app: AppID) -> Veto? {
        service.heldWork(of: app, isQuit: apps.table.isQuit(app)).first?.vetoes.first
    }

    mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: Instant
    ) -> PushReception {
        service.receive(kind, for: app, number: number, at: now, apps: apps.table)
    }

    mutating func nextDelivery(isRadioAwake: Bool, at now: Instant) -> PushMessage? {
        service.nextDelivery(isRadioAwake: isRadioAwake, at: now, apps: apps.table)
    }

    mutating func launched(_ app: AppID, at now: Instant) {
        apps.set(app, isQuit: false)
        service.launched(app, at: now)
    }
    mutating func quit(_ app: AppID) {
        apps.set(app, isQuit: true)
        service.quit(app)
    }
}

/// A location service with its apps.
struct LocationBench {
    var service: LocationService
    private var apps: BenchApps

    init(limits: LocationLimits = LocationLimits(), apps count: Int = 1) {
        service = LocationService(limits: limits)
        apps = BenchApps(count)
    }

    var nextTime: Instant? { service.nextTime(apps: apps.table) }
    func held(of app: AppID, at now: Instant) -> [HeldWork] {
        service.heldWork(of: app, at: now, isQuit: apps.table.isQuit(app))
    }

    mutating func nextWake(at now: Instant) -> LocationWake? { service.nextWake(at: now, apps: apps.table) }
    mutating func launched(_ app: AppID) { apps.set(app, isQuit: false) }
    mutating func quit(_ app: AppID) { apps.set(app, isQuit: true) }
}

/// A task service with its apps and its clock.
struct TaskBench {
    var service: TaskService
    private var apps: BenchApps

    init(limits: TaskLimits = TaskLimits(), apps count: Int = 1) {
        service = TaskService(limits: limits)
        apps = BenchApps(count)
    }

    private mutating func notice(_ now: Instant) -> Instant {
        let (present, before) = apps.notice(now)
        if let before { service.clockWentBack(from: before, to: present) }
        return present
    }

    mutating func launched(_ app: AppID, at now: Instant) {
        apps.set(app, isQuit: false)
        service.launched(app, at: notice(now))
    }

    mutating func enteredBackground(_ app: AppID, at now: Instant) {
        service.enteredBackground(app, at: notice(now))
    }

    mutating func wake(_ app: AppID, for span: TimeSpan, at now: Instant) {
        let present = notice(now)
        if !apps.table.isQuit(app) { service.wake(app, for: span, at: present) }
    }

    mutating func quit(_ app: AppID) {
        apps.set(app, isQuit: true)
        service.stop(app)
    }

    mutating func begin(_ app: AppID, at now: Instant) throws(EngineError) -> BackgroundTaskID {
        let index = try service.checkRoom(for: app)
        return service.begin(index, at: notice(now))
    }

    mutating func end(_ task: BackgroundTaskID, at now: Instant) throws(EngineError) {
        let (index, place) = try service.find(task)
        service.end(place, of: index, at: notice(now))
    }

    mutating func deviceAwake(until end: Instant, at now: Instant) {
        service.deviceAwake(until: end, at: notice(now))
    }

    mutating func deviceSleeps(at now: Instant) { service.deviceSleeps(at: notice(now)) }
    mutating func nextAction(at now: Instant) -> EngineAction? { service.nextAction(at: notice(now)) }
    mutating func nextTime(at now: Instant) -> Instant? { service.nextTime(at: notice(now)) }

    mutating func timeRemaining(_ app: AppID, at now: Instant) -> TimeSpan {
        service.timeRemaining(app, at: notice(now))
    }

}
