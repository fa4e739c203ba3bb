import Testing

@testable import FetchSched

/// Apps that come and go at random in the midst of everything else, beside the plainest account of which are there.
@Suite struct RemovalModelTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func nothingIsHeardOfAppsThatAreGone(seed: UInt64) {
        var run = RemovalRun(seed: seed)
        for step in 0..<700 {
            if let wrong = run.step() {
                Issue.record("seed \(seed), step \(step) at \(run.now): \(wrong)")
                return
            }
        }
        let counts = run.counts
        #expect(counts.removed > 30 && counts.registered > 30, "\(counts)")
        #expect(counts.fetches > 5 && counts.stopped > 1 && counts.refused > 50, "\(counts)")
    }

    /// An app that was registered, asked about and removed again changes nothing for the others, to the last bit.
    @Test func anAppThatWasNeverUsedIsNotMissed() throws {
        var fetches = 0
        for seed in 1...3 as ClosedRange<UInt64> { fetches += try compareWithNeverThere(seed) }
        #expect(fetches > 20)
    }

    /// - Returns: how many fetches there were.
    private func compareWithNeverThere(_ seed: UInt64) throws -> Int {
        var random = SplitMix64(seed: seed)
        let configuration = SchedulerRulesTests.eager
        var (with, without) = (
            Scheduler(configuration: configuration, seed: seed),
            Scheduler(configuration: configuration, seed: seed)
        )
        for _ in 0..<6 {
            #expect(with.register(.minimum, at: .monday) == without.register(.minimum, at: .monday))
        }
        var now = Instant.monday
        var (passed, fetches) = (0, 0)
        for step in 0..<900 {
            now = now + .seconds(random.exponential(mean: random.pick([1, 30, 900])))
            if random.chance(0.05) {
                let app = with.register(random.pick([.minimum, .never, .custom(.hours(1))]), at: now)
                if random.chance(0.5) { _ = with.nextWakeup(after: now) }
                if random.chance(0.5) { _ = try with.explain(app, at: now) }
                if random.chance(0.5) { _ = with.launchProbability(of: app, within: .hours(2), at: now) }
                try with.remove(app, at: now)
                // The other looks anew when to wake, too.
                try without.setInterval(without.apps[basics: 0].interval, of: AppID(0), at: now)
                passed += 1
            }
            let operation = Operation.plausible(&random, apps: 6, at: now)
            let (one, other) = (operation.apply(to: &with, at: now), operation.apply(to: &without, at: now))
            #expect(one == other, "seed \(seed), step \(step), \(operation)")
            #expect(with.lastDecision == without.lastDecision, "seed \(seed), step \(step)")
            guard with.lastDecision == without.lastDecision else { return 0 }
            if case .app(.some) = one { fetches += 1 }
            guard one == other else { return 0 }
        }
        #expect(passed > 20)
        for app in without.appIDs {
            #expect(try with.explain(app, at: now) == without.explain(app, at: now))
        }
        // One more place, which has no app, and else the same.
        #expect(with.apps.count == 7 && with.appIDs == without.appIDs)
        let dumps = [with, without].map {
            StateDump($0, omitting: StateDump.schedulerOmits.union(Self.placeOnly))
        }
        #expect(dumps[0].difference(to: dumps[1]) == nil)
        return fetches
    }

    /// What the place is, and what is made anew.
    private static let placeOnly: Set<String> = [
        ".apps", ".forecast.nextApp.counts.numbers", ".plan",
    ]
}

/// A host that does everything at random, also with apps that are gone.
struct RemovalRun {
    struct Counts {
        var registered = 0, removed = 0, fetches = 0, stopped = 0, refused = 0
    }

