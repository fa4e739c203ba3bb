/// Decides which transfers to start, pause and give up, and which apps to wake at their end.
///
/// Transfers belong to the device: they continue while their app is suspended, terminated or quit. (iOS cancels them
/// when the user quits the app. Here, the wake at the end waits until the user opens the app.) Each transfer resumes at
/// the byte where it stopped, so that no byte is transferred twice.
struct TransferService: Sendable, SnapshotCoded {
    let limits: TransferLimits
    var transfers: [TransferStatus] = []
    /// Sessions with a transfer or an undelivered wake, in the order of their first transfer.
    var sessions: [TransferSession] = []
    private var enqueued: UInt64 = 0
    /// When an active transfer last stopped: the radio is still awake at that time.
    var lastStop: FetchTime?
    var history = ConditionHistory()

    init(limits: TransferLimits = TransferLimits()) { self.limits = limits }

    /// Whether there is nothing to decide.
    var isIdle: Bool { sessions.isEmpty }

    /// Takes note of the device's conditions, also while there is nothing to decide.
    mutating func note(_ conditions: DeviceConditions, at now: FetchTime) {
        history.note(conditions, limits, at: now)
    }

    var hasDiscretionary: Bool { transfers.contains { $0.request.isDiscretionary } }

    var activeCount: Int { transfers.count { $0.isActive } }

    func checkRoom(for app: AppID) throws(EngineError) {
        // Sessions whose wake is still due count as well.
        let own = max(transfers.count { $0.request.app == app }, sessions.count { $0.app == app })
        guard own < limits.mostPerApp else { throw .tooMany(.transfer, of: app, limit: limits.mostPerApp) }
        guard max(transfers.count, sessions.count) < limits.mostInAll else {
            throw .tooMany(.transfer, of: nil, limit: limits.mostInAll)
        }
    }

    mutating func enqueue(_ request: TransferRequest, at now: FetchTime) -> TransferID {
        enqueued &+= 1
        if session(of: request) == nil {
            sessions.append(TransferSession(app: request.app, number: request.session))
        }
        transfers.append(TransferStatus(TransferID(enqueued), request, limits, at: now))
        return TransferID(enqueued)
    }

    mutating func interrupt(_ index: Int, hasNetwork: Bool, at now: FetchTime) {
        guard transfers[index].isActive else { return }
        stop(index, at: now)
        if hasNetwork { transfers[index].backOff(limits, at: now) }
    }

    mutating func forget(_ app: AppID, at now: FetchTime) -> [TransferID] {
        let active = transfers.filter { $0.isActive && $0.request.app == app }.map { $0.id }
        if !active.isEmpty { lastStop = now }
        transfers.removeAll { $0.request.app == app }
        sessions.removeAll { $0.app == app }
        return active
    }

    mutating func clockWentBack(from old: FetchTime, to new: FetchTime) {
        history.move(from: old, to: new)
        for index in transfers.indices { transfers[index].move(from: old, to: new) }
    }

    mutating func stop(_ index: Int, at now: FetchTime) {
        transfers[index].isActive = false
        lastStop = now
    }

    /// Ends a transfer, and its session if that has no other transfer and its app is not to be woken.
    mutating func end(_ index: Int, isNews: Bool, at now: FetchTime) {
        if transfers[index].isActive { lastStop = now }
        let request = transfers.remove(at: index).request
        guard let session = session(of: request) else { return }
        if isNews, request.wakesApp { sessions[session].hasNews = true }
        if !sessions[session].hasNews, !isOpen(sessions[session]) { sessions.remove(at: session) }
    }

    func index(of transfer: TransferID) throws(EngineError) -> Int {
        if let index = transfers.firstIndex(where: { $0.id == transfer }) { return index }
        let wasEnqueued = transfer.number > 0 && transfer.number <= enqueued
        throw wasEnqueued ? .transferEnded(transfer) : .unknownTransfer(transfer)
    }

    private func session(of request: TransferRequest) -> Int? {
        sessions.firstIndex { $0.app == request.app && $0.number == request.session }
    }

    func isOpen(_ session: TransferSession) -> Bool {
        transfers.contains { $0.request.app == session.app && $0.request.session == session.number }
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&transfers, &sessions, &enqueued, &lastStop)
        try coder.code(&history)
    }
}

struct TransferSession: Sendable, SnapshotElement {
    var app = AppID()
    var number = 0
    /// Whether one of its transfers ended that wakes the app.
    var hasNews = false

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&app, &number, &hasNews)
    }
}

extension TransferService {
    /// The next action; nil if there is none. Call it until nil, after every event and every change of the conditions.
    mutating func nextAction(_ conditions: TransferConditions) -> EngineAction? {
        note(conditions.device, at: conditions.now)
        guard !isIdle else { return nil }
        let conditions = upToDate(conditions)
        for index in transfers.indices { transfers[index].update(conditions) }
        switch decide(conditions) {
        case .giveUp(let index):
            let id = transfers[index].id
            end(index, isNews: true, at: conditions.now)
            return .giveUpTransfer(id)
        case .wake(let index):
            let session = sessions.remove(at: index)
            return .wakeForTransfers(session.app, session: session.number)
        case .pause(let index):
            stop(index, at: conditions.now)
            return .pauseTransfer(transfers[index].id)
        case .start(let index):
            transfers[index].start()
            return .startTransfer(transfers[index].id, fromByte: transfers[index].bytesDone)
        case nil: return nil
        }
    }

