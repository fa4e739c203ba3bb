import FetchSched

/// Replays one device's trace under the engine or under a rival.
///
/// The device runs a ``/FetchSched/FetchEngine`` and drives it by its public calls, as any host does. Under a rival the engine
/// starts no fetches by itself; the rival's are started by `forceFetch`. So pushes, location wakeups, tasks and transfers are
/// handled alike under every policy.
///
/// Event driven, no fixed tick. At most one of each is pending at any time, so no queue is needed: the end of the
/// fetch under way, of the present slice of a transfer, of a task's work, of the use of the app in the foreground, the
/// next line of the trace, of a granted run, the next burst, the engine's timer. At the same moment they come in that order of
/// precedence (so a fetch that ends as its app is launched has made it fresh).
struct DeviceSimulation {
    let trace: DeviceTrace
    let rules: SimulationRules
    let scope: SimulationScope
    let radio: RadioProfile
    let origin: FetchTime
    let scoredFrom: FetchTime
    var engine: RecordedEngine
    /// Whether the engine has anything to plan. Under another policy it has nothing where apps only fetch: calling it
    /// would change no result, and take ten times the time.
    let callsEngine: Bool
    /// How many fetches may be under way at once.
    let mostFetches: Int
    /// Whether the engine decides on fetches, and not the rival, which does nothing then.
    let engineDecides: Bool
    var rival: Rival
    var record: FetchRecord
    var meter: RadioMeter
    var metrics = DeviceMetrics()
    /// By number of the app, where it stands in ``DeviceMetrics/apps``; empty if no app is looked at.
    private var lookedAt: [Int?] = []
    var apps: [SimulatedApp]
    var network = NetworkPath.cellular
    var processes: ProcessTable
    /// Since when fetches keep the device awake, its screen being off; nil while none does.
    var awakeSince: FetchTime?
    var tasks: TaskWork
    /// The run of the program that the system granted, while it lasts.
    var granted: GrantedRun?
    /// When the program wants the next run; nil if it requested none, and `distantPast` if it was never started.
    var runWantedFrom: FetchTime? = .distantPast
    var transferFacts: [TransferID: TransferFacts] = [:]

    var foreground: ForegroundUse?
    /// Fetches under way, the one that ends first in front.
    var running: [RunningFetch] = []
    var transfer: RunningTransfer?
    /// When to call the engine next if nothing happens before.
    private(set) var timer = FetchTime.distantFuture
    /// When radio activity was last reported to the engine.
    var lastRadio = FetchTime.distantPast
    var nextEvent = 0
    /// When the next line of the trace comes: `nextLine`, at hand.
    private(set) var lineTime = FetchTime.distantFuture
    /// Before then no outage is under way.
    var noOutageBefore = FetchTime.distantPast
    /// The device's own radio activity, if it is to be recorded.
    var ownActivity: [OwnActivity]?
    /// The launches, if a timeline is to be recorded.
    var launches: [DeviceTimeline.Launch]?

    init(
        trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, rival: AnyPolicy? = nil,
        scope: SimulationScope = .everything, configuration: FetchConfiguration? = nil, seed: UInt64 = 0,
        recordActivity: Bool = false, recordFetches: Bool = false, recordTimeline: Bool = false,
        recordJournal: Bool = false
    ) {
        ownActivity = recordActivity ? [] : nil
        launches = recordTimeline ? [] : nil
        self.trace = trace
        self.rules = rules
        self.scope = scope
        var configuration = configuration ?? FetchConfiguration(radio, rules: rules, valueJoules: 0)
        rival?.limitPushes(&configuration.push)
        configuration.decidesFetches = rival == nil
        engine = RecordedEngine(configuration, seed: seed, isRecorded: recordJournal)
        engineDecides = rival == nil
        self.rival = Rival(rival ?? anyPolicy(PushPolicy()))
        callsEngine = engineDecides || trace.hasBackgroundWork
        mostFetches = rival?.parallelFetches ?? 1
        record = FetchRecord(isOn: recordFetches || recordTimeline)
        self.radio = radio
        processes = ProcessTable(capacity: rules.power.costs.aliveProcesses)
        origin = trace.span.lowerBound
        scoredFrom = rules.scoringStart(trace.span)
        tasks = TaskWork(scoredFrom: scoredFrom)
        meter = RadioMeter(
            profile: radio, scoredFrom: (scoredFrom - origin).seconds, recordStretches: recordTimeline)
        apps = Array(repeating: SimulatedApp(lastSync: origin), count: trace.appNames.count)
        if !rules.apps.isEmpty {
            lookedAt = trace.appNames.map { rules.apps.firstIndex(of: $0) }
            metrics.apps = rules.apps.map { _ in AppMetrics() }
        }
        for app in apps.indices {
            trace.updates.count(&apps[app].changes, of: app, upTo: origin)
            apps[app].changesAtSync = apps[app].changes
            apps[app].changesAtLaunch = apps[app].changes
            _ = engine.register(.never, at: origin)
            self.rival.policy.setInterval(.never, of: AppID(app), at: origin)
        }
        lineTime = nextLine ?? .distantFuture
    }

    /// Replays the whole trace.
    ///
    /// - Complexity: O(events + bursts + wakeups).
    mutating func run() -> DeviceMetrics {
        run(through: trace.span.upperBound)
        finishWork(at: trace.span.upperBound)
        finishUpdates(at: trace.span.upperBound)
        engine.noteSnapshot(at: trace.span.upperBound)
        meter.finish()
        metrics.energy = meter.energy
        metrics.days = (trace.span.upperBound - scoredFrom).seconds / 86_400
        return metrics
    }

    /// Where the figures of the app stand in ``DeviceMetrics/apps``; nil if it is not looked at.
    @inline(__always)
    func place(of app: Int) -> Int? { lookedAt.isEmpty ? nil : lookedAt[app] }

