import CFetchSched
import FetchSched
import FetchSchedC
import Testing

/// An engine behind the C interface and one without it, which are told the same.
struct Twins {
    let host: Host
    var engine: FetchEngine
    var random: SplitMix64
    var now = FetchTime(milliseconds: monday)
    /// Counts all that was compared.
    var compared = 0
    /// The kinds of actions that were.
    var kinds: Set<Int64> = []
    /// The fetch that was started last, and when.
    var fetched: (app: Int, start: FetchTime)?

    /// With tasks that stop and go on with the device.
    static func config() -> OpaquePointer? {
        var config: OpaquePointer?
        #expect(fetchsched_config_create(&config) == FETCHSCHED_OK)
        #expect(fetchsched_config_set(config, "tasks.opportunistic", 1) == FETCHSCHED_OK)
        return config
    }

    init(seed: UInt64, apps: Int) {
        let config = Self.config()
        defer { fetchsched_config_destroy(config) }
        host = Host(config, seed: seed)
        var configuration = FetchConfiguration()
        configuration.tasks.mode = .opportunistic
        engine = FetchEngine(unchecked: configuration, seed: seed)
        random = SplitMix64(seed: seed &* 77)
        for app in 0..<apps {
            _ = host.register(app % 3 == 2 ? 1_800_000 : FETCHSCHED_INTERVAL_MINIMUM)
            _ = engine.register(app % 3 == 2 ? .custom(.minutes(30)) : .minimum, at: now)
        }
        for app in 0..<min(2, apps) {
            #expect(fetchsched_watch_region(host.handle, fetchsched_app(app), 7, 50, 8, 200) == FETCHSCHED_OK)
            #expect(
                fetchsched_watch_significant_changes(host.handle, fetchsched_app(app), 1) == FETCHSCHED_OK)
            if let centre = GeoPosition(latitude: 50, longitude: 8) {
                let region = FetchRegion(RegionID(7), centre: centre, radius: 200)
                #expect(throws: Never.self) { try engine.add(region, to: AppID(app)) }
            }
            #expect(throws: Never.self) {
                try engine.setWantsSignificantChanges(true, for: AppID(app))
            }
        }
    }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    /// Whether both went well, or both did not.
    mutating func expect(
        _ status: fetchsched_status, _ call: (inout FetchEngine) throws -> Void,
        at location: SourceLocation = #_sourceLocation
    ) {
        compared += 1
        let isFine: Bool
        do {
            try call(&engine)
            isFine = true
        } catch {
            isFine = false
        }
        #expect((status == FETCHSCHED_OK) == isFine, sourceLocation: location)
    }

    mutating func tell(
        _ kind: Int, _ observation: FetchEvent, app: Int = 0, value: Int64 = 0, until: FetchTime = .epoch,
        bytes: Int64 = 0, level: Double = 0
    ) {
        let status = host.tell(
            kind, app: fetchsched_app(truncatingIfNeeded: app), value: value, until: until.milliseconds,
            bytes: bytes, level: level,
            at: now.milliseconds)
        #expect(status == FETCHSCHED_OK)
        try? engine.observe(observation, at: now)
    }

    /// Takes all actions of both, which must be the same.
    mutating func act() {
        let most = 1 + below(5)
        var told = host.allActions(at: now.milliseconds, most: most)[...]
        while let action = engine.nextAction(at: now) {
            compared += 1
            for expected in action.told(engine.lastDecision) {
                guard let first = told.popFirst() else { return #expect(Bool(false), "\(action) is missing") }
                #expect(first.numbers == expected, "\(action)")
                kinds.insert(expected[0])
                if expected[0] == 1 { fetched = (Int(expected[1]), now) }
            }
        }
        #expect(told.isEmpty)
        let next = engine.nextDeadline(after: now) ?? .distantFuture
        #expect(host.nextTime(at: now.milliseconds) == next.milliseconds)
    }
}

extension fetchsched_action {
    /// All fields, to be compared.
    var numbers: [Int64] {
        [
            Int64(kind), Int64(bitPattern: app), Int64(bitPattern: id), Int64(cause), Int64(number),
            happened_ms, until_ms, bytes,
        ]
    }
}

extension EngineAction {
    /// What the C interface is to tell of it: kind, app, id, cause, number, happened, until, bytes. Written down once
    /// more, so that a slip there shows.
    fileprivate func told(_ decision: FetchDecision?) -> [[Int64]] {
        let none: Int64 = -1
        switch self {
        case .fetch(let app):
            return [[1, Int64(app.index), 0, Int64(decision?.reason.rawValue ?? 9), 0, 0, 0, 0]]
        case .stopFetch(let app): return [[2, Int64(app.index), 0, 0, 0, 0, 0, 0]]
        case .refreshSnapshot(let app): return [[3, Int64(app.index), 0, 0, 0, 0, 0, 0]]
        case .deliver(let push):
            let arrived = push.arrived.milliseconds
            return [
                [
                    4, Int64(push.app.index), Int64(bitPattern: push.number), Int64(push.kind.rawValue), 0,
                    arrived, 0, 0,
                ]
            ]
        case .wakeForLocation(let wake):
            let (cause, region): (Int64, Int64) =
                switch wake.cause {
                case .enter(let region): (0, Int64(region.number))
                case .exit(let region): (1, Int64(region.number))
                case .significant: (2, 0)
                }
            let (happened, until) = (wake.happened.milliseconds, wake.awakeUntil.milliseconds)
            return [[5, Int64(wake.app.index), 0, cause, region, happened, until, 0]]
        case .expiring(let task): return [[6, none, Int64(task.number), 0, 0, 0, 0, 0]]
        case .terminate(let app, let open):
            let end = [7, Int64(app.index), 0, 0, Int64(open.count), 0, 0, 0]
            return [end] + open.map { [8, Int64(app.index), Int64($0.number), 0, 0, 0, 0, 0] }
        case .suspend(let app): return [[9, Int64(app.index), 0, 0, 0, 0, 0, 0]]
        case .resume(let app): return [[10, Int64(app.index), 0, 0, 0, 0, 0, 0]]
        case .startTransfer(let transfer, let byte):
            return [[11, none, Int64(transfer.number), 0, 0, 0, 0, byte]]
        case .pauseTransfer(let transfer): return [[12, none, Int64(transfer.number), 0, 0, 0, 0, 0]]
        case .giveUpTransfer(let transfer): return [[13, none, Int64(transfer.number), 0, 0, 0, 0, 0]]
        case .wakeForTransfers(let app, let session):
            return [[14, Int64(app.index), 0, 0, Int64(session), 0, 0, 0]]
        }
    }
}
