import CFetchSched
import FetchSched

// The functions of this module implement `fetchsched.h`, which says all about them: the compiler compares each with its
// declaration there, and the structs are the header's own.

/// The memory behind an engine's handle, owned by this library from `fetchsched_create` to `fetchsched_destroy`.
///
/// Pointers are used in this module alone, and in three ways: handles are looked up and never read through
/// (``HandleTable``), places for answers are written once (``Answer``), and the host's bytes are copied
/// (`Buffer.swift`). A pointer to the host's own memory that is not NULL is believed, as by every C function.
struct Handle {
    var engine: FetchEngine
    /// Actions that came of one of the engine's and have not been told, in order.
    var more: [fetchsched_action] = []
    /// How many of them have been told.
    var told = 0
}

extension Handle {
    // Inlined, as a call would copy the engine.
    @inline(__always)
    func app(_ number: fetchsched_app) throws(Failure) -> AppID {
        let app = AppID(number: number)
        guard engine.hasApp(app) else { throw .unknownApp }
        return app
    }
}

/// Makes the handle of a value, which is stored until ``destroy(_:_:_:)``.
func made<Value>(_ value: Value, _ kind: HandleTable.Kind) throws(Failure) -> OpaquePointer {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe place.initialize(to: value)
    do throws(Failure) { return try unsafe HandleTable.insert(place, kind) } catch {
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
        throw error
    }
}

/// Frees the value that the handle stands for, if it stands for one that no call uses.
func destroy<Value>(_ handle: OpaquePointer?, _ kind: HandleTable.Kind, _: Value.Type) {
    guard let entry = try? unsafe HandleTable.enter(handle, kind) else { return }
    let place = unsafe entry.object.assumingMemoryBound(to: Value.self)
    HandleTable.remove(entry)
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
}

/// Calls `body` with what the handle stands for. In place, so that nothing is copied.
@inline(__always)
func with<Value>(
    _ handle: OpaquePointer?, _ kind: HandleTable.Kind, _ body: (inout Value) throws(Failure) -> Void
) throws(Failure) {
    let entry = try unsafe HandleTable.enter(handle, kind)
    defer { HandleTable.leave(entry) }
    try unsafe body(&entry.object.assumingMemoryBound(to: Value.self).pointee)
}

/// Calls `body` with the engine that the handle stands for.
func with(
    _ handle: OpaquePointer?, _ body: (inout Handle) throws(Failure) -> Void
) -> fetchsched_status {
    status { () throws(Failure) in try unsafe with(handle, .engine, body) }
}

/// Reports something to the engine.
func tell(
    _ engine: OpaquePointer?, _ body: (inout FetchEngine) throws(EngineError) -> Void
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        try tried { () throws(EngineError) in try body(&handle.engine) }
    }
}

/// Calls `body` with the engine and the app of that number.
func with(
    _ engine: OpaquePointer?, _ app: fetchsched_app,
    _ body: (inout FetchEngine, AppID) throws(EngineError) -> Void
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let app = try handle.app(app)
        try tried { () throws(EngineError) in try body(&handle.engine, app) }
    }
}

/// Calls `body` with the engine and the app of that number, and writes its answer.
func with<Value>(
    _ engine: OpaquePointer?, _ app: fetchsched_app, answer place: UnsafeMutablePointer<Value>?,
    _ body: (inout FetchEngine, AppID) throws(EngineError) -> Value
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, answer) = try unsafe (handle.app(app), Answer(place))
        try tried { () throws(EngineError) in answer.write(try body(&handle.engine, app)) }
    }
}

/// How `body` went.
func status(_ body: () throws(Failure) -> Void) -> fetchsched_status {
    do {
        try body()
        return fetchsched_status(FETCHSCHED_OK)
    } catch {
        return error.status
    }
}
