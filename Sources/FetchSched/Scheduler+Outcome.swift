/// How fetches end, and what is learned from it.
extension Scheduler {
    /// Reports how a fetch ended.
    ///
    /// - Parameters:
    ///   - app: the app that was fetched.
    ///   - outcome: what the fetch found.
    ///   - bytes: bytes transferred.
    ///   - joules: energy that the fetch took beyond what the device would have spent anyway, if the host can
    ///     measure it; it corrects the estimates for this app.
    ///   - now: the present time.
    /// - Throws: `unknownApp`; `noFetchRunning` if the fetch was never started, has been completed, or ran into
    ///   its limit.
    /// - Complexity: O(log fetches under way).
    public mutating func complete(
        _ app: AppID, _ outcome: FetchOutcome, bytes: Int64 = 0, joules: Double? = nil, at now: Instant
    ) throws(SchedulerError) {
        guard apps.indices.contains(app.index) else { throw .unknownApp(app) }
        // A host that is wrong about that may be wrong about the time as well: nothing is taken note of.
        guard apps[app.index].fetchStart.moment != nil else { throw .noFetchRunning(app) }
        notice(now)
        expireFetches(at: now)
        guard let start = apps[app.index].fetchStart.moment else { throw .noFetchRunning(app) }
        endFetch(app.index, at: now)
        bytesSpent += Double(max(0, bytes))
        ledger.charge(chargedJoules(bytes: Double(bytes), seconds: (now - start).seconds))
        if outcome != .failed {
            learnCosts(of: app.index, outcome, bytes: bytes, joules: joules, seconds: (now - start).seconds)
        }
        learn(outcome, bytes: bytes, of: app.index, copiedAt: start)
        if outcome == .failed {
            backOff(app.index, at: now)
        } else {
            apps[app.index].failures = 0
            apps[app.index].strikes -= apps[app.index].strikes > 0 ? 1 : 0
        }
        if outcome == .newData { apps[app.index].prefetchedBytes = Float(min(max(0, bytes), 1 << 40)) }
    }

    /// A fetch that ran past its limit and is to be stopped; nil if there is none (any more). Ask again until
    /// nil. It counts as failed and as a strike, which doubles the app's waits after failures until it is
    /// forgiven by a success.
    ///
    /// - Complexity: O(1) if none has expired, else O(log fetches under way).
    public mutating func nextExpired(at now: Instant) -> AppID? {
        notice(now)
        expireFetches(at: now)
        guard expiredFetches > 0 else { return nil }
        guard let app = expiredApps.next(from: 0) else { return nil }
        apps[app].expired = false
        expiredFetches -= 1
        expiredApps.remove(app)
        return AppID(app)
    }

    /// Fetches that ran past the limit have failed.
    mutating func expireFetches(at now: Instant) {
        while let first = running.first, now - first.due > configuration.fetchLimit {
            running.remove(first.number)
            ending.insert(first.number)
        }
        // In the order of the apps, as their back-offs draw from one generator.
        while let app = ending.next(from: 0) {
            ending.remove(app)
            endFetch(app, at: now)
            if conditions.network != .none { strike(app) }
            if !apps[app].expired { expiredFetches += 1 }
            apps[app].expired = true
            expiredApps.insert(app)
            backOff(app, at: now)
        }
    }

    /// The app's process is gone, and with it its fetch: nothing is learned from that, and the app is not to blame. A fetch
    /// that was past its limit by then is expired before.
    mutating func abandonFetch(of app: Int, at now: Instant) {
        if apps[app].fetchStart.moment != nil { endFetch(app, at: now) }
    }

    /// Remembers that the app's fetches may run past the limit: it takes longer than thought.
    private mutating func strike(_ app: Int) {
        let bytes = Double(apps[app].costs.completed(by: othersCosts).bytes)
        let slowness =
            configuration.fetchLimit.seconds
            / FetchCosts.plainSeconds(
                bytes: bytes, configuration.radio, configuration.power)
        apps[app].costs.learn(slowness: min(slowness, 10), weight: Self.ownWeight)
        apps[app].strikes += apps[app].strikes < 6 ? 1 : 0
    }

    private mutating func endFetch(_ app: Int, at now: Instant) {
        if let start = apps[app].fetchStart.moment {
            ledger.fetch(from: start, until: now, configuration.radio)
        }
        apps[app].fetchStart.moment = nil
        runningFetches -= 1
        running.remove(app)
        apps[app].lastEnd.moment = now
        apps[app].lastFetch.moment = now
        radio.transferred(until: now)
        plan = .unknown
    }

    private mutating func learnCosts(
        of app: Int, _ outcome: FetchOutcome, bytes: Int64, joules: Double?, seconds: Double
    ) {
        let radio = configuration.radio
        let transfer = max(0, seconds - Double(apps[app].promotionSeconds))
        let slowness =
            transfer
            / max(
                1e-3,
                FetchCosts.plainSeconds(
                    bytes: Double(max(0, bytes)), radio, configuration.power))
        apps[app].costs.learn(slowness: slowness, weight: Self.ownWeight)
        othersCosts.learn(slowness: slowness, weight: Self.sharedWeight)
        if outcome == .newData { learnSize(of: app, bytes: bytes) }
        let expected = Double(apps[app].expectedJoules)
        if let joules, joules > 0, expected > 0 {
            apps[app].costs.learn(energyFactor: joules / expected, weight: Self.ownWeight)
            othersCosts.learn(energyFactor: joules / expected, weight: Self.sharedWeight)
        }
    }

    /// Learns the size of an app's content.
    mutating func learnSize(of app: Int, bytes: Int64) {
        apps[app].costs.learn(bytes: Double(bytes), weight: Self.ownWeight)
        othersCosts.learn(bytes: Double(bytes), weight: Self.sharedWeight)
    }

    /// Weight of a new fetch beside the app's earlier ones, and beside all apps' earlier ones.
    private static var ownWeight: Float { 0.2 }
    private static var sharedWeight: Float { 0.02 }

    /// Learns what was found in the source of `app` by a look at `moment`.
    mutating func learn(_ outcome: FetchOutcome, bytes: Int64, of app: Int, copiedAt moment: Instant) {
        guard outcome != .failed else { return }
        apps[app].silentLooks = outcome == .newData ? 0 : min(apps[app].silentLooks, .max - 1) + 1
        let told = apps[app].announced.moment.map { $0 <= moment } ?? false
        if told { apps[app].announced.moment = nil }
        // A look at a moment that is known already (a launch overtook the fetch) says nothing more.
        guard moment > apps[basics: app].lastSync else { return }
        // What was announced has been learned from.
        if !(told && apps[basics: app].announces) { learnContent(outcome == .newData, of: app, at: moment) }
        apps[basics: app].lastSync = moment
    }

    /// Leaves an app alone for a while after a failure. Without a network it is not the app's fault.
    private mutating func backOff(_ app: Int, at now: Instant) {
        guard conditions.network != .none else { return }
        let rule = configuration.backoff
        let doublings = min(Int(apps[app].failures) + Int(apps[app].strikes), 40)
        apps[app].failures += apps[app].failures < 1000 ? 1 : 0
        let wait = min(max(rule.first, .seconds(1)) * (1 << Int64(doublings)), rule.cap)
        let spread = 1 - min(max(rule.jitter, 0), 1) * random.nextUnit()
        apps[app].backoffUntil = now + max(.seconds(wait.seconds * spread), .seconds(1))
    }
}
