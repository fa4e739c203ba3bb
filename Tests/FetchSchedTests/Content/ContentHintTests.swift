import Testing

@testable import FetchSched

@Suite struct ContentHintTests {
    private let now = Instant.monday + .hours(10)

    private func scheduler(announces: Bool) throws -> (Scheduler, AppID) {
        var scheduler = Scheduler(configuration: SchedulerRulesTests.eager, seed: 1)
        let app = scheduler.register(.minimum, at: now - .days(1))
        try scheduler.setAnnouncesContent(announces, of: app)
        return (scheduler, app)
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

    /// Announced changes are arrivals: 200 gaps give the rate within their own spread.
    @Test func ratesAreLearnedFromAnnouncements() throws {
        var (scheduler, app) = try scheduler(announces: true)
        var random = SplitMix64(seed: 5)
        var moment = now
        for _ in 0..<200 {
            moment = moment + .seconds(random.exponential(mean: 1800))
            scheduler.observe(.contentHint(app), at: moment)
            scheduler.observe(.launch(app), at: moment)
            scheduler.observe(.foregroundSync(app, .newData, bytes: 1000), at: moment)
            scheduler.observe(.endOfUse(app), at: moment)
        }
        #expect(abs(scheduler.content.belief(of: 0, scheduler.apps).rate.mean * 1800 - 1) < 0.35)
    }

    @Test func unknownApps() throws {
        var (scheduler, _) = try scheduler(announces: false)
        scheduler.observe(.contentHint(AppID(7)), at: now)
        #expect(throws: EngineError.unknownApp(AppID(7))) {
            try scheduler.setAnnouncesContent(true, of: AppID(7))
        }
    }
}
