import FetchSched

/// The bursts of the radio while an app is in the foreground: more of them than of all else that happens.
extension DeviceSimulation {
    mutating func burst(at now: FetchTime) {
        let next = now + rules.burstPeriod
        foreground?.nextBurst = next
        radioActivity(.user, rules.burst(at: radio.bytesPerSecond), at: now)
    }

    /// Skips the next bursts up to and including those at `end`, as far as they concern only the radio.
    ///
    /// Call it when there is nothing to do until ``timer`` unless something happens, such as radio activity. Bursts
    /// before any other event, and before the time from which they matter to the policy, then need no decision.
    /// Each is metered; only the last one is reported to the engine, which shows until when the radio is awake.
    mutating func passBursts(through end: FetchTime) {
        guard let use = foreground, !engineDecides else { return }
        var limit = min(use.end, lineTime, timer, rival.policy.usesRadioFrom)
        limit = min(limit, tasks.nextEnd ?? limit)
        limit = min(limit, end + Self.tick)
        var now = use.nextBurst
        guard now < limit else { return }
        let load = rules.burst(at: radio.bytesPerSecond)
        var (last, activeUntil) = (now, 0.0)
        while now < limit {
            last = now
            activeUntil = startActivity(load, at: now).end
            now = now + rules.burstPeriod
        }
        foreground?.nextBurst = now
        if callsEngine { try? engine.observe(.radio(.user, until: origin.following(activeUntil)), at: last) }
    }
}
