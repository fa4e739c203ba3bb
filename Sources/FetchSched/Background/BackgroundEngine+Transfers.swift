/// Background transfers, through the engine.
extension BackgroundEngine {
    /// Leaves a transfer to the device. If its app is not in the foreground it is discretionary.
    ///
    /// - Throws: as ``TransferError``.
    @inlinable
    public mutating func enqueue(
        _ request: TransferRequest, at now: Instant
    ) throws(TransferError) -> TransferID {
        try work.enqueue(request, apps: decider, at: now)
    }

    /// The app wants the transfer no more. The host stops it if it is under way.
    ///
    /// - Throws: as ``TransferService/cancel(_:at:)``.
    @inlinable
    public mutating func cancel(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        try work.cancel(transfer, at: now)
    }

    /// The transfer has moved so many bytes in all. Bytes of discretionary ones count for the daily budget of data.
    ///
    /// - Throws: as ``TransferService/progress(_:bytes:at:)``.
    @inlinable
    public mutating func progress(
        of transfer: TransferID, bytes: Int64, at now: Instant
    ) throws(TransferError) {
        let moved = try work.progress(of: transfer, bytes: bytes, at: now)
        if let moved { decider.noteTransferred(bytes: moved) }
    }

    /// The transfer broke off at that byte, and will be resumed there after a while.
    ///
    /// - Throws: as ``TransferService/interrupted(_:atByte:at:)``.
    @inlinable
    public mutating func interrupted(
        _ transfer: TransferID, atByte byte: Int64, at now: Instant
    ) throws(TransferError) {
        // Which says already that the transfers have changed.
        try progress(of: transfer, bytes: byte, at: now)
        try work.interrupted(transfer, atByte: byte, at: now)
    }

    /// The transfer has moved all its bytes.
    ///
    /// - Throws: as ``TransferService/finished(_:at:)``.
    @inlinable
    public mutating func finished(_ transfer: TransferID, at now: Instant) throws(TransferError) {
        // As above.
        try progress(of: transfer, bytes: .max, at: now)
        try work.finished(transfer)
    }

    /// The state of a transfer.
    ///
    /// - Throws: `alreadyEnded`, `unknownTransfer`.
    public func status(of transfer: TransferID) throws(TransferError) -> TransferStatus {
        TransferStatus(work.transfers.transfers[try work.transfers.index(of: transfer)])
    }
}
