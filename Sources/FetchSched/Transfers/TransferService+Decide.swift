extension TransferService {
    /// What to do now; nil if nothing (any more). Ask until nil, after every event and every change of the conditions.
    ///
    /// - Parameters:
    ///   - conditions: the device's circumstances.
    ///   - radioIsAwake: whether the radio is awake for another reason, so that a transfer needs no wakeup. While
    ///     transfers are under way it is awake anyway.
    ///   - now: the present time.
    /// - Complexity: O(transfers).
    public mutating func nextAction(
        _ conditions: Conditions, radioIsAwake: Bool, at now: Instant
    ) -> TransferAction? {
        notice(now)
        note(conditions)
        guard !isEmpty else { return nil }
        guard let action = decide(conditions, radioIsAwake: radioIsAwake, at: clock.now) else { return nil }
        switch action {
        case .giveUp(let place): return .giveUp(giveUp(place))
        case .pause(let place):
            stop(place)
            return .pause(transfers[place].id)
        case .start(let place):
            transfers[place].start(limits, at: clock.now)
            activeCount += 1
            return .start(transfers[place].id, fromByte: transfers[place].bytesDone)
        case .wake(let place):
            let session = sessions.remove(at: place)
            return .wake(session.app, session: session.session)
        }
    }

    /// When to call ``nextAction(_:radioIsAwake:at:)`` if nothing else happens before: `now` if something is to be
    /// done, nil if never. Reckons with a radio that stays asleep.
    ///
    /// - Complexity: O(transfers).
    public func nextTime(_ conditions: Conditions, at now: Instant) -> Instant? {
        nextTime(conditions, radioAwakeUntil: .distantPast, at: now)
    }

    /// The same with a radio that is awake until `asleep` for other reasons: what was left alone for a while may start
    /// before that without a wakeup of its own.
    func nextTime(_ conditions: Conditions, radioAwakeUntil asleep: Instant, at now: Instant) -> Instant? {
        guard !isEmpty else { return nil }
        let present = max(now, clock.now)
        if decide(conditions, radioIsAwake: false, at: present) != nil { return now }
        var next = Instant.distantFuture
        for place in transfers.indices {
            let transfer = transfers[place]
            next = min(
                next, transfer.deadline, transfer.relaxes(history, limits, at: present) ?? .distantFuture)
            guard transfer.isActive || isReady(place, conditions) else { continue }
            if !transfer.isActive, transfer.backoffUntil > present, transfer.backoffUntil < asleep {
                next = min(next, transfer.backoffUntil)
            }
            let start = transfer.isActive ? present : startsAt(place, radioIsAwake: false, at: present)
            if start > present {
                next = min(next, start)
            } else if activeCount < transfers.count {
                // It may be overtaken, or overtake another.
                let change = transfer.levelChanges(limits, at: present)
                if change > present { next = min(next, change) }
            }
        }
        return next < .distantFuture ? max(next, now) : nil
    }

    /// Whether the radio's activity, or a moment that ``nextTime(_:at:)`` does not tell, may let a transfer start: one is
    /// under way, or could be.
    mutating func mayWaitForRadio(_ conditions: Conditions) -> Bool {
        if activeCount > 0 { return true }
        for place in transfers.indices where isReady(place, conditions) { return true }
        return false
    }

    /// What ``nextAction(_:radioIsAwake:at:)`` does, of a place in `transfers` or in `sessions`.
    enum Decision {
        case giveUp(Int), wake(Int), pause(Int), start(Int)
    }

    /// What is to be done next.
    func decide(_ conditions: Conditions, radioIsAwake: Bool, at now: Instant) -> Decision? {
        if let place = transfers.firstIndex(where: { $0.deadline <= now }) { return .giveUp(place) }
        if let place = sessions.firstIndex(where: { $0.open == 0 && !apps[$0.app.index].quit }) {
            return .wake(place)
        }
        for place in transfers.indices where transfers[place].isActive && !isReady(place, conditions) {
            return .pause(place)
        }
        guard let best = firstInLine(conditions, radioIsAwake: radioIsAwake, at: now) else { return nil }
        if activeCount < limits.mostAtOnce { return .start(best) }
        guard let last = lastUnderWay(at: now),
            transfers[best].level(limits, at: now) > transfers[last].level(limits, at: now)
        else { return nil }
        return .pause(last)
    }

    /// The transfer to start first of those that may start now.
    func firstInLine(_ conditions: Conditions, radioIsAwake: Bool, at now: Instant) -> Int? {
        var best: Int?
        for place in transfers.indices where !transfers[place].isActive && isReady(place, conditions) {
            guard startsAt(place, radioIsAwake: radioIsAwake, at: now) <= now else { continue }
            if let other = best, !comesBefore(place, other, at: now) { continue }
            best = place
        }
        return best
    }

    /// When a transfer whose conditions hold may start.
    func startsAt(_ place: Int, radioIsAwake: Bool, at now: Instant) -> Instant {
        let isAwake = radioIsAwake || activeCount > 0 || lastStop == now
        let transfer = transfers[place]
        return isAwake
            ? transfer.backoffUntil : max(transfer.backoffUntil, transfer.startsBy(limits, at: now))
    }

    /// The transfer under way that ranks last.
    private func lastUnderWay(at now: Instant) -> Int? {
        var last: Int?
        for place in transfers.indices where transfers[place].isActive {
            if let other = last, comesBefore(place, other, at: now) { continue }
            last = place
        }
        return last
    }

    /// Whether the left one ranks before the right one.
    private func comesBefore(_ left: Int, _ right: Int, at now: Instant) -> Bool {
        let (one, other) = (transfers[left], transfers[right])
        let (level, otherLevel) = (one.level(limits, at: now), other.level(limits, at: now))
        if level != otherLevel { return level > otherLevel }
        return one.deadline != other.deadline ? one.deadline < other.deadline : one.number < other.number
    }

    private mutating func giveUp(_ place: Int) -> TransferID {
        let id = transfers[place].id
        end(place, isNews: true)
        return id
    }
}
