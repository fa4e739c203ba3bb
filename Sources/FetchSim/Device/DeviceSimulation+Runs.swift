import FetchSched

/// A run of the program that the system granted.
struct GrantedRun: Sendable {
    let end: Instant
    /// Whether the program was started for it, and has fetched nothing yet.
    var isInVain: Bool
}

/// Runs that the system grants a program which cannot wake the device: it asks for one after each run and each use, and gets
/// the first that the trace has from then on.
extension DeviceSimulation {
    /// The device is awake for work of the system, and uses the radio for it: whatever the policy, and at nobody's charge.
    mutating func offerRun(of span: TimeSpan, at now: Instant) {
        let activeUntil = beginActivity(rules.request(bringing: 0), at: now).end
        if runAskedFrom == .distantPast { askForRun(at: origin) }
        guard foreground == nil, let from = runAskedFrom, from <= now else { return }
        if now >= scoredFrom { metrics.runs += 1 }
        grant(until: now + span, isInVain: true, at: now)
        // A rival rides on the system's activity.
        if !engineDecides { rival.observe(.radio(.other, until: origin.following(activeUntil)), at: now) }
    }

    /// Begins a run, in place of one that would end sooner.
    mutating func grant(until end: Instant, isInVain: Bool = false, at now: Instant) {
        let end = max(end, granted?.end ?? end)
        granted = GrantedRun(end: end, isInVain: isInVain)
        if asksEngine { engine.granted(until: end, at: now) }
    }

    /// The program has no more to do, or its time is over: the system stops it.
    mutating func endRun(at now: Instant) {
        guard let run = granted else { return }
        granted = nil
        if foreground == nil, !running.isEmpty {
            if asksEngine { engine.hostRestarted(at: now) }
            for fetch in running { stopFetch(of: fetch.app, at: now) }
        } else if asksEngine {
            engine.granted(until: now, at: now)
        }
        if run.isInVain, now >= scoredFrom { metrics.bill.runJoules += rules.power.costs.runJoules }
        askForRun(at: now)
    }

    /// The program asks for its next run: a rival for the first time at which it would wake the device, or ride on its activity.
    mutating func askForRun(at now: Instant) {
        guard trace.grantsRuns else { return }
        if engineDecides { return runAskedFrom = engine.nextRun(after: now) }
        let wakeup = rival.policy.nextWakeup(after: now) ?? .distantFuture
        let from = min(wakeup, rival.policy.usesRadioFrom)
        runAskedFrom = from < .distantFuture ? from : nil
    }
}