    /// The number of the app's process: that of the one program, if its runs are granted.
    @inline(__always)
    func process(of app: Int) -> Int { trace.grantsRuns ? 0 : app }

    /// Whether another fetch may start now. A program that gets runs cannot wake the device.
    @inline(__always)
    private var mayFetch: Bool {
        running.count < mostFetches && (!trace.grantsRuns || granted?.hasStarted == true || foreground != nil)
    }

    /// Replays what has not been replayed yet, up to and including all that happens at `end`.
    mutating func run(through end: FetchTime) {
        while let (now, occasion) = nextOccasion(), now <= end {
            handle(occasion, at: now)
            if act(at: now) { passBursts(through: end) }
        }
    }

    @inline(__always)
    private mutating func setTimer(_ time: FetchTime?, at now: FetchTime) {
        timer = time.map { max($0, now + Self.tick) } ?? .distantFuture
    }

    /// Delay of a wakeup that is requested for a past time, so that time always advances.
    static var tick: TimeSpan { TimeSpan(milliseconds: 1) }

    private enum Occasion {
        case fetchEnd, sliceEnd, workEnd, endOfUse, line, run, burst, timer
    }

    // Inlined, as are the other small questions: a call would copy the whole simulation.
    @inline(__always)
    private func nextOccasion() -> (FetchTime, Occasion)? {
        var first = FetchTime.distantFuture
        var best: Occasion?
        @inline(__always)
        func offer(_ time: FetchTime?, _ occasion: Occasion) {
            guard let time, time < first else { return }
            first = time
            best = occasion
        }
        offer(running.first?.end, .fetchEnd)
        offer(transfer?.slice?.end, .sliceEnd)
        offer(tasks.nextEnd, .workEnd)
        offer(foreground?.end, .endOfUse)
        offer(lineTime, .line)
        offer(granted?.change, .run)
        offer(foreground?.nextBurst, .burst)
        offer(timer, .timer)
        return best.map { (first, $0) }
    }

    /// When the next line of the trace comes; nil after the last.
    @inline(__always)
    var nextLine: FetchTime? { nextEvent < trace.events.count ? trace.events[nextEvent].time : nil }

    private mutating func handle(_ occasion: Occasion, at now: FetchTime) {
        switch occasion {
        case .fetchEnd: finishFetch(at: now)
        case .sliceEnd: finishSlice(at: now)
        case .workEnd: finishTaskWork(at: now)
        case .endOfUse: endUse(at: now)
        case .line:
            let event = trace.events[nextEvent]
            nextEvent += 1
            lineTime = nextLine ?? .distantFuture
            replay(event, number: nextEvent - 1, at: now)
        case .run: startOrEndRun(at: now)
        case .burst: burst(at: now)
        case .timer: break
        }
    }

    /// Does what the engine asks for.
    ///
    /// - Returns: whether there is nothing to do until ``timer`` if nothing happens before, nor if the radio is active:
    ///   it is, and what waits for that has had its turn. A transfer that is there may have its turn at any later burst, as
    ///   when its back-off is over.
    mutating func act(at now: FetchTime) -> Bool {
        let isIdle = performActions(at: now)
        if isIdle, granted != nil { endRun(at: now) }
        updateTaskWork(at: now)
        setTimer(nextDeadline(after: now), at: now)
        return isIdle && transferFacts.isEmpty && lastRadio == now
    }

    /// Performs the engine's actions. A policy that repeats a fetch that cannot start is not called again at the same
    /// moment.
    ///
    /// - Returns: whether the engine was queried for a fetch, and has none.
    private mutating func performActions(at now: FetchTime) -> Bool {
        var insists = false
        while let action = nextAction(at: now, isFetching: !insists && mayFetch) {
            let underWay = running.count
            perform(action, at: now)
            if case .fetch = action, running.count == underWay { insists = true }
        }
        if transfer != nil, startSlice(at: now) { return performActions(at: now) }
        return !insists && running.isEmpty
    }

    /// The next action of the engine or, if it has none, the fetch that the rival asks for.
    private mutating func nextAction(at now: FetchTime, isFetching: Bool) -> EngineAction? {
        engine.isFetchingAllowed = isFetching
        if callsEngine, let action = engine.nextAction(at: now) {
            if case .terminate(let app, _) = action { rival.observe(.processEnded(app), at: now) }
            if case .fetch(let app) = action { record.start(app, engine.lastDecision) }
            return action
        }
        guard isFetching, !engineDecides, let app = rival.nextFetch(at: now) else { return nil }
        record.start(app, nil)
        return .fetch(app)
    }

    private mutating func nextDeadline(after now: FetchTime) -> FetchTime? {
        engine.isFetchingAllowed = mayFetch
        var next = FetchTime.distantFuture
        if callsEngine { next = engine.nextDeadline(after: now) ?? next }
        if mayFetch, !engineDecides { next = min(next, rival.policy.nextWakeup(after: now) ?? next) }
        return next < .distantFuture ? next : nil
    }

    mutating func tell(_ event: FetchEvent, at now: FetchTime) {
        // A trace holds nothing that the engine refuses: its reader has checked that.
        if callsEngine { try? engine.observe(event, at: now) }
        if !engineDecides { rival.observe(event, at: now) }
    }
}

/// The part of a trace to replay.
enum SimulationScope: Sendable {
    case everything
    /// Without what a scheduler may put off, merge or veto (silent pushes, the fetches that pushes ask for,
    /// transfers): what happens whatever is decided.
    case whatIsFixed
}

/// The use of the app in the foreground, and when it next loads something.
struct ForegroundUse {
    var app: Int
    var end: FetchTime
    var nextBurst: FetchTime
}
