/// The whole state as bytes, and back.
extension Scheduler {
    /// Everything that the scheduler has learned and is doing, for ``init(restoring:configuration:)``.
    ///
    /// The same state gives the same bytes on every platform. The configuration is not among them, nor what only a
    /// simulation knows of the time to come; docs/snapshots.md has the format.
    ///
    /// - Complexity: O(apps); about 4 bytes an app that was never used.
    public func snapshot() -> [UInt8] {
        var writer = SnapshotFrame.begin(configuration, at: latest)
        SnapshotFrame.add(SnapshotTag.scheduler, self, to: &writer)
        return SnapshotFrame.finish(&writer)
    }

    /// Makes the scheduler that wrote `snapshot`: with the same configuration it decides from then on as that one
    /// would have, to the last bit. Fetches that were under way still are, until they are completed or run into their
    /// limit.
    ///
    ///     let bytes = scheduler.snapshot()
    ///     var restored = try Scheduler(restoring: bytes, configuration: scheduler.configuration)
    ///
    /// - Parameters:
    ///   - snapshot: the bytes.
    ///   - configuration: the host's. It need not be the one before: a budget or a radio's costs may have changed. See
    ///     ``Configuration/snapshotDigest`` for what may not.
    /// - Throws: ``SnapshotError``, whatever the bytes are.
    /// - Complexity: O(bytes).
    public init(
        restoring snapshot: [UInt8], configuration: Configuration = Configuration()
    ) throws(SnapshotError) {
        var reader = try SnapshotFrame.open(snapshot, configuration)
        self.init(configuration: configuration)
        try SnapshotFrame.read(SnapshotTag.scheduler, into: &self, &reader)
        try SnapshotFrame.close(&reader)
    }

    /// Another part of an engine knows that the user quit the app: as if that had been observed, but for what is learned at
    /// the end of a use.
    mutating func agreeOnQuit(of app: Int) {
        if foreground == app { foreground = nil }
        apps[basics: app].quit = true
        endProcess(of: app)
    }

    /// Learns that the host's process ended and began again, after the scheduler was restored: the fetches under way
    /// ended with it. They are forgotten as if they had not been started, since the apps' sources are not to blame.
    ///
    /// - Complexity: O(apps).
    public mutating func hostRestarted(at now: Instant) {
        notice(now)
        if let foreground { observe(.endOfUse(AppID(foreground)), at: now) }
        for app in apps.indices where apps.hasState(app) {
            apps[app].fetchStart.moment = nil
            apps[app].expired = false
            apps[app].isRunning = false
            running.remove(app)
            expiredApps.remove(app)
        }
        processes.endAll()
        (runningFetches, expiredFetches) = (0, 0)
        ownWakeup = false
        plan = .unknown
    }
}

/// The parts of a snapshot, in their order.
enum SnapshotTag {
    static let scheduler: UInt8 = 1
    static let engine: UInt8 = 2
    static let pushes: UInt8 = 3
    static let locations: UInt8 = 4
    static let tasks: UInt8 = 5
    static let transfers: UInt8 = 6
}

extension Scheduler: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try codeApps(&coder)
        try coder.code(any: &valueJoules)
        try coder.code(&forecast)
        try coder.code(&conditions)
        try coder.code(&radio)
        try coder.code(&foreground, below: apps.count)
        try processes.code(&coder, below: apps.count)
        try running.code(&coder, below: apps.count)
        try active.code(&coder, below: apps.count)
        try coder.code(&random)
        try coder.code(&contentHours)
        try coder.code(&contentPrior)
        try coder.code(&contentCalibration)
        try coder.code(&othersCosts)
        try expiredApps.code(&coder, below: apps.count)
        try coder.code(&ledger)
        try coder.code(&bytesSpent)
        try coder.code(&joulesControl)
        try coder.code(&bytesControl)
        try coder.code(&requestsSpent)
        try coder.code(&requestsControl)
        try coder.code(&latest)
        try coder.code(&plan)
        try coder.code(&ownWakeup)
        try coder.code(&batchCursor, in: 0...2 * apps.count)
        try coder.code(&lastDecision)
        if Coder.isReader { try countUp(&coder) }
    }

    /// Each app as it was registered, and the rest of its state if there is more to tell.
    private mutating func codeApps<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var count = apps.count
        try coder.code(count: &count)
        if Coder.isReader { apps.removeAll() }
        for app in 0..<count {
            var interval = Coder.isReader ? .never : apps[basics: app].interval
            var lastSync = Coder.isReader ? .distantPast : apps[basics: app].lastSync
            try coder.code(&interval)
            try coder.code(&lastSync)
            let blank = apps.blankEntry(interval, registered: lastSync)
            var entry = Coder.isReader ? blank : apps.entry(app)
            try coder.code(&entry, orBlank: blank)
            if Coder.isReader { apps.append(entry) }
        }
        if Coder.isReader { forecast.grow(to: count) }
    }

    /// What follows from the apps' states, and must agree with them.
    private mutating func countUp<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        if let foreground, apps[basics: foreground].quit { self.foreground = nil }
        for app in apps.indices {
            try coder.check(running[app] == apps[app].fetchStart.moment)
            try coder.check(expiredApps.contains(app) == apps[app].expired)
            runningFetches += apps[app].fetchStart.moment == nil ? 0 : 1
            expiredFetches += apps[app].expired ? 1 : 0
        }
    }
}

extension Scheduler.Plan: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var isKnown = false
        var (wakeup, review): (Instant?, Instant) = (nil, .distantFuture)
        if case .at(let first, let second) = self { (isKnown, wakeup, review) = (true, first, second) }
        try coder.code(&isKnown)
        guard isKnown else {
            self = .unknown
            return
        }
        try coder.code(&wakeup)
        try coder.code(&review)
        self = .at(wakeup, review: review)
    }
}
