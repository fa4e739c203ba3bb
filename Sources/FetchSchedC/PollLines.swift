// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

// The library for C is compiled as one module.
#if canImport(FetchPoll)
    import FetchPoll
#endif

/// The memory behind a session's handle.
private struct SessionHandle {
    var session = PollSession()
    var answer = LastAnswer([])
}

/// An answer with NUL behind it, until the next.
// Safe: the memory is this object's own, and is lent to the host for as long as the header says.
@safe private final class LastAnswer {
    let start: UnsafeMutablePointer<CChar>
    let count: Int

    init(_ bytes: [UInt8]) {
        count = bytes.count
        unsafe start = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        for (place, byte) in bytes.enumerated() {
            unsafe (start + place).initialize(to: CChar(bitPattern: byte))
        }
        unsafe (start + count).initialize(to: 0)
    }

    deinit { unsafe start.deallocate() }
}

@c @implementation
public func fetchsched_poll_create(_ session: UnsafeMutablePointer<OpaquePointer?>?) -> fetchsched_status {
    status { () throws(Failure) in
        let answer = try unsafe Answer(session)
        unsafe answer.write(try made(SessionHandle(), .pollSession))
    }
}

@c @implementation
public func fetchsched_poll_destroy(_ session: OpaquePointer?) {
    unsafe destroy(session, .pollSession, SessionHandle.self)
}

@c @implementation
public func fetchsched_poll_ask(
    _ session: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ length: Int, _ now: Int64,
    _ answer: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ size: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    status { () throws(Failure) in
        let (line, place, size) = try unsafe (given(line, length), Answer(answer), Answer(size))
        try unsafe with(session, .pollSession) { (handle: inout SessionHandle) throws(Failure) in
            let bytes = unsafe line.map { UInt8(bitPattern: $0) }
            handle.answer = LastAnswer(handle.session.answer(bytes, at: now))
            unsafe place.write(UnsafePointer(handle.answer.start))
            size.write(handle.answer.count)
        }
    }
}
