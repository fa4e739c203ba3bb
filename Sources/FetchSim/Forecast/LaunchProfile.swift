import FetchSched

/// What the engine had learned of when an app is opened, beside when it was: launches by hour of the local day,
/// weekdays and weekends apart, over the scored time.
///
/// What is expected was forecast each time just before: the engine's intensity of launches, integrated over each hour
/// from what was known until then. Nothing that the app did later is in it.
public struct LaunchProfile: Hashable, Sendable {
    /// The app's number on the device.
    public let app: Int
    /// By hour, 0 to 23 on weekdays, 24 to 47 on Saturdays and Sundays.
    public fileprivate(set) var hours = [Hour](repeating: Hour(), count: 48)

    /// One hour of the day.
    public struct Hour: Hashable, Sendable {
        /// How often the scored time held this hour; parts of it count as such.
        public fileprivate(set) var times = 0.0
        /// How many launches the engine expected in all of them.
        public fileprivate(set) var expected = 0.0
        /// How many there were.
        public fileprivate(set) var launches = 0
    }

    fileprivate init(app: Int) { self.app = app }

    /// The most used apps of a device.
    ///
    /// - Parameter count: of how many apps at most; those that were never launched while scored are left out.
    /// - Complexity: that of a replay, and O(scored time / 5 min x count) forecasts.
    public static func mostUsed(
        _ count: Int, of trace: DeviceTrace, rules: SimulationRules,
        configuration: Configuration = Configuration(), seed: UInt64
    ) -> [LaunchProfile] {
        let from = rules.scoringStart(trace.span)
        var launches = [Int](repeating: 0, count: trace.appNames.count)
        for event in trace.events where event.kind == .launch && event.time >= from {
            launches[Int(event.app)] += 1
        }
        let chosen = launches.indices.filter { launches[$0] > 0 }
            .sorted { launches[$0] != launches[$1] ? launches[$0] > launches[$1] : $0 < $1 }.prefix(count)
        guard !chosen.isEmpty else { return [] }
        let profiler = Profiler(
            trace, apps: Array(chosen), rules: rules, configuration: configuration, seed: seed)
        var simulation = DeviceSimulation(trace: trace, radio: .lte, rules: rules, policy: profiler)
        _ = simulation.run()
        var done = simulation.policy
        return done.finish()
    }
}

/// Follows a device, never fetches, and adds up the intensities that the engine forecasts.
private struct Profiler: Policy {
    private var engine: Scheduler
    private var profiles: [LaunchProfile]
    private let steps: IntegrationSteps
    private let end: Instant
    private var clock = LocalClock()
    private var moment: Instant
    private var change: Instant

    init(
        _ trace: DeviceTrace, apps: [Int], rules: SimulationRules, configuration: Configuration, seed: UInt64
    ) {
        engine = Scheduler(configuration: configuration, seed: seed)
        profiles = apps.map { LaunchProfile(app: $0) }
        steps = IntegrationSteps(
            start: trace.span.lowerBound, scoredFrom: rules.scoringStart(trace.span),
            sessionGap: configuration.sessionGap)
        end = trace.span.upperBound
        moment = steps.start
        change = moment
    }

    mutating func setInterval(_ interval: FetchInterval, of app: AppID, at now: Instant) {
        advance(to: now)
        while engine.appCount <= app.index { _ = engine.register(.never, at: now) }
        try? engine.setInterval(interval, of: app, at: now)
    }

    mutating func observe(_ observation: FetchEvent, at now: Instant) {
        advance(to: now)
        switch observation {
        case .launch(let app):
            change = now
            guard now >= steps.scoredFrom else { break }
            let hour = clock.hourOfDayKind(now)
            for index in profiles.indices where profiles[index].app == app.index {
                profiles[index].hours[hour].launches += 1
            }
        case .endOfUse, .quit: change = now
        case .zone(let secondsEast): clock.secondsEast = min(max(secondsEast, -86_400), 86_400)
        default: break
        }
        engine.observe(observation, at: now)
    }

    mutating func nextFetch(at now: Instant) -> AppID? { nil }

    mutating func complete(_ fetch: FinishedFetch, at now: Instant) {}

    mutating func nextWakeup(after now: Instant) -> Instant? { nil }

    mutating func finish() -> [LaunchProfile] {
        advance(to: end)
        return profiles
    }

    /// Takes the time up to just before `now` into account, on a copy of the engine: asking changes nothing.
    private mutating func advance(to now: Instant) {
        guard now > moment else { return }
        guard now > steps.scoredFrom else {
            moment = now
            return
        }
        moment = max(moment, steps.scoredFrom)
        let asked = engine
        while moment < now {
            let step = steps.step(from: moment, to: now, since: change, clock: clock)
            let hour = clock.hourOfDayKind(step.middle)
            let expected = asked.useIntensity(at: step.middle) * step.seconds
            for index in profiles.indices {
                let chance = asked.nextAppProbability(of: AppID(profiles[index].app), at: step.middle)
                profiles[index].hours[hour].expected += expected * chance
                profiles[index].hours[hour].times += step.seconds / 3600
            }
            moment = step.end
        }
    }
}
