import Testing

@testable import FetchSched

/// The whole engine under random calls, beside a naive account of what behaviours promise.
@Suite struct EngineRulesTests {
    @Test func noPromiseIsBroken() {
        var counts: [String: Int] = [:]
        for seed in 1...6 as ClosedRange<UInt64> {
            var run = EngineRun(seed: seed)
            for step in 0..<1_000 {
                if let wrong = run.step() {
                    Issue.record("seed \(seed), step \(step) at \(run.now): \(wrong)")
                    return
                }
            }
            if let wrong = run.finish() { Issue.record("seed \(seed): \(wrong)") }
            for (name, count) in run.counts { counts[name, default: 0] += count }
        }
        // The test is worth something only if these happen.
        let least = [
            "fetches": 100, "delivered": 100, "merged": 10, "finished": 50, "interrupted": 50, "refused": 2,
            "wakes": 50, "removed": 50, "stopped": 10, "restored": 50,
        ]
        for (name, count) in least { #expect(counts[name, default: 0] > count, "\(name)") }
    }

    @Test func sameCallsSameActions() {
        func actions() -> [EngineAction] {
            var run = EngineRun(seed: 77)
            for _ in 0..<800 { _ = run.step() }
            return run.actions
        }
        #expect(actions() == actions())
    }
}

/// A host that does everything at random but what it must: it asks in time, and starts what it is told to.
struct EngineRun {
    struct Transfer {
        let app: AppID
        let size: Int64
        var done: Int64 = 0
        var isActive = false
    }

    private var random: SplitMix64
    var engine: FetchEngine
    private var rules: NaiveRules
    private(set) var now = FetchTime.monday
    /// How often each thing happened.
    private(set) var counts: [String: Int] = [:]
    private(set) var actions: [EngineAction] = []
    private var next: UInt64 = 1
    /// Silent pushes that are stored: when each must be delivered at the latest.
    private var stored: [AppID: (number: UInt64, latest: FetchTime)] = [:]
    private var transfers: [TransferID: Transfer] = [:]
    private var tasks: [BackgroundTaskID] = []
    /// Apps come and go; each that comes takes the place of one that went.
    private(set) var apps: [AppID] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var configuration = SchedulerRulesTests.eager
        configuration.transfers.firstRetry = .seconds(10)
        configuration.tasks.mode = seed.isMultiple(of: 2) ? .opportunistic : .classic
        engine = FetchEngine(unchecked: configuration, seed: seed)
        rules = NaiveRules(configuration: configuration)
        for interval in [.minimum, .never, .custom(.hours(1)), .minimum, .minimum] as [FetchInterval] {
            apps.append(register(interval))
        }
    }

    private mutating func register(_ interval: FetchInterval) -> AppID {
        let app = engine.register(interval, at: now)
        _ = rules.follow(.register(interval), .app(app), at: now)
        try? engine.add(FetchRegion(RegionID(1)), to: app)
        try? engine.setWantsSignificantChanges(true, for: app)
        return app
    }

    /// Lets time pass as far as the engine allows, then does something.
    mutating func step() -> String? {
        let later = now + .seconds(random.exponential(mean: 240))
        while let timer = engine.nextDeadline(after: now), timer <= later {
            if timer <= now { return "a timer at \(timer)" }
            now = timer
            if let wrong = act() { return wrong }
        }
        now = later
        if random.bernoulli(0.004) {
            // What is held waits for what it waited for, from now on.
            now = now - .hours(2)
            for app in stored.keys { stored[app]?.latest = .distantFuture }
        }
        if random.bernoulli(0.01) { return replace(random.below(apps.count)) ?? act() }
        return doSomething() ?? act() ?? (random.bernoulli(0.02) ? restore() : nil)
    }

