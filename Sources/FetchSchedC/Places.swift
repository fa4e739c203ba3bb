// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

/// Adds the region to the app's.
private func watch(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ region: () throws(Failure) -> FetchRegion
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, region) = try (handle.app(app), region())
        try tried { () throws(EngineError) in try handle.engine.add(region, to: app) }
    }
}

@c @implementation
public func fetchsched_watch_region(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ region: Int32, _ latitude: Double, _ longitude: Double,
    _ radius: Double
) -> fetchsched_status {
    unsafe watch(engine, app) { () throws(Failure) in
        guard let centre = GeoPosition(latitude: latitude, longitude: longitude) else { throw .invalidValue }
        return FetchRegion(RegionID(Int(region)), centre: centre, radius: radius)
    }
}

@c @implementation
public func fetchsched_watch_beacon(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ region: Int32
) -> fetchsched_status {
    unsafe watch(engine, app) { () throws(Failure) in FetchRegion(RegionID(Int(region))) }
}

@c @implementation
public func fetchsched_unwatch_region(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ region: Int32
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.remove(RegionID(Int(region)), from: app)
    }
}

@c @implementation
public func fetchsched_watch_significant_changes(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ wants: Int32
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, wants) = try (handle.app(app), truth(Int64(wants)))
        try tried { () throws(EngineError) in try handle.engine.setWantsSignificantChanges(wants, for: app) }
    }
}

@c @implementation
public func fetchsched_observe_position(
    _ engine: OpaquePointer?, _ latitude: Double, _ longitude: Double, _ accuracy: Double, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let position = GeoPosition(latitude: latitude, longitude: longitude, accuracy: accuracy)
        guard let position else { throw .invalidValue }
        handle.engine.observe(position, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_observe_crossing(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ region: Int32, _ crossing: UInt32, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let app = try handle.app(app)
        let crossing: Crossing = try numbered(Int64(crossing))
        let (region, now) = (RegionID(Int(region)), FetchTime(milliseconds: now))
        try tried { () throws(EngineError) in
            try handle.engine.reportCrossing(crossing, of: region, in: app, at: now)
        }
    }
}

@c @implementation
public func fetchsched_observe_significant_change(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.reportSignificantChange(for: app, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_is_inside(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ region: Int32, _ inside: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: inside) { engine, app throws(EngineError) in
        try engine.isInside(RegionID(Int(region)), of: app).map { $0 ? 1 : 0 } ?? -1
    }
}
