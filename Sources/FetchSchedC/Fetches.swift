// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

@c @implementation
public func fetchsched_complete(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ outcome: UInt32, _ bytes: Int64, _ energy: Double,
    _ now: Int64
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let app = try handle.app(app)
        let outcome: FetchOutcome = try numbered(Int64(outcome))
        // Below 0 is not measured; -infinity says that as little as NaN.
        let joules = energy < 0 && energy > -.infinity ? nil : energy
        let now = FetchTime(milliseconds: now)
        try tried { () throws(EngineError) in
            try handle.engine.completeFetch(of: app, with: outcome, bytes: bytes, joules: joules, at: now)
        }
    }
}

@c @implementation
public func fetchsched_request_fetch(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.requestFetch(of: app, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_force_fetch(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64
) -> fetchsched_status {
    unsafe with(engine, app) { engine, app throws(EngineError) in
        try engine.forceFetch(of: app, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_receive_push(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ urgency: UInt32, _ number: UInt64, _ now: Int64,
    _ reception: UnsafeMutablePointer<fetchsched_reception>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, answer) = try unsafe (handle.app(app), Answer(reception))
        let kind: PushKind = try numbered(Int64(urgency))
        let now = FetchTime(milliseconds: now)
        answer.write(fetchsched_reception(handle.engine.receive(kind, for: app, number: number, at: now)))
    }
}

extension fetchsched_reception {
    fileprivate init(_ reception: PushReception) {
        let (decision, replaced): (Int, UInt64) =
            switch reception {
            case .deliver: (FETCHSCHED_RECEPTION_DELIVER, 0)
            case .stored(replacing: nil): (FETCHSCHED_RECEPTION_STORED, 0)
            case .stored(replacing: let old?): (FETCHSCHED_RECEPTION_REPLACED, old.number)
            case .refused: (FETCHSCHED_RECEPTION_REFUSED, 0)
            }
        self.init(replaced: replaced, decision: UInt32(decision), reserved: 0)
    }
}
