// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

extension fetchsched_action {
    /// An action with what matters of it.
    fileprivate init(
        _ kind: Int, _ app: AppID? = nil, id: UInt64 = 0, cause: Int = 0, number: Int = 0,
        happened: FetchTime = .epoch, until: FetchTime = .epoch, bytes: Int64 = 0
    ) {
        self.init(
            happened_ms: happened.milliseconds, until_ms: until.milliseconds, bytes: bytes, id: id,
            app: app?.number ?? .max, kind: UInt32(kind), cause: UInt32(cause), number: narrow(number),
            reserved: 0)
    }

    /// The engine's action by the header's numbers; one line for each kind.
    fileprivate init(_ action: EngineAction, reason: FetchDecision.Reason?) {
        switch action {
        case .fetch(let app): self.init(FETCHSCHED_ACTION_FETCH, app, cause: Int(reason?.rawValue ?? 0))
        case .stopFetch(let app): self.init(FETCHSCHED_ACTION_STOP_FETCH, app)
        case .refreshSnapshot(let app): self.init(FETCHSCHED_ACTION_REFRESH_SNAPSHOT, app)
        case .deliver(let push): self.init(push)
        case .wakeForLocation(let wake): self.init(wake)
        case .expiring(let task): self.init(FETCHSCHED_ACTION_TASK_EXPIRING, id: task.number)
        case .terminate(let app, let open): self.init(FETCHSCHED_ACTION_TERMINATE, app, number: open.count)
        case .suspend(let app): self.init(FETCHSCHED_ACTION_SUSPEND, app)
        case .resume(let app): self.init(FETCHSCHED_ACTION_RESUME, app)
        case .startTransfer(let transfer, let byte):
            self.init(FETCHSCHED_ACTION_START_TRANSFER, id: transfer.number, bytes: byte)
        case .pauseTransfer(let transfer): self.init(FETCHSCHED_ACTION_PAUSE_TRANSFER, id: transfer.number)
        case .giveUpTransfer(let transfer): self.init(FETCHSCHED_ACTION_GIVE_UP_TRANSFER, id: transfer.number)
        case .wakeForTransfers(let app, let session):
            self.init(FETCHSCHED_ACTION_WAKE_FOR_TRANSFERS, app, number: session)
        }
    }

    private init(_ push: PushMessage) {
        self.init(
            FETCHSCHED_ACTION_DELIVER_PUSH, push.app, id: push.number, cause: Int(push.kind.rawValue),
            happened: push.arrived)
    }

    private init(_ wake: LocationWake) {
        let (cause, region) =
            switch wake.cause {
            case .enter(let region): (FETCHSCHED_PLACE_ENTER, region.number)
            case .exit(let region): (FETCHSCHED_PLACE_EXIT, region.number)
            case .significant: (FETCHSCHED_PLACE_SIGNIFICANT, 0)
            }
        self.init(
            FETCHSCHED_ACTION_WAKE_FOR_LOCATION, wake.app, cause: cause, number: region,
            happened: wake.happened, until: wake.awakeUntil)
    }
}

extension Handle {
    /// The next action to tell.
    fileprivate mutating func nextAction(fetching: Bool, at now: FetchTime) -> fetchsched_action? {
        if told < more.count {
            told += 1
            return more[told - 1]
        }
        engine.isFetchingAllowed = fetching
        guard let action = engine.nextAction(at: now) else { return nil }
        if case .terminate(let app, let leftOpen) = action {
            more.removeAll(keepingCapacity: true)
            told = 0
            for task in leftOpen {
                more.append(fetchsched_action(FETCHSCHED_ACTION_TASK_LEFT_OPEN, app, id: task.number))
            }
        }
        return fetchsched_action(action, reason: engine.lastDecision?.reason)
    }
}

@c @implementation
public func fetchsched_take_actions(
    _ engine: OpaquePointer?, _ mayFetch: Int32, _ now: Int64,
    _ actions: UnsafeMutablePointer<fetchsched_action>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (room, fetching, answer) = try unsafe (
            room(actions, capacity), truth(Int64(mayFetch)), Answer(count)
        )
        var taken = 0
        // Called only for what there is room for: what the engine says is under way from then on.
        while taken < room.count,
            let action = handle.nextAction(fetching: fetching, at: FetchTime(milliseconds: now))
        {
            unsafe room.initializeElement(at: taken, to: action)
            taken += 1
        }
        answer.write(taken)
    }
}

@c @implementation
public func fetchsched_next_deadline(
    _ engine: OpaquePointer?, _ mayFetch: Int32, _ now: Int64, _ time: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (fetching, answer) = try unsafe (truth(Int64(mayFetch)), Answer(time))
        handle.engine.isFetchingAllowed = fetching
        let next = handle.engine.nextDeadline(after: FetchTime(milliseconds: now))
        answer.write((next ?? .distantFuture).milliseconds)
    }
}

@c @implementation
public func fetchsched_next_run(
    _ engine: OpaquePointer?, _ now: Int64, _ time: UnsafeMutablePointer<Int64>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let answer = try unsafe Answer(time)
        let next = handle.engine.nextRun(after: FetchTime(milliseconds: now))
        answer.write((next ?? .distantFuture).milliseconds)
    }
}
