import Testing

@testable import FetchSched

/// Wrong clocks, hosts with coarse clocks and settings that allow nothing: what went wrong once must not last.
@Suite struct HealingTests {
    private let now = Instant.monday + .hours(10)

    /// Opens the app twice an hour by day, with a radio burst ten minutes later, and counts the fetches. The source changes
    /// between a launch and its burst: a launch finds that only if no fetch did.
    private func fetches(
        _ scheduler: inout Scheduler, of app: AppID, from begin: Instant, days: Int,
        finds: FetchOutcome = .newData
    ) throws -> Int {
        var count = 0
        var isFresh = false
        for day in 0..<days {
            for use in 0..<30 {
                var time = begin + .days(Int64(day)) + .hours(8) + .minutes(30) * Int64(use)
                scheduler.observe(.launch(app), at: time)
                scheduler.observe(.foregroundSync(app, isFresh ? .noData : finds, bytes: 1000), at: time)
                isFresh = false
                scheduler.observe(.endOfUse(app), at: time + .seconds(20))
                time = time + .minutes(10)
                scheduler.observe(.radio(.user, until: time + .seconds(1)), at: time)
                while let fetched = scheduler.nextFetch(at: time) {
                    count += 1
                    isFresh = true
                    try scheduler.complete(fetched, finds, bytes: 1000, at: time + .seconds(0.4))
                }
            }
        }
        return count
    }

    @Test func oneEventInAWrongYear() throws {
        var scheduler = Scheduler(seed: 1)
        let app = scheduler.register(.minimum, at: .monday)
        let before = try fetches(&scheduler, of: app, from: .monday, days: 14)
        scheduler.observe(.launch(app), at: .monday + .days(400))
        scheduler.observe(.radio(.user, until: .monday + .days(400)), at: .monday + .days(400))
        scheduler.observe(.endOfUse(app), at: .monday + .days(14))
        #expect(!scheduler.device.radio.isAwake(at: .monday + .days(14) + .hours(3), .lte))
        let after = try fetches(&scheduler, of: app, from: .monday + .days(15), days: 14)
        #expect(3 * after > 2 * before)
    }

    /// A host whose clock stands still must get to the end of the documented loop.
    @Test func aHintAtTheMomentOfASyncIsAnsweredOnce() throws {
        var scheduler = Scheduler(configuration: SchedulerRulesTests.eager, seed: 1)
        let app = scheduler.register(.minimum, at: now - .days(1))
        scheduler.observe(.foregroundSync(app, .newData, bytes: 1), at: now)
        scheduler.observe(.contentHint(app), at: now)
        scheduler.observe(.radio(.user, until: now), at: now)
        var count = 0
        while let fetched = scheduler.nextFetch(at: now), count < 10 {
            count += 1
            try scheduler.complete(fetched, .newData, at: now)
        }
        #expect(count <= 1)
    }

    @Test(arguments: [0, -5, .nan, nil] as [Double?]) func aBudgetOrAWorthOfNothingAllowsNothing(
        _ joules: Double?
    ) throws {
        var configuration = Configuration()
        configuration.budget.joulesPerDay = joules
        if joules == nil { configuration.valueJoules = 0 }
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        let app = scheduler.register(.minimum, at: .monday)
        #expect(try fetches(&scheduler, of: app, from: .monday, days: 7) == 0)
    }

    @Test func noWakeupsForASilentSourceThatAnnounces() throws {
        var configuration = Configuration()
        configuration.valueJoules = 400
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        let app = scheduler.register(.minimum, at: .monday)
        try scheduler.setAnnouncesContent(true, of: app)
        #expect(try fetches(&scheduler, of: app, from: .monday, days: 14, finds: .noData) == 0)
        #expect(scheduler.nextWakeup(after: .monday + .days(14) + .hours(7)) == nil)
        scheduler.observe(.contentHint(app), at: .monday + .days(14) + .hours(7))
        #expect(scheduler.nextWakeup(after: .monday + .days(14) + .hours(7)) != nil)
    }

    /// Expired without a network: nobody's fault.
    @Test func anExpiryWithoutANetworkIsNoStrike() {
        var scheduler = Scheduler(configuration: SchedulerRulesTests.eager, seed: 1)
        let app = scheduler.register(.minimum, at: now - .days(1))
        scheduler.observe(.radio(.user, until: now), at: now)
        #expect(scheduler.nextFetch(at: now) == app)
        scheduler.observe(.network(.none), at: now + .seconds(1))
        #expect(scheduler.nextExpired(at: now + .seconds(31)) == app)
        #expect(scheduler.apps[0].strikes == 0)
        #expect(scheduler.apps[0].backoffUntil == .distantPast)
    }
}
