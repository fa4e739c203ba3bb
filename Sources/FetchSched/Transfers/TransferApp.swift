/// One app as the transfer service sees it.
struct TransferApp: Equatable, Sendable {
    /// Whether the user quit it.
    var quit = false
    /// The user's background refresh switch for it.
    var refreshAllowed = true
    /// Its transfers that have not ended, and its sessions.
    var transfers = SlotLists.List()
    var transferCount = 0
    var sessions = SlotLists.List()
    var sessionCount = 0
}

/// Its transfers and sessions are counted by the service.
extension TransferApp: SnapshotElement {
    static var blank: TransferApp { TransferApp() }

    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&quit)
        try coder.code(&refreshAllowed)
    }
}
