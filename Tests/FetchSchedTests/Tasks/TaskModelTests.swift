import Testing

@testable import FetchSched

/// The service against the rules applied millisecond by millisecond, under random calls.
@Suite struct TaskModelTests {
    @Test(arguments: [TaskMode.classic, .opportunistic])
    func agreesWithTheNaiveRules(mode: TaskMode) {
        for seed in 0..<60 as Range<UInt64> {
            if let wrong = TaskRun(mode, seed: seed).wrong(steps: 500) {
                Issue.record("\(mode), seed \(seed): \(wrong)")
                return
            }
        }
    }
}

/// One run of random calls.
private struct TaskRun {
    var service: TaskBench
    var naive: NaiveTasks
    var random: SplitMix64
    /// Whether the host asks as soon as something is due, or only now and then.
    let isPunctual: Bool

    init(_ mode: TaskMode, seed: UInt64) {
        random = SplitMix64(seed: seed)
        isPunctual = seed % 2 == 0
        var limits = TaskLimits()
        limits.mode = mode
        limits.classic = TimeSpan(milliseconds: 20 + Int64(random.below(20)))
        limits.opportunistic = TimeSpan(milliseconds: 10 + Int64(random.below(10)))
        limits.enteringBackground = TimeSpan(milliseconds: Int64(random.below(6)))
        limits.notice = TimeSpan(milliseconds: Int64(random.below(8)))
        service = TaskBench(limits: limits, apps: 4)
        naive = NaiveTasks(
            classic: mode == .classic, limit: Int(limits.limit.milliseconds),
            entering: Int(limits.enteringBackground.milliseconds), notice: Int(limits.notice.milliseconds),
            apps: Array(repeating: NaiveTasks.App(), count: 4))
    }

    private var now: FetchTime { .monday + TimeSpan(milliseconds: Int64(naive.now)) }

    /// What was wrong; nil if nothing was.
    func wrong(steps: Int) -> String? {
        var run = self
        for step in 0..<steps {
            if let wrong = run.step() { return "step \(step): \(wrong)" }
        }
        return nil
    }

    private mutating func step() -> String? {
        let app = random.below(4)
        switch random.below(24) {
        case 0, 1:
            service.launched(AppID(app), at: now)
            naive.launched(app)
        case 2..<5:
            service.enteredBackground(AppID(app), at: now)
            naive.enteredBackground(app)
        case 5, 6:
            let span = random.below(12) - 1
            service.wake(AppID(app), for: TimeSpan(milliseconds: Int64(span)), at: now)
            naive.wake(app, for: span)
        case 7:
            let quits = random.bernoulli(0.3)
            if quits { service.quit(AppID(app)) } else { service.service.stop(AppID(app)) }
            naive.stop(app, quit: quits)
        case 8..<12: return begin(app)
        case 12..<15: return end(BackgroundTaskID(naive.begun &- UInt64(random.below(5)) &+ 1))
        case 15, 16:
            let span = random.below(15)
            service.deviceAwake(until: now + TimeSpan(milliseconds: Int64(span)), at: now)
            naive.awakeUntil = max(naive.awakeUntil, naive.now + span)
        case 17:
            service.deviceSleeps(at: now)
            naive.awakeUntil = min(naive.awakeUntil, naive.now)
        case 18: if !isPunctual { return ask() }
        default: return pass(random.below(8))
        }
        return isPunctual ? ask() : look()
    }

    private mutating func begin(_ app: Int) -> String? {
        let mine = Result { () throws(EngineError) in try naive.begin(app) }
        let its = Result { () throws(EngineError) in try service.begin(AppID(app), at: now) }
        return mine == its ? nil : "begin: \(its), not \(mine)"
    }

    private mutating func end(_ task: BackgroundTaskID) -> String? {
        let mine = Result { () throws(EngineError) in try naive.end(task) }.failure
        let its = Result { () throws(EngineError) in try service.end(task, at: now) }.failure
        return mine == its ? nil : "end of \(task): \(its as Any), not \(mine as Any)"
    }

    /// Lets time pass; a punctual host asks when it was told to.
    private mutating func pass(_ milliseconds: Int) -> String? {
        for _ in 0..<milliseconds {
            let next = service.nextTime(at: now)
            naive.tick()
            let isDue = next.map { $0 <= now } ?? false
            // What a late host missed (a chunk that came and went) may still be due, though nothing is left to do.
            if naive.isPending ? !isDue : (isDue && isPunctual) {
                return "nextTime was \(next as Any), now \(now): pending is \(naive.isPending)"
            }
            if isPunctual, let wrong = ask() { return wrong }
        }
        return look()
    }

    private mutating func ask() -> String? {
        let mine = naive.drain()
        var its: [[EngineAction]] = Array(repeating: [], count: naive.apps.count)
        var owners = [UInt64: Int]()
        for (app, actions) in mine.enumerated() {
            for case .expiring(let task) in actions { owners[task.number] = app }
        }
        while let action = service.nextAction(at: now) {
            switch action {
            case .resume(let app), .suspend(let app), .terminate(let app, _): its[app.index].append(action)
            case .expiring(let task):
                guard let app = owners[task.number] else { return "\(task) should not expire" }
                its[app].append(action)
            default: return "\(action)"
            }
        }
        if its != mine { return "actions \(its), not \(mine)" }
        if let next = service.nextTime(at: now), next <= now { return "nothing to do, but due at \(next)" }
        return nil
    }

    private mutating func look() -> String? {
        for app in naive.apps.indices {
            let remaining = service.timeRemaining(AppID(app), at: now)
            if remaining != naive.remaining(app) {
                return "\(app) has \(remaining), not \(naive.remaining(app))"
            }
            let open = service.service.openTasks(of: AppID(app)).map(\.number)
            if open != naive.apps[app].open.map(\.task) { return "\(app) has open \(open)" }
        }
        return nil
    }
}

extension Result {
    /// The error, if it is one.
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
