import FetchSched
import FetchTrace

/// Replays one device's trace under one policy.
///
/// Event driven, no fixed tick. At most one of each is pending at any time, so no queue is needed: the next
/// line of the trace, the next burst of the app in the foreground, the end of its use, the end of the fetch
/// under way, the policy's wakeup. At the same moment they come in that order of precedence: end of fetch, end
/// of use, trace, burst, wakeup (so a fetch that ends as its app is launched has made it fresh).
struct DeviceSimulation<P: Policy> {
    private let trace: DeviceTrace
    private let rules: SimulationRules
    private let bytesPerSecond: Double
    private let origin: Instant
    private let scoredFrom: Instant
    private(set) var policy: P
    private var meter: RadioMeter
    private var metrics = DeviceMetrics()
    private var apps: [AppState]
    private var network = Network.cellular

    /// What the simulator knows of an app.
    private struct AppState {
        var interval = FetchInterval.never
        var lastSync: Instant
        /// End of the last fetch or use, for judging intervals.
        var lastEnd: Instant?
        /// The most that the app's interval has allowed since its last launch.
        var mostAllowed = FetchInterval.never
    }

    private struct Foreground {
        var app: Int
        var end: Instant
        var nextBurst: Instant
    }

    private struct Running {
        var app: Int
        var start: Instant
        var transferStart: Instant
        var end: Instant
        var outcome: FetchOutcome
        var bytes: Int64
        var woke: Bool
    }

    private var foreground: Foreground?
    private var running: Running?
    private var wakeup: Instant?
    private var nextEvent = 0
    private var hasBegun = false
    /// The device's own radio activity, if it is to be recorded.
    private(set) var ownActivity: [OwnActivity]?
    /// What happened, if it is to be recorded.
    private var log: TimelineLog?

    init(
        trace: DeviceTrace, radio: RadioProfile, rules: SimulationRules, policy: P,
        recordActivity: Bool = false, recordTimeline: Bool = false
    ) {
        ownActivity = recordActivity ? [] : nil
        log = recordTimeline ? TimelineLog() : nil
        self.trace = trace
        self.rules = rules
        self.policy = policy
        bytesPerSecond = radio.bytesPerSecond
        origin = trace.span.lowerBound
        scoredFrom = rules.scoringStart(trace.span)
        meter = RadioMeter(
            profile: radio, scoredFrom: (scoredFrom - origin).seconds, recordStretches: recordTimeline)
        apps = Array(repeating: AppState(lastSync: origin), count: trace.appNames.count)
    }

    /// Replays the whole trace.
    ///
    /// - Complexity: O(events + wakeups), each with one look-up among an app's updates.
    mutating func run() -> DeviceMetrics {
        run(through: trace.span.upperBound)
        meter.finish()
        metrics.energy = meter.energy
        metrics.days = (trace.span.upperBound - scoredFrom).seconds / 86_400
        return metrics
    }

    /// Whether a fetch is under way.
    var isFetching: Bool { running != nil }

    /// What was recorded, once the whole trace was replayed; nil if nothing was to be.
    var timeline: TimelineLog? {
        guard var log else { return nil }
        log.radio = meter.stretches ?? []
        return log
    }

    /// Replays what has not been replayed yet, up to and including all that happens at `end`.
    mutating func run(through end: Instant) {
        if !hasBegun {
            hasBegun = true
            for app in apps.indices { policy.setInterval(.never, of: AppID(app), at: origin) }
        }
        while let (now, occasion) = nextOccasion(), now <= end {
            handle(occasion, at: now)
            if running == nil, let app = policy.nextFetch(at: now) { start(app, at: now) }
            wakeup = running == nil ? policy.nextWakeup(after: now).map { max($0, now + Self.tick) } : nil
        }
    }

    /// A wakeup asked for in the past comes this much later, so that time always passes.
    private static var tick: TimeSpan { TimeSpan(milliseconds: 1) }

    private enum Occasion {
        case fetchEnd, endOfUse, line, burst, wakeup
    }

