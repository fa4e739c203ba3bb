/// The whole state as bytes, and back.
extension Scheduler {
    /// Everything that the scheduler has learned and is doing, for ``init(restoring:configuration:)``.
    ///
    /// Equal states give equal bytes on every platform. The configuration is not among them, nor what only a
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

    /// Learns that the host's process ended and began again, after the scheduler was restored: the fetches under way
    /// ended with it. They are forgotten as if they had not been started, since the apps' sources are not to blame.
    ///
    /// - Complexity: O(apps).
    public mutating func hostRestarted(at now: Instant) {
        notice(now)
        if let app = device.foregroundApp { observe(.endOfUse(app), at: now) }
        let ended = apps.running + apps.expired
        apps.forgetFetches()
        spending.ledger.fetchesUnderWay = 0
        score.limit.releaseAll()
        costs.endAllProcesses(&apps)
        // The others stay due when they were.
        for app in ended { notePolling(of: app, at: now) }
        (isWakeupUnderWay, plan) = (false, .unknown)
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
        try apps.code(&coder)
        if Coder.isReader {
            forecast.setApps(places: apps.count, appCount: apps.appCount)
            if polling.isOn {
                polling.demand.grow(to: apps.count)
                score.limit.share(among: apps.count)
            }
        }
        try coder.code(any: &spending.valueJoules)
        try coder.code(&forecast)
        try coder.code(&device)
        try coder.check(device.foreground.map { apps.indices.contains($0) } ?? true)
        try costs.codeProcesses(&coder, below: apps.count)
        try coder.code(&random)
        try coder.code(&content)
        try costs.codeShared(&coder)
        try coder.code(&spending)
        try score.code(&coder, below: apps.count)
        try coder.code(&plan)
        try coder.code(&isWakeupUnderWay)
        try coder.code(&screenOccasion)
        try coder.code(&score.lastDecision)
        try polling.code(&coder, apps: apps.count)
        guard Coder.isReader else { return }
        spending.ledger.fetchesUnderWay = apps.running.count
        if let app = device.foreground, apps[basics: app].quit { device.endUse() }
    }
}
