extension FetchEngine {
    /// Takes a push that has just arrived at the device or, with ``PushLimits/waitAtServer``, at the server that
    /// queries when to send it. ``nextAction(at:)`` delivers stored ones later.
    ///
    /// A silent push announces an update, as a ``FetchEvent/contentHint(_:)`` does. On a device it is delivered as
    /// often as the ``PushLimits`` let its app run. At a server it is held while the radio sleeps, and the radio is
    /// woken for it when a launch before would lose more than the wakeup costs. An app that receives a push may run for
    /// as long as a fetch may, and may request one by ``requestFetch(of:at:)``. Its `number` identifies a push.
    ///
    /// - Complexity: O(apps that received a silent push).
    public mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: FetchTime
    ) -> PushReception {
        notice(now)
        // An app in use gets everything at once, unless an older push of it would be overtaken.
        if kind != .alert, scheduler.device.foregroundApp == app, pushes.held(of: app) == nil {
            _ = pushes.takeRequest(of: app)
            return .deliver
        }
        guard hasApp(app) else { return .refused(FetchVeto(.unknownApp)) }
        // The user sees an alert even of an app that they quit.
        if kind == .alert {
            scheduler.observe(.notification(app), at: now)
            _ = pushes.takeRequest(of: app)
        }
        let reception = pushes.receive(kind, for: app, number: number, at: present, apps: scheduler.apps)
        // One over the limit has arrived all the same.
        if scheduler.apps.isQuit(app) { return reception }
        if reception == .deliver { wake(app, for: configuration.fetchLimit) }
        if kind != .alert { scheduler.observe(.contentHint(app), at: now) }
        return reception
    }

    /// Learns that an app wants to fetch what a push announced. Without a push that counts already this is a
    /// ``FetchEvent/contentHint(_:)``. The fetch comes when it pays: now, if the radio is awake; later; or never.
    ///
    /// - Throws: `unknownApp`.
    public mutating func requestFetch(of app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        notice(now)
        if !pushes.takeRequest(of: app) { scheduler.observe(.contentHint(app), at: now) }
    }
}

extension FetchEngine {
    /// Watches a region for an app, in place of the app's region of that number. An equal region changes nothing.
    ///
    /// - Throws: `unknownApp`, `invalidRegion`; `tooMany` beyond the ``LocationLimits``.
    public mutating func add(_ region: FetchRegion, to app: AppID) throws(EngineError) {
        try check(app)
        try locations.add(region, to: app)
    }

    /// Stops watching a region. A crossing that the app has not received is lost.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public mutating func remove(_ region: RegionID, from app: AppID) throws(EngineError) {
        try check(app)
        try locations.remove(region, from: app)
    }

    /// Sets whether an app is woken when the device has moved far. The distance is measured from the next position.
    ///
    /// - Throws: `unknownApp`.
    public mutating func setWantsSignificantChanges(_ wants: Bool, for app: AppID) throws(EngineError) {
        try check(app)
        locations.setWantsSignificantChanges(wants, for: app)
    }

    /// Learns the position of the device. It crosses a border when it is beyond by its own accuracy and by
    /// ``LocationLimits/cushion``. A region that is smaller than the accuracy is never entered.
    public mutating func observe(_ position: GeoPosition, at now: FetchTime) {
        notice(now)
        locations.observe(position, at: present)
    }

    /// Learns of a crossing that the host detected itself. A crossing to the side where the device is has no effect.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public mutating func reportCrossing(
        _ crossing: Crossing, of region: RegionID, in app: AppID, at now: FetchTime
    ) throws(EngineError) {
        // A refused call changes nothing, including the time.
        _ = try isInside(region, of: app)
        notice(now)
        try locations.reportCrossing(crossing, of: region, in: app, at: present)
    }

    /// Learns of a significant change that the host detected itself, for an app that wants them.
    ///
    /// - Throws: `unknownApp`, `notMonitored`.
    public mutating func reportSignificantChange(for app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        guard locations.wantsSignificantChanges(app) else { throw .notMonitored(app) }
        notice(now)
        locations.reportSignificantChange(for: app, at: present)
    }

    /// Whether the device is inside a region; nil until that is known.
    ///
    /// - Throws: `unknownApp`, `unknownRegion`.
    public func isInside(_ region: RegionID, of app: AppID) throws(EngineError) -> Bool? {
        try check(app)
        return try locations.isInside(region, of: app)
    }
}

extension FetchEngine {
    /// Starts a background task of an app that runs, or is suspended with tasks open.
    ///
    /// - Throws: `unknownApp`, `notRunning`; `tooMany` beyond ``TaskLimits/mostPerApp`` and ``TaskLimits/mostInAll``.
    public mutating func startTask(of app: AppID, at now: FetchTime) throws(EngineError) -> BackgroundTaskID {
        try check(app)
        let index = try tasks.checkRoom(for: app)
        notice(now)
        return tasks.startTask(index, at: present)
    }