    private func nextOccasion() -> (Instant, Occasion)? {
        var best: (Instant, Occasion)?
        func offer(_ time: Instant?, _ occasion: Occasion) {
            guard let time else { return }
            if let current = best, current.0 <= time { return }
            best = (time, occasion)
        }
        offer(running?.end, .fetchEnd)
        offer(foreground?.end, .endOfUse)
        offer(nextEvent < trace.events.count ? trace.events[nextEvent].time : nil, .line)
        offer(foreground?.nextBurst, .burst)
        offer(wakeup, .wakeup)
        return best
    }

    private mutating func handle(_ occasion: Occasion, at now: Instant) {
        switch occasion {
        case .fetchEnd: finishFetch(at: now)
        case .endOfUse: endUse(at: now)
        case .line:
            let event = trace.events[nextEvent]
            nextEvent += 1
            replay(event, at: now)
        case .burst:
            let next = now + rules.burstPeriod
            foreground?.nextBurst = next
            radioActivity(.user, seconds: rules.burstSeconds, at: now)
        case .wakeup: break
        }
    }

    // MARK: Lines of the trace

    private mutating func replay(_ event: TraceEvent, at now: Instant) {
        let app = Int(event.app)
        switch event.kind {
        case .launch: launch(app, event, at: now)
        case .interval:
            apps[app].interval = FetchInterval(event.value)
            apps[app].mostAllowed = Self.morePermissive(apps[app].mostAllowed, apps[app].interval)
            policy.setInterval(apps[app].interval, of: AppID(app), at: now)
        case .radio:
            let cause = Self.word(event.value).flatMap(RadioCause.init(rawValue:)) ?? .other
            radioActivity(cause, seconds: transferSeconds(max(0, event.bytes)), at: now)
        default:
            guard let observation = Observation(event) else { return }
            if case .network(let now) = observation { network = now }
            policy.observe(observation, at: now)
        }
    }

    private mutating func launch(_ app: Int, _ event: TraceEvent, at now: Instant) {
        if foreground != nil { endUse(at: now) }
        let newest = trace.updates.newest(of: app, at: now)
        let stale = newest.map { $0.time > apps[app].lastSync } ?? false
        if now >= scoredFrom {
            metrics.launches += 1
            metrics.freshLaunches += stale ? 0 : 1
            metrics.copyAgeSeconds.append((now - apps[app].lastSync).seconds)
            let missed = trace.updates.firstChange(of: app, after: apps[app].lastSync, upTo: now)
            metrics.staleSeconds.append(missed.map { (now - $0.time).seconds } ?? 0)
        }
        if log != nil {
            let change = trace.updates.firstChange(of: app, after: apps[app].lastSync, upTo: now)
            log?.launch(app, at: now, lastSync: apps[app].lastSync, staleSince: change?.time)
        }
        let loaded = stale ? newest?.bytes ?? 0 : 0
        let window = stale ? newest.map { fetchWindow(of: app, for: $0) } : nil
        apps[app].mostAllowed = apps[app].interval
        apps[app].lastSync = now
        apps[app].lastEnd = now
        foreground = Foreground(
            app: app, end: now + (event.duration ?? .zero), nextBurst: now + rules.burstPeriod)
        policy.observe(.launch(AppID(app)), at: now)
        policy.observe(.foregroundSync(AppID(app), stale ? .newData : .noData, bytes: loaded), at: now)
        radioActivity(
            .user, seconds: transferSeconds(max(0, event.bytes) + loaded), at: now,
            launch: OwnActivity.Launch(app: app, window: window))
    }

    /// Where a fetch must begin at the earliest to bring `update` to the app before its launch now.
    private func fetchWindow(of app: Int, for update: UpdateLog.Entry) -> OwnActivity.Window {
        var opens = max(update.time, apps[app].lastEnd ?? .distantPast)
        switch apps[app].mostAllowed {
        case .never: opens = .distantFuture
        case .minimum: break
        case .custom(let span): opens = max(opens, apps[app].lastEnd.map { $0 + span } ?? .distantPast)
        }
        return OwnActivity.Window(opens: opens, bytes: update.bytes)
    }

