// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

// The memory behind a poller's handle is a `Poller`, owned by this library from `fetchsched_poller_create` to
// `fetchsched_poller_destroy`. `Handle.swift` has the rules of pointers.

/// Calls `body` with the poller that the handle stands for.
func with(
    poller: OpaquePointer?, _ body: (inout Poller) throws(Failure) -> Void
) -> fetchsched_status {
    status { () throws(Failure) in try unsafe with(poller, .poller, body) }
}

/// Reports something about the source to the poller.
func tell(
    poller: OpaquePointer?, _ source: fetchsched_source,
    _ body: (inout Poller, AppID) throws(EngineError) -> Void
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        try tried { () throws(EngineError) in try body(&poller, AppID(number: source)) }
    }
}

/// Calls `body` with the poller, and writes its answer.
func with<Value>(
    poller: OpaquePointer?, answer place: UnsafeMutablePointer<Value>?,
    _ body: (inout Poller) throws(EngineError) -> Value
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let answer = try unsafe Answer(place)
        try tried { () throws(EngineError) in answer.write(try body(&poller)) }
    }
}

/// The configuration that the handle stands for, if it is a poller's.
private func configurationOfPoller(_ handle: OpaquePointer?) throws(Failure) -> FetchConfiguration {
    // The defaults are a phone's.
    guard unsafe handle != nil else { throw .null }
    let configuration = try unsafe configuration(handle)
    // `Poller` would leave the radio out, and the host would not know.
    guard configuration.radio.isAlwaysOn else { throw .invalidValue }
    return configuration
}

@c @implementation
public func fetchsched_config_set_poller(
    _ config: OpaquePointer?, _ requestsPerDay: Double
) -> fetchsched_status {
    status { () throws(Failure) in
        guard requestsPerDay >= 0, requestsPerDay < .infinity else { throw .outOfRange }
        try unsafe with(config, .config) { (configuration: inout FetchConfiguration) throws(Failure) in
            configuration = .poller(requestsPerDay: requestsPerDay)
        }
    }
}

@c @implementation
public func fetchsched_poller_create(
    _ config: OpaquePointer?, _ seed: UInt64, _ poller: UnsafeMutablePointer<OpaquePointer?>?
) -> fetchsched_status {
    status { () throws(Failure) in
        let answer = try unsafe Answer(poller)
        let poller = try unsafe Poller(unchecked: configurationOfPoller(config), seed: seed)
        unsafe answer.write(try made(poller, .poller))
    }
}

@c @implementation
public func fetchsched_poller_destroy(_ poller: OpaquePointer?) {
    unsafe destroy(poller, .poller, Poller.self)
}

@c @implementation
public func fetchsched_poller_snapshot(
    _ poller: OpaquePointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
    _ size: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(poller: poller) { (poller: inout Poller) throws(Failure) in
        let (room, size) = try unsafe (room(bytes, capacity), Answer(size))
        try unsafe write(checked(poller.snapshot()), to: room, size: size)
    }
}

@c @implementation
public func fetchsched_poller_restore(
    _ config: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int,
    _ poller: UnsafeMutablePointer<OpaquePointer?>?
) -> fetchsched_status {
    status { () throws(Failure) in
        let (snapshot, answer) = try unsafe (Array(given(bytes, size)), Answer(poller))
        let configuration = try unsafe configurationOfPoller(config)
        let poller = try restored { () throws(SnapshotError) in
            try Poller(restoring: snapshot, configuration: configuration)
        }
        unsafe answer.write(try made(poller, .poller))
    }
}

@c @implementation
public func fetchsched_poller_host_restarted(_ poller: OpaquePointer?, _ now: Int64) -> fetchsched_status {
    unsafe with(poller: poller) { $0.hostRestarted(at: FetchTime(milliseconds: now)) }
}
