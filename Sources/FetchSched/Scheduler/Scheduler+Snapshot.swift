/// A process that ended and began again.
extension Scheduler {
    /// Learns that the host's process ended and began again, after the scheduler was restored: the fetches under way
    /// ended with it. They are forgotten as if they had not been started, since the apps' sources are not to blame.
    ///
    /// - Complexity: O(apps).
    package mutating func hostRestarted(at now: Instant) {
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
}

extension Scheduler: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try apps.code(&coder)
        if Coder.isReader {
            forecast.setApps(places: apps.count, appCount: apps.appCount)
            if polling.isOn {
                polling.demand.grow(to: apps.count)
                polling.demand.appCount = apps.count
                score.limit.share(among: apps.count)
            }
        }
        try coder.code(any: &spending.valueJoules)
        try coder.code(&forecast)
        try coder.code(&device)
        try coder.check(device.foreground.map { apps.indices.contains($0) } ?? true)
        try costs.code(&coder, below: apps.count)
        try coder.code(&random)
        try coder.code(&content)
        try coder.code(&spending)
        try score.code(&coder, below: apps.count)
        try coder.code(&plan)
        try coder.code(&isWakeupUnderWay)
        try coder.code(&screenOccasion)
        try coder.code(&network)
        try coder.code(&score.lastDecision)
        try polling.code(&coder, apps: apps.count)
        guard Coder.isReader else { return }
        spending.ledger.fetchesUnderWay = apps.running.count
        if let app = device.foreground, apps[basics: app].quit { device.endUse() }
    }
}
