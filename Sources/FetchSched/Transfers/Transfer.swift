/// One transfer that has not ended: how far it is, what it waits for, and how it ranks.
struct Transfer: Sendable {
    private(set) var number: UInt64
    private(set) var request: TransferRequest
    /// When it is given up.
    private(set) var deadline: Instant
    private(set) var bytesDone: Int64 = 0
    private(set) var isActive = false
    /// Since when it has waited: its enqueuing, or its last stop.
    private(set) var waitingSince: Instant
    /// When it was last started.
    private(set) var startedAt = Instant.distantPast
    /// Since when its conditions hold; nil while they do not.
    private(set) var readySince: Instant?
    /// Until when it is left alone after an interruption.
    private(set) var backoffUntil = Instant.distantPast
    /// Interruptions in a row without progress between.
    private(set) var interruptions = 0
    /// What is no longer waited for, because the deadline nears and it was not seen for long.
    private(set) var needsNoWiFi = false
    private(set) var needsNoPower = false

    /// Where its session is.
    var sessionSlot = -1

    private var bytesAtStart: Int64 = 0
    private var levelAtStart = 0

    init(number: UInt64, _ request: TransferRequest, _ limits: TransferLimits, at now: Instant) {
        self.number = number
        self.request = request
        deadline = now + max(.zero, request.resourceTimeout ?? limits.resourceTimeout)
        waitingSince = now
    }

    var id: TransferID { TransferID(number) }
    var size: Int64 { max(0, request.bytes) }

    // MARK: Conditions

    /// What hinders it at present.
    func obstacles(
        _ conditions: Conditions, refreshAllowed: Bool, _ limits: TransferLimits
    ) -> TransferObstacles {
        var result: TransferObstacles = []
        if conditions.network == .none { result.insert(.noNetwork) }
        guard request.isDiscretionary else { return result }
        if conditions.network == .cellular, !needsNoWiFi { result.insert(.notOnWiFi) }
        if !conditions.isPowered(limits), !needsNoPower { result.insert(.noPower) }
        if conditions.isLow(limits) { result.insert(.lowBattery) }
        if conditions.lowPowerMode { result.insert(.lowPowerMode) }
        if !conditions.refreshAllowed { result.insert(.refreshOff) }
        if !refreshAllowed { result.insert(.refreshOffForApp) }
        return result
    }

    /// When its deadline begins to be near.
    func nears(_ limits: TransferLimits) -> Instant {
        deadline - max(limits.nearing, limits.longest(bytes: size - bytesDone))
    }

    /// No longer waits for what was not seen for long, if the deadline is near. That lasts, so that a glimpse of Wi-Fi
    /// does not undo it.
    mutating func relax(_ history: ConditionHistory, _ limits: TransferLimits, at now: Instant) {
        let relaxed = relaxed(history, limits, at: now)
        needsNoWiFi = relaxed.noWiFi
        needsNoPower = relaxed.noPower
    }

    /// When it next gives up waiting for something, if the conditions stay as they are; `now` if it has not taken note
    /// of that yet.
    func relaxes(_ history: ConditionHistory, _ limits: TransferLimits, at now: Instant) -> Instant? {
        guard request.isDiscretionary, !(needsNoWiFi && needsNoPower) else { return nil }
        let near = max(now, nears(limits))
        func change(_ sighting: ConditionHistory.Sighting) -> Instant {
            guard let missing = sighting.missing(for: limits.relaxAfter) else { return .distantFuture }
            let relaxed = relaxed(history, limits, at: max(near, missing))
            let isChange = relaxed.noWiFi != needsNoWiFi || relaxed.noPower != needsNoPower
            return isChange ? max(near, missing) : .distantFuture
        }
        let next = min(change(history.wifi), change(history.power), change(history.both))
        return next < .distantFuture ? next : nil
    }

    private func relaxed(
        _ history: ConditionHistory, _ limits: TransferLimits, at moment: Instant
    ) -> (noWiFi: Bool, noPower: Bool) {
        guard request.isDiscretionary, nears(limits) <= moment else { return (needsNoWiFi, needsNoPower) }
        let noWiFi = history.wifi.isMissing(for: limits.relaxAfter, at: moment)
        let noPower = history.power.isMissing(for: limits.relaxAfter, at: moment)
        // Where each is seen, but never both, energy is given up rather than the user's data.
        let never = !noWiFi && history.both.isMissing(for: limits.relaxAfter, at: moment)
        return (needsNoWiFi || noWiFi, needsNoPower || noPower || never)
    }

