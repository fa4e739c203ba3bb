import Testing

@testable import FetchSched

/// Fetches that fail: what they cost, and how long a source that fails is left alone.
@Suite struct FailingSourceTests {
    private let now = FetchTime.monday + .hours(10)

    /// One that is given up has cost what one has that failed at the limit: its request, and the device kept awake.
    @Test func aFetchThatIsGivenUpIsBilled() throws {
        let app = AppID(0)
        var began = Scheduler.with(at: now - .days(1))
        try began.fetchAnnounced(app, at: now)
        let limit = began.configuration.fetchLimit
        let late = now + limit + .hours(1)
        var failed = began
        try failed.complete(app, .failed, at: now + limit)
        var givenUp = began
        #expect(givenUp.nextExpired(at: now + limit + TimeSpan(milliseconds: 1)) == app)
        let bill = failed.joulesSpent(at: late)
        #expect(abs(givenUp.joulesSpent(at: late) - bill) < 1e-6)
        let awake = began.configuration.power.awakeWatts * limit.seconds
        #expect(awake > 0 && bill > awake)
    }

    @Test func aNegativeBillFillsNoAccountBeyondItsDepth() {
        var limit = LossLimit(ScoreParameters(), valueJoules: 5)
        let depth = limit.failureBalance(at: now)
        limit.bearFailure(-1e30, isTry: true)
        #expect(limit.failureBalance(at: now) == depth)
    }

    /// A source that hung may hang again: a try of it waits until the account for failures holds a whole hang. So long as a
    /// source that failed has not succeeded since, its fetch is a try, though an outage excuses it.
    @Test func whatATryMayCost() throws {
        let configuration = changed(FetchConfiguration()) { $0.valueJoules = 5 }
        var scheduler = Scheduler.with(configuration, at: now)
        let app = 0
        scheduler.observe(.launch(AppID(app)), at: now)
        scheduler.score.limit.settle(spent: 0, at: now)
        let hang = configuration.fetchLimit.seconds * configuration.radio.baseWatts
        scheduler.apps[app].failures = 1
        #expect(scheduler.mayLose(0.5, app))
        scheduler.apps[app].strikes = 1
        #expect(scheduler.mayLose(0.5, app))
        // 25 of 30 J are left, and a hang costs more.
        scheduler.score.limit.bearFailure(5, isTry: true)
        #expect(hang > 25 && !scheduler.mayLose(0.5, app))
        // 1.25 J a day come in.
        let wait = (scheduler.mayLoseFrom(0.5, app) - now).seconds / 86_400
        #expect(wait > (min(hang, 30) - 25) / 1.25 - 0.01 && wait < 4.01, "\(wait)")
        scheduler.apps[app].strikes = 0
        #expect(scheduler.mayLose(0.5, app))
        scheduler.score.limit.bearFailure(25, isTry: true)
        #expect(!scheduler.mayLose(0.5, app))
        (scheduler.apps[app].failures, scheduler.apps[app].isExcused) = (0, true)
        #expect(!scheduler.mayLose(0.5, app))
        scheduler.apps[app].isExcused = false
        #expect(scheduler.mayLose(0.5, app))
    }

    @Test func waitsGrowBeyondTheCapAfterADayOfFailures() {
        let rule = BackoffParameters()
        var (time, waits, failures) = (TimeSpan.zero, [TimeSpan](), 0)
        while time < .days(90) {
            let wait = rule.wait(doublings: failures)
            waits.append(wait)
            time = time + wait
            failures += 1
            if time < .days(1) { #expect(wait <= rule.cap) }
            // However long it was gone, it is found again within about a quarter of that.
            #expect(wait.seconds <= max(rule.cap.seconds, 0.27 * time.seconds))
        }
        #expect(waits == waits.sorted() && waits.last == .days(7))
        #expect(rule.wait(doublings: 1000) == .days(7))
        // At five hours each it would be 432 and more.
        #expect(waits.count < 50, "\(waits.count) looks in 90 days")
    }

    /// Whatever the parameters are, a wait is a second at least, and never less after more failures.
    @Test func waitsOfOddParametersGrow() {
        for first in [TimeSpan.zero, .seconds(-5), .seconds(1), .hours(10), .max] {
            for cap in [
                TimeSpan.zero, .seconds(-1), TimeSpan(milliseconds: 1), .minutes(10), .days(30), .max,
            ] {
                var rule = BackoffParameters()
                (rule.first, rule.cap) = (first, cap)
                var last = rule.wait(doublings: 0)
                for doublings in 1...1010 {
                    let wait = rule.wait(doublings: doublings)
                    #expect(wait >= last, "\(first), \(cap), \(doublings)")
                    last = wait
                }
                #expect(last >= min(rule.cap, .days(7)))
            }
        }
    }

    /// A source that comes back is fetched as ever after its first success.
    @Test func aSourceThatComesBackIsForgiven() throws {
        var scheduler = Scheduler.with(at: now - .days(1), seed: 3)
        let app = AppID(0)
        var moment = now
        func fetch(_ outcome: FetchOutcome) throws {
            try scheduler.fetchAnnounced(app, at: moment)
            try scheduler.complete(app, outcome, bytes: 1000, at: moment + .seconds(1))
        }
        var looks = 0
        while moment < now + .days(60) {
            if (try? fetch(.failed)) != nil { looks += 1 }
            moment = moment + .minutes(20)
        }
        #expect(looks < 110, "\(looks) looks in 60 days")
        let gone = (moment - now).seconds
        let back = moment
        while (try? fetch(.newData)) == nil { moment = moment + .minutes(20) }
        #expect((moment - back).seconds < 0.27 * gone)
        moment = moment + .hours(1)
        try fetch(.failed)
        #expect(scheduler.apps[app.index].backoffUntil <= moment + .minutes(2))
    }
}
