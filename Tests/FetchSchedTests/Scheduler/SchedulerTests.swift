import Testing

@testable import FetchSched

@Suite struct SchedulerTests {
    private let now = FetchTime.monday + .hours(10)

    /// A scheduler with one app that is worth a fetch whenever the radio is awake.
    private func ready(
        _ interval: FetchInterval = .minimum, _ change: (inout FetchConfiguration) -> Void = { _ in }
    ) -> (Scheduler, AppID) {
        var configuration = SchedulerRulesTests.eager
        configuration.backoff.jitter = 0
        configuration.power = PowerCosts()
        configuration.minimumSpacing = .minutes(1)
        change(&configuration)
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        let app = scheduler.register(interval, at: now - .days(1))
        scheduler.observe(.radio(.user, until: now + .minutes(30)), at: now)
        return (scheduler, app)
    }

    /// Reports an activity of the radio and asks.
    private func ask(_ scheduler: inout Scheduler, at moment: FetchTime) -> AppID? {
        scheduler.observe(.radio(.user, until: moment + .minutes(1)), at: moment)
        return scheduler.nextFetch(at: moment)
    }

    /// An interval shorter than the steps of a plan does not keep an app out of it: one of a minute plans as none does.
    @Test(arguments: [.minimum, .custom(.seconds(60)), .custom(.minutes(5))] as [FetchInterval])
    func aPlanHasAppsWhoseIntervalEndsWithinIt(_ interval: FetchInterval) throws {
        let configuration = changed(FetchConfiguration()) { $0.valueJoules = 1000 }
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        let apps = (0..<4).map { _ in scheduler.register(interval, at: .monday) }
        var end = FetchTime.monday
        for hour in 0..<24 * 14 where hour % 2 == 0 && (8...22).contains(hour % 24) {
            for (place, app) in apps.enumerated() {
                let begin = FetchTime.monday + .hours(Int64(hour)) + .minutes(Int64(place))
                end = begin + .seconds(30)
                scheduler.observe(.radio(.user, until: begin + .seconds(2)), at: begin)
                scheduler.use(app, bytes: 50_000, for: .seconds(30), at: begin)
            }
        }
        let now = end + .seconds(1)
        let found = scheduler.plannedWakeup(after: now)
        let planned = try #require(found)
        if case .custom(let span) = interval { #expect(planned >= end - .minutes(3) + span) }
        #expect(planned < now + .hours(12))
    }

    /// The end of a use may be missed: one of which nothing is heard for four hours has ended.
    @Test func anAppInTheForegroundIsVetoedUntilItsUseEnds() throws {
        var (scheduler, app) = ready()
        scheduler.observe(.launch(app), at: now)
        #expect(scheduler.nextFetch(at: now) == nil)
        #expect(scheduler.nextWakeup(after: now) == now + .hours(4))
        // Signs of use: what the user loads, not what a heartbeat does.
        scheduler.observe(.radio(.user, until: now + .hours(1)), at: now + .hours(1))
        scheduler.observe(.radio(.other, until: now + .hours(2)), at: now + .hours(2))
        #expect(scheduler.nextWakeup(after: now + .hours(2)) == now + .hours(5))
        #expect(
            try scheduler.explain(app, at: now + .hours(5) - .seconds(1)).vetoes.contains(
                FetchVeto(.inForeground))
        )
        #expect(try !scheduler.explain(app, at: now + .hours(5)).vetoes.contains(FetchVeto(.inForeground)))
        _ = scheduler.nextWakeup(after: now + .hours(6))
        #expect(scheduler.device.foreground == nil)
    }

    @Test func vetoesEnd() {
        var (scheduler, app) = ready()
        for (veto, end) in [
            (.network(.none), [.network(.wifi)]), (.lowPowerMode(isOn: true), [.lowPowerMode(isOn: false)]),
            (.refresh(app: nil, isOn: false), [.refresh(app: nil, isOn: true)]),
            (.refresh(app: app, isOn: false), [.refresh(app: app, isOn: true)]),
            (.batteryLevel(0.1), [.power(.charging)]), (.quit(app), [.launch(app), .endOfUse(app)]),
        ] as [(FetchEvent, [FetchEvent])] {
            scheduler.observe(veto, at: now)
            #expect(scheduler.nextFetch(at: now) == nil, "\(veto)")
            for event in end { scheduler.observe(event, at: now) }
            var copy = scheduler
            #expect(copy.nextFetch(at: now) == app, "\(end)")
        }
    }

    @Test func aCustomIntervalCountsFromTheLastLook() throws {
        var (scheduler, app) = ready(.custom(.hours(2)))
        #expect(ask(&scheduler, at: now) == app)
        let end = now + .seconds(5)
        try scheduler.complete(app, .newData, bytes: 1000, at: end)
        #expect(scheduler.apps.allowedFrom(0) == end + .hours(2))
        scheduler.observe(.launch(app), at: end + .hours(1))
        #expect(scheduler.apps.allowedFrom(0) == end + .hours(2))
        scheduler.observe(.foregroundSync(app, .failed, bytes: 0), at: end + .minutes(64))
        #expect(scheduler.apps.allowedFrom(0) == end + .hours(2))
        scheduler.observe(.foregroundSync(app, .noData, bytes: 0), at: end + .minutes(65))
        scheduler.observe(.endOfUse(app), at: end + .minutes(66))
        #expect(scheduler.apps.allowedFrom(0) == end + .minutes(185))
    }

