// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

extension Handle {
    /// The limits of a source, as the host gives them.
    fileprivate func limits(_ source: UnsafePointer<fetchsched_source>?) throws(Failure) -> SourceLimits {
        let source = try unsafe given(source)
        guard source.reserved == 0, source.least_ms >= 0, source.most_ms > 0, source.weight >= 0,
            source.weight < .infinity
        else { throw .invalidValue }
        var limits = SourceLimits()
        limits.least = TimeSpan(milliseconds: source.least_ms)
        limits.most = TimeSpan(milliseconds: source.most_ms)
        limits.weight = source.weight
        if source.group != Int32(FETCHSCHED_NO_GROUP) { limits.group = try group(source.group) }
        return limits
    }

    fileprivate func group(_ number: Int32) throws(Failure) -> SourceGroup {
        guard let group = engine.group(number: number) else { throw .invalidValue }
        return group
    }
}

private func groupLimits(_ spacing: Int64, _ atOnce: Int32) throws(Failure) -> GroupLimits {
    guard spacing >= 0, atOnce >= 0 else { throw .invalidValue }
    var limits = GroupLimits()
    limits.spacing = TimeSpan(milliseconds: spacing)
    if atOnce > 0 { limits.atOnce = Int(atOnce) }
    return limits
}

@c @implementation
public func fetchsched_config_set_poller(
    _ config: OpaquePointer?, _ requestsPerDay: Double
) -> fetchsched_status {
    status { () throws(Failure) in
        guard requestsPerDay >= 0, requestsPerDay < .infinity else { throw .outOfRange }
        try unsafe with(config, .config) { (configuration: inout Configuration) throws(Failure) in
            configuration = .poller(requestsPerDay: requestsPerDay)
        }
    }
}

@c @implementation
public func fetchsched_register_source(
    _ engine: OpaquePointer?, _ source: UnsafePointer<fetchsched_source>?, _ now: Int64,
    _ app: UnsafeMutablePointer<fetchsched_app>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (limits, answer) = try unsafe (handle.limits(source), Answer(app))
        answer.write(handle.engine.registerSource(limits, at: Instant(milliseconds: now)).number)
    }
}

@c @implementation
public func fetchsched_set_source(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ source: UnsafePointer<fetchsched_source>?, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, limits) = try unsafe (handle.app(app), handle.limits(source))
        try tried { () throws(EngineError) in
            try handle.engine.setLimits(limits, of: app, at: Instant(milliseconds: now))
        }
    }
}

@c @implementation
public func fetchsched_add_group(
    _ engine: OpaquePointer?, _ spacing: Int64, _ atOnce: Int32, _ group: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (limits, answer) = try unsafe (groupLimits(spacing, atOnce), Answer(group))
        answer.write(handle.engine.addGroup(limits).number)
    }
}

@c @implementation
public func fetchsched_set_group(
    _ engine: OpaquePointer?, _ group: Int32, _ spacing: Int64, _ atOnce: Int32
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        handle.engine.setLimits(try groupLimits(spacing, atOnce), of: try handle.group(group))
    }
}

@c @implementation
public func fetchsched_remove_group(_ engine: OpaquePointer?, _ group: Int32) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        handle.engine.removeGroup(try handle.group(group))
    }
}

@c @implementation
public func fetchsched_due(
    _ engine: OpaquePointer?, _ now: Int64, _ apps: UnsafeMutablePointer<fetchsched_app>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (apps, count) = try unsafe (room(apps, capacity), Answer(count))
        var taken = 0
        while taken < capacity, let app = handle.engine.nextDue(at: Instant(milliseconds: now)) {
            unsafe apps[taken] = app.number
            taken += 1
        }
        count.write(taken)
    }
}

@c @implementation
public func fetchsched_next_fetch(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64, _ next: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: next) { engine, app throws(EngineError) in
        (try engine.nextFetch(of: app, at: Instant(milliseconds: now)) ?? .distantFuture).milliseconds
    }
}

@c @implementation
public func fetchsched_asked(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ outcome: UInt32, _ bytes: Int64,
    _ changed: UnsafePointer<Int64>?, _ count: Int, _ retryAfter: Int64, _ maxAge: Int64, _ now: Int64,
    _ next: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, place) = try unsafe (handle.app(app), Answer(next))
        var answer = SourceAnswer(try numbered(Int64(outcome)))
        answer.bytes = bytes
        answer.changed = try unsafe given(changed, count).map { Instant(milliseconds: $0) }
        if retryAfter >= 0 { answer.retryAfter = TimeSpan(milliseconds: retryAfter) }
        if maxAge >= 0 { answer.maxAge = TimeSpan(milliseconds: maxAge) }
        let time = try tried { () throws(EngineError) in
            try handle.engine.asked(app, answer, at: Instant(milliseconds: now))
        }
        place.write((time ?? .distantFuture).milliseconds)
    }
}

@c @implementation
public func fetchsched_defer(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ until: Int64, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.deferFetch(of: app, until: Instant(milliseconds: until), at: Instant(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_read(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.read(app, at: Instant(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_request_price(
    _ engine: OpaquePointer?, _ now: Int64, _ price: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let answer = try unsafe Answer(price)
        answer.write(handle.engine.requestPrice(at: Instant(milliseconds: now)))
    }
}

@c @implementation
public func fetchsched_join_request_price(
    _ engine: OpaquePointer?, _ price: Double, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        try tried { () throws(EngineError) in
            try handle.engine.joinRequestPrice(price, at: Instant(milliseconds: now))
        }
    }
}

@c @implementation
public func fetchsched_idle_reason(
    _ engine: OpaquePointer?, _ now: Int64, _ reason: UnsafeMutablePointer<UInt32>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let answer = try unsafe Answer(reason)
        answer.write(UInt32(handle.engine.idleReason(at: Instant(milliseconds: now))?.rawValue ?? 0))
    }
}
