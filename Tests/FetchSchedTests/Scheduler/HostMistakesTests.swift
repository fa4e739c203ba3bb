import FetchSched
import Testing

/// Hosts forget, repeat and are late; the scheduler goes on.
@Suite struct HostMistakesTests {
    private let start = Instant.monday

    /// An app that is quit while in use is in the foreground no more: others' wakeups are planned again.
    @Test func quittingTheAppInUseEndsItsUse() {
        var one = Scheduler(seed: 1)
        let app = one.register(.minimum, at: start)
        var other = one
        one.observe(.launch(app), at: start)
        other.observe(.launch(app), at: start)
        one.observe(.quit(app), at: start + .seconds(5))
        other.observe(.endOfUse(app), at: start + .seconds(5))
        other.observe(.quit(app), at: start + .seconds(5))
        for minute in 1..<100 {
            let now = start + .minutes(Int64(minute))
            #expect(one.nextWakeup(after: now) == other.nextWakeup(after: now))
        }
    }

    /// Whoever opens an app again that is open uses it: it is not taken to be left unnoticed four hours after the first time.
    @Test func aLaunchReportedAgainIsASignOfUse() {
        var scheduler = Scheduler(seed: 1)
        let app = scheduler.register(.minimum, at: start)
        scheduler.observe(.launch(app), at: start)
        #expect(scheduler.nextWakeup(after: start) == start + .hours(4))
        scheduler.observe(.launch(app), at: start + .hours(3))
        #expect(scheduler.nextWakeup(after: start + .hours(3)) == start + .hours(7))
    }

    @Test func aLaunchReportedTwiceIsLearnedOnce() {
        var once = Scheduler(seed: 1)
        var twice = once
        for index in 0..<50 {
            let now = start + .minutes(Int64(index * 37))
            for repeated in [false, true] {
                var scheduler = repeated ? twice : once
                if index == 0 { for _ in 0..<3 { _ = scheduler.register(.minimum, at: now) } }
                let app = AppID(index % 3)
                scheduler.observe(.launch(app), at: now)
                if repeated { scheduler.observe(.launch(app), at: now + .seconds(1)) }
                scheduler.observe(.radio(.user, until: now + .seconds(2)), at: now + .seconds(2))
                if repeated { twice = scheduler } else { once = scheduler }
            }
            #expect(once.nextFetch(at: now + .seconds(2)) == twice.nextFetch(at: now + .seconds(2)))
        }
    }
}
