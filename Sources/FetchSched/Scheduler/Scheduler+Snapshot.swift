/// The whole state as bytes, and back.
extension Scheduler {
    /// Everything that the scheduler has learned and is doing, for ``init(restoring:configuration:)``.
    ///
    /// The same state gives the same bytes on every platform. The configuration is not among them, nor what only a
    /// simulation knows of the time to come; docs/snapshots.md has the format.
    ///
    /// - Complexity: O(apps); about 4 bytes an app that was never used.
    public func snapshot() -> [UInt8] {
        var writer = SnapshotFrame.begin(configuration, at: device.now)
        SnapshotFrame.add(SnapshotTag.scheduler, self, to: &writer)
        addNumbers(to: &writer)
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
        try readNumbers(&reader)
        try SnapshotFrame.close(&reader)
    }

    /// Another part of an engine knows that the user quit the app: as if that had been observed, but for what is learned at
    /// the end of a use.
    mutating func agreeOnQuit(of app: Int) {
        if device.foreground == app { device.endUse() }
        apps[basics: app].quit = true
        costs.endProcess(of: app, &apps)
    }

    /// Learns that the host's process ended and began again, after the scheduler was restored: the fetches under way
    /// ended with it. They are forgotten as if they had not been started, since the apps' sources are not to blame.
    ///
    /// - Complexity: O(apps).
    public mutating func hostRestarted(at now: Instant) {
        notice(now)
        if let app = device.foregroundApp { observe(.endOfUse(app), at: now) }
        apps.forgetFetches()
        spending.ledger.fetchesUnderWay = 0
        score.limit.releaseAll()
        costs.endAllProcesses(&apps)
        recomputeAllDueTimes(at: now)
        wakeup.finish()
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
    /// Left out where no app was ever removed.
    static let numbers: UInt8 = 7
    /// Left out where there are none.
    static let abandoned: UInt8 = 8
}

extension Scheduler: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try codeApps(&coder)
        try coder.code(any: &spending.valueJoules)
        try coder.code(&forecast)
        try coder.code(&device)
        try coder.check(device.foreground.map { apps.indices.contains($0) } ?? true)
        try costs.codeProcesses(&coder, below: apps.count)
        try apps.codeStarts(&coder)
        try coder.code(&random)
        try coder.code(&content)
        try costs.codeShared(&coder)
        try apps.codeExpired(&coder)
        try coder.code(&spending)
        try score.code(&coder, below: apps.count)
        try wakeup.code(&coder, apps: apps.count)
        try coder.code(&score.lastDecision)
        try polling.code(&coder, apps: apps.count)
        try coder.code(&arrival)
        guard Coder.isReader else { return }
        spending.ledger.fetchesUnderWay = apps.starts.count
        if let app = device.foreground, apps[basics: app].quit { device.endUse() }
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
            let isBlank = try coder.code(&entry, orBlank: blank)
            if Coder.isReader { apps.append(entry, isBlank: isBlank) }
        }
        guard Coder.isReader else { return }
        forecast.grow(to: count)
        guard polling.isOn else { return }
        polling.demand.grow(to: count)
        score.limit.share(among: count)
    }
}
