@testable import FetchSched

/// One call of an engine.
enum EngineCall {
    case register(FetchInterval)
    case remove(AppID)
    case setInterval(FetchInterval, AppID)
    case announces(Bool, AppID)
    case observe(FetchEvent)
    case receive(PushKind, AppID, UInt64)
    case requestFetch(AppID)
    case force(AppID)
    case complete(AppID, FetchOutcome, Int64, Double?)
    case addRegion(FetchRegion, AppID)
    case removeRegion(RegionID, AppID)
    case significant(Bool, AppID)
    case position(GeoPosition)
    case crossing(Crossing, RegionID, AppID)
    case significantChange(AppID)
    case begin(AppID)
    case end(BackgroundTaskID)
    case enqueue(TransferRequest)
    case cancel(TransferID)
    case progress(TransferID, Int64)
    case interrupted(TransferID, Int64)
    case finished(TransferID)
    case hostRestarted
    case nextAction(Bool)
    case nextTime(Bool)
    case ask(AppID)
}

/// What a call answered, as far as engines that are the same must answer it alike.
enum EngineAnswer: Equatable {
    case nothing
    case app(AppID)
    case reception(PushReception)
    case task(BackgroundTaskID)
    case transfer(TransferID)
    case action(EngineAction?)
    case time(FetchTime?)
    case held([HeldWork], UInt64, FetchExplanation)
    case group(Int32)
    case price(UInt64)
    case idle(IdleReason?)
    case why(FetchExplanation)
    case error(EngineError)
}

extension EngineAnswer {
    /// Whether an engine that was written and read may answer so: numbers that a host made no numbers equal nothing.
    func agrees(with other: EngineAnswer) -> Bool {
        switch (self, other) {
        case (.error, .error): true
        case (
            .held(let held, let probability, let why),
            .held(let otherHeld, let otherProbability, let otherWhy)
        ):
            held == otherHeld && probability == otherProbability && why.verdict == otherWhy.verdict
        case (.why(let why), .why(let other)): why.verdict == other.verdict
        default: self == other
        }
    }
}

extension EngineCall {
    func apply(to engine: inout FetchEngine, at now: FetchTime) -> EngineAnswer {
        do throws(EngineError) {
            switch self {
            case .register(let interval): return .app(engine.register(interval, at: now))
            case .remove(let app): try engine.remove(app, at: now)
            case .setInterval(let interval, let app): try engine.setInterval(interval, of: app, at: now)
            case .announces(let yes, let app): try engine.setAnnouncesContent(yes, of: app)
            case .observe(let event): try engine.observe(event, at: now)
            case .receive(let kind, let app, let number):
                return .reception(engine.receive(kind, for: app, number: number, at: now))
            case .requestFetch(let app): try engine.requestFetch(of: app, at: now)
            case .force(let app): try engine.forceFetch(of: app, at: now)
            case .complete(let app, let outcome, let bytes, let joules):
                try engine.completeFetch(of: app, with: outcome, bytes: bytes, joules: joules, at: now)
            case .addRegion(let region, let app): try engine.add(region, to: app)
            case .removeRegion(let region, let app): try engine.remove(region, from: app)
            case .significant(let wants, let app):
                try engine.setWantsSignificantChanges(wants, for: app)
            case .position(let position): engine.observe(position, at: now)
            case .crossing(let crossing, let region, let app):
                try engine.reportCrossing(crossing, of: region, in: app, at: now)
            case .significantChange(let app): try engine.reportSignificantChange(for: app, at: now)
            case .begin(let app): return .task(try engine.startTask(of: app, at: now))
            case .end(let task): try engine.end(task, at: now)
            case .enqueue(let request): return .transfer(try engine.enqueue(request, at: now))
            case .cancel(let transfer): try engine.cancel(transfer, at: now)
            case .progress(let transfer, let bytes):
                try engine.reportProgress(of: transfer, bytes: bytes, at: now)
            case .interrupted(let transfer, let byte):
                try engine.reportInterruption(of: transfer, atByte: byte, at: now)
            case .finished(let transfer): try engine.reportCompletion(of: transfer, at: now)
            case .hostRestarted: engine.hostRestarted(at: now)
            case .nextAction(let fetching):
                engine.isFetchingAllowed = fetching
                return .action(engine.nextAction(at: now))
            case .nextTime(let fetching):
                engine.isFetchingAllowed = fetching
                return .time(engine.nextDeadline(after: now))
            case .ask(let app):
                // Bits, so that a number that is none equals itself.
                let probability = engine.launchProbability(of: app, within: .hours(1), at: now)
                let held = engine.heldWork(of: app, at: now)
                return .held(held, probability.bitPattern, try engine.explain(app, at: now))
            }
        } catch {
            return .error(error)
        }
        return .nothing
    }
}
