@testable import FetchSched

/// A transfer service with the apps, the clock and the network that an engine gives it.
struct TransferBench {
    var service: TransferService
    private var apps = AppTable(Configuration())
    private var clock = DeviceState()
    private var hasNetwork = true

    init(limits: TransferLimits = TransferLimits(), apps count: Int = 3) {
        var configuration = Configuration()
        configuration.transfers = limits
        service = TransferService(limits: configuration.bounded.transfers)
        for _ in 0..<count { _ = apps.register(AppBasics(interval: .minimum, lastSync: .monday)) }
    }

    private mutating func notice(_ now: Instant) {
        if let before = clock.notice(now) { service.clockWentBack(from: before, to: now) }
    }

    mutating func quit(_ app: AppID) { if apps.contains(app) { apps[basics: app.index].quit = true } }
    mutating func launched(_ app: AppID) { if apps.contains(app) { apps[basics: app.index].quit = false } }
    mutating func setRefreshAllowed(_ allowed: Bool, of app: AppID) {
        if apps.contains(app) { apps[basics: app.index].refreshAllowed = allowed }
    }

    mutating func enqueue(_ request: TransferRequest, at now: Instant) throws(EngineError) -> TransferID {
        try service.checkRoom(for: request.app)
        notice(now)
        return service.enqueue(request, at: clock.now)
    }

    mutating func cancel(_ transfer: TransferID, at now: Instant) throws(EngineError) {
        notice(now)
        service.end(try service.index(of: transfer), isNews: false, at: clock.now)
    }

    mutating func progress(_ transfer: TransferID, bytes: Int64, at now: Instant) throws(EngineError) {
        notice(now)
        service.transfers[try service.index(of: transfer)].reach(bytes)
    }

    mutating func interrupted(
        _ transfer: TransferID, atByte byte: Int64, at now: Instant
    ) throws(EngineError) {
        notice(now)
        try progress(transfer, bytes: byte, at: now)
        service.interrupt(try service.index(of: transfer), hasNetwork: hasNetwork, at: clock.now)
    }

    mutating func finished(_ transfer: TransferID, at now: Instant) throws(EngineError) {
        notice(now)
        service.end(try service.index(of: transfer), isNews: true, at: clock.now)
    }

    mutating func nextAction(
        _ conditions: Conditions, isRadioAwake: Bool, at now: Instant
    ) -> EngineAction? {
        notice(now)
        hasNetwork = conditions.network != .none
        return service.nextAction(situation(conditions, isRadioAwake: isRadioAwake, at: clock.now))
    }

    private func situation(
        _ conditions: Conditions, isRadioAwake: Bool, at now: Instant
    ) -> TransferConditions {
        TransferConditions(
            device: conditions, isBudgetSpent: false, isRadioAwake: isRadioAwake, now: max(now, clock.now),
            apps: apps)
    }

    func nextTime(_ conditions: Conditions, at now: Instant) -> Instant? {
        service.nextTime(
            situation(conditions, isRadioAwake: false, at: now), radioAsleepFrom: .distantPast)
    }

    func waits(
        of transfer: TransferID, _ conditions: Conditions, isRadioAwake: Bool, at now: Instant
    ) throws -> [Veto] {
        let app = service.transfers[try service.index(of: transfer)].request.app
        let held = service.heldWork(
            of: app, situation(conditions, isRadioAwake: isRadioAwake, at: now))
        return held.first { $0.number == transfer.number }?.vetoes ?? []
    }

    func status(of transfer: TransferID) throws(EngineError) -> TransferStatus {
        service.transfers[try service.index(of: transfer)]
    }

    var all: [TransferStatus] { service.transfers }
    var count: Int { service.transfers.count }
    var activeCount: Int { service.activeCount }
}

/// What tests of transfers have in common.
protocol TransferScene {}

extension TransferScene {
    var now: Instant { .monday }
    var app: AppID { AppID(0) }

    func service(_ limits: TransferLimits = TransferLimits()) -> TransferBench {
        TransferBench(limits: limits)
    }

    func request(
        _ bytes: Int64 = 1_000_000, _ priority: TransferPriority = .normal, discretionary: Bool = false,
        session: Int = 0, wakes: Bool = true
    ) -> TransferRequest {
        var request = TransferRequest(app, bytes: bytes)
        request.priority = priority
        request.isDiscretionary = discretionary
        request.session = session
        request.wakesApp = wakes
        return request
    }

    func actions(
        _ service: inout TransferBench, _ conditions: Conditions = .good, awake: Bool = false,
        at now: Instant
    ) -> [EngineAction] {
        var actions: [EngineAction] = []
        while let action = service.nextAction(conditions, isRadioAwake: awake, at: now) {
            actions.append(action)
        }
        return actions
    }

    /// The first transfer that is started.
    func started(_ actions: [EngineAction]) -> TransferID? {
        for case .startTransfer(let id, _) in actions { return id }
        return nil
    }
}

extension Conditions {
    /// Wi-Fi and a charger.
    static var good: Conditions {
        var conditions = Conditions()
        conditions.network = .wifi
        conditions.power = .charging
        return conditions
    }
}