    private static func morePermissive(_ one: FetchInterval, _ other: FetchInterval) -> FetchInterval {
        switch (one, other) {
        case (.minimum, _), (_, .minimum): .minimum
        case (.never, let rest), (let rest, .never): rest
        case (.custom(let first), .custom(let second)): .custom(min(first, second))
        }
    }

    private mutating func endUse(at now: Instant) {
        guard let ended = foreground else { return }
        foreground = nil
        log?.endUse(at: now)
        apps[ended.app].lastEnd = now
        policy.observe(.endOfUse(AppID(ended.app)), at: now)
    }

    private mutating func radioActivity(
        _ cause: RadioCause, seconds: Double, at now: Instant, launch: OwnActivity.Launch? = nil
    ) {
        let begin = (now - origin).seconds
        let previousEnd = meter.activeUntil
        let (end, woke) = meter.begin(at: begin, seconds: seconds)
        if ownActivity != nil {
            ownActivity?.append(
                OwnActivity(
                    time: now, begin: begin, previousEnd: previousEnd, end: meter.activeUntil, launch: launch)
            )
        }
        if woke, now >= scoredFrom { metrics.promotions += 1 }
        policy.observe(.radio(cause, until: instant(end)), at: now)
    }

    private func transferSeconds(_ bytes: Int64) -> Double {
        rules.requestSeconds + Double(bytes) / bytesPerSecond
    }

    /// The first whole millisecond not before `seconds` after the origin.
    private func instant(_ seconds: Double) -> Instant {
        origin + TimeSpan(milliseconds: Int64((seconds * 1000 - 1e-6).rounded(.up)))
    }

    // MARK: Fetches

    private mutating func start(_ id: AppID, at now: Instant) {
        let app = id.index
        guard apps.indices.contains(app), foreground?.app != app else { return }
        if violatesInterval(app, at: now), now >= scoredFrom { metrics.intervalViolations += 1 }
        let newest = trace.updates.newest(of: app, at: now)
        var outcome = FetchOutcome.noData
        var bytes: Int64 = 0
        if network == .none || trace.isOut(app, at: now) {
            outcome = .failed
        } else if let newest, newest.time > apps[app].lastSync {
            outcome = .newData
            bytes = newest.bytes
        }
        var seconds = transferSeconds(bytes)
        if seconds > rules.fetchLimit.seconds {
            seconds = rules.fetchLimit.seconds
            bytes = Int64((seconds - rules.requestSeconds) * bytesPerSecond)
            outcome = .failed
        }
        let begin = (now - origin).seconds
        // Without a network there is nothing to wake the radio for: the attempt just fails.
        let (end, woke) = network == .none ? (begin, false) : meter.begin(at: begin, seconds: seconds)
        if woke, now >= scoredFrom {
            metrics.promotions += 1
            metrics.wakeups += 1
        }
        let finish = max(instant(end), now + Self.tick)
        running = Running(
            app: app, start: now, transferStart: max(now, instant(end - seconds)), end: finish,
            outcome: outcome, bytes: bytes, woke: woke)
    }

    private mutating func finishFetch(at now: Instant) {
        guard let fetch = running else { return }
        running = nil
        if fetch.outcome != .failed { apps[fetch.app].lastSync = max(apps[fetch.app].lastSync, fetch.start) }
        apps[fetch.app].lastEnd = now
        if fetch.start >= scoredFrom { metrics.count(fetch.outcome, bytes: fetch.bytes) }
        let finished = FinishedFetch(
            app: AppID(fetch.app), outcome: fetch.outcome, start: fetch.start,
            transferStart: fetch.transferStart, bytes: fetch.bytes)
        log?.wakeups.append(fetch.woke)
        policy.complete(finished, at: now)
    }

    private func violatesInterval(_ app: Int, at now: Instant) -> Bool {
        switch apps[app].interval {
        case .never: true
        case .minimum: false
        case .custom(let span): apps[app].lastEnd.map { now < $0 + span } ?? false
        }
    }

    private static func word(_ value: EventValue) -> UInt8? {
        if case .word(let word) = value { word } else { nil }
    }
}
