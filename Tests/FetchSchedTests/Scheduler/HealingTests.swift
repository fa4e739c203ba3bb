import Testing

@testable import FetchSched

/// Wrong clocks, hosts with coarse clocks and settings that allow nothing: what went wrong once must not last.
@Suite struct HealingTests {
    private let now = FetchTime.monday + .hours(10)
    private let app = AppID(0)

    /// Opens the app twice an hour by day, with a radio burst ten minutes later, and counts the fetches. The source changes
    /// between a launch and its burst: a launch finds that only if no fetch did.
    private func fetches(
        _ scheduler: inout Scheduler, from begin: FetchTime = .monday, days: Int,
        finds: FetchOutcome = .newData
    ) throws -> Int {
        var count = 0
        var isFresh = false
        for day in 0..<days {
            for use in 0..<30 {
                var time = begin + .days(Int64(day)) + .hours(8) + .minutes(30) * Int64(use)
                scheduler.use(app, finds: isFresh ? .noData : finds, for: .seconds(20), at: time)
                isFresh = false
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
        var scheduler = Scheduler.with()
        let before = try fetches(&scheduler, days: 14)
        scheduler.observe(.launch(app), at: .monday + .days(400))
        scheduler.observe(.radio(.user, until: .monday + .days(400)), at: .monday + .days(400))
        scheduler.observe(.endOfUse(app), at: .monday + .days(14))
        #expect(!scheduler.device.radio.isAwake(at: .monday + .days(14) + .hours(3), .lte))
        let after = try fetches(&scheduler, from: .monday + .days(15), days: 14)
        #expect(3 * after > 2 * before)
    }

    /// A host whose clock stands still must get to the end of the documented loop.
    @Test func aHintAtTheMomentOfASyncIsAnsweredOnce() throws {
        var scheduler = Scheduler.with(SchedulerRulesTests.eager, at: now - .days(1))
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
        var configuration = FetchConfiguration()
        configuration.budget.joulesPerDay = joules
        if joules == nil { configuration.valueJoules = 0 }
        var scheduler = Scheduler.with(configuration)
        #expect(try fetches(&scheduler, days: 7) == 0)
    }

    @Test func noWakeupsForASilentSourceThatAnnounces() throws {
        var scheduler = Scheduler.with(changed(FetchConfiguration()) { $0.valueJoules = 400 })
        try scheduler.setAnnouncesContent(true, of: app)
        #expect(try fetches(&scheduler, days: 14, finds: .noData) == 0)
        #expect(scheduler.nextWakeup(after: .monday + .days(14) + .hours(7)) == nil)
        scheduler.observe(.contentHint(app), at: .monday + .days(14) + .hours(7))
        #expect(scheduler.nextWakeup(after: .monday + .days(14) + .hours(7)) != nil)
    }
}
