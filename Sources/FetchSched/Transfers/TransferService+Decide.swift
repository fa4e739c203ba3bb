extension TransferService {
    /// The next action; nil if there is none. Call it until nil, after every event and every change of the conditions.
    ///
    /// - Parameter radioIsAwake: whether the radio is awake for another reason, so that a transfer needs no wakeup.
    mutating func nextAction(
        _ device: Conditions, isBudgetSpent: Bool, radioIsAwake: Bool, at now: Instant,
        apps: some AppSwitches
    ) -> BackgroundAction? {
        history.note(device, limits, at: now)
        let conditions = conditions(device, isBudgetSpent, at: now)
        for index in transfers.indices { transfers[index] = updated(index, conditions, apps) }
        switch decide(conditions, radioIsAwake: radioIsAwake, apps) {
        case .giveUp(let index):
            let id = transfers[index].id
            end(index, isNews: true, at: now)
            return .giveUpTransfer(id)
        case .wake(let index):
            let session = sessions.remove(at: index)
            return .wakeForTransfers(session.app, session: session.number)
        case .pause(let index):
            stop(index, at: now)
            return .pauseTransfer(transfers[index].id)
        case .start(let index):
            transfers[index].start(conditions)
            return .startTransfer(transfers[index].id, fromByte: transfers[index].bytesDone)
        case nil: return nil
        }
    }

    /// When to call ``nextAction(_:isBudgetSpent:radioIsAwake:at:apps:)`` if nothing happens before: `now` if
    /// there is an action, nil for never.
    ///
    /// - Parameter radioAsleepFrom: when other radio activity ends. A transfer whose delay ends before then needs no wakeup.
    func nextTime(
        _ device: Conditions, isBudgetSpent: Bool, radioAsleepFrom: Instant, at now: Instant,
        apps: some AppSwitches
    ) -> Instant? {
        guard !isEmpty else { return nil }
        let conditions = conditions(device, isBudgetSpent, at: now)
        if decide(conditions, radioIsAwake: false, apps) != nil { return now }
        let isAwake = isAwake(false, at: now)
        let hasWaiting = transfers.contains { !$0.isActive }
        var next = Instant.distantFuture
        func offer(_ time: Instant) { if time > now { next = min(next, time) } }
        for index in transfers.indices {
            let transfer = updated(index, conditions, apps)
            offer(transfer.deadline)
            offer(transfer.nextRelaxation(conditions))
            if transfer.isActive {
                if hasWaiting { offer(transfer.levelChanges(conditions)) }
            } else if transfer.readySince != nil {
                let start = transfer.startsAt(conditions, radioIsAwake: false)
                // While transfers keep the radio awake, only their ranks prevent others from starting.
                if !isAwake { offer(start) }
                let retry = transfer.backoffUntil
                if isAwake || retry < radioAsleepFrom { offer(retry) }
                if start <= now || isAwake && retry <= now { offer(transfer.levelChanges(conditions)) }
            }
        }
        return next < .distantFuture ? next : nil
    }

    private enum Decision {
        case giveUp(Int), wake(Int), pause(Int), start(Int)
    }

    private func decide(
        _ conditions: TransferConditions, radioIsAwake: Bool, _ apps: some AppSwitches
    ) -> Decision? {
        let now = conditions.now
        if let index = transfers.firstIndex(where: { $0.deadline <= now }) { return .giveUp(index) }
        if let index = sessions.firstIndex(where: { $0.hasNews && !apps.isQuit($0.app) && !isOpen($0) }) {
            return .wake(index)
        }
        var last: (index: Int, transfer: Transfer)?
        for index in transfers.indices where transfers[index].isActive {
            let transfer = updated(index, conditions, apps)
            guard transfer.readySince != nil else { return .pause(index) }
            if let other = last, transfer.precedes(other.transfer, conditions) { continue }
            last = (index, transfer)
        }
        guard let first = first(conditions, radioIsAwake: radioIsAwake, apps) else { return nil }
        guard activeCount >= limits.mostAtOnce, let last else { return .start(first.index) }
        let overtakes = first.transfer.level(conditions) > last.transfer.level(conditions)
        return overtakes ? .pause(last.index) : nil
    }

    /// The transfer with the highest rank of those that may start now.
    private func first(
        _ conditions: TransferConditions, radioIsAwake: Bool, _ apps: some AppSwitches
    ) -> (index: Int, transfer: Transfer)? {
        let isAwake = isAwake(radioIsAwake, at: conditions.now)
        var first: (index: Int, transfer: Transfer)?
        for index in transfers.indices where !transfers[index].isActive {
            let transfer = updated(index, conditions, apps)
            guard transfer.readySince != nil,
                transfer.startsAt(conditions, radioIsAwake: isAwake) <= conditions.now
            else { continue }
            if let other = first, other.transfer.precedes(transfer, conditions) { continue }
            first = (index, transfer)
        }
        return first
    }

    /// Why a transfer is not active; empty if it is, or will be started next.
    func waits(
        of transfer: TransferID, _ device: Conditions, isBudgetSpent: Bool, radioIsAwake: Bool,
        at now: Instant, apps: some AppSwitches
    ) throws(TransferError) -> [TransferWait] {
        let index = try index(of: transfer)
        let conditions = conditions(device, isBudgetSpent, at: now)
        let transfer = updated(index, conditions, apps)
        guard !transfer.isActive else { return [] }
        var waits: [TransferWait] = []
        transfer.visitObstacles(conditions, isRefreshAllowed: apps.isRefreshAllowed(transfer.request.app)) {
            waits.append($0)
        }
        guard waits.isEmpty else { return waits }
        if transfer.backoffUntil > now { waits.append(.backingOff(until: transfer.backoffUntil)) }
        let start = transfer.startsAt(conditions, radioIsAwake: isAwake(radioIsAwake, at: now))
        if start > max(now, transfer.backoffUntil) { waits.append(.radioAsleep(until: start)) }
        guard waits.isEmpty else { return waits }
        let isNext = first(conditions, radioIsAwake: radioIsAwake, apps)?.index == index
        return isNext && activeCount < limits.mostAtOnce ? [] : [.behindOthers]
    }

    /// Whether the radio is awake, for another reason or for transfers.
    private func isAwake(_ radioIsAwake: Bool, at now: Instant) -> Bool {
        radioIsAwake || lastStop == now || transfers.contains { $0.isActive }
    }

    private func conditions(
        _ device: Conditions, _ isBudgetSpent: Bool, at now: Instant
    ) -> TransferConditions {
        var history = history
        history.note(device, limits, at: now)
        return TransferConditions(
            device: device, isBudgetSpent: isBudgetSpent, history: history, limits: limits, now: now)
    }

    /// The transfer, adapted to the conditions.
    private func updated(
        _ index: Int, _ conditions: TransferConditions, _ apps: some AppSwitches
    ) -> Transfer {
        var transfer = transfers[index]
        transfer.update(conditions, isRefreshAllowed: apps.isRefreshAllowed(transfer.request.app))
        return transfer
    }
}
