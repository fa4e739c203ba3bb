/// The scheduler's view of the radio: the end of its activity, and the energy of a transfer.
struct RadioState: Sendable, SnapshotCoded {
    /// End of the last activity reported.
    private(set) var activeUntil = FetchTime.distantPast
    /// End of the last activity that was not a fetch of the scheduler's own.
    private var othersUntil = FetchTime.distantPast
    /// When the last activity's transfer started, after its promotion.
    private var transferFrom = FetchTime.distantPast
    /// Mean length of the activities that the host reported, in seconds.
    private(set) var meanActivity = 0.5

    /// Longest activity believed; a host or a clock that was wrong once is corrected after that time.
    private static var longestActivity: TimeSpan { .hours(1) }

    mutating func active(from now: FetchTime, until end: FetchTime, _ costs: RadioCosts) {
        let end = min(max(now, end), now + Self.longestActivity)
        if activeUntil - now > Self.longestActivity { activeUntil = end }
        if othersUntil - now > Self.longestActivity { othersUntil = end }
        if now > activeUntil {
            let pause = activeUntil == .distantPast ? .infinity : (now - activeUntil).seconds
            transferFrom = min(end, now + .seconds(costs.promotion(after: pause).seconds))
        }
        let transferring = max(0, (end - max(now, min(transferFrom, end))).seconds)
        // A host that does not know how long it lasts says nothing about that.
        if transferring > 0 { meanActivity += 0.05 * (min(transferring, 30) - meanActivity) }
        activeUntil = max(activeUntil, end)
        othersUntil = max(othersUntil, end)
    }

    mutating func clockWentBack(to now: FetchTime) {
        activeUntil = min(activeUntil, now)
        othersUntil = min(othersUntil, now)
        transferFrom = min(transferFrom, now)
    }

    mutating func transferred(until end: FetchTime) { activeUntil = max(activeUntil, end) }

    /// Whether a transfer now needs no wakeup.
    func isAwake(at now: FetchTime, _ costs: RadioCosts) -> Bool {
        activeUntil != .distantPast && (now - activeUntil).seconds < costs.tailSeconds
    }

    /// Whether traffic other than fetches woke the radio and it is still awake. Own fetches would chain otherwise.
    func isFree(at now: FetchTime, _ costs: RadioCosts) -> Bool {
        othersUntil != .distantPast && (now - othersUntil).seconds < costs.tailSeconds
    }

    /// First time at which a transfer needs a wakeup; in the past if no activity was reported.
    func asleepFrom(_ costs: RadioCosts) -> FetchTime {
        activeUntil == .distantPast ? .distantPast : activeUntil + .seconds(costs.tailSeconds)
    }

    private func promotionSeconds(at now: FetchTime, _ costs: RadioCosts) -> Double {
        if activeUntil == .distantPast { return costs.promotion.seconds }
        // An activity under way may be waking up itself.
        if now <= activeUntil { return max(0, (min(transferFrom, activeUntil) - now).seconds) }
        return costs.promotion(after: (now - activeUntil).seconds).seconds
    }

    /// How long a transfer that started now would wait for its turn, in seconds: for the radio to become active, and
    /// for the bytes of the activity under way, with which its latency overlaps.
    func waitSeconds(at now: FetchTime, _ costs: RadioCosts) -> Double {
        max(promotionSeconds(at: now, costs), (activeUntil - now).seconds - costs.requestSeconds)
    }

    /// Place of a transfer that started now, with the radio awake.
    func place(
        at now: FetchTime, _ outlook: NextEventModel.Outlook, _ costs: borrowing RadioCosts
    ) -> TransferPlace {
        let overlap = max(0, (activeUntil - max(now, transferFrom)).seconds)
        return TransferPlace(overlap: overlap, elapsed: max(0, (now - activeUntil).seconds), outlook, costs)
    }

    /// Place of a transfer that started with the next activity of others.
    func laterPlace(_ outlook: NextEventModel.Outlook, _ costs: borrowing RadioCosts) -> TransferPlace {
        TransferPlace(overlap: meanActivity, elapsed: 0, outlook, costs)
    }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&activeUntil, &othersUntil, &transferFrom)
        try coder.code(&meanActivity, in: 0...30)
    }
}
