import Testing

@testable import FetchSched

/// What a scheduler does that is told of alarms.
@Suite struct AlarmTests {
    /// A scheduler whose user is woken by an alarm clock at another hour each day, and two minutes later opens the first app,
    /// whose source changes each quarter of an hour. At other times the app is used at random.
    private static func trained(heeds: Bool, tells: Bool = true) -> (scheduler: Scheduler, next: Instant) {
        var configuration = Configuration()
        configuration.valueJoules = 200
        configuration.experiment.heedsAlarms = heeds
        var scheduler = Scheduler(configuration: configuration, seed: 3)
        let app = scheduler.register(.minimum, at: .monday)
        var random = SplitMix64(seed: 1)
        func use(_ launch: Instant) {
            scheduler.observe(.launch(app), at: launch)
            scheduler.observe(.foregroundSync(app, .newData, bytes: 50_000), at: launch)
            scheduler.observe(.radio(.user, until: launch + .seconds(1)), at: launch)
            scheduler.observe(.endOfUse(app), at: launch + .minutes(1))
        }
        var (now, due) = (Instant.monday, Instant.monday + .hours(20))
        for day in 1...60 {
            if tells { scheduler.observe(.alarm(.clock, at: due), at: now) }
            use(due + .minutes(2))
            now = due + .hours(1)
            use(now)
            due = .monday + .days(Int64(day)) + .hours(Int64(4 + random.below(20)))
        }
        if tells { scheduler.observe(.alarm(.clock, at: due), at: now) }
        return (scheduler, due)
    }

    @Test func theRadioIsWokenShortlyBefore() {
        var (scheduler, due) = Self.trained(heeds: true)
        let wakeup = scheduler.nextWakeup(after: due - .minutes(50))
        #expect(
            wakeup.map { $0 >= due - .minutes(15) && $0 < due + .minutes(2) } == true,
            "\(String(describing: wakeup)) \(due)")
        let early = scheduler.useIntensity(at: due - .minutes(20))
        #expect(scheduler.useIntensity(at: due + .seconds(100)) > 20 * early)
    }

    @Test func whoIsNotToldOrDoesNotHeedKnowsNothing() {
        for (heeds, tells) in [(false, true), (true, false)] {
            var (scheduler, due) = Self.trained(heeds: heeds, tells: tells)
            let wakeup = scheduler.nextWakeup(after: due - .minutes(50))
            #expect(wakeup.map { $0 < due - .minutes(15) || $0 > due } ?? true)
            let early = scheduler.useIntensity(at: due - .minutes(20))
            #expect(scheduler.useIntensity(at: due + .seconds(100)) < 2 * early)
        }
    }
}