    /// Removes an app, and registers another.
    private mutating func replace(_ place: Int) -> String? {
        let gone = apps[place]
        do { try engine.remove(gone, at: now) } catch { return "\(error)" }
        _ = rules.follow(.remove(gone), .nothing, at: now)
        stored[gone] = nil
        transfers = transfers.filter { $0.value.app != gone || $0.value.isActive }
        counts["removed", default: 0] += 1
        apps[place] = register(.minimum)
        let sum = apps.map { engine.nextAppProbability(of: $0, at: now) }.reduce(0, +)
        return engine.appIDs == apps && abs(sum - 1) < 1e-9 ? nil : "\(engine.appIDs), sum \(sum)"
    }

    /// Goes on with an engine that was written and read.
    private mutating func restore() -> String? {
        let bytes = engine.snapshot()
        guard let restored = try? FetchEngine(restoring: bytes, configuration: engine.configuration) else {
            return "what was written cannot be restored"
        }
        engine = restored
        counts["restored", default: 0] += 1
        return restored.snapshot() == bytes ? nil : "a restored engine is written otherwise"
    }

    private mutating func doSomething() -> String? {
        let app = random.pick(apps)
        switch random.below(24) {
        case 0..<3: return observe(.launch(app))
        case 3..<7: return observe(.endOfUse(app))
        case 7: return observe(.radio(.heartbeat, until: now + .seconds(1)))
        case 8, 9: return receive(.silent, apps[3])
        case 10:
            return observe(
                random.bernoulli(0.2) ? .quit(app) : .network(random.pick([.wifi, .cellular, .none])))
        case 11:
            return observe(
                random.pick([.power(.charging), .power(.battery), .lowPowerMode(isOn: random.bernoulli(0.2))])
            )
        case 12..<16:
            return receive(random.pick(PushKind.allCases), random.bernoulli(0.5) ? app : apps[3])
        case 16:
            try? engine.reportCrossing(
                random.bernoulli(0.5) ? .enter : .exit, of: RegionID(1), in: app, at: now)
        case 17: try? engine.reportSignificantChange(for: app, at: now)
        case 18: if let task = try? engine.startTask(of: app, at: now) { tasks.append(task) }
        case 19: if !tasks.isEmpty { try? engine.end(tasks.removeFirst(), at: now) }
        default: return transferSomething(app)
        }
        return nil
    }

    private mutating func observe(_ observation: FetchEvent) -> String? {
        engine.tell(observation, at: now)
        return rules.follow(.observe(observation), .nothing, at: now)
    }

    private mutating func receive(_ kind: PushKind, _ app: AppID) -> String? {
        defer { next += 1 }
        let isQuit = rules.apps[app.index].quit
        if !isQuit { rules.apps[app.index].hint = now }
        switch engine.receive(kind, for: app, number: next, at: now) {
        case .deliver:
            if isQuit { return "a push to \(app), which was quit" }
            return deliver(app)
        case .stored(let replaced):
            if isQuit || kind == .alert { return "stored a push of \(app)" }
            if replaced?.number != stored[app]?.number { return "replaced \(String(describing: replaced))" }
            if replaced != nil { counts["merged", default: 0] += 1 }
            let limits = engine.configuration.push
            let latest = min(
                stored[app]?.latest ?? .distantFuture, now + max(limits.tokenSpan, limits.longestDelay(kind)))
            stored[app] = (next, latest)
        case .refused:
            if !isQuit { return "refused a push of \(app)" }
            counts["refused", default: 0] += 1
        }
        return nil
    }

    private mutating func deliver(_ app: AppID) -> String? {
        counts["delivered", default: 0] += 1
        engine.tell(.radio(.push, until: now), at: now)
        if random.bernoulli(0.5) { try? engine.requestFetch(of: app, at: now) }
        return nil
    }

