/// Background transfers: a value that is told what happens, and says which transfers to start, to pause and to give
/// up, and which apps to wake when theirs are done.
///
///     var service = TransferService()
///     service.grow(to: 1)
///     var request = TransferRequest(podcasts, bytes: 80_000_000)
///     request.discretionary = true
///     let episode = try service.enqueue(request, at: now)
///     while let action = service.nextAction(conditions, radioIsAwake: false, at: now) { /* do it */ }
///     let timer = service.nextTime(conditions, at: now)
///     try service.progress(episode, bytes: 1_000_000, at: later)
///     try service.interrupted(episode, atByte: 1_200_000, at: later)
///     try service.finished(episode, at: muchLater)
///
/// Transfers belong to the device: they go on while their app is suspended, terminated or quit. (iOS cancels them when
/// the user quits the app. Here a quit means that the app is not started, not that its work is thrown away: the wake
/// at the end is kept until the user opens the app.) Each goes on at the byte where it stopped, so that no byte is
/// moved twice.
///
/// Discretionary transfers, and all that were enqueued in the background, run only on Wi-Fi with power, with the
/// refresh switch on and not in low power mode. When that holds they wait for other radio activity, for 15 min at the
/// longest, then start on their own:
///
///     min      0    5    10   15   20   25   30
///     wifi     +o          +
///     radio      *   *               *
///     queue     a
///     start                          a
///     finish                             a
///
///     min      0    5    10   15   20   25   30   35
///     wifi       +                      o    +
///     radio                                  *
///     queue    b
///     start                     b            b
///     pause                             b
///     finish                                    b
///
/// `+` and `o`: Wi-Fi comes and goes; `*`: the radio is awake for another reason. What was not seen for three days is
/// no longer waited for when the time-out nears. Here there is no Wi-Fi, but a mobile network, at last not even that:
///
///     d        0   1   2   3   4   5   6   7
///     mobile   +                         o
///     radio                            *
///     queue    c
///     start                            c
///     pause                              c
///     give-up                              c
///
/// Rank: the higher priority first; within it, what the user waits for before what is discretionary; then the earlier
/// deadline, then the order of enqueuing. One that ranks higher takes the place of one under way, which waits. Each
/// half hour of waiting lifts a transfer by half a priority, so that neither a stream of small ones nor a huge one
/// keeps it waiting for ever.
///
/// Without a network nothing runs and nobody is blamed: every back-off is forgotten.
///
/// There is room for ``TransferLimits/mostPerApp`` transfers of one app and ``TransferLimits/mostInAll`` in all; what is
/// beyond that is refused.
public struct TransferService: Sendable {
    /// When transfers run; every number in its range.
    public let limits: TransferLimits

    var apps = AppStates(blank: TransferApp())
    var line = TransferLine()
    /// Which transfers belong to one app.
    private var lists = SlotLists()
    var sessions = TransferSessions()
    /// Whether a daily budget is spent: then nothing discretionary runs.
    public var budgetIsSpent = false
    /// When the last of its own was stopped or ended: the radio is awake at that moment.
    var lastStop: Instant?
    var clock = SteadyClock()
    var history = ConditionHistory()
    var enqueued: UInt64 = 0
    var hasNetwork = true
    /// The circumstances under which transfers were last looked at.
    var known: TransferConditions?

    /// Makes a service without apps.
    public init(limits: TransferLimits = TransferLimits()) {
        self.limits = limits.inRange
    }

    /// How many apps it has room for.
    public var appCount: Int { apps.count }

    /// Makes room for the apps up to number `count`.
    ///
    /// - Complexity: O(1).
    public mutating func grow(to count: Int) { apps.grow(to: count) }

    // MARK: What happens to apps

    /// The user opened the app: what it was not woken for while it was quit is delivered now.
    ///
    /// - Complexity: O(sessions of the app x log sessions) if it was quit, else O(1).
    public mutating func launched(_ app: AppID, at now: Instant) { setQuit(false, app, at: now) }

    /// The user quit the app. Its transfers go on, but it is not woken until it is opened again.
    ///
    /// - Complexity: O(sessions of the app x log sessions).
    public mutating func quit(_ app: AppID, at now: Instant) { setQuit(true, app, at: now) }

    private mutating func setQuit(_ quit: Bool, _ app: AppID, at now: Instant) {
        notice(now)
        guard apps.contains(app), apps[app.index].quit != quit else { return }
        apps[app.index].quit = quit
        sessions.changed(apps[app.index])
    }

    /// The user's background refresh switch for one app. Off, its discretionary transfers wait.
    ///
    /// - Complexity: O(transfers of the app).
    public mutating func setRefreshAllowed(_ allowed: Bool, of app: AppID, at now: Instant) {
        notice(now)
        guard apps.contains(app), apps[app.index].refreshAllowed != allowed else { return }
        apps[app.index].refreshAllowed = allowed
        var next = apps[app.index].transfers.first
        while let slot = next {
            line.stale.insert(slot)
            next = lists.next(after: slot)
        }
    }

    // MARK: Transfers

