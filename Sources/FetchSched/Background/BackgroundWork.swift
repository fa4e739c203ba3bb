/// What a ``BackgroundEngine`` plans beside deciding on fetches: pushes, location wakeups, tasks and transfers, and what
/// they have to do with the fetches under way.
///
/// Apart from the engine because nothing of it depends on what decides on the fetches: so it is compiled once, here,
/// and what is left in the generic engine is short enough to be compiled again wherever another rule is used.
@usableFromInline
struct BackgroundWork: Sendable {
    @usableFromInline let configuration: Configuration
    var pushes: PushService
    var locations: LocationService
    var tasks: TaskService
    var transfers: TransferService
    var device = DeviceState()
    /// Fetches under way.
    var underWay = AppQueue<FetchUnderWay>()
    /// Apps whose fetch the host is to stop.
    var stops = AppQueue<AppID>()
    /// Transfers of removed apps that the host is to give up.
    var abandoned: ArraySlice<TransferID> = []
    /// Apps whose push asked for a fetch, in order.
    var wishes = AppQueue<AppID>()
    /// Apps whose picture is out of date, in order.
    var snapshots = AppQueue<AppID>()
    /// Something happened since no fetch was found to be due.
    @usableFromInline var fetchesMayBeDue = true
    /// When fetches are to be asked for next; nil for not at all.
    @usableFromInline var fetchTimer: Instant?
    @usableFromInline var fetchTimerIsKnown = false
    /// Before then no push, place or task has anything to do, unless something happens, other than that the radio is
    /// active; in the past if that is not known. So most questions are answered without asking the services.
    var quietUntil = Instant.distantPast

    @usableFromInline
    init(configuration: Configuration) {
        self.configuration = configuration
        pushes = PushService(limits: configuration.push)
        locations = LocationService(limits: configuration.location)
        tasks = TaskService(limits: configuration.tasks)
        transfers = TransferService(limits: configuration.transferLimits)
    }

    // MARK: What happens

    /// Learns what the host saw.
    ///
    /// - Returns: whether what decides on fetches is to hear of it.
    @usableFromInline
    mutating func observe(_ observation: Observation, apps: some AppSwitches, at now: Instant) -> Bool {
        notice(now)
        device.learn(observation)
        if case .radio(let cause, let end) = observation {
            if tasks.limits.mode == .opportunistic { disturb() }
            tasks.deviceAwake(until: end, at: device.now)
            guard cause == .user || configuration.experiment.ridesAlong else { return false }
            device.radio.active(from: now, until: end, configuration.radio)
            fetchesChanged()
            return true
        }
        disturb()
        switch observation {
        case .launch(let app): launched(app, apps, at: now)
        case .endOfUse(let app):
            endUse(of: app)
            tasks.deviceSleeps(at: device.now)
            enteredBackground(app, apps, at: now)
        case .quit(let app):
            endUse(of: app)
            endProcess(app)
            pushes.quit(app)
            tasks.stop(app)
        case .processEnded(let app):
            endUse(of: app)
            endProcess(app)
            tasks.stop(app)
        default: break
        }
        fetchesChanged()
        return true
    }

    /// Notes that something about the fetches changed, so that it is asked again what is due and when.
    @usableFromInline
    mutating func fetchesChanged() {
        fetchesMayBeDue = true
        fetchTimerIsKnown = false
    }

    /// The device's circumstances.
    @usableFromInline
    var conditions: Conditions { device.conditions }
    var foreground: AppID? { device.foregroundApp }

    private mutating func endUse(of app: AppID) {
        if device.foregroundApp == app { device.endUse() }
    }

    /// The app whose use is taken to have ended by `now`, as nothing was heard of it for long, and when.
    @usableFromInline
    func silentUse(by now: Instant) -> (app: AppID, end: Instant)? {
        guard let app = foreground, let end = device.silentUseEnd(by: now) else { return nil }
        return (app, end)
    }

    private mutating func launched(_ app: AppID, _ apps: some AppSwitches, at now: Instant) {
        // The app that was in the foreground is not there any more.
        if let other = foreground, other != app { enteredBackground(other, apps, at: now) }
        device.beginUse(of: app)
        // It loads in the foreground what a push announced.
        wishes.remove(app)
        if apps.hasApp(app) { tasks.launched(app, at: device.now) }
        tasks.deviceAwake(until: .distantFuture, at: device.now)
    }

    /// The app's process is gone, and with it what it was fetching.
    mutating func endProcess(_ app: AppID) {
        wishes.remove(app)
        snapshots.remove(app)
        // The host is told once to stop the fetch, whatever the reasons.
        if underWay.remove(app) != nil { stops.append(app) }
    }

    /// Records that the host started or resumed the app, which may run for `span`.
    mutating func wake(_ app: AppID, for span: TimeSpan, _ apps: some AppSwitches) {
        guard apps.hasApp(app) else { return }
        tasks.wake(app, for: span, isQuit: apps.isQuit(app), at: device.now)
    }