    ///     0 s          30 s           30.001 s
    ///     | fetch ...  | still taken  | expired: an error, a strike and a back-off
    @Test func theLimitOfAFetch() throws {
        var (scheduler, app) = ready()
        #expect(scheduler.nextFetch(at: now) == app)
        #expect(scheduler.nextWakeup(after: now).map { $0 <= now + .seconds(31) } == true)
        var inTime = scheduler
        try inTime.complete(app, .newData, at: now + .seconds(30))
        let late = now + .seconds(30.001)
        #expect(throws: EngineError.noFetchUnderWay(app)) {
            try scheduler.complete(app, .newData, at: late)
        }
        #expect(scheduler.apps[0].failures == 1)
        #expect(scheduler.apps[0].strikes == 1)
        // The strike doubles the wait, and the host is told once which fetch to stop.
        #expect(scheduler.nextExpired(at: late) == app)
        #expect(scheduler.nextExpired(at: late) == nil)
        #expect(scheduler.apps[0].backoffUntil == late + .minutes(2))
        #expect(ask(&scheduler, at: late + .seconds(119)) == nil)
        #expect(ask(&scheduler, at: late + .seconds(120)) == app)
    }

    @Test func backOffDoublesIsCappedAndResets() throws {
        var (scheduler, app) = ready()
        var moment = now
        for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] as [Int64] {
            try #require([ask(&scheduler, at: moment)] == [app])
            try scheduler.complete(app, .failed, at: moment)
            #expect(scheduler.apps[0].backoffUntil == moment + .minutes(wait))
            #expect(ask(&scheduler, at: moment + .minutes(wait) - TimeSpan(milliseconds: 1)) == nil)
            moment = moment + .minutes(wait)
        }
        try #require([ask(&scheduler, at: moment)] == [app])
        try scheduler.complete(app, .noData, at: moment)
        moment = moment + .days(1)
        try #require([ask(&scheduler, at: moment)] == [app])
        try scheduler.complete(app, .failed, at: moment)
        #expect(scheduler.apps[0].backoffUntil == moment + .minutes(1))
    }

    @Test func jitterStaysWithinItsPart() throws {
        for seed in 0..<200 as Range<UInt64> {
            var scheduler = Scheduler.with(SchedulerRulesTests.eager, at: now - .days(1), seed: seed)
            try scheduler.force(AppID(0), at: now)
            try scheduler.complete(AppID(0), .failed, at: now)
            let wait = (scheduler.apps[0].backoffUntil - now).seconds
            #expect(wait >= 60 * 0.75 && wait <= 60 * 1.25, "seed \(seed): \(wait)")
        }
    }

    @Test(arguments: [false, true]) func withoutNetworkNobodyIsBlamed(hasExpired: Bool) throws {
        var (scheduler, app) = ready()
        #expect(scheduler.nextFetch(at: now) == app)
        scheduler.observe(.network(.none), at: now)
        let end = now + .seconds(hasExpired ? 31 : 1)
        if hasExpired {
            #expect(scheduler.nextExpired(at: end) == app)
        } else {
            try scheduler.complete(app, .failed, at: end)
        }
        #expect(scheduler.apps[0].failures == 0 && scheduler.apps[0].strikes == 0)
        #expect(scheduler.apps[0].backoffUntil == .distantPast)
        scheduler.observe(.network(.wifi), at: end + .seconds(1))
        // Nothing but the least spacing holds it back.
        #expect(scheduler.nextFetch(at: end + .seconds(59)) == nil)
        #expect(scheduler.nextFetch(at: end + .seconds(60)) == app)
    }

    @Test func failuresSayNothingOfTheContent() throws {
        var (scheduler, app) = ready()
        let before = scheduler.apps[0].content
        #expect(scheduler.nextFetch(at: now) == app)
        try scheduler.complete(app, .failed, at: now)
        #expect(scheduler.apps[0].content == before)
        #expect(scheduler.apps[basics: 0].lastSync == now - .days(1))
    }

    /// A launch that overtakes a fetch has found the change; the fetch's newData is the same one.
    @Test func oneChangeCountsOnce() throws {
        var (scheduler, app) = ready()
        #expect(scheduler.nextFetch(at: now) == app)
        scheduler.observe(.launch(app), at: now + .seconds(1))
        scheduler.observe(.foregroundSync(app, .newData, bytes: 10), at: now + .seconds(1))
        let learned = scheduler.apps[0].content
        try scheduler.complete(app, .newData, at: now + .seconds(2))
        #expect(scheduler.apps[0].content == learned)
        #expect(scheduler.apps[basics: 0].lastSync == now + .seconds(1))
    }
}
