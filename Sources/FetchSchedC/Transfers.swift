// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

extension Handle {
    /// The request by the engine's names.
    fileprivate func request(_ transfer: fetchsched_transfer) throws(Failure) -> TransferRequest {
        var request = try TransferRequest(app(transfer.app), bytes: transfer.bytes)
        request.session = Int(transfer.session)
        switch transfer.priority {
        case -1: request.priority = .low
        case 0: request.priority = .normal
        case 1: request.priority = .high
        default: throw .invalidValue
        }
        let flags = Int(transfer.flags & 3)
        guard transfer.bytes >= 0, transfer.flags <= 3, transfer.timeout_ms >= 0, transfer.reserved == 0
        else { throw .invalidValue }
        request.isDiscretionary = flags & FETCHSCHED_TRANSFER_DISCRETIONARY != 0
        request.wakesApp = flags & FETCHSCHED_TRANSFER_NO_WAKE == 0
        let timeout = TimeSpan(milliseconds: transfer.timeout_ms)
        request.resourceTimeout = timeout > .zero ? timeout : nil
        return request
    }
}

@c @implementation
public func fetchsched_enqueue_transfer(
    _ engine: OpaquePointer?, _ request: UnsafePointer<fetchsched_transfer>?, _ now: Int64,
    _ transfer: UnsafeMutablePointer<UInt64>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (request, answer) = try unsafe (handle.request(given(request)), Answer(transfer))
        let now = FetchTime(milliseconds: now)
        try tried { () throws(EngineError) in answer.write(try handle.engine.enqueue(request, at: now).number)
        }
    }
}

@c @implementation
public func fetchsched_cancel_transfer(
    _ engine: OpaquePointer?, _ transfer: UInt64, _ now: Int64
) -> fetchsched_status {
    unsafe tell(engine) { (engine: inout FetchEngine) throws(EngineError) in
        try engine.cancel(TransferID(transfer), at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_transfer_progress(
    _ engine: OpaquePointer?, _ transfer: UInt64, _ bytes: Int64, _ now: Int64
) -> fetchsched_status {
    unsafe tell(engine) { (engine: inout FetchEngine) throws(EngineError) in
        try engine.reportProgress(of: TransferID(transfer), bytes: bytes, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_transfer_interrupted(
    _ engine: OpaquePointer?, _ transfer: UInt64, _ bytes: Int64, _ now: Int64
) -> fetchsched_status {
    unsafe tell(engine) { (engine: inout FetchEngine) throws(EngineError) in
        try engine.reportInterruption(
            of: TransferID(transfer), atByte: bytes, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_transfer_finished(
    _ engine: OpaquePointer?, _ transfer: UInt64, _ now: Int64
) -> fetchsched_status {
    unsafe tell(engine) { (engine: inout FetchEngine) throws(EngineError) in
        try engine.reportCompletion(of: TransferID(transfer), at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_get_transfer(
    _ engine: OpaquePointer?, _ transfer: UInt64, _ status: UnsafeMutablePointer<fetchsched_transfer_status>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let answer = try unsafe Answer(status)
        let status = try tried { () throws(EngineError) in try handle.engine.status(of: TransferID(transfer))
        }
        answer.write(
            fetchsched_transfer_status(
                bytes_done: status.bytesDone, deadline_ms: status.deadline.milliseconds,
                interruptions: narrow(status.interruptions), active: status.isActive ? 1 : 0))
    }
}
