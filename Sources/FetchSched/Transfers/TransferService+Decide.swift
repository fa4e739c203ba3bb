extension TransferService {
    /// What to do now; nil if nothing (any more). Ask until nil, after every event and every change of the conditions.
    ///
    /// - Parameters:
    ///   - conditions: the device's circumstances.
    ///   - radioIsAwake: whether the radio is awake for another reason, so that a transfer needs no wakeup. While
    ///     transfers are under way it is awake anyway.
    ///   - now: the present time.
    /// - Complexity: O(log transfers), amortised. Each change of the circumstances takes that for each transfer, and so
    ///   does each ``TransferLimits/turn`` for each transfer that could start.
    public mutating func nextAction(
        _ conditions: Conditions, radioIsAwake: Bool, at now: Instant
    ) -> TransferAction? {
        notice(now)
        settle(conditions)
        guard let action = decide(radioIsAwake: radioIsAwake, at: clock.now) else { return nil }
        switch action {
        case .giveUp(let slot):
            let id = line.transfers[slot].id
            end(slot, isNews: true)
            return .giveUp(id)
        case .pause(let slot):
            stop(slot)
            return .pause(line.transfers[slot].id)
        case .start(let slot):
            line.change(slot) { $0.start(limits, at: clock.now) }
            return .start(line.transfers[slot].id, fromByte: line.transfers[slot].bytesDone)
        case .wake(let slot):
            let session = sessions[slot]
            sessions.remove(slot, &apps[session.app.index])
            return .wake(session.app, session: session.session)
        }
    }

    /// When to call ``nextAction(_:radioIsAwake:at:)`` if nothing else happens before: `now` if something is to be
    /// done, nil if never. Reckons with a radio that stays asleep.
    ///
    /// - Complexity: O(1) if ``nextAction(_:radioIsAwake:at:)`` has said nil since the last change, else
    ///   O(n log n) in the transfers.
    public func nextTime(_ conditions: Conditions, at now: Instant) -> Instant? {
        nextTime(conditions, radioAwakeUntil: .distantPast, at: now)
    }

    /// The same with a radio that is awake until `asleep` for other reasons: what was left alone for a while may start
    /// before that without a wakeup of its own.
    func nextTime(_ conditions: Conditions, radioAwakeUntil asleep: Instant, at now: Instant) -> Instant? {
        guard !isEmpty else { return nil }
        let present = max(now, clock.now)
        let next = settled(conditions, at: present) { $0.nextChange(radioAwakeUntil: asleep, at: present) }
        return next.map { max($0, now) }
    }

    private func nextChange(radioAwakeUntil asleep: Instant, at present: Instant) -> Instant? {
        if decide(radioIsAwake: false, at: present) != nil { return .distantPast }
        var next = Instant.distantFuture
        func heed(_ heap: DeadlineHeap, before end: Instant = .distantFuture) {
            if let due = heap.first?.due, due < end { next = min(next, due) }
        }
        heed(line.deadlines)
        heed(line.relaxing)
        // While the radio is awake for transfers, those that wait for it are kept from starting by nothing but others.
        let isAwake = isAwake(false, at: present)
        if !isAwake { heed(line.starts) }
        heed(line.backoffs, before: isAwake ? .distantFuture : asleep)
        if activeCount < line.count {
            // One may overtake another.
            heed(line.levels)
            if isAwake { heed(line.waitingLevels) }
        }
        return next < .distantFuture ? next : nil
    }

    /// Whether the radio's activity, or a moment that ``nextTime(_:at:)`` does not tell, may let a transfer start: one is
    /// under way, or could be.
    mutating func mayWaitForRadio(_ conditions: Conditions) -> Bool {
        settle(conditions)
        return activeCount > 0 || line.readyCount > 0
    }

    /// What ``nextAction(_:radioIsAwake:at:)`` does, of the slot of a transfer or of a session.
    enum Decision {
        case giveUp(Int), wake(Int), pause(Int), start(Int)
    }

    /// What is to be done next, if nothing has changed since ``settle(_:)``.
    private func decide(radioIsAwake: Bool, at now: Instant) -> Decision? {
        if let slot = line.firstOverdue { return .giveUp(slot) }
        if let slot = sessions.firstDone { return .wake(slot) }
        if let slot = line.firstHalted { return .pause(slot) }
        guard let best = firstInLine(radioIsAwake: radioIsAwake, at: now) else { return nil }
        if activeCount < limits.mostAtOnce { return .start(best.slot) }
        guard let last = line.last, best.rank.level > last.rank.level else { return nil }
        return .pause(last.slot)
    }

    /// The transfer to start first of those that may start now.
    func firstInLine(radioIsAwake: Bool, at now: Instant) -> (slot: Int, rank: TransferRank)? {
        line.first(radioIsAwake: isAwake(radioIsAwake, at: now))
    }

    /// Whether the radio is awake, for another reason or for transfers.
    func isAwake(_ radioIsAwake: Bool, at now: Instant) -> Bool {
        radioIsAwake || activeCount > 0 || lastStop == now
    }
}
