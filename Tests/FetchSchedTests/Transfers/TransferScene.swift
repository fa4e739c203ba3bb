@testable import FetchSched

/// A transfer service with the apps, the clock and the network that an engine gives it.
struct TransferBench {
    var service: TransferService
    private var apps: BenchApps
    private var hasNetwork = true

    init(limits: TransferLimits = TransferLimits(), apps count: Int = 3) {
        service = TransferService(limits: limits)
        apps = BenchApps(count)
    }

    private mutating func notice(_ now: FetchTime) {
        let (present, before) = apps.notice(now)
        if let before { service.clockWentBack(from: before, to: present) }
    }

    mutating func quit(_ app: AppID) { apps.set(app, isQuit: true) }
    mutating func launched(_ app: AppID) { apps.set(app, isQuit: false) }
    mutating func setRefreshAllowed(_ allowed: Bool, of app: AppID) {
        apps.table[basics: app.index].refreshAllowed = allowed
    }

    mutating func enqueue(_ request: TransferRequest, at now: FetchTime) throws(EngineError) -> TransferID {
        try service.checkRoom(for: request.app)
        notice(now)
        return service.enqueue(request, at: apps.now)
    }

    mutating func cancel(_ transfer: TransferID, at now: FetchTime) throws(EngineError) {
        notice(now)
        service.end(try service.index(of: transfer), isNews: false, at: apps.now)
    }

    mutating func progress(_ transfer: TransferID, bytes: Int64, at now: FetchTime) throws(EngineError) {
        notice(now)
        service.transfers[try service.index(of: transfer)].reach(bytes)
    }

    mutating func interrupted(
        _ transfer: TransferID, atByte byte: Int64, at now: FetchTime
    ) throws(EngineError) {
        try progress(transfer, bytes: byte, at: now)
        service.interrupt(try service.index(of: transfer), hasNetwork: hasNetwork, at: apps.now)
    }

    mutating func finished(_ transfer: TransferID, at now: FetchTime) throws(EngineError) {
        notice(now)
        service.end(try service.index(of: transfer), isNews: true, at: apps.now)
    }

    mutating func nextAction(
        _ conditions: DeviceConditions, isRadioAwake: Bool, at now: FetchTime
    ) -> EngineAction? {
        notice(now)
        hasNetwork = conditions.network != .none
        return service.nextAction(situation(conditions, isRadioAwake: isRadioAwake, at: now))
    }

    private func situation(
        _ conditions: DeviceConditions, isRadioAwake: Bool, at now: FetchTime
    ) -> TransferConditions {
        TransferConditions(
            device: conditions, isBudgetSpent: false, isRadioAwake: isRadioAwake, now: max(now, apps.now),
            apps: apps.table)
    }

    mutating func actions(
        _ conditions: DeviceConditions = .good, isRadioAwake: Bool = false, at now: FetchTime
    ) -> [EngineAction] {
        var actions: [EngineAction] = []
        while let action = nextAction(conditions, isRadioAwake: isRadioAwake, at: now) {
            actions.append(action)
        }
        return actions
    }

    func nextTime(_ conditions: DeviceConditions, at now: FetchTime) -> FetchTime? {
        service.nextTime(
            situation(conditions, isRadioAwake: false, at: now), radioAsleepFrom: .distantPast)
    }

    func waits(
        of transfer: TransferID, _ conditions: DeviceConditions, isRadioAwake: Bool, at now: FetchTime
    ) throws -> [FetchVeto] {
        let held = service.heldWork(
            of: try status(of: transfer).request.app,
            situation(conditions, isRadioAwake: isRadioAwake, at: now))
        return held.first { $0.number == transfer.number }?.vetoes ?? []
    }

    func status(of transfer: TransferID) throws(EngineError) -> TransferStatus {
        service.transfers[try service.index(of: transfer)]
    }

    var all: [TransferStatus] { service.transfers }
    var count: Int { service.transfers.count }
}

extension DeviceConditions {
    /// Wi-Fi and a charger.
    static var good: DeviceConditions {
        var conditions = DeviceConditions()
        conditions.network = .wifi
        conditions.power = .charging
        return conditions
    }
}