    /// What was said of a number before an app was registered under it says nothing about that app.
    mutating func forget(_ app: AppID) {
        disturb()
        endUse(of: app)
        wishes.remove(app)
        snapshots.remove(app)
    }

    /// A clock that was set back holds nothing for years.
    @usableFromInline
    mutating func notice(_ now: Instant) {
        guard let before = device.notice(now) else { return }
        disturb()
        transfers.clockWentBack(from: before, to: now)
        pushes.clockWentBack(to: now)
        locations.clockWentBack(to: now)
        tasks.clockWentBack(from: before, to: now)
        fetchTimerIsKnown = false
    }

    /// Something happened that may give pushes, places or tasks something to do.
    @usableFromInline
    mutating func disturb() { quietUntil = .distantPast }

    /// Whether the radio is awake for some reason, so that work needs no wakeup.
    @usableFromInline
    func radioIsAwake(at now: Instant) -> Bool {
        guard configuration.experiment.ridesAlong else { return false }
        return !underWay.isEmpty || device.radio.isAwake(at: now, configuration.radio)
    }

    /// When the radio will be asleep, as far as is known.
    var radioAsleepFrom: Instant {
        guard configuration.experiment.ridesAlong else { return .distantPast }
        return underWay.isEmpty ? device.radio.asleepFrom(configuration.radio) : .distantFuture
    }

    /// Takes a push; see ``BackgroundEngine/receive(_:for:number:at:)``.
    @usableFromInline
    mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, apps: some AppSwitches, at now: Instant
    ) -> PushReception {
        notice(now)
        disturb()
        // An app in use gets everything at once, unless an older push of it would be overtaken.
        if kind == .silent, foreground == app, pushes.held(of: app) == nil { return .deliver }
        guard apps.hasApp(app) else { return .refused(.unknownApp) }
        let reception = pushes.receive(kind, for: app, number: number, at: device.now, apps: apps)
        if reception == .deliver { wake(app, for: configuration.fetchLimit, apps) }
        return reception
    }

    /// Takes a transfer; see ``BackgroundEngine/enqueue(_:at:)``.
    @usableFromInline
    mutating func enqueue(
        _ request: TransferRequest, apps: some AppSwitches, at now: Instant
    ) throws(TransferError) -> TransferID {
        guard apps.hasApp(request.app) else { throw .unknownApp(request.app) }
        guard !apps.isQuit(request.app) else { throw .quitByUser(request.app) }
        var request = request
        if foreground != request.app { request.enqueuedInBackground = true }
        try transfers.checkRoom(for: request.app)
        notice(now)
        return transfers.enqueue(request, at: device.now)
    }

    /// The app wants the transfer no more.
    @usableFromInline
    mutating func cancel(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        // Before the time is noticed: a refused call changes nothing.
        _ = try transfers.index(of: transfer)
        notice(now)
        try transfers.cancel(transfer, at: device.now)
    }

    /// The transfer broke off at that byte.
    @usableFromInline
    mutating func interrupted(
        _ transfer: TransferID, atByte byte: Int64, at now: Instant
    ) throws(TransferError) {
        let hasNetwork = conditions.network != .none
        try transfers.interrupted(transfer, atByte: byte, hasNetwork: hasNetwork, at: device.now)
    }

    /// The transfer has moved all its bytes.
    @usableFromInline
    mutating func finished(_ transfer: TransferID) throws(TransferError) {
        try transfers.finished(transfer, at: device.now)
    }

    /// Whether there are transfers that do not start while a budget is spent.
    @usableFromInline
    var transfersWaitForBudget: Bool { transfers.transfers.contains { $0.request.isDiscretionary } }

    /// The transfer has moved so many bytes in all.
    ///
    /// - Returns: how many more that are than before, if they count for the daily budget of data.
    @usableFromInline
    mutating func progress(
        of transfer: TransferID, bytes: Int64, at now: Instant
    ) throws(TransferError) -> Int64? {
        let index = try transfers.index(of: transfer)
        notice(now)
        let before = transfers.transfers[index].bytesDone
        try transfers.progress(transfer, bytes: bytes)
        let after = transfers.transfers[index]
        return after.request.isDiscretionary ? after.bytesDone - before : nil
    }
}

/// What the engine keeps beside its services, which are parts of their own. Hosts may name apps that were never
/// registered; so none is looked up here.
extension BackgroundWork: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&device)
        try underWay.code(&coder)
        try stops.code(&coder)
        try wishes.code(&coder)
        try snapshots.code(&coder)
        try coder.code(&fetchesMayBeDue)
        try coder.code(&fetchTimer)
        try coder.code(&fetchTimerIsKnown)
        disturb()
    }

    /// The latest time heard of.
    var latest: Instant { device.now }
}
