/// What the scheduler knows of the radio: until when it is active, and what a transfer now would cost.
struct RadioState: Sendable {
    /// End of the last activity heard of.
    private(set) var activeUntil = Instant.distantPast
    /// Mean length of the activities that the host reported, in seconds.
    private(set) var meanActivity = 0.5

    /// Longest activity believed; a host or a clock that was wrong once is corrected after that time.
    private static var longestActivity: TimeSpan { .hours(1) }

    mutating func active(from now: Instant, until end: Instant) {
        let end = min(max(now, end), now + Self.longestActivity)
        if activeUntil - now > Self.longestActivity { activeUntil = end }
        activeUntil = max(activeUntil, end)
        meanActivity += 0.05 * (min((end - now).seconds, 30) - meanActivity)
    }

    mutating func transferred(until end: Instant) {
        activeUntil = max(activeUntil, end)
    }

    /// Whether a transfer now needs no wakeup.
    func isAwake(at now: Instant, _ costs: RadioCosts) -> Bool {
        activeUntil != .distantPast && (now - activeUntil).seconds < costs.tailSeconds
    }

    /// Marginal energy of a transfer of that length now, given that the radio is awake.
    ///
    /// What overlaps with an activity under way costs nothing more. Beyond it, the radio would be in its tail:
    /// if it stays awake for the next activity anyway (`continues`) the transfer costs only the difference in
    /// power; else it also begins the tail anew.
    func awakeCost(seconds: Double, at now: Instant, continues: Bool, _ costs: RadioCosts) -> Double {
        let overlap = max(0, (activeUntil - now).seconds)
        let beyond = max(0, seconds - overlap)
        if beyond == 0 { return 0 }
        if continues { return max(0, costs.activeWatts - costs.tailWatts) * beyond }
        let elapsed = max(0, (now - activeUntil).seconds)
        return costs.activeWatts * beyond + costs.tailWatts * min(elapsed, costs.tailSeconds)
    }

    /// Marginal energy of a transfer of that length that begins with a typical activity of others.
    func sharedCost(seconds: Double, _ costs: RadioCosts) -> Double {
        max(0, costs.activeWatts - costs.tailWatts) * max(0, seconds - meanActivity)
    }
}
