/// Transfers in the order of enqueuing, sessions in the order of begin; all else follows from them.
extension TransferService: SnapshotCoded {
    mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        var transfers = line.slots.map { line.transfers[$0] }
        var begun = sessions.all
        try coder.code(&transfers)
        try apps.code(&coder)
        try coder.code(&begun)
        try coder.code(&budgetIsSpent)
        try coder.code(&lastStop)
        try coder.code(&clock)
        try coder.code(&history)
        try coder.code(&enqueued)
        try coder.code(&hasNetwork)
        if Coder.isReader { try restore(transfers, begun, &coder) }
    }

    /// The sessions must be those of the transfers, and count them.
    private mutating func restore<Coder: SnapshotCoder>(
        _ transfers: [Transfer], _ begun: [TransferSessions.Session], _ coder: inout Coder
    ) throws(Coder.Failure) {
        for session in begun {
            try coder.check(apps.hasPlace(session.app.index))
            try coder.check(sessions.slot(of: session.app, session.session) == nil)
            _ = insert(
                TransferSessions.Session(
                    app: session.app, session: session.session, open: 0, hasNews: session.hasNews))
        }
        var last: UInt64 = 0
        for transfer in transfers {
            let request = transfer.request
            try coder.check(transfer.number > last && transfer.number <= enqueued)
            last = transfer.number
            let session = sessions.slot(of: request.app, request.session)
            try coder.check(session != nil)
            guard let session else { continue }
            sessions.open(session)
            insert(transfer, session: session)
        }
        for session in begun {
            let slot = sessions.slot(of: session.app, session.session)
            try coder.check(slot.map { sessions[$0].open == session.open } ?? false)
        }
    }
}
