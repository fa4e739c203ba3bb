// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

extension FetchInterval {
    fileprivate init(milliseconds: Int64) throws(Failure) {
        switch milliseconds {
        case Int64(FETCHSCHED_INTERVAL_NEVER): self = .never
        case Int64(FETCHSCHED_INTERVAL_MINIMUM): self = .minimum
        case 1...: self = .custom(TimeSpan(milliseconds: milliseconds))
        default: throw .invalidValue
        }
    }
}

@c @implementation
public func fetchsched_register(
    _ engine: OpaquePointer?, _ interval: Int64, _ now: Int64, _ app: UnsafeMutablePointer<fetchsched_app>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (interval, answer) = try unsafe (FetchInterval(milliseconds: interval), Answer(app))
        let app = handle.engine.register(interval, at: FetchTime(milliseconds: now))
        answer.write(app.number)
    }
}

@c @implementation
public func fetchsched_remove(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.remove(app, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_set_interval(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ interval: Int64, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (interval, app) = try (FetchInterval(milliseconds: interval), handle.app(app))
        let now = FetchTime(milliseconds: now)
        try tried { () throws(EngineError) in try handle.engine.setInterval(interval, of: app, at: now) }
    }
}

@c @implementation
public func fetchsched_set_announces_content(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ announces: Int32
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, announces) = try (handle.app(app), truth(Int64(announces)))
        try tried { () throws(EngineError) in try handle.engine.setAnnouncesContent(announces, of: app) }
    }
}
