@testable import FetchSched

/// One call of a scheduler.
enum Operation {
    case register(FetchInterval)
    case remove(AppID)
    case setInterval(FetchInterval, AppID)
    case observe(FetchEvent)
    case nextFetch
    case force(AppID)
    case complete(AppID, FetchOutcome, bytes: Int64)
    case nextWakeup
}

/// What a call answered.
enum Answer: Equatable {
    case nothing
    case app(AppID?)
    case wakeup(FetchTime?)
    case error(EngineError)
}

extension Operation {
    /// Makes the call.
    func apply(to scheduler: inout Scheduler, at now: FetchTime) -> Answer {
        do throws(EngineError) {
            switch self {
            case .register(let interval): return .app(scheduler.register(interval, at: now))
            case .remove(let app): try scheduler.remove(app, at: now)
            case .setInterval(let interval, let app): try scheduler.setInterval(interval, of: app, at: now)
            case .observe(let observation): scheduler.observe(observation, at: now)
            case .force(let app): try scheduler.force(app, at: now)
            case .nextFetch: return .app(scheduler.nextFetch(at: now))
            case .complete(let app, let outcome, let bytes):
                try scheduler.complete(app, outcome, bytes: bytes, at: now)
            case .nextWakeup: return .wakeup(scheduler.nextWakeup(after: now))
            }
        } catch {
            return .error(error)
        }
        return .nothing
    }

    /// The app that it is about, which must be there.
    var app: AppID? {
        switch self {
        case .remove(let app), .setInterval(_, let app), .force(let app), .complete(let app, _, _): app
        case .observe(let observation): observation.app
        case .register, .nextFetch, .nextWakeup: nil
        }
    }

    /// A call that a host could make, of one of `apps` apps.
    static func plausible(_ random: inout SplitMix64, apps: Int, at now: FetchTime) -> Operation {
        let app = AppID(random.below(apps))
        switch random.below(45) {
        case 0..<5: return .observe(.launch(app))
        case 5..<8: return .observe(.endOfUse(app))
        case 8: return .observe(.foregroundSync(app, outcome(&random), bytes: 40_000))
        case 9:
            let ago = TimeSpan.seconds(random.exponential(mean: 600))
            return .observe(random.bernoulli(0.5) ? .contentHint(app) : .contentChanged(app, at: now - ago))
        case 10..<17: return .observe(.radio(.user, until: now + .seconds(random.exponential(mean: 2))))
        case 17..<26: return .nextFetch
        case 26..<33: return .complete(app, outcome(&random), bytes: Int64(random.below(500_000)))
        case 33..<37: return .nextWakeup
        case 37: return .setInterval(interval(&random), app)
        case 38: return .observe(condition(&random))
        case 39, 40: return .force(app)
        case 41: return .observe(server(app, &random, at: now))
        case 42, 43:
            return .observe(.screen(random.pick([.on, .unlocked, .unlocked, .off])))
        default:
            return .observe(
                random.bernoulli(0.2) ? .quit(app) : .refresh(app: app, isOn: random.bernoulli(0.9)))
        }
    }

    private static func server(_ app: AppID, _ random: inout SplitMix64, at now: FetchTime) -> FetchEvent {
        let span = random.bernoulli(0.5) ? .zero : TimeSpan.minutes(Int64(random.below(20)))
        return random.bernoulli(0.5) ? .serverWait(app, until: now + span) : .serverInterval(app, span)
    }

    private static func outcome(_ random: inout SplitMix64) -> FetchOutcome {
        random.pick([.newData, .newData, .newData, .noData, .noData, .failed, .failed, .failed, .gone])
    }

    private static func interval(_ random: inout SplitMix64) -> FetchInterval {
        random.pick([.never, .minimum, .minimum, .custom(.minutes(Int64(random.below(600) - 5)))])
    }

    private static func condition(_ random: inout SplitMix64) -> FetchEvent {
        let good = random.bernoulli(0.93)
        switch random.below(6) {
        case 0: return .network(good ? random.pick([.wifi, .cellular]) : .none)
        case 1: return .power(random.bernoulli(0.5) ? .charging : .battery)
        case 2: return .batteryLevel(good ? 0.2 + 0.8 * random.nextUnit() : 0.2 * random.nextUnit())
        case 3: return .lowPowerMode(isOn: !good)
        case 4: return .refresh(app: nil, isOn: good)
        default: return .zone(secondsEast: (random.below(27) - 12) * 3600)
        }
    }
}

extension Scheduler {
    /// Has an update of the app announced, and fetches it as soon as nothing forbids that, whatever it is worth.
    mutating func fetchAnnounced(_ app: AppID, at now: FetchTime) throws(EngineError) {
        observe(.contentHint(app), at: now)
        updateValue(at: now)
        if let veto = vetoes(of: app.index, at: now).first { throw .vetoed(app, veto) }
        try force(app, at: now)
    }

    /// All that forbids a fetch of the app.
    func vetoes(of app: Int, at now: FetchTime) -> [FetchVeto] {
        var vetoes: [FetchVeto] = []
        visitVetoes(of: app, at: now) { vetoes.append($0) }
        return vetoes
    }
}