    private mutating func transferSomething(_ app: AppID) -> String? {
        if let (id, transfer) = transfers.filter({ $0.value.isActive }).min(by: { $0.key < $1.key }) {
            let byte = transfer.done + Int64(random.below(Int(transfer.size - transfer.done) + 1))
            transfers[id]?.done = byte
            switch random.below(3) {
            case 0:
                try? engine.reportInterruption(of: id, atByte: byte, at: now)
                transfers[id]?.isActive = false
                counts["interrupted", default: 0] += 1
            case 1: try? engine.reportProgress(of: id, bytes: byte, at: now)
            default:
                try? engine.reportCompletion(of: id, at: now)
                transfers[id] = nil
                counts["finished", default: 0] += 1
            }
            return nil
        }
        var request = TransferRequest(app, bytes: Int64(random.below(100_000)))
        request.isDiscretionary = random.bernoulli(0.5)
        do throws(EngineError) {
            let id = try engine.enqueue(request, at: now)
            if rules.apps[app.index].quit { return "a transfer of \(app), which was quit" }
            transfers[id] = Transfer(app: app, size: request.bytes)
        } catch {
            if !rules.apps[app.index].quit { return "\(error)" }
        }
        return nil
    }

    private mutating func act() -> String? {
        // What ran past its limit ends for both at the same moment.
        _ = rules.follow(.nextFetch, .app(nil), at: now)
        let before = actions.count
        while let action = engine.nextAction(at: now) {
            actions.append(action)
            if actions.count > before + 200 { return "actions without end" }
            if let wrong = perform(action) { return wrong }
        }
        for (app, push) in stored where push.latest < now && !rules.apps[app.index].quit {
            return "push \(push.number) of \(app) was due at \(push.latest)"
        }
        return nil
    }

    private mutating func perform(_ action: EngineAction) -> String? {
        switch action {
        case .fetch(let app):
            counts["fetches", default: 0] += 1
            if !apps.contains(app) { return "\(action)" }
            if let wrong = rules.follow(.nextFetch, .app(app), at: now) { return wrong }
            guard random.bernoulli(0.9) else { return nil }
            let outcome = random.pick([FetchOutcome.newData, .noData, .failed])
            do throws(EngineError) { try engine.completeFetch(of: app, with: outcome, at: now) } catch {
                return "\(error)"
            }
            return rules.follow(.complete(app, outcome, bytes: 0), .nothing, at: now)
        case .deliver(let push):
            if rules.apps[push.app.index].quit { return "a push to \(push.app), which was quit" }
            guard apps.contains(push.app), stored.removeValue(forKey: push.app)?.number == push.number else {
                return "gave \(push)"
            }
            return deliver(push.app)
        case .wakeForLocation(let wake):
            counts["wakes", default: 0] += 1
            if !apps.contains(wake.app) || rules.apps[wake.app.index].quit {
                return "woke \(wake.app), which was quit"
            }
        case .wakeForTransfers(let app, _):
            if !apps.contains(app) || rules.apps[app.index].quit { return "woke \(app), which was quit" }
            if transfers.values.contains(where: { $0.app == app }) {
                return "woke \(app) before all was done"
            }
        case .startTransfer(let id, let byte):
            guard let transfer = transfers[id], !transfer.isActive, transfer.done == byte else {
                return "started \(id) from byte \(byte)"
            }
            if rules.network == .none { return "started \(id) without a network" }
            transfers[id]?.isActive = true
        case .pauseTransfer(let id): transfers[id]?.isActive = false
        case .giveUpTransfer(let id): transfers[id] = nil
        case .stopFetch: counts["stopped", default: 0] += 1
        case .refreshSnapshot(let app), .terminate(let app, _), .suspend(let app), .resume(let app):
            if !apps.contains(app) { return "\(action)" }
        case .expiring: break
        }
        return nil
    }

    /// Opens every app and lets a day pass: all that was stored must have come.
    mutating func finish() -> String? {
        for app in apps {
            if let wrong = observe(.launch(app)) ?? act() { return wrong }
        }
        let end = now + .days(1)
        while let timer = engine.nextDeadline(after: now), timer <= end {
            now = timer
            if let wrong = act() { return wrong }
        }
        return stored.isEmpty ? nil : "never delivered: \(stored)"
    }
}
