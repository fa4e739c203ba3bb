/// How a transfer stands.
public struct TransferStatus: Hashable, Sendable {
    /// The transfer.
    public let id: TransferID
    /// What was asked for.
    public let request: TransferRequest
    /// Whether it is under way.
    public let isActive: Bool
    /// How many of its bytes are moved.
    public let bytesDone: Int64
    /// When it is given up.
    public let deadline: Instant
    /// Interruptions in a row without any progress between.
    public let interruptions: Int
    /// Whether it no longer waits for Wi-Fi, because its deadline nears and there was none for days.
    public let needsNoWiFi: Bool
    /// Whether it no longer waits for power, for the same reason.
    public let needsNoPower: Bool
}

extension TransferService {
    /// Whether a transfer is under way: an occasion for fetches.
    public var isActive: Bool { activeCount > 0 }

    /// How many transfers are under way.
    public var activeCount: Int { line.activeCount }

    /// How many transfers have not ended.
    public var count: Int { line.count }

    /// The transfers that have not ended, in the order of enqueuing.
    ///
    /// - Complexity: O(transfers).
    public var all: [TransferStatus] { line.slots.map { TransferStatus(line.transfers[$0]) } }

    /// How a transfer stands.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: O(log transfers).
    public func status(of transfer: TransferID) throws(TransferError) -> TransferStatus {
        TransferStatus(line.transfers[try find(transfer)])
    }

    /// Why the transfer is not under way; empty if it is, or is to be started at once. First comes what forbids it, then
    /// what it waits for.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    /// - Complexity: as ``nextTime(_:at:)``.
    public func waits(
        of transfer: TransferID, _ conditions: Conditions, radioIsAwake: Bool, at now: Instant
    ) throws(TransferError) -> [TransferWait] {
        let slot = try find(transfer)
        let now = max(now, clock.now)
        return settled(conditions, at: now) {
            $0.waits(of: slot, conditions, radioIsAwake: radioIsAwake, at: now)
        }
    }

    private func waits(
        of slot: Int, _ conditions: Conditions, radioIsAwake: Bool, at now: Instant
    ) -> [TransferWait] {
        let transfer = line.transfers[slot]
        guard !transfer.isActive else { return [] }
        var waits = obstacles(slot, conditions).waits
        guard waits.isEmpty else { return waits }
        if transfer.backoffUntil > now { waits.append(.backingOff(until: transfer.backoffUntil)) }
        let isAwake = isAwake(radioIsAwake, at: now)
        let start = transfer.startsAt(limits, radioIsAwake: isAwake, at: now)
        if start > max(now, transfer.backoffUntil) { waits.append(.radioAsleep(until: start)) }
        guard waits.isEmpty else { return waits }
        let isNext = firstInLine(radioIsAwake: radioIsAwake, at: now)?.slot == slot
        return isNext && activeCount < limits.mostAtOnce ? [] : [.behindOthers]
    }
}

extension TransferStatus {
    init(_ transfer: Transfer) {
        id = transfer.id
        request = transfer.request
        isActive = transfer.isActive
        bytesDone = transfer.bytesDone
        deadline = transfer.deadline
        interruptions = transfer.interruptions
        needsNoWiFi = transfer.needsNoWiFi
        needsNoPower = transfer.needsNoPower
    }
}
