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
public struct TransferService: Sendable {
    /// When transfers run; every number in its range.
    public let limits: TransferLimits

    var transfers: [Transfer] = []
    var apps: [AppFlags] = []
    var sessions: [Session] = []
    /// How many transfers are under way.
    public internal(set) var activeCount = 0
    /// Whether a daily budget is spent: then nothing discretionary runs.
    public var budgetIsSpent = false
    /// When the last of its own was stopped or ended: the radio is awake at that moment.
    var lastStop: Instant?
    var clock = SteadyClock()
    var history = ConditionHistory()
    private var enqueued: UInt64 = 0
    private var hasNetwork = true

    struct AppFlags: Sendable {
        var quit = false
        var refreshAllowed = true
    }

    /// The transfers of one app that belong together, as long as there is something to do about them.
    struct Session: Sendable {
        let app: AppID
        let session: Int
        /// How many have not ended.
        var open = 0
        /// Whether one of them ended that the app wants to hear of.
        var hasNews = false

        /// In what order transfers are counted into sessions.
        func comesBefore(_ app: AppID, _ session: Int) -> Bool {
            self.app != app ? self.app < app : self.session < session
        }
    }

    /// Whether there is no transfer, and no app to wake for any.
    var isEmpty: Bool { transfers.isEmpty && sessions.isEmpty }

    /// Whether any may wait for its time: not all were asked for in the foreground.
    var haveDiscretionary: Bool {
        for place in transfers.indices where transfers[place].request.isDiscretionary { return true }
        return false
    }

    /// Makes a service without apps.
    public init(limits: TransferLimits = TransferLimits()) {
        self.limits = limits.inRange
    }

    /// How many apps it has room for.
    public var appCount: Int { apps.count }

    /// Makes room for the apps up to number `count` (at most 2^20).
    public mutating func grow(to count: Int) {
        while apps.count < min(count, 1 << 20) { apps.append(AppFlags()) }
    }

    // MARK: What happens to apps

    /// The user opened the app: what it was not woken for while it was quit is delivered now.
    public mutating func launched(_ app: AppID, at now: Instant) {
        notice(now)
        guard apps.indices.contains(app.index) else { return }
        apps[app.index].quit = false
    }

    /// The user quit the app. Its transfers go on, but it is not woken until it is opened again.
    public mutating func quit(_ app: AppID, at now: Instant) {
        notice(now)
        guard apps.indices.contains(app.index) else { return }
        apps[app.index].quit = true
    }

    /// The user's background refresh switch for one app. Off, its discretionary transfers wait.
    public mutating func setRefreshAllowed(_ allowed: Bool, of app: AppID, at now: Instant) {
        notice(now)
        guard apps.indices.contains(app.index) else { return }
        apps[app.index].refreshAllowed = allowed
    }

    // MARK: Transfers

    /// Leaves a transfer to the device.
    ///
    /// - Throws: `unknownApp`, `quitByUser`.
    /// - Complexity: O(sessions under way), amortised.
    public mutating func enqueue(
        _ request: TransferRequest, at now: Instant
    ) throws(TransferError) -> TransferID {
        guard apps.indices.contains(request.app.index) else { throw .unknownApp(request.app) }
        guard !apps[request.app.index].quit else { throw .quitByUser(request.app) }
        notice(now)
        enqueued &+= 1
        transfers.append(Transfer(number: enqueued, request, limits, at: clock.now))
        if let place = place(of: request) {
            sessions[place].open += 1
        } else {
            sessions.append(Session(app: request.app, session: request.session, open: 1))
        }
        return TransferID(enqueued)
    }

    /// The app wants the transfer no more. The host stops it if it is under way.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(transfers).
    public mutating func cancel(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        let place = try find(transfer)
        notice(now)
        end(place, isNews: false)
    }

    /// The transfer has moved so many bytes in all. Reports that go back or beyond its size are held to what is
    /// possible.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers).
    public mutating func progress(
        _ transfer: TransferID, bytes: Int64, at now: Instant
    ) throws(TransferError) {
        let place = try find(transfer)
        notice(now)
        transfers[place].reach(bytes)
    }

    /// The transfer broke off at that byte, and will be resumed there after a while.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers).
    public mutating func interrupted(
        _ transfer: TransferID, atByte byte: Int64, at now: Instant
    ) throws(TransferError) {
        let place = try find(transfer)
        notice(now)
        transfers[place].reach(byte)
        guard transfers[place].isActive else { return }
        stop(place)
        if hasNetwork { transfers[place].interrupt(limits, at: clock.now) }
    }

    /// The transfer has moved all its bytes.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(transfers).
    public mutating func finished(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        let place = try find(transfer)
        notice(now)
        end(place, isNews: true)
    }

    // MARK: Inside

    func find(_ transfer: TransferID) throws(TransferError) -> Int {
        if let place = transfers.place(of: transfer.number) { return place }
        let wasEnqueued = transfer.number > 0 && transfer.number <= enqueued
        throw wasEnqueued ? .alreadyEnded(transfer) : .unknownTransfer(transfer)
    }

