import Testing

@testable import FetchSched

/// Calls without any sense: extreme times in any order, unknown apps, numbers that are none, and
/// configurations to match. Nothing may trap, and what must hold always must hold here too.
@Suite struct FuzzTests {
    @Test func senselessCallsDoNotTrap() {
        // The last one has an endless belief in equal hours, whose snapshot could not be read.
        for seed in Array(0..<40) + [1095] as [UInt64] {
            if let wrong = Fuzz.run(seed: seed, steps: 250) {
                Issue.record("seed \(seed): \(wrong)")
                return
            }
        }
    }

    @Test func manyEventsAtTheSameTime() {
        var scheduler = Scheduler.with(apps: 4, SchedulerRulesTests.eager)
        for round in 0..<20_000 {
            let app = AppID(round % 4)
            scheduler.observe(.launch(app), at: .monday)
            scheduler.observe(.foregroundSync(app, .newData, bytes: .max), at: .monday)
            scheduler.observe(.radio(.user, until: .monday), at: .monday)
            scheduler.observe(.endOfUse(app), at: .monday)
        }
        scheduler.observe(.radio(.user, until: .monday), at: .monday + .hours(3))
        while scheduler.nextFetch(at: .monday + .hours(3)) != nil {}
        #expect(scheduler.nextWakeup(after: .monday).map { $0 > .monday } ?? true)
    }
}

/// One run of senseless calls.
enum Fuzz {
    /// Says what was wrong; nil if nothing was.
    static func run(seed: UInt64, steps: Int) -> String? {
        var random = SplitMix64(seed: seed)
        let odd = random.bernoulli(0.5)
        let configuration = odd ? .odd(&random) : SchedulerRulesTests.eager
        var scheduler = Scheduler(configuration: configuration, seed: seed)
        var now = FetchTime.monday
        var running = Set<AppID>()
        var copy: (scheduler: Scheduler, running: Set<AppID>)?
        for step in 0..<steps {
            now = random.moment(near: now)
            let operation = operation(&random, at: now)
            let answer = operation.apply(to: &scheduler, at: now)
            switch (operation, answer) {
            case (.nextFetch, .app(let app?)):
                if !scheduler.apps.contains(app) { return "step \(step): no such app as \(app)" }
                if scheduler.device.foreground == app.index {
                    return "step \(step): \(app) is in the foreground"
                }
                if scheduler.apps[basics: app.index].interval == .never {
                    return "step \(step): \(app) is never"
                }
                running.insert(app)
            case (.force(let app), .nothing):
                if scheduler.apps[basics: app.index].interval == .never {
                    return "step \(step): started \(app)"
                }
                running.insert(app)
            case (.complete(let app, _, _), .nothing):
                if running.remove(app) == nil { return "step \(step): \(app) was not running" }
            case (.complete(let app, _, _), .error(let error)):
                let expected =
                    scheduler.apps.contains(app) ? EngineError.noFetchUnderWay(app) : .unknownApp(app)
                if error != expected { return "step \(step): \(error)" }
            case (.remove(let app), .nothing):
                running.remove(app)
                if scheduler.apps.contains(app) { return "step \(step): \(app) is still there" }
            case (.nextWakeup, .wakeup(let wakeup?)):
                if wakeup <= now { return "step \(step): wakeup at \(wakeup), now \(now)" }
            default: break
            }
            if !odd, let wrong = check(scheduler) { return "step \(step): \(wrong)" }
            if step % 50 == 49, let wrong = rewritten(scheduler) { return "step \(step): \(wrong)" }
            if random.bernoulli(0.01) {
                // Goes on with the copy kept before, if it knows the same apps, and keeps the present state.
                let present = (scheduler, running)
                if let kept = copy, kept.scheduler.appIDs == scheduler.appIDs {
                    (scheduler, running) = kept
                }
                copy = present
            }
        }
        return nil
    }

    /// What is written is read, and written again to the same bytes, under whatever configuration.
    private static func rewritten(_ scheduler: Scheduler) -> String? {
        let bytes = scheduler.snapshot()
        do {
            let restored = try Scheduler(restoring: bytes, configuration: scheduler.configuration)
            guard restored.snapshot() != bytes else { return nil }
            let difference = StateDump(scheduler, omitting: StateDump.schedulerOmits)
                .difference(to: StateDump(restored, omitting: StateDump.schedulerOmits))
            return "a restored scheduler is written otherwise: \(difference ?? "no difference")"
        } catch {
            return "what was written cannot be restored: \(error)"
        }
    }

