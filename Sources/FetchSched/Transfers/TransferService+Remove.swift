/// Apps that are removed.
extension TransferService {
    /// Forgets an app, its transfers and its sessions: nobody is woken for them.
    ///
    /// - Parameter abandon: is called with each of its transfers that was under way.
    /// - Complexity: O(transfers and sessions of the app x log transfers), amortised.
    mutating func forget(_ app: Int, at now: Instant, abandon: (TransferID) -> Void) {
        notice(now)
        guard !apps.isBlank(app) else { return }
        while let slot = apps[app].transfers.first {
            if line.transfers[slot].isActive { abandon(line.transfers[slot].id) }
            end(slot, isNews: false)
        }
        sessions.removeAll(of: &apps[app])
        apps.clear(app)
    }

    mutating func lend(_ numbers: AppNumbers) { apps.numbers = numbers }

    /// Whether nothing is known of places without an app, and nothing names an app that is not there.
    func agrees(with numbers: AppNumbers) -> Bool {
        numbers.vacant.allSatisfy { apps.isBlank($0) }
            && line.slots.allSatisfy { numbers.has(line.transfers[$0].request.app) }
            && sessions.all.allSatisfy { numbers.has($0.app) }
    }
}
