/// Runs that the system grants: when to request one, and what a fetch in it costs.
///
/// A program that cannot wake the device requests a run from its system and gets one at that time or later. The device
/// is awake then, so a fetch costs its own energy without a wakeup's. Each run is a free moment, from which the waiting
/// rule learns when the next one comes.
extension Scheduler {
    /// A program requests a run once a day at least, as forecasts may be wrong.
    private static var longestWait: TimeSpan { .days(1) }
    /// An app that may not be fetched within this time needs no run.
    private static var reach: TimeSpan { .days(7) }
    /// No system lets a program run longer in the background than this.
    private static var longestRun: TimeSpan { .hours(1) }
    /// Share of the runs for which the system has to start the program. Of 0, a half and 1, a half gained most on each
    /// third of 144 single apps of the data sets.
    private static var startedShare: Double { 0.5 }

    /// Starts a run until `end`, in place of the former one. A run of no length only ends the former one.
    mutating func grant(until end: FetchTime, at now: FetchTime) {
        notice(now)
        phone.runEnd = min(max(end, device.now), device.now + Self.longestRun)
        guard phone.runEnd > device.now else { return }
        phone.runLength = phone.runEnd - device.now
        costs.startAllProcesses(&apps)
        // How long the radio is active is not known. A run is longer.
        observe(.radio(.other, until: now), at: now)
    }

    @inline(__always)  // A call copies the scheduler.
    func isRunGranted(at now: FetchTime) -> Bool { now < phone.runEnd }

    /// How long the app's fetch takes, if it has to share a run's time; 1 s elsewhere. Nil if it would not end in time.
    @inline(__always)  // A call copies the scheduler.
    func secondsInRun(_ app: Int, _ value: FetchValue, at now: FetchTime) -> Double? {
        guard isRunGranted(at: now) else { return 1 }
        let estimate = costs.estimate(
            app, apps, somethingNew: value.somethingNew, inUse: device.foreground != nil)
        guard estimate.seconds <= (phone.runEnd - now).seconds else { return nil }
        return max(1e-3, estimate.seconds)
    }

    /// The first time after `now` at which a run would fetch something if nothing happened before, a day ahead at most;
    /// nil if no app may be fetched within a week.
    ///
    /// Low power, a low battery and the lack of a network do not count: the system waits for them to pass.
    ///
    /// - Complexity: O(active apps), up to 150 times.
    func nextRun(after now: FetchTime) -> FetchTime? {
        guard configuration.decidesFetches, now + Self.longestWait < .distantFuture else { return nil }
        var copy = self
        copy.awaitRun(from: now)
        return copy.findRun(after: now)
    }

    /// Makes this copy one on which nothing runs, and nothing but its apps forbids a fetch.
    private mutating func awaitRun(from now: FetchTime) {
        notice(now)
        if device.foreground != nil { endUse(at: now) }
        for app in apps.running {
            endFetch(app, at: now)
            changed(app, at: now)
        }
        costs.startAllProcesses(&apps)
        phone.screenOccasion.end()
        if device.conditions.network == .none { device.learn(.network(.cellular)) }
        device.learn(.lowPowerMode(isOn: false))
        device.learn(.batteryLevel(1))
    }

    private mutating func findRun(after now: FetchTime) -> FetchTime? {
        guard device.conditions.allowFetches(configuration),
            apps.indices.contains(where: { apps.allowedFrom($0) - now <= Self.reach })
        else { return nil }
        return firstRun(after: now, to: now + Self.longestWait)
    }

    /// The first moment from `first` on at which a run would fetch something, `last` at most.
    mutating func firstFreeMoment(from first: FetchTime, to last: FetchTime) -> FetchTime {
        var moment = first
        while moment < last {
            if runPays(at: moment) { return moment }
            moment = ForecastStep.moment(ForecastStep.after(moment + TimeSpan(milliseconds: 1)))
        }
        return last
    }

    /// Whether a run at that time would fetch something whose gain pays for a start of the program. Mutating, as it
    /// advances a copy.
    private mutating func runPays(at moment: FetchTime) -> Bool {
        notice(moment)
        // A source that takes longer than the last run is no reason for one.
        phone.runEnd = moment + (phone.runLength ?? configuration.fetchLimit)
        updateValue(at: moment)
        let start = Self.startedShare * configuration.power.coldStartJoules
        guard !waitsForNetwork(at: moment) else { return false }
        let opportunity = opportunity(at: moment)
        let best = best(opportunity)
        return best.app == nil ? probe(opportunity) != nil : best.advantage >= start
    }
}
