import FetchSchedText
import Testing

@testable import FetchSched

@Suite struct WakeupTests {
    /// A scheduler whose user begins each day at 8:30 with the first app, which changes often.
    private func trained(
        days: Int = 40, radio: RadioCosts = .lte
    ) throws -> (Scheduler, AppID, FetchTime) {
        var configuration = FetchConfiguration()
        configuration.radio = radio
        configuration.valueJoules = 100
        var scheduler = Scheduler.with(configuration, seed: 3)
        let app = AppID(0)
        _ = scheduler.register(.never, at: .monday)
        for day in 0..<days {
            let begin = FetchTime.monday + .days(Int64(day)) + .minutes(510)
            scheduler.use(app, bytes: 50_000, for: .minutes(5), at: begin)
        }
        return (scheduler, app, .monday + .days(Int64(days)))
    }

    @Test func wakesBeforeTheMorningLaunchAndFetchesOnce() throws {
        var (scheduler, app, midnight) = try trained()
        let planned = scheduler.nextWakeup(after: midnight)
        let wakeup = try #require(planned)
        #expect(wakeup >= midnight + .hours(4) && wakeup <= midnight + .minutes(510), "\(wakeup - midnight)")
        #expect(scheduler.nextWakeup(after: midnight) == wakeup)
        #expect(scheduler.nextFetch(at: wakeup - TimeSpan(milliseconds: 1)) == nil)
        #expect(scheduler.nextFetch(at: wakeup) == app)
        #expect(scheduler.nextFetch(at: wakeup) == nil)
        try scheduler.complete(app, .newData, bytes: 50_000, at: wakeup + .seconds(1))
        #expect(scheduler.nextFetch(at: wakeup + .seconds(1)) == nil)
        let next = scheduler.nextWakeup(after: wakeup + .seconds(1))
        #expect(next.map { $0 > wakeup + .seconds(1) } ?? true)
    }

    /// Where a wakeup costs next to nothing one is not enough: what was fetched a moment ago counts again as soon as it may
    /// be fetched.
    @Test func whatWasJustFetchedIsInThePlan() throws {
        var (scheduler, app, midnight) = try trained(radio: .wifi)
        var (now, fetches) = (midnight, [FetchTime]())
        while let next = scheduler.nextWakeup(after: now), next < midnight + .minutes(510) {
            now = next
            guard scheduler.nextFetch(at: now) == app else { continue }
            if let last = fetches.last { #expect(now >= last + .minutes(5)) }
            fetches.append(now)
            try scheduler.complete(app, .noData, bytes: 300, at: now)
        }
        #expect(fetches.count > 1 && fetches.count < 50, "\(fetches)")
    }

    @Test func aPlanEndsWithWhatItWasMadeFor() throws {
        let (trained, app, midnight) = try trained()
        for change in [
            .launch(app), .network(.none), .lowPowerMode(isOn: true), .quit(app),
            .refresh(app: nil, isOn: false), .batteryLevel(0.1),
        ] as [FetchEvent] {
            var scheduler = trained
            let planned = scheduler.nextWakeup(after: midnight)
            let wakeup = try #require(planned)
            scheduler.observe(change, at: midnight + .minutes(1))
            // A use would end by itself, four hours later.
            let next: FetchTime? = change == .launch(app) ? midnight + .minutes(241) : nil
            #expect(scheduler.nextWakeup(after: midnight + .minutes(1)) == next, "\(change)")
            #expect(scheduler.nextFetch(at: wakeup) == nil, "\(change)")
        }
        var scheduler = trained
        _ = scheduler.nextWakeup(after: midnight)
        try scheduler.setInterval(.never, of: app, at: midnight)
        #expect(scheduler.nextWakeup(after: midnight) == nil)
    }

    @Test func aWakeupThatConditionsForbadeIsOver() throws {
        var (scheduler, app, midnight) = try trained()
        let planned = scheduler.nextWakeup(after: midnight)
        let wakeup = try #require(planned)
        #expect(scheduler.nextFetch(at: wakeup) == app)
        scheduler.observe(.network(.none), at: wakeup)
        #expect(scheduler.nextFetch(at: wakeup) == nil)
        #expect(!scheduler.phone.isWakeupUnderWay)
    }

    @Test func aValueBelowTheWakeupsCostNeverWakes() throws {
        var configuration = FetchConfiguration()
        configuration.valueJoules = configuration.radio.wakeupJoules
        var scheduler = Scheduler.with(apps: 20, configuration, at: .monday - .days(3))
        #expect(scheduler.nextWakeup(after: .monday) == nil)
    }

    @Test(arguments: [TimeSpan.zero, .max, TimeSpan(milliseconds: .min), .minutes(1), .days(30)])
    func endsAtTheEndsOfTimeForAnyStepAndReach(_ span: TimeSpan) {
        var configuration = SchedulerRulesTests.eager
        configuration.planReach = .max
        configuration.planStep = span
        var reach = configuration
        reach.planReach = span
        reach.planStep = .minutes(30)
        for configuration in [configuration, reach] {
            for moment in [
                FetchTime.distantPast, .distantFuture, .epoch, FetchTime(milliseconds: -1),
                .distantFuture - TimeSpan(milliseconds: 1), .distantFuture - .minutes(1), .monday,
            ] {
                for registered in [moment, .distantPast, .distantFuture] {
                    var scheduler = Scheduler.with(apps: 3, configuration, at: registered)
                    let wakeup = scheduler.nextWakeup(after: moment)
                    #expect(wakeup.map { $0 > moment } ?? true)
                    _ = scheduler.nextFetch(at: moment)
                }
            }
        }
    }

    /// Before the first launch nothing is known of sessions, and the radio is not woken for them.
    @Test func nothingWakesBeforeTheFirstLaunch() throws {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 1000
        var engine = try FetchEngine(configuration: configuration, seed: 1)
        let app = engine.register(.minimum, at: .monday)
        #expect(engine.nextDeadline(after: .monday + .hours(1)) == nil)
        engine.use(app, finds: .newData, bytes: 1000, for: .minutes(1), at: .monday + .hours(1))
        #expect(engine.nextDeadline(after: .monday + .hours(2)) != nil)
    }
}
