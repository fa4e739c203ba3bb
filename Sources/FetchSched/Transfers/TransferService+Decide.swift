extension TransferService {
    /// The next action; nil if there is none. Call it until nil, after every event and every change of the conditions.
    ///
    /// - Parameter isRadioAwake: whether the radio is awake for another reason, so that a transfer needs no wakeup.
    mutating func nextAction(
        _ device: Conditions, isBudgetSpent: Bool, isRadioAwake: Bool, at now: Instant,
        apps: AppTable
    ) -> EngineAction? {
        history.note(device, limits, at: now)
        let conditions = conditions(device, isBudgetSpent, at: now)
        for index in transfers.indices { transfers[index] = updated(index, conditions, apps) }
        switch decide(conditions, isRadioAwake: isRadioAwake, apps) {
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
            transfers[index].start()
            return .startTransfer(transfers[index].id, fromByte: transfers[index].bytesDone)
        case nil: return nil
        }
    }

    /// When to call ``nextAction(_:isBudgetSpent:isRadioAwake:at:apps:)`` if nothing happens before: `now` if
    /// there is an action, nil for never.
    ///
    /// - Parameter radioAsleepFrom: when other radio activity ends. A transfer whose delay ends before then needs no wakeup.
    func nextTime(
        _ device: Conditions, isBudgetSpent: Bool, radioAsleepFrom: Instant, at now: Instant,
        apps: AppTable
    ) -> Instant? {
        let conditions = conditions(device, isBudgetSpent, at: now)
        if decide(conditions, isRadioAwake: false, apps) != nil { return now }
        let isAwake = isAwake(false, at: now)
        var next = Instant.distantFuture
        let history = conditions.history
        func offer(_ time: Instant) { if time > now { next = min(next, time) } }
        for index in transfers.indices {
            let transfer = updated(index, conditions, apps)
            offer(transfer.deadline)
            if transfer.request.isDiscretionary {
                let near = transfer.isNearFrom(limits)
                for since in [history.noWiFi, history.noPower, history.noBoth] {
                    offer(since.map { max(near, $0 + limits.relaxAfter) } ?? .distantFuture)
                }
            }
            guard !transfer.isActive, transfer.readySince != nil else { continue }
            // While transfers keep the radio awake, only their ranks prevent others from starting.
            if !isAwake { offer(transfer.startsAt(conditions, isRadioAwake: false)) }
            if isAwake || transfer.backoffUntil < radioAsleepFrom { offer(transfer.backoffUntil) }
        }
        return next < .distantFuture ? next : nil
    }

    private enum Decision {
        case giveUp(Int), wake(Int), pause(Int), start(Int)
    }

    private func decide(
        _ conditions: TransferConditions, isRadioAwake: Bool, _ apps: AppTable
    ) -> Decision? {
        let now = conditions.now
        if let index = transfers.firstIndex(where: { $0.deadline <= now }) { return .giveUp(index) }
        if let index = sessions.firstIndex(where: { $0.hasNews && !apps.isQuit($0.app) && !isOpen($0) }) {
            return .wake(index)
        }
        var last: (index: Int, transfer: TransferStatus)?
        for index in transfers.indices where transfers[index].isActive {
            let transfer = updated(index, conditions, apps)
            guard transfer.readySince != nil else { return .pause(index) }
            if let other = last, transfer.precedes(other.transfer) { continue }
            last = (index, transfer)
        }
        guard let first = first(conditions, isRadioAwake: isRadioAwake, apps) else { return nil }
        guard activeCount >= limits.mostAtOnce, let last else { return .start(first.index) }
        return first.transfer.level > last.transfer.level ? .pause(last.index) : nil
    }

    private func first(
        _ conditions: TransferConditions, isRadioAwake: Bool, _ apps: AppTable
    ) -> (index: Int, transfer: TransferStatus)? {
        let isAwake = isAwake(isRadioAwake, at: conditions.now)
        var first: (index: Int, transfer: TransferStatus)?
        for index in transfers.indices where !transfers[index].isActive {
            let transfer = updated(index, conditions, apps)
            guard transfer.readySince != nil,
                transfer.startsAt(conditions, isRadioAwake: isAwake) <= conditions.now
            else { continue }
            if let other = first, other.transfer.precedes(transfer) { continue }
            first = (index, transfer)
        }
        return first
    }

    /// The transfers of an app, and what keeps those that are not active and will not be started next.
    func heldWork(
        of app: AppID, _ device: Conditions, isBudgetSpent: Bool, isRadioAwake: Bool, at now: Instant,
        apps: AppTable
    ) -> [HeldWork] {
        let conditions = conditions(device, isBudgetSpent, at: now)
        return transfers.indices.filter { transfers[$0].request.app == app }.map { index in
            let transfer = transfers[index]
            return HeldWork(
                kind: .transfer, number: transfer.id.number, bytes: transfer.bytesDone...transfer.size,
                vetoes: vetoes(of: index, conditions, isRadioAwake: isRadioAwake, apps))
        }
    }

    private func vetoes(
        of index: Int, _ conditions: TransferConditions, isRadioAwake: Bool, _ apps: AppTable
    ) -> [Veto] {
        let transfer = updated(index, conditions, apps)
        guard !transfer.isActive else { return [] }
        var vetoes: [Veto] = []
        transfer.visitVetoes(conditions, isRefreshAllowed: apps.isRefreshAllowed(transfer.request.app)) {
            vetoes.append(Veto($0))
        }
        guard vetoes.isEmpty else { return vetoes }
        let now = conditions.now
        if transfer.backoffUntil > now { vetoes.append(Veto(.backingOff, until: transfer.backoffUntil)) }
        let start = transfer.startsAt(conditions, isRadioAwake: isAwake(isRadioAwake, at: now))
        if start > max(now, transfer.backoffUntil) { vetoes.append(Veto(.radioAsleep, until: start)) }
        guard vetoes.isEmpty else { return vetoes }
        let isNext = first(conditions, isRadioAwake: isRadioAwake, apps)?.index == index
        return isNext && activeCount < limits.mostAtOnce ? [] : [Veto(.behindOthers)]
    }

    /// Whether the radio is awake, for another reason or for transfers.
    private func isAwake(_ isRadioAwake: Bool, at now: Instant) -> Bool {
        isRadioAwake || lastStop == now || transfers.contains { $0.isActive }
    }

    private func conditions(
        _ device: Conditions, _ isBudgetSpent: Bool, at now: Instant
    ) -> TransferConditions {
        var history = history
        history.note(device, limits, at: now)
        return TransferConditions(
            device: device, isBudgetSpent: isBudgetSpent, history: history, limits: limits, now: now)
    }

    private func updated(
        _ index: Int, _ conditions: TransferConditions, _ apps: AppTable
    ) -> TransferStatus {
        var transfer = transfers[index]
        transfer.update(conditions, isRefreshAllowed: apps.isRefreshAllowed(transfer.request.app))
        return transfer
    }
}
