// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

@c @implementation
public func fetchsched_version() -> UnsafePointer<CChar>? { unsafe constant("0.1.0") }

@c @implementation
public func fetchsched_abi_version() -> UInt32 { UInt32(FETCHSCHED_ABI_VERSION) }

@c @implementation
public func fetchsched_create(
    _ config: OpaquePointer?, _ seed: UInt64, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> fetchsched_status {
    status { () throws(Failure) in
        let answer = try unsafe Answer(engine)
        let engine = try unsafe FetchEngine(unchecked: configuration(config), seed: seed)
        unsafe answer.write(try made(Handle(engine: engine), .engine))
    }
}

@c @implementation
public func fetchsched_destroy(_ engine: OpaquePointer?) { unsafe destroy(engine, .engine, Handle.self) }

@c @implementation
public func fetchsched_snapshot(
    _ engine: OpaquePointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
    _ size: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (room, size) = try unsafe (room(bytes, capacity), Answer(size))
        try unsafe write(checked(handle.engine.snapshot()), to: room, size: size)
    }
}

@c @implementation
public func fetchsched_restore(
    _ config: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int,
    _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> fetchsched_status {
    status { () throws(Failure) in
        let (snapshot, answer) = try unsafe (Array(given(bytes, size)), Answer(engine))
        let configuration = try unsafe configuration(config)
        let engine = try restored { () throws(SnapshotError) in
            try FetchEngine(restoring: snapshot, configuration: configuration)
        }
        unsafe answer.write(try made(Handle(engine: engine), .engine))
    }
}

@c @implementation
public func fetchsched_host_restarted(_ engine: OpaquePointer?, _ now: Int64) -> fetchsched_status {
    unsafe tell(engine) { $0.hostRestarted(at: FetchTime(milliseconds: now)) }
}