    func place(of request: TransferRequest) -> Int? {
        sessions.firstIndex { $0.app == request.app && $0.session == request.session }
    }

    /// Stops one that may be under way.
    mutating func stop(_ place: Int) {
        guard transfers[place].isActive else { return }
        transfers[place].stop(at: clock.now)
        activeCount -= 1
        lastStop = clock.now
    }

    /// Ends a transfer, and its session if it was the last one and nobody is to be woken.
    mutating func end(_ place: Int, isNews: Bool) {
        stop(place)
        let request = transfers.remove(at: place).request
        guard let session = self.place(of: request) else { return }
        sessions[session].open -= 1
        if isNews && request.wakesApp { sessions[session].hasNews = true }
        if sessions[session].open == 0, !sessions[session].hasNews { sessions.remove(at: session) }
    }

    @inline(__always)
    mutating func notice(_ now: Instant) {
        if let before = clock.notice(now) { clockWentBack(from: before, to: now) }
    }

    private mutating func clockWentBack(from before: Instant, to now: Instant) {
        history.move(from: before, to: now)
        lastStop = nil
        for place in transfers.indices { transfers[place].move(from: before, to: now) }
    }

    /// Takes note that time has passed in which nothing changed, and that no transfer has anything to do.
    mutating func rest(at now: Instant) {
        notice(now)
        history.lasts(at: clock.now)
    }

    /// Takes note of the circumstances.
    mutating func note(_ conditions: Conditions) {
        let now = clock.now
        history.note(wifi: conditions.network == .wifi, power: conditions.isPowered(limits), at: now)
        hasNetwork = conditions.network != .none
        for place in transfers.indices {
            if !hasNetwork { transfers[place].pardon() }
            transfers[place].relax(history, limits, at: now)
            transfers[place].note(isReady: isReady(place, conditions), at: now)
        }
    }

    func obstacles(_ place: Int, _ conditions: Conditions) -> TransferObstacles {
        let app = transfers[place].request.app.index
        var found = transfers[place].obstacles(conditions, refreshAllowed: apps[app].refreshAllowed, limits)
        if budgetIsSpent, transfers[place].request.isDiscretionary { found.insert(.budgetSpent) }
        return found
    }

    func isReady(_ place: Int, _ conditions: Conditions) -> Bool {
        obstacles(place, conditions).isEmpty
    }
}

extension TransferService.AppFlags: SnapshotElement {
    static var blank: TransferService.AppFlags { TransferService.AppFlags() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&quit)
        try coder.code(&refreshAllowed)
    }
}

extension TransferService.Session: SnapshotElement {
    static var blank: TransferService.Session { TransferService.Session(app: .blank, session: 0) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var (app, session) = (app, session)
        try coder.code(&app)
        try coder.code(&session)
        self = TransferService.Session(app: app, session: session, open: open, hasNews: hasNews)
        try coder.code(&open, in: 0...Int(Int32.max))
        try coder.code(&hasNews)
        try coder.check(open > 0 || hasNews)
    }
}

extension TransferService {
    /// Whether the user quit the app; not if it is unknown.
    func wasQuit(_ app: AppID) -> Bool { apps.indices.contains(app.index) && apps[app.index].quit }
}

extension TransferService: SnapshotCoded {
    /// What follows from the transfers, and must agree with them.
    private mutating func countUp<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        activeCount = 0
        // By app and session, so that thousands of either take no time to speak of.
        var order = Array(sessions.indices)
        order.sort { sessions[$0].comesBefore(sessions[$1].app, sessions[$1].session) }
        for place in order.indices {
            let session = sessions[order[place]]
            try coder.check(apps.indices.contains(session.app.index))
            guard place > 0 else { continue }
            try coder.check(sessions[order[place - 1]].comesBefore(session.app, session.session))
        }
        var open = [Int](repeating: 0, count: sessions.count)
        for place in transfers.indices {
            let request = transfers[place].request
            try coder.check(transfers[place].number <= enqueued && apps.indices.contains(request.app.index))
            try coder.check(place == 0 || transfers[place - 1].number < transfers[place].number)
            activeCount += transfers[place].isActive ? 1 : 0
            var (low, high) = (0, order.count)
            while low < high {
                let middle = (low + high) / 2
                let isBefore = sessions[order[middle]].comesBefore(request.app, request.session)
                (low, high) = isBefore ? (middle + 1, high) : (low, middle)
            }
            try coder.check(low < order.count)
            let session = sessions[order[low]]
            try coder.check(session.app == request.app && session.session == request.session)
            open[order[low]] += 1
        }
        try coder.check(sessions.indices.allSatisfy { open[$0] == sessions[$0].open })
    }
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&transfers)
        try coder.code(&apps)
        try coder.code(&sessions)
        try coder.code(&budgetIsSpent)
        try coder.code(&lastStop)
        try coder.code(&clock)
        try coder.code(&history)
        try coder.code(&enqueued)
        try coder.code(&hasNetwork)
        if Coder.isReader { try countUp(&coder) }
    }
}
