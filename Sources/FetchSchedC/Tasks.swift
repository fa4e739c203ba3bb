// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

@c @implementation
public func fetchsched_start_task(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64, _ task: UnsafeMutablePointer<UInt64>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: task) { engine, app throws(EngineError) in
        try engine.startTask(of: app, at: FetchTime(milliseconds: now)).number
    }
}

@c @implementation
public func fetchsched_end_task(
    _ engine: OpaquePointer?, _ task: UInt64, _ now: Int64
) -> fetchsched_status {
    unsafe tell(engine) { (engine: inout FetchEngine) throws(EngineError) in
        try engine.end(BackgroundTaskID(task), at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_time_remaining(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64, _ span: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: span) { engine, app in
        engine.timeRemaining(of: app, at: FetchTime(milliseconds: now)).milliseconds
    }
}

@c @implementation
public func fetchsched_is_running(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ running: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: running) { engine, app in engine.isRunning(app) ? 1 : 0 }
}
