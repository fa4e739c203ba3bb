import Testing

@testable import FetchSched

@Suite struct ContentHintTests {
    private let now = FetchTime.monday + .hours(10)

    private func scheduler(announces: Bool) throws -> (Scheduler, AppID) {
        var scheduler = Scheduler.with(SchedulerRulesTests.eager, at: now - .days(1))
        try scheduler.setAnnouncesContent(announces, of: AppID(0))
        return (scheduler, AppID(0))
    }

    @Test func aHintIsNearlyCertainUntilTheNextLook() throws {
        var (scheduler, app) = try scheduler(announces: false)
        scheduler.observe(.contentHint(app), at: now)
        #expect(abs(scheduler.newContentProbability(of: app, at: now) - 0.9) < 1e-9)
        scheduler.observe(.radio(.user, until: now), at: now)
        #expect(scheduler.nextFetch(at: now) == app)
        try scheduler.complete(app, .newData, at: now + .seconds(1))
        #expect(scheduler.newContentProbability(of: app, at: now + .seconds(2)) < 0.01)
    }

    ///     fetch |=======|
    ///              ^ hint: not answered by that fetch
    @Test func aHintDuringAFetchOutlivesIt() throws {
        var (scheduler, app) = try scheduler(announces: true)
        scheduler.observe(.contentHint(app), at: now - .hours(1))
        scheduler.observe(.radio(.user, until: now), at: now)
        #expect(scheduler.nextFetch(at: now) == app)
        scheduler.observe(.contentHint(app), at: now + .seconds(1))
        try scheduler.complete(app, .newData, at: now + .seconds(2))
        #expect(scheduler.newContentProbability(of: app, at: now + .seconds(3)) > 0.85)
    }

    @Test func theSilenceOfASourceThatAnnouncesMeansHardlyAnythingNew() throws {
        var (scheduler, app) = try scheduler(announces: true)
        #expect(scheduler.newContentProbability(of: app, at: now) < 0.1)
        try scheduler.setAnnouncesContent(false, of: app)
        #expect(scheduler.newContentProbability(of: app, at: now) > 0.5)
    }
}
