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
