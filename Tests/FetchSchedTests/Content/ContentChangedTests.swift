import Testing

@testable import FetchSched

@Suite struct ContentChangedTests {
    private let start = FetchTime.monday
    private let app = AppID(0)

    private func look(
        _ scheduler: inout Scheduler, _ app: AppID, changes: [FetchTime], at now: FetchTime,
        tells: Bool = true
    ) {
        scheduler.observe(.launch(app), at: now)
        if tells { for change in changes { scheduler.observe(.contentChanged(app, at: change), at: now) } }
        scheduler.observe(.foregroundSync(app, changes.isEmpty ? .noData : .newData, bytes: 1000), at: now)
        scheduler.observe(.endOfUse(app), at: now + .seconds(20))
    }

    /// A source that changes every two hours, looked at by chance, three times a day.
    private func trained() -> (scheduler: Scheduler, change: FetchTime) {
        var scheduler = Scheduler.with()
        var random = SplitMix64(seed: 71)
        var (last, now) = (start, start)
        while now < start + .days(20) {
            now = now + .seconds(600 + random.exponential(mean: 8 * 3600))
            let first = (last - start).milliseconds / 7_200_000 + 1
            let end = (now - start).milliseconds / 7_200_000
            let changes = first <= end ? (first...end).map { start + .hours(2) * $0 } : []
            look(&scheduler, app, changes: changes, at: now)
            last = now
        }
        // One more, ten minutes after a change.
        let change = start + .hours(2) * ((now - start).milliseconds / 7_200_000 + 1)
        look(&scheduler, app, changes: [change], at: change + .minutes(10))
        return (scheduler, change)
    }

    @Test func rateIsThatOfChangesAndNotOfLooks() {
        let (scheduler, _) = trained()
        let rate = scheduler.content.belief(of: app.index, scheduler.apps).rate.mean
        #expect(abs(rate * 7200 - 1) < 0.15)
    }

    /// A change that was told and not loaded is there until it is.
    @Test func aLookThatFailsLeavesSomethingNew() {
        var scheduler = Scheduler.with()
        func probability(_ seconds: Double) -> Double {
            scheduler.newContentProbability(of: app, at: start + .seconds(seconds))
        }
        scheduler.observe(.launch(app), at: start + .seconds(3600))
        scheduler.observe(.contentChanged(app, at: start + .seconds(1800)), at: start + .seconds(3600))
        scheduler.observe(.foregroundSync(app, .failed, bytes: 0), at: start + .seconds(3600))
        #expect(probability(3601) == 1)
        scheduler.observe(.foregroundSync(app, .newData, bytes: 1000), at: start + .seconds(3700))
        #expect(probability(3701) < 0.5)
    }

    /// A fetch counts for the moment of its start; but what it loaded has the changes that it tells of, also those since.
    @Test func aChangeDuringTheFetchIsLoaded() throws {
        var scheduler = Scheduler.with()
        let now = start + .hours(1)
        try scheduler.force(app, at: now)
        scheduler.observe(.contentChanged(app, at: now - .minutes(9)), at: now + .seconds(5))
        scheduler.observe(.contentChanged(app, at: now + .seconds(2)), at: now + .seconds(5))
        try scheduler.complete(app, .newData, bytes: 1000, at: now + .seconds(5))
        #expect(scheduler.newContentProbability(of: app, at: now + .seconds(6)) < 0.1)
        #expect(scheduler.apps[basics: app.index].lastSync == now + .seconds(2))
    }

    /// Hours come from what is told, also where looks are far apart.
    @Test func hoursAreThoseOfTheChanges() {
        var scheduler = Scheduler.with(apps: 2)
        for day in 0..<40 as Range<Int64> {
            let evening = start + .days(day) + .hours(22)
            look(&scheduler, AppID(0), changes: [start + .days(day) + .hours(7)], at: evening)
            look(&scheduler, AppID(1), changes: [start + .days(day) + .hours(19)], at: evening)
        }
        func factor(_ app: Int, _ hour: Int) -> Double {
            scheduler.content.hours.factor(hour, scheduler.apps[app].hours)
        }
        #expect(factor(0, 7) > 4 * factor(0, 19))
        #expect(factor(1, 19) > 4 * factor(1, 7))
    }

    @Test func whatIsKnownOrToComeIsIgnored() {
        var (scheduler, change) = trained()
        let now = change + .minutes(11)
        let before = scheduler.snapshot()
        scheduler.observe(.radio(.user, until: now), at: now)
        var other = scheduler
        for moment in [change, change - .days(1), now + .seconds(1), .distantPast, .distantFuture] {
            scheduler.observe(.contentChanged(app, at: moment), at: now)
        }
        scheduler.observe(.contentChanged(AppID(7), at: change), at: now)
        #expect(scheduler.snapshot() == other.snapshot())
        #expect(scheduler.snapshot() != before)
        other.observe(.contentChanged(app, at: now - .seconds(30)), at: now)
        #expect(scheduler.snapshot() != other.snapshot())
    }

    /// Where a look finds something that nobody dated, one bit is learned.
    @Test func aFindWithoutATimeIsStillOne() {
        var (scheduler, change) = trained()
        let now = change + .hours(3)
        look(&scheduler, app, changes: [change + .hours(2)], at: now, tells: false)
        #expect(scheduler.newContentProbability(of: app, at: now) == 0)
        let later = scheduler.newContentProbability(of: app, at: now + .hours(1))
        #expect(later > 0.1 && later < 0.9)
    }
}
