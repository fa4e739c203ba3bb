// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

// The library for C is compiled as one module.
#if canImport(FetchSchedText)
    import FetchSchedText
#endif

@c @implementation
public func fetchsched_get_statistics(
    _ engine: OpaquePointer?, _ now: Int64, _ statistics: UnsafeMutablePointer<fetchsched_statistics>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let answer = try unsafe Answer(statistics)
        let (engine, now) = (handle.engine, FetchTime(milliseconds: now))
        answer.write(
            fetchsched_statistics(
                value_j: engine.valueJoules, spent_j: engine.joulesSpent(at: now),
                launches_per_s: engine.launchRate(at: now),
                app_count: unsigned(engine.appCount), open_tasks: unsigned(engine.openTaskCount),
                transfers: unsigned(engine.transferStatuses.count),
                active_transfers: unsigned(engine.transferStatuses.count { $0.isActive }),
                budget_spent: engine.isBudgetSpent ? 1 : 0,
                radio_awake: engine.isRadioAwake(at: now) ? 1 : 0))
    }
}

@c @implementation
public func fetchsched_launch_probability(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ span: Int64, _ now: Int64,
    _ probability: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (app, answer) = try unsafe (handle.app(app), Answer(probability))
        guard span >= 0 else { throw .invalidValue }
        answer.write(
            handle.engine.launchProbability(
                of: app, within: TimeSpan(milliseconds: span), at: FetchTime(milliseconds: now)))
    }
}

@c @implementation
public func fetchsched_next_app_probability(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64,
    _ probability: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: probability) { engine, app in
        engine.nextAppProbability(of: app, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_new_content_probability(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64,
    _ probability: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: probability) { engine, app in
        engine.newContentProbability(of: app, at: FetchTime(milliseconds: now))
    }
}

@c @implementation
public func fetchsched_get_app(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ state: UnsafeMutablePointer<fetchsched_app_state>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: state) { engine, app in
        let interval: Int64 =
            switch engine.interval(of: app) {
            case .never, nil: Int64(FETCHSCHED_INTERVAL_NEVER)
            case .minimum: Int64(FETCHSCHED_INTERVAL_MINIMUM)
            case .custom(let span): max(0, span.milliseconds)
            }
        return fetchsched_app_state(
            interval_ms: interval, last_sync_ms: (engine.lastSync(of: app) ?? .distantPast).milliseconds,
            fetch_start_ms: (engine.fetchStart(of: app) ?? .distantFuture).milliseconds)
    }
}

@c @implementation
public func fetchsched_explain(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64,
    _ explanation: UnsafeMutablePointer<fetchsched_explanation>?
) -> fetchsched_status {
    unsafe with(engine, app, answer: explanation) { engine, app throws(EngineError) in
        fetchsched_explanation(try engine.explain(app, at: FetchTime(milliseconds: now)))
    }
}

@c @implementation
public func fetchsched_explain_text(
    _ engine: OpaquePointer?, _ app: fetchsched_app, _ now: Int64, _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ size: UnsafeMutablePointer<Int>?
) -> fetchsched_status {
    unsafe with(engine) { (handle: inout Handle) throws(Failure) in
        let (room, size, app) = try unsafe (room(text, capacity), Answer(size), handle.app(app))
        let explanation = try tried { () throws(EngineError) in
            try handle.engine.explain(app, at: FetchTime(milliseconds: now))
        }
        try unsafe write(explanation.line, to: room, size: size)
    }
}

extension FetchExplanation {
    /// One line for people, as C has texts.
    var line: [CChar] {
        var line: [CChar] = []
        for byte in description.utf8 { line.append(CChar(bitPattern: byte)) }
        line.append(0)
        return line
    }
}

extension fetchsched_explanation {
    init(_ explanation: FetchExplanation) {
        let expected: FetchTime =
            switch explanation.expected {
            case .now: explanation.moment
            case .wakeup(let moment), .notBefore(let moment): moment
            case .nextFreeMoment, .notForeseen: .distantFuture
            }
        var vetoes: UInt32 = 0
        for veto in explanation.vetoes { vetoes |= UInt32(veto.flag) }
        self.init(
            value_j: explanation.value.value, cost_j: explanation.value.cost,
            new_probability: explanation.value.somethingNew, use_probability: explanation.value.usedInTime,
            launches_per_s: explanation.launchIntensity, last_sync_ms: explanation.lastSync.milliseconds,
            expected_ms: expected.milliseconds, verdict: UInt32(explanation.verdict.rawValue), vetoes: vetoes,
            failures: unsigned(explanation.failures), silent_looks: unsigned(explanation.silentLooks))
    }
}

extension FetchVeto {
    /// The veto's number in the header.
    fileprivate var flag: Int {
        switch rule {
        case .intervalNever: FETCHSCHED_VETO_INTERVAL_NEVER
        case .intervalNotPassed: FETCHSCHED_VETO_INTERVAL_NOT_PASSED
        case .spacingNotPassed: FETCHSCHED_VETO_SPACING_NOT_PASSED
        case .settling: FETCHSCHED_VETO_SETTLING
        case .backingOff: FETCHSCHED_VETO_BACKING_OFF
        case .serverDelay: FETCHSCHED_VETO_SERVER_DELAY
        case .inForeground: FETCHSCHED_VETO_IN_FOREGROUND
        case .fetchUnderWay: FETCHSCHED_VETO_FETCH_UNDER_WAY
        case .quitByUser: FETCHSCHED_VETO_QUIT_BY_USER
        case .refreshOffForApp: FETCHSCHED_VETO_REFRESH_OFF_FOR_APP
        case .refreshOff: FETCHSCHED_VETO_REFRESH_OFF
        case .noNetwork: FETCHSCHED_VETO_NO_NETWORK
        case .lowPowerMode: FETCHSCHED_VETO_LOW_POWER_MODE
        case .lowBattery: FETCHSCHED_VETO_LOW_BATTERY
        case .budgetSpent: FETCHSCHED_VETO_BUDGET_SPENT
        case .fetchesLose: FETCHSCHED_VETO_FETCHES_LOSE
        case .networkFails: FETCHSCHED_VETO_NETWORK_FAILS
        case .everNew: FETCHSCHED_VETO_EVER_NEW
        // Results of pushes, regions, tasks and transfers.
        default: 0
        }
    }
}
