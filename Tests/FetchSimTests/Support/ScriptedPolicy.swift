import FetchSched
import Synchronization

@testable import FetchSim

/// When to fetch which app.
struct Plan: Hashable, Sendable {
    var time: FetchTime
    var app: Int

    init(_ time: FetchTime, _ app: Int) {
        self.time = time
        self.app = app
    }

    init(_ seconds: Double, _ app: Int) {
        self.init(FetchTime(seconds: seconds), app)
    }
}

/// Fetches what it was told when it was told, or as soon after as no other fetch is under way.
struct ScriptedPolicy: Policy {
    private let plans: [Plan]
    private let lawful: Bool
    private var next = 0
    private var times = AppTimes()

    /// - Parameter lawful: leaves out what an interval forbids at its moment.
    init(_ plans: [Plan], lawful: Bool = false) {
        self.plans = plans.sorted { ($0.time, $0.app) < ($1.time, $1.app) }
        self.lawful = lawful
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        times.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        times.observe(observation, at: now)
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? {
        while next < plans.count, plans[next].time <= now {
            let app = plans[next].app
            next += 1
            if !lawful || times.mayFetch(app, at: now) { return AppID(app) }
        }
        return nil
    }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        times.complete(fetch, at: now)
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? {
        next < plans.count ? plans[next].time : nil
    }
}

/// What a policy was told and what it asked for.
final class Diary: Sendable {
    struct Fetch: Hashable, Sendable {
        var app: Int
        var start: Double
        var transferStart: Double
        var end: Double
        var outcome: FetchOutcome
        var bytes: Int64
    }

    private struct Pages: Sendable {
        var fetches: [Fetch] = []
        var observations: [(Double, FetchEvent)] = []
    }

    private let pages = Mutex(Pages())

    var fetches: [Fetch] { pages.withLock { $0.fetches } }
    var observations: [(Double, FetchEvent)] { pages.withLock { $0.observations } }

    /// Beginnings of the radio activity of that cause, in seconds.
    func radio(_ cause: RadioCause = .user) -> [Double] {
        observations.compactMap { time, observation in
            if case .radio(cause, _) = observation { time } else { nil }
        }
    }

    /// Beginnings of the fetches of `app`, in seconds.
    func starts(of app: Int) -> [Double] {
        fetches.filter { $0.app == app }.map(\.start)
    }

    func write(_ fetch: Fetch) { pages.withLock { $0.fetches.append(fetch) } }
    func write(_ observation: FetchEvent, at time: Double) {
        pages.withLock { $0.observations.append((time, observation)) }
    }
}

/// Any policy, with a diary.
struct DiaryPolicy<Base: Policy>: Policy {
    private var base: Base
    private let diary: Diary

    init(_ base: Base, in diary: Diary) {
        self.base = base
        self.diary = diary
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: FetchTime) {
        base.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: FetchTime) {
        diary.write(observation, at: now.seconds)
        base.observe(observation, at: now)
    }

    mutating func nextFetch(at now: FetchTime) -> AppID? { base.nextFetch(at: now) }

    mutating func complete(_ fetch: FinishedFetch, at now: FetchTime) {
        diary.write(
            Diary.Fetch(
                app: fetch.app.index, start: fetch.start.seconds,
                transferStart: fetch.transferStart.seconds, end: now.seconds, outcome: fetch.outcome,
                bytes: fetch.bytes))
        base.complete(fetch, at: now)
    }

    mutating func nextWakeup(after now: FetchTime) -> FetchTime? { base.nextWakeup(after: now) }

    var parallelFetches: Int { base.parallelFetches }
}

/// Replays a trace under a policy and returns what it measured together with the policy's diary.
func recorded<P: Policy>(
    _ trace: DeviceTrace, _ policy: P, radio: RadioProfile = .lte, rules: SimulationRules = .warm(0)
) -> (metrics: DeviceMetrics, diary: Diary) {
    let diary = Diary()
    let metrics = replay(trace, DiaryPolicy(policy, in: diary), radio: radio, rules: rules)
    return (metrics, diary)
}
