import CFetchSched
import FetchSched

/// Begins a background task of an app that runs.
@c @implementation
public func fetchsched_begin_task(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64, _ task: UnsafeMutablePointer<UInt64>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, answer) = try unsafe (handle.app(app), Answer(task))
        let now = Instant(milliseconds: now)
        try tried { () throws(EngineError) in
            answer.write(try handle.engine.beginTask(of: app, at: now).number)
        }
    }
}

/// Ends a background task.
@c @implementation
public func fetchsched_end_task(
    _ engine: OpaquePointer?, _ task: UInt64, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (task, now) = (BackgroundTaskID(task), Instant(milliseconds: now))
        try tried { () throws(EngineError) in try handle.engine.end(task, at: now) }
    }
}

/// How long the app may run on.
@c @implementation
public func fetchsched_time_remaining(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64, _ span: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, answer) = try unsafe (handle.app(app), Answer(span))
        let remaining = handle.engine.timeRemaining(of: app, at: Instant(milliseconds: now))
        answer.write(remaining.milliseconds)
    }
}

/// Whether the app runs.
@c @implementation
public func fetchsched_is_running(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ running: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, answer) = try unsafe (handle.app(app), Answer(running))
        answer.write(handle.engine.isRunning(app) ? 1 : 0)
    }
}
