import CFetchSched
import FetchSched

// The functions of this module implement `fetchsched.h`, which says all about them: the compiler compares each with its
// declaration there, and the structs are the header's own.

/// What an engine's handle points to: memory of this library's own, from `fetchsched_create` to `fetchsched_destroy`.
///
/// Pointers are used in this module alone, and in three ways: handles become what they point to (here and in
/// `Configured`), places for answers are written once (``Answer``), and the host's bytes are copied (`Buffer.swift`). A
/// pointer that is not NULL is believed: that it points to what the header says is the host's part, as with every C
/// function.
struct Handle {
    var engine: BackgroundEngine<Scheduler>
    /// Actions that came of one of the engine's and have not been told, in order.
    var more: [fetchsched_action] = []
    /// How many of them have been told.
    var told = 0
}

extension Handle {
    /// Makes the handle of an engine.
    static func make(_ engine: BackgroundEngine<Scheduler>) -> OpaquePointer {
        let place = UnsafeMutablePointer<Handle>.allocate(capacity: 1)
        unsafe place.initialize(to: Handle(engine: engine))
        return OpaquePointer(place)
    }

    /// Frees what the handle points to.
    static func free(_ handle: OpaquePointer?) {
        guard let handle = unsafe handle else { return }
        let place = unsafe UnsafeMutablePointer<Handle>(handle)
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }

    /// The app of that number.
    func app(_ number: fetchsched_app) throws(Failure) -> AppID {
        // Compared as 64 bits: not every number is an `Int` on a 32-bit processor.
        guard Int64(number) < Int64(engine.fetches.appCount) else { throw .unknownApp }
        return AppID(Int(number))
    }
}

/// Calls `body` with the engine that `handle` points to. In place, so that nothing is copied.
func with(
    _ handle: OpaquePointer?, _ body: (inout Handle) throws(Failure) -> Void
) -> fetchsched_status {
    status { () throws(Failure) in
        guard let handle = unsafe handle else { throw .null }
        try unsafe body(&UnsafeMutablePointer<Handle>(handle).pointee)
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
