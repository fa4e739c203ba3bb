import FetchSched

/// A run of the program that the system granted.
struct GrantedRun: Sendable {
    let begin: FetchTime
    let end: FetchTime
    /// Whether the program had asked for it, and not a push.
    let isAskedFor: Bool
    var hasBegun = false
    var hasFetched = false

    /// When it begins or, if it has begun, ends.
    var change: FetchTime { hasBegun ? end : begin }
}

/// Runs that the system grants a program which cannot wake the device: it asks for one after each run and each use, and gets
/// the first that the trace has from then on.
extension DeviceSimulation {
    /// The device is awake for work of the system, which uses the radio: whatever the policy, and at nobody's charge. A run
    /// begins after that.
    mutating func offerRun(of span: TimeSpan, at now: FetchTime) {
        let begin = origin.following(beginActivity(rules.request(bringing: 0), at: now).end)
        if runAskedFrom == .distantPast { askForRun(at: origin) }
        guard foreground == nil, granted == nil, let from = runAskedFrom, from <= now else { return }
        granted = GrantedRun(begin: begin, end: begin + span, isAskedFor: true)
    }

    mutating func beginOrEndRun(at now: FetchTime) {
        guard let run = granted else { return }
        guard !run.hasBegun else { return endRun(at: now) }
        guard foreground == nil else { return granted = nil }
        granted?.hasBegun = true
        if asksEngine { engine.granted(until: run.end, at: now) }
        // A rival rides on the system's activity.
        if !engineDecides { rival.observe(.radio(.other, until: now), at: now) }
    }

    /// The program has no more to do, or its time is over: the system stops it.
    mutating func endRun(at now: FetchTime) {
        guard let run = granted, run.hasBegun else { return }
        granted = nil
        if foreground == nil, !running.isEmpty {
            if asksEngine { engine.hostRestarted(at: now) }
            for fetch in running { stopFetch(of: fetch.app, at: now) }
        } else if asksEngine {
            engine.granted(until: now, at: now)
        }
        // A rule that cannot say when a run is worth it would ask for all: it is not charged those in which it fetches nothing.
        if run.isAskedFor, now >= scoredFrom, run.hasFetched || engineDecides {
            metrics.runs += 1
            if !run.hasFetched { metrics.bill.runJoules += rules.power.costs.runJoules }
        }
        askForRun(at: now)
    }

    /// The program asks for its next run: a rival for the first time at which it would wake the device, or ride on its activity.
    mutating func askForRun(at now: FetchTime) {
        guard trace.grantsRuns else { return }
        if engineDecides { return runAskedFrom = engine.nextRun(after: now) }
        let wakeup = rival.policy.nextWakeup(after: now) ?? .distantFuture
        let from = min(wakeup, rival.policy.usesRadioFrom)
        runAskedFrom = from < .distantFuture ? from : nil
    }
}