    private var random: SplitMix64
    private(set) var engine: FetchEngine
    private(set) var now = Instant.monday
    private(set) var counts = Counts()
    /// Which apps are there, with the fetch that is under way; and some of those that were.
    private var live: [AppID: Bool] = [:]
    private var gone: [AppID] = []
    /// Fetches of apps that are gone, which the host is to stop.
    private var stops: Set<AppID> = []
    private var transfers: [TransferID: AppID] = [:]
    private var tasks: [BackgroundTaskID] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var configuration = SchedulerRulesTests.eager
        configuration.tasks.mode = seed.isMultiple(of: 2) ? .opportunistic : .classic
        engine = FetchEngine(unchecked: configuration, seed: seed)
    }

    /// Makes a call, and what the engine asks for; says what was wrong.
    mutating func step() -> String? {
        now = now + .seconds(random.exponential(mean: random.pick([1, 30, 900])))
        if random.chance(0.004) { now = now - .hours(2) }
        let isGone = random.chance(0.15) && !gone.isEmpty
        // So that the time is not news.
        if isGone, let wrong = act() { return wrong }
        if !isGone, live.isEmpty || live.count < 9 && random.chance(0.08) { return register() ?? act() }
        let app = isGone ? random.pick(gone) : live.keys.sorted().randomElement(using: &random) ?? AppID(0)
        let before = isGone ? engine.snapshot() : []
        let isRefused = call(app)
        if isGone, !isRefused { return "a call of \(app), which is gone, was taken" }
        if isGone, engine.snapshot() != before { return "a call of \(app), which is gone, changed something" }
        counts.refused += isRefused ? 1 : 0
        return act() ?? (random.chance(0.1) ? look() : nil)
    }

    private mutating func register() -> String? {
        let app = engine.register(random.pick([.minimum, .minimum, .custom(.hours(1))]), at: now)
        counts.registered += 1
        if gone.contains(app) { return "\(app) is there again" }
        return live.updateValue(false, forKey: app) == nil ? nil : "\(app) is there twice"
    }

    /// - Returns: whether the app is said to be unknown.
    private mutating func call(_ app: AppID) -> Bool {
        do {
            switch random.below(24) {
            case 0, 1: return try remove(app)
            case 2...7: return engine.refuses(.launch(app), at: now)
            case 8: return engine.refuses(random.pick([.quit(app), .processEnded(app)]), at: now)
            case 9: return engine.refuses(.foregroundSync(app, .newData, bytes: 9), at: now)
            case 10, 11:
                return engine.receive(.silent, for: app, number: random.next(), at: now)
                    == .refused(Veto(.unknownApp))
            case 12: return (try? engine.requestFetch(of: app, at: now)) == nil
            case 13:
                try engine.forceFetch(of: app, at: now)
                live[app] = true
            case 14, 15:
                try engine.completeFetch(
                    of: app, with: random.pick([.newData, .noData, .failed]), bytes: 1000, at: now)
                live[app] = false
            case 16: try engine.add(Region(RegionID(random.below(3))), to: app)
            case 17:
                try engine.reportCrossing(.enter, of: RegionID(random.below(3)), in: app, at: now)
            case 18: tasks.append(try engine.beginTask(of: app, at: now))
            case 19, 20:
                var request = TransferRequest(app, bytes: 5000)
                (request.session, request.isDiscretionary) = (random.below(3), random.chance(0.3))
                transfers[try engine.enqueue(request, at: now)] = app
            case 21: return try finishOne(unless: app)
            case 22: try engine.setInterval(.minimum, of: app, at: now)
            default:
                if live[app] == nil { return engine.refuses(.endOfUse(app), at: now) }
                engine.tell(.radio(.user, until: now + .seconds(3)), at: now)
            }
        } catch EngineError.unknownApp {
            return true
        } catch {}
        return false
    }

    private mutating func remove(_ app: AppID) throws -> Bool {
        guard let isFetched = live[app] else {
            try engine.remove(app, at: now)
            return false
        }
        if isFetched { stops.insert(app) }
        try engine.remove(app, at: now)
        live[app] = nil
        gone.append(app)
        counts.removed += 1
        return false
    }

    private mutating func finishOne(unless app: AppID) throws -> Bool {
        guard live[app] != nil else { return engine.refuses(.contentHint(app), at: now) }
        if let task = tasks.popLast() { try? engine.end(task, at: now) }
        if let transfer = transfers.keys.sorted().first {
            try? engine.reportCompletion(of: transfer, at: now)
            transfers[transfer] = nil
        }
        return false
    }

    private mutating func act() -> String? {
        for _ in 0..<200 {
            guard let action = engine.nextAction(at: now) else { return nil }
            switch action {
            case .fetch(let app):
                guard let isFetched = live[app] else { return "a fetch of \(app)" }
                if isFetched { return "two fetches of \(app)" }
                live[app] = true
                counts.fetches += 1
            case .stopFetch(let app):
                if live[app] != nil {
                    live[app] = false
                } else if stops.remove(app) == nil {
                    return "\(action)"
                }
                counts.stopped += 1
            case .refreshSnapshot(let app), .terminate(let app, _), .suspend(let app), .resume(let app),
                .wakeForTransfers(let app, _):
                if live[app] == nil { return "\(action)" }
            case .deliver(let push): if live[push.app] == nil { return "\(action)" }
            case .wakeForLocation(let wake): if live[wake.app] == nil { return "\(action)" }
            case .startTransfer(let transfer, _), .pauseTransfer(let transfer):
                if let app = transfers[transfer], live[app] == nil { return "\(action)" }
            case .giveUpTransfer, .expiring: break
            }
        }
        return "actions without end"
    }

    /// Looks at the whole.
    private mutating func look() -> String? {
        let apps = live.keys.sorted { $0.index < $1.index }
        if engine.appIDs != apps || engine.appCount != apps.count { return "\(engine.appIDs), not \(apps)" }
        if engine.scheduler.apps.count > 10 { return "\(engine.scheduler.apps.count) places" }
        let sum = apps.map { engine.nextAppProbability(of: $0, at: now) }.reduce(0, +)
        if !apps.isEmpty, abs(sum - 1) > 1e-9 { return "chances sum to \(sum)" }
        let bytes = engine.snapshot()
        guard let twin = try? FetchEngine(restoring: bytes, configuration: engine.configuration) else {
            return "what was written cannot be restored"
        }
        if twin.snapshot() != bytes { return "a restored engine is written otherwise" }
        // Which of the two goes on must not matter.
        if random.chance(0.5) { engine = twin }
        return nil
    }
}