    private static func check(_ scheduler: Scheduler) -> String? {
        var forecast = scheduler.forecast.nextApp
        for app in scheduler.apps.indices {
            let belief = scheduler.content.belief(of: app, scheduler.apps)
            guard belief.rate.mean.isFinite, belief.rate.mean > 0 else { return "\(belief)" }
            let new = belief.probabilityNew(after: .hours(1), scheduler.configuration.content)
            guard (0...1).contains(new), (0...1).contains(belief.active) else { return "\(belief)" }
            let costs = scheduler.apps[app].costs.completed(by: scheduler.costs.shared)
            guard costs.bytes > 0, costs.bytes <= 1e12, costs.slowness > 0, costs.energyFactor > 0 else {
                return "\(costs)"
            }
        }
        guard scheduler.valueJoules.isFinite, scheduler.valueJoules >= 0 else {
            return "\(scheduler.valueJoules) J"
        }
        guard scheduler.content.hours.factors.allSatisfy({ $0 > 0 && $0 < 25 }) else {
            return "\(scheduler.content.hours)"
        }
        for hour in 0..<24 where scheduler.appCount > 0 {
            let probability = forecast.probability(of: 0, .newSession, hour: hour, at: scheduler.device.now)
            guard probability >= 0, probability < 1.001 else { return "probability \(probability)" }
            let rate = scheduler.forecast.rate.rhythm.rate(hour: hour, weekend: false)
            guard rate >= 0, rate.isFinite else { return "rate \(rate)" }
        }
        return nil
    }

    private static func interval(_ random: inout SplitMix64) -> FetchInterval {
        random.pick([.never, .minimum, .minimum, .custom(.worst(&random))])
    }

    private static func operation(_ random: inout SplitMix64, at now: FetchTime) -> Operation {
        var app = AppID(random.pick([0, 1, 2, 3, 4, -1, .max, .min, random.below(12)]))
        if random.bernoulli(0.3) { app = AppID(index: random.below(4), generation: UInt32(random.below(3))) }
        let bytes = random.pick([0, 1, 100_000, .max, .min, Int64(bitPattern: random.next())])
        let outcome = random.pick([FetchOutcome.newData, .noData, .failed])
        switch random.below(35) {
        case 0: return random.bernoulli(0.5) ? .register(interval(&random)) : .remove(app)
        case 1: return .setInterval(interval(&random), app)
        case 2..<6: return .observe(.launch(app))
        case 6, 7: return .observe(.endOfUse(app))
        case 8:
            if random.bernoulli(0.2) {
                return .observe(.contentChanged(app, at: random.moment(near: now)))
            }
            let hint = random.bernoulli(0.3)
            return .observe(hint ? .contentHint(app) : .foregroundSync(app, outcome, bytes: bytes))
        case 9..<14: return .observe(.radio(.other, until: random.moment(near: now)))
        case 14: return .observe(.batteryLevel(random.bernoulli(0.8) ? 1 : .worst(&random)))
        case 15: return .observe(.zone(secondsEast: random.pick([.max, .min, 0, 3600, 86_400, -86_401])))
        case 16: return .observe(.network(random.pick([.wifi, .cellular, .cellular, .none])))
        case 17:
            if random.bernoulli(0.1) { return .observe(.notification(app)) }
            let change = random.pick([ScreenChange.on, .unlocked, .unlocked, .off])
            return .observe(
                random.bernoulli(0.7) ? .screen(change) : .lowPowerMode(isOn: random.bernoulli(0.2)))
        case 18:
            return .observe(.refresh(app: random.bernoulli(0.5) ? app : nil, isOn: random.bernoulli(0.9)))
        case 19: return .observe(random.bernoulli(0.3) ? .quit(app) : .power(.charging))
        case 20..<24: return .complete(app, outcome, bytes: bytes)
        case 24..<27: return .nextWakeup
        case 27: return .force(app)
        case 28: return .observe(.serverWait(app, until: random.moment(near: now)))
        case 29:
            return .observe(
                random.bernoulli(0.5) ? .serverInterval(app, .worst(&random)) : .processEnded(app))
        default: return .nextFetch
        }
    }
}
