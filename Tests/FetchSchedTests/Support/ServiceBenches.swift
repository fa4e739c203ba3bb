@testable import FetchSched

/// Apps 0 to `count` - 1, and the clock, as an engine gives them to a service.
struct BenchApps {
    var table = AppTable(FetchConfiguration())
    private var clock = DeviceState()

    var now: FetchTime { clock.now }

    init(_ count: Int) {
        for _ in 0..<count { _ = table.register(AppBasics(interval: .minimum, lastSync: .monday)) }
    }

    mutating func set(_ app: AppID, isQuit: Bool) {
        if table.contains(app) { table[basics: app.index].quit = isQuit }
    }

    /// The time by the engine's clock, and the time before if the clock was set back.
    mutating func notice(_ now: FetchTime) -> (now: FetchTime, before: FetchTime?) {
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

    var nextTime: FetchTime? { service.nextTime(apps: apps.table) }
    func held(of app: AppID) -> PushMessage? { service.held(of: app) }
    func veto(of app: AppID) -> FetchVeto? {
        service.heldWork(of: app, isQuit: apps.table.isQuit(app)).first?.vetoes.first
    }

    mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: FetchTime
    ) -> PushReception {
        service.receive(kind, for: app, number: number, at: now, apps: apps.table)
    }

    mutating func nextDelivery(isRadioAwake: Bool, at now: FetchTime) -> PushMessage? {
        service.nextDelivery(isRadioAwake: isRadioAwake, at: now, apps: apps.table)
    }

    mutating func launched(_ app: AppID, at now: FetchTime) {
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

    var nextTime: FetchTime? { service.nextTime(apps: apps.table) }
    func held(of app: AppID, at now: FetchTime) -> [HeldWork] {
        service.heldWork(of: app, at: now, isQuit: apps.table.isQuit(app))
    }

    mutating func nextWake(at now: FetchTime) -> LocationWake? { service.nextWake(at: now, apps: apps.table) }
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

    private mutating func notice(_ now: FetchTime) -> FetchTime {
        let (present, before) = apps.notice(now)
        if let before { service.clockWentBack(from: before, to: present) }
        return present
    }

    mutating func launched(_ app: AppID, at now: FetchTime) {
        apps.set(app, isQuit: false)
        service.launched(app, at: notice(now))
    }

    mutating func enteredBackground(_ app: AppID, at now: FetchTime) {
        service.enteredBackground(app, at: notice(now))
    }

    mutating func wake(_ app: AppID, for span: TimeSpan, at now: FetchTime) {
        let present = notice(now)
        if !apps.table.isQuit(app) { service.wake(app, for: span, at: present) }
    }

    mutating func quit(_ app: AppID) {
        apps.set(app, isQuit: true)
        service.stop(app)
    }

    mutating func begin(_ app: AppID, at now: FetchTime) throws(EngineError) -> BackgroundTaskID {
        let index = try service.checkRoom(for: app)
        return service.startTask(index, at: notice(now))
    }

    mutating func end(_ task: BackgroundTaskID, at now: FetchTime) throws(EngineError) {
        let (index, place) = try service.find(task)
        service.end(place, of: index, at: notice(now))
    }

    mutating func deviceAwake(until end: FetchTime, at now: FetchTime) {
        service.deviceAwake(until: end, at: notice(now))
    }

    mutating func deviceSleeps(at now: FetchTime) { service.deviceSleeps(at: notice(now)) }
    mutating func nextAction(at now: FetchTime) -> EngineAction? { service.nextAction(at: notice(now)) }
    mutating func nextTime(at now: FetchTime) -> FetchTime? { service.nextTime(at: notice(now)) }

    mutating func timeRemaining(_ app: AppID, at now: FetchTime) -> TimeSpan {
        service.timeRemaining(app, at: notice(now))
    }

}