    /// Leaves a transfer to the device.
    ///
    /// - Throws: `unknownApp`, `quitByUser`; `tooManyTransfers`, `tooManyTransfersInAll` beyond
    ///   ``TransferLimits/mostPerApp`` and ``TransferLimits/mostInAll``.
    /// - Complexity: O(log transfers), amortised.
    public mutating func enqueue(
        _ request: TransferRequest, at now: Instant
    ) throws(TransferError) -> TransferID {
        guard apps.contains(request.app) else { throw .unknownApp(request.app) }
        guard !apps[request.app.index].quit else { throw .quitByUser(request.app) }
        try checkRoom(for: request.app)
        notice(now)
        enqueued &+= 1
        let session =
            sessions.slot(of: request.app, request.session)
            ?? insert(TransferSessions.Session(app: request.app, session: request.session))
        sessions.open(session)
        insert(Transfer(number: enqueued, request, limits, at: clock.now), session: session)
        return TransferID(enqueued)
    }

    /// Sessions of which nobody was told take room as well.
    private func checkRoom(for app: AppID) throws(TransferError) {
        let own = max(apps[app.index].transferCount, apps[app.index].sessionCount)
        guard own < limits.mostPerApp else { throw .tooManyTransfers(app, limit: limits.mostPerApp) }
        guard max(count, sessions.count) < limits.mostInAll else {
            throw .tooManyTransfersInAll(limit: limits.mostInAll)
        }
    }

    /// The app wants the transfer no more. The host stops it if it is under way.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers), amortised.
    public mutating func cancel(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        let slot = try find(transfer)
        notice(now)
        end(slot, isNews: false)
    }

    /// The transfer has moved so many bytes in all. Reports that go back or beyond its size are held to what is
    /// possible.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers).
    public mutating func progress(
        _ transfer: TransferID, bytes: Int64, at now: Instant
    ) throws(TransferError) {
        let slot = try find(transfer)
        notice(now)
        line.change(slot) { $0.reach(bytes) }
    }

    /// The transfer broke off at that byte, and will be resumed there after a while.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers).
    public mutating func interrupted(
        _ transfer: TransferID, atByte byte: Int64, at now: Instant
    ) throws(TransferError) {
        let slot = try find(transfer)
        notice(now)
        line.change(slot) { $0.reach(byte) }
        guard line.transfers[slot].isActive else { return }
        stop(slot)
        if hasNetwork { line.change(slot) { $0.interrupt(limits, at: clock.now) } }
    }

    /// The transfer has moved all its bytes.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers), amortised.
    public mutating func finished(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        let slot = try find(transfer)
        notice(now)
        end(slot, isNews: true)
    }
}

// MARK: Inside

extension TransferService {
    func find(_ transfer: TransferID) throws(TransferError) -> Int {
        if let slot = line.slots.slot(of: transfer.number) { return slot }
        let wasEnqueued = transfer.number > 0 && transfer.number <= enqueued
        throw wasEnqueued ? .alreadyEnded(transfer) : .unknownTransfer(transfer)
    }

    mutating func insert(_ session: TransferSessions.Session) -> Int {
        sessions.insert(session, &apps[session.app.index])
    }

    mutating func insert(_ transfer: Transfer, session: Int) {
        var transfer = transfer
        transfer.sessionSlot = session
        let slot = line.insert(transfer)
        let app = transfer.request.app.index
        lists.append(slot, to: &apps[app].transfers)
        apps[app].transferCount += 1
    }

    /// Stops one that may be under way.
    mutating func stop(_ slot: Int) {
        guard line.transfers[slot].isActive else { return }
        line.change(slot) { $0.stop(at: clock.now) }
        lastStop = clock.now
    }

    /// Ends a transfer, and its session if it was the last one and nobody is to be woken.
    mutating func end(_ slot: Int, isNews: Bool) {
        stop(slot)
        let (request, session) = (line.transfers[slot].request, line.transfers[slot].sessionSlot)
        let app = request.app.index
        line.remove(slot)
        lists.remove(slot, from: &apps[app].transfers)
        apps[app].transferCount -= 1
        sessions.end(session, isNews: isNews && request.wakesApp, &apps[app])
    }

    @inline(__always)
    mutating func notice(_ now: Instant) {
        guard let before = clock.notice(now) else { return }
        history.move(from: before, to: now)
        lastStop = nil
        for slot in line.slots { line.change(slot) { $0.move(from: before, to: now) } }
    }

    /// Takes note that time has passed in which nothing changed, and that no transfer has anything to do.
    mutating func rest(at now: Instant) {
        notice(now)
        history.lasts(at: clock.now)
    }

    /// Whether there is no transfer, and no app to wake for any.
    var isEmpty: Bool { line.count == 0 && sessions.isEmpty }

    /// Whether any may wait for its time: not all were asked for in the foreground.
    var haveDiscretionary: Bool { line.discretionaryCount > 0 }

    /// Whether the user quit the app; not if it is unknown.
    func wasQuit(_ app: AppID) -> Bool { apps.contains(app) && apps[app.index].quit }
}
