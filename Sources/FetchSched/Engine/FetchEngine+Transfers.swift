extension FetchEngine {
    /// Leaves a transfer to the device. If its app is not in the foreground it is discretionary.
    ///
    /// - Throws: `unknownApp`; `vetoed` if the user quit the app; `tooMany` beyond the ``TransferLimits``.
    public mutating func enqueue(
        _ request: TransferRequest, at now: FetchTime
    ) throws(EngineError) -> TransferID {
        try check(request.app)
        if scheduler.apps.isQuit(request.app) { throw .vetoed(request.app, FetchVeto(.quitByUser)) }
        try transfers.checkRoom(for: request.app)
        notice(now)
        var request = request
        if scheduler.device.foregroundApp != request.app { request.isDiscretionary = true }
        return transfers.enqueue(request, at: present)
    }

    /// Ends a transfer that its app wants no more. The host stops it if it is under way.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func cancel(_ transfer: TransferID, at now: FetchTime) throws(EngineError) {
        let index = try transfers.index(of: transfer)
        notice(now)
        transfers.end(index, isNews: false, at: present)
    }

    /// Reports how many bytes the transfer has moved in all. Those of discretionary ones count for the daily budget.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func reportProgress(
        of transfer: TransferID, bytes: Int64, at now: FetchTime
    ) throws(EngineError) {
        let index = try transfers.index(of: transfer)
        notice(now)
        let before = transfers.transfers[index].bytesDone
        transfers.transfers[index].reach(bytes)
        let after = transfers.transfers[index]
        if after.request.isDiscretionary { scheduler.noteTransferred(bytes: after.bytesDone - before) }
    }

    /// Reports that the transfer broke off at that byte. It is resumed there after a while.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func reportInterruption(
        of transfer: TransferID, atByte byte: Int64, at now: FetchTime
    ) throws(EngineError) {
        try reportProgress(of: transfer, bytes: byte, at: now)
        transfers.interrupt(
            try transfers.index(of: transfer), hasNetwork: conditions.network != .none, at: present)
    }

    /// Reports that the transfer has moved all its bytes.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public mutating func reportCompletion(of transfer: TransferID, at now: FetchTime) throws(EngineError) {
        try reportProgress(of: transfer, bytes: .max, at: now)
        transfers.end(try transfers.index(of: transfer), isNews: true, at: present)
    }

    /// The state of a transfer.
    ///
    /// - Throws: `transferEnded`, `unknownTransfer`.
    public func status(of transfer: TransferID) throws(EngineError) -> TransferStatus {
        transfers.transfers[try transfers.index(of: transfer)]
    }

    /// The transfers that have not ended, in the order of enqueuing.
    public var transferStatuses: [TransferStatus] { transfers.transfers }

    func transferConditions(isRadioAwake: Bool, at now: FetchTime) -> TransferConditions {
        TransferConditions(
            device: conditions, isBudgetSpent: isBudgetSpent, isRadioAwake: isRadioAwake,
            now: max(now, present), apps: scheduler.apps)
    }
}