    /// When to call ``nextAction(_:)`` if nothing happens before: now if there is an action, nil for never.
    ///
    /// - Parameter radioAsleepFrom: when other radio activity ends. A transfer that may start before needs no wakeup.
    func nextTime(_ conditions: TransferConditions, radioAsleepFrom: FetchTime) -> FetchTime? {
        guard !isIdle else { return nil }
        let conditions = upToDate(conditions)
        let (now, history) = (conditions.now, conditions.history)
        if decide(conditions) != nil { return now }
        let isAwake = isAwake(conditions)
        var next = FetchTime.distantFuture
        func offer(_ time: FetchTime) { if time > now { next = min(next, time) } }
        for index in transfers.indices {
            let transfer = updated(index, conditions)
            offer(transfer.deadline)
            if transfer.request.isDiscretionary {
                let near = transfer.isNearFrom(limits)
                for since in [history.noWiFi, history.noPower, history.noBoth] {
                    offer(since.map { max(near, $0 + limits.relaxAfter) } ?? .distantFuture)
                }
            }
            guard !transfer.isActive, transfer.readySince != nil else { continue }
            // While the radio is awake for transfers, only their ranks prevent others from starting.
            if !isAwake { offer(transfer.startsAt(conditions, isRadioAwake: false)) }
            if isAwake || transfer.backoffUntil < radioAsleepFrom { offer(transfer.backoffUntil) }
        }
        return next < .distantFuture ? next : nil
    }

    private enum Decision { case giveUp(Int), wake(Int), pause(Int), start(Int) }

    private func decide(_ conditions: TransferConditions) -> Decision? {
        let (now, apps) = (conditions.now, conditions.apps)
        if let index = transfers.firstIndex(where: { $0.deadline <= now }) { return .giveUp(index) }
        if let index = sessions.firstIndex(where: { $0.hasNews && !apps.isQuit($0.app) && !isOpen($0) }) {
            return .wake(index)
        }
        var last: (index: Int, transfer: TransferStatus)?
        for index in transfers.indices where transfers[index].isActive {
            let transfer = updated(index, conditions)
            guard transfer.readySince != nil else { return .pause(index) }
            if let other = last, transfer.precedes(other.transfer) { continue }
            last = (index, transfer)
        }
        guard let first = first(conditions) else { return nil }
        guard activeCount >= limits.mostAtOnce, let last else { return .start(first.index) }
        return first.transfer.level > last.transfer.level ? .pause(last.index) : nil
    }

    private func first(_ conditions: TransferConditions) -> (index: Int, transfer: TransferStatus)? {
        let isAwake = isAwake(conditions)
        var first: (index: Int, transfer: TransferStatus)?
        for index in transfers.indices where !transfers[index].isActive {
            let transfer = updated(index, conditions)
            guard transfer.readySince != nil,
                transfer.startsAt(conditions, isRadioAwake: isAwake) <= conditions.now
            else { continue }
            if let other = first, other.transfer.precedes(transfer) { continue }
            first = (index, transfer)
        }
        return first
    }

    func heldWork(of app: AppID, _ conditions: TransferConditions) -> [HeldWork] {
        let conditions = upToDate(conditions)
        return transfers.indices.filter { transfers[$0].request.app == app }.map { index in
            let transfer = transfers[index]
            return HeldWork(
                kind: .transfer, number: transfer.id.number, bytes: transfer.bytesDone...transfer.size,
                vetoes: vetoes(of: index, conditions))
        }
    }

    private func vetoes(of index: Int, _ conditions: TransferConditions) -> [FetchVeto] {
        let transfer = updated(index, conditions)
        guard !transfer.isActive else { return [] }
        var vetoes: [FetchVeto] = []
        transfer.visitVetoes(conditions) { vetoes.append(FetchVeto($0)) }
        guard vetoes.isEmpty else { return vetoes }
        let now = conditions.now
        if transfer.backoffUntil > now { vetoes.append(FetchVeto(.backingOff, until: transfer.backoffUntil)) }
        let start = transfer.startsAt(conditions, isRadioAwake: isAwake(conditions))
        if start > max(now, transfer.backoffUntil) { vetoes.append(FetchVeto(.radioAsleep, until: start)) }
        guard vetoes.isEmpty else { return vetoes }
        let isNext = first(conditions)?.index == index
        return isNext && activeCount < limits.mostAtOnce ? [] : [FetchVeto(.behindOthers)]
    }

    /// Whether the radio is awake, for another reason or for transfers.
    private func isAwake(_ conditions: TransferConditions) -> Bool {
        conditions.isRadioAwake || lastStop == conditions.now || activeCount > 0
    }

    private func upToDate(_ conditions: TransferConditions) -> TransferConditions {
        var conditions = conditions
        conditions.limits = limits
        conditions.history = history
        conditions.history.note(conditions.device, limits, at: conditions.now)
        return conditions
    }

    private func updated(_ index: Int, _ conditions: TransferConditions) -> TransferStatus {
        var transfer = transfers[index]
        transfer.update(conditions)
        return transfer
    }
}