    /// Takes note of whether its conditions hold.
    mutating func note(isReady: Bool, at now: Instant) {
        readySince = isReady ? readySince ?? now : nil
    }

    /// Until when it waits for others to wake the radio.
    func startsBy(_ limits: TransferLimits, at now: Instant) -> Instant {
        guard request.isDiscretionary else { return .distantPast }
        return min((readySince ?? now) + limits.patience, deadline - limits.longest(bytes: size - bytesDone))
    }

    /// When it may start if its conditions hold.
    func startsAt(_ limits: TransferLimits, radioIsAwake: Bool, at now: Instant) -> Instant {
        radioIsAwake ? backoffUntil : max(backoffUntil, startsBy(limits, at: now))
    }

    // MARK: Rank

    /// How it ranks among the others at present.
    func rank(_ limits: TransferLimits, at now: Instant) -> TransferRank {
        TransferRank(level: level(limits, at: now), deadline: deadline, number: number)
    }

    /// What it counts among the transfers at present, in half priorities.
    func level(_ limits: TransferLimits, at now: Instant) -> Int {
        let own = 2 * Int(request.priority.rawValue) + (request.isDiscretionary ? 0 : 1)
        let turns = turns(limits, at: now)
        return isActive ? (turns > 0 ? own : levelAtStart) : own + Int(turns)
    }

    /// When its level next changes by itself.
    func levelChanges(_ limits: TransferLimits, at now: Instant) -> Instant {
        turnsBegin(at: now) + limits.turn * (turns(limits, at: now) + 1)
    }

    private func turns(_ limits: TransferLimits, at now: Instant) -> Int64 {
        min(max(.zero, now - turnsBegin(at: now)).milliseconds / limits.turn.milliseconds, 1 << 30)
    }

    /// Waiting for Wi-Fi or power does not count: it is not the others that keep it waiting then.
    private func turnsBegin(at now: Instant) -> Instant {
        isActive ? startedAt : max(waitingSince, readySince ?? now)
    }

    // MARK: Changes

    mutating func start(_ limits: TransferLimits, at now: Instant) {
        levelAtStart = level(limits, at: now)
        bytesAtStart = bytesDone
        startedAt = now
        isActive = true
    }

    mutating func stop(at now: Instant) {
        guard isActive else { return }
        isActive = false
        waitingSince = now
    }

    /// It came as far as that byte. It never goes back, nor beyond its end.
    mutating func reach(_ bytes: Int64) {
        bytesDone = min(max(bytesDone, bytes), size)
    }

    /// It was interrupted, and is left alone for a while.
    mutating func interrupt(_ limits: TransferLimits, at now: Instant) {
        if bytesDone > bytesAtStart { interruptions = 0 }
        let wait = min(limits.firstRetry * (1 << Int64(min(interruptions, 40))), limits.longestRetry)
        interruptions += interruptions < 1000 ? 1 : 0
        backoffUntil = now + wait
    }

    /// What interrupted it was not its own fault.
    mutating func pardon() {
        interruptions = 0
        backoffUntil = .distantPast
    }

    /// The clock was set back.
    mutating func move(from old: Instant, to new: Instant) {
        deadline = deadline.moved(from: old, to: new)
        waitingSince = waitingSince.moved(from: old, to: new)
        startedAt = startedAt.moved(from: old, to: new)
        backoffUntil = backoffUntil.moved(from: old, to: new)
        readySince = readySince.map { $0.moved(from: old, to: new) }
    }
}

extension Transfer: SnapshotElement {
    static var blank: Transfer { Transfer(number: 0, .blank, TransferLimits(), at: .epoch) }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&number)
        try coder.code(&request)
        try coder.code(&deadline)
        try coder.code(&bytesDone)
        try coder.code(&isActive)
        try coder.code(&waitingSince)
        try coder.code(&startedAt)
        try coder.code(&readySince)
        try coder.code(&backoffUntil)
        try coder.code(&interruptions, in: 0...1000)
        try coder.code(&needsNoWiFi)
        try coder.code(&needsNoPower)
        try coder.code(&bytesAtStart)
        try coder.code(&levelAtStart, in: 0...1 << 30 + 5)
        try coder.check(bytesDone >= 0 && bytesDone <= size && bytesAtStart >= 0 && bytesAtStart <= bytesDone)
    }
}
