import FetchSched

/// A run of the program that the system granted.
struct GrantedRun: Sendable {
    let start: FetchTime
    let end: FetchTime
    /// Whether the program requested the run; false if a push caused it.
    let isRequested: Bool
    var hasStarted = false
    var hasFetched = false

    /// When the run starts or, if it has started, ends.
    var change: FetchTime { hasStarted ? end : start }
}

/// Runs that the system grants a program which cannot wake the device: it asks for one after each run and each use, and gets
/// the first that the trace has from then on.
extension DeviceSimulation {
    /// The device is awake for work of the system, which uses the radio under every policy and is charged to none. A
    /// run starts after that.
    mutating func offerRun(of span: TimeSpan, at now: FetchTime) {
        let start = origin.following(startActivity(rules.request(bringing: 0), at: now).end)
        if runWantedFrom == .distantPast { askForRun(at: origin) }
        guard foreground == nil, granted == nil, let from = runWantedFrom, from <= now else { return }
        granted = GrantedRun(start: start, end: start + span, isRequested: true)
    }

    mutating func startOrEndRun(at now: FetchTime) {
        guard let run = granted else { return }
        guard !run.hasStarted else { return endRun(at: now) }
        guard foreground == nil else { return granted = nil }
        granted?.hasStarted = true
        if callsEngine { engine.granted(until: run.end, at: now) }
        // A rival rides on the system's activity.
        if !engineDecides { rival.observe(.radio(.other, until: now), at: now) }
    }

    /// The program has no more to do, or its time is over: the system stops it.
    mutating func endRun(at now: FetchTime) {
        guard let run = granted, run.hasStarted else { return }
        granted = nil
        if foreground == nil, !running.isEmpty {
            if callsEngine { engine.hostRestarted(at: now) }
            for fetch in running { stopFetch(of: fetch.app, at: now) }
        } else if callsEngine {
            engine.granted(until: now, at: now)
        }
        // A rule that cannot decide which runs pay would request all: runs without a fetch are not charged to it.
        if run.isRequested, now >= scoredFrom, run.hasFetched || engineDecides {
            metrics.runs += 1
            if !run.hasFetched { metrics.bill.runJoules += rules.power.costs.runJoules }
        }
        askForRun(at: now)
    }

    /// The program asks for its next run: a rival for the first time at which it would wake the device, or ride on its activity.
    mutating func askForRun(at now: FetchTime) {
        guard trace.grantsRuns else { return }
        if engineDecides { return runWantedFrom = engine.nextRun(after: now) }
        let wakeup = rival.policy.nextWakeup(after: now) ?? .distantFuture
        let from = min(wakeup, rival.policy.usesRadioFrom)
        runWantedFrom = from < .distantFuture ? from : nil
    }
}
