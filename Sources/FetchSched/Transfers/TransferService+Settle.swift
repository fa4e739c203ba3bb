/// The circumstances, and what changes with them.
extension TransferService {
    /// Takes note of the circumstances, and looks at all transfers of which something has changed.
    ///
    /// - Complexity: O(log transfers) for each that is looked at: once for each change of it, of the circumstances and of
    ///   its rank.
    mutating func settle(_ conditions: Conditions) {
        let now = clock.now
        history.note(wifi: conditions.network.isUnmetered, power: conditions.isPowered(limits), at: now)
        hasNetwork = conditions.network != .none
        let present = TransferConditions(conditions, budgetIsSpent: budgetIsSpent, limits)
        if known != present { line.disturbAll() }
        known = present
        while line.popChanged(at: now) != nil {}
        var next = line.stale.next(from: 0)
        while let slot = next {
            line.change(slot) {
                if !hasNetwork { $0.pardon() }
                $0.relax(history, limits, at: now)
            }
            let isReady = obstacles(slot, conditions).isEmpty
            line.change(slot) { $0.note(isReady: isReady, at: now) }
            line.place(slot, history, limits, at: now)
            next = line.stale.next(from: slot + 1)
        }
    }

    /// Whether nothing has changed since the circumstances were these and transfers were last looked at.
    func isSettled(_ conditions: Conditions, at now: Instant) -> Bool {
        known == TransferConditions(conditions, budgetIsSpent: budgetIsSpent, limits) && line.isUp(to: now)
    }

    /// An answer of the service as it will be when it has taken note of the circumstances at `now`.
    ///
    /// - Complexity: O(1) if nothing has changed since it last did, else that of ``settle(_:)``, and of a copy.
    func settled<Answer>(
        _ conditions: Conditions, at now: Instant, _ answer: (borrowing TransferService) -> Answer
    ) -> Answer {
        guard !isSettled(conditions, at: now) else { return answer(self) }
        var copy = self
        copy.notice(now)
        copy.settle(conditions)
        return answer(copy)
    }

    func obstacles(_ slot: Int, _ conditions: Conditions) -> TransferObstacles {
        let request = line.transfers[slot].request
        let allowed = apps[request.app.index].refreshAllowed
        var found = line.transfers[slot].obstacles(conditions, refreshAllowed: allowed, limits)
        if budgetIsSpent, request.isDiscretionary { found.insert(.budgetSpent) }
        return found
    }
}