    /// Ends a task.
    ///
    /// - Throws: `taskEnded` for a second end, or one after the end of the app; `unknownTask`.
    public mutating func end(_ task: BackgroundTaskID, at now: FetchTime) throws(EngineError) {
        let (index, place) = try tasks.find(task)
        notice(now)
        tasks.end(place, of: index, at: present)
    }

    /// How long the app may run: `TimeSpan.max` in the foreground; else the rest of the time for its tasks, or of the
    /// time that it was woken for; zero if it does not run. In the opportunistic mode this is running time.
    public func timeRemaining(of app: AppID, at now: FetchTime) -> TimeSpan {
        tasks.timeRemaining(app, at: max(now, present))
    }

    /// The open tasks of the app, in the order of their starts.
    public func openTasks(of app: AppID) -> [BackgroundTaskID] { tasks.openTasks(of: app) }

    /// Number of the open tasks of all apps.
    public var openTaskCount: Int { tasks.openCount }

    /// Whether the app runs: in the foreground, or in the background and not suspended.
    public func isRunning(_ app: AppID) -> Bool { tasks.isRunning(app) }

    /// Learns that the device is awake for another reason until `end` at least. Matters in the opportunistic mode only.
    public mutating func deviceAwake(until end: FetchTime, at now: FetchTime) {
        notice(now)
        tasks.deviceAwake(until: end, at: present)
    }

    /// Learns that the device goes to sleep, whatever was reported before.
    public mutating func deviceSleeps(at now: FetchTime) {
        notice(now)
        tasks.deviceSleeps(at: present)
    }
}

extension FetchEngine {
    /// Leaves a transfer to the device. If its app is not in the foreground it is discretionary.
    ///
    /// - Throws: `unknownApp`; `vetoed` if the user quit the app; `tooMany` beyond the ``TransferLimits``.
    public mutating func enqueue(
        _ request: TransferRequest, at now: FetchTime
    ) throws(EngineError) -> TransferID {
        try check(request.app)
        if scheduler.apps.isQuit(request.app) { throw .vetoed(request.app, FetchVeto(.quitByUser)) }
        try transfers.checkRoom(for: request.app)
        notice(now)
        var request = request
        if scheduler.device.foregroundApp != request.app { request.isDiscretionary = true }
        return transfers.enqueue(request, at: present)
    }

    /// Ends a transfer that its app wants no more. The host stops it if it is under way.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func cancel(_ transfer: TransferID, at now: FetchTime) throws(EngineError) {
        let index = try transfers.index(of: transfer)
        notice(now)
        transfers.end(index, isNews: false, at: present)
    }

    /// Reports how many bytes the transfer has moved in all. Those of discretionary ones count for the daily budget.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func reportProgress(
        of transfer: TransferID, bytes: Int64, at now: FetchTime
    ) throws(EngineError) {
        let index = try transfers.index(of: transfer)
        notice(now)
        let before = transfers.transfers[index].bytesDone
        transfers.transfers[index].reach(bytes)
        let after = transfers.transfers[index]
        if after.request.isDiscretionary { scheduler.noteTransferred(bytes: after.bytesDone - before) }
    }

    /// Reports that the transfer broke off at that byte. It is resumed there after a while.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func reportInterruption(
        of transfer: TransferID, atByte byte: Int64, at now: FetchTime
    ) throws(EngineError) {
        try reportProgress(of: transfer, bytes: byte, at: now)
        transfers.interrupt(
            try transfers.index(of: transfer), hasNetwork: conditions.network != .none, at: present)
    }

    /// Reports that the transfer has moved all its bytes.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func reportCompletion(of transfer: TransferID, at now: FetchTime) throws(EngineError) {
        try reportProgress(of: transfer, bytes: .max, at: now)
        transfers.end(try transfers.index(of: transfer), isNews: true, at: present)
    }

    /// The state of a transfer.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public func status(of transfer: TransferID) throws(EngineError) -> TransferStatus {
        transfers.transfers[try transfers.index(of: transfer)]
    }

    /// The transfers that have not ended, in the order of enqueuing.
    public var transferStatuses: [TransferStatus] { transfers.transfers }

    func transferConditions(isRadioAwake: Bool, at now: FetchTime) -> TransferConditions {
        TransferConditions(
            device: conditions, isBudgetSpent: isBudgetSpent, isRadioAwake: isRadioAwake,
            now: max(now, present), apps: scheduler.apps)
    }
}
