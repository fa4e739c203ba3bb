@testable import FetchSched
import Testing

/// Hosts forget, repeat and are late; the scheduler goes on.
@Suite struct HostMistakesTests {
    private let start = FetchTime.monday
    private let app = AppID(0)

    /// An app that is quit while in use is in the foreground no more: others' wakeups are planned again.
    @Test func quittingTheAppInUseEndsItsUse() {
        var one = Scheduler.with()
        one.observe(.launch(app), at: start)
        var other = one
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
        var scheduler = Scheduler.with()
        scheduler.observe(.launch(app), at: start)
        #expect(scheduler.nextWakeup(after: start) == start + .hours(4))
        scheduler.observe(.launch(app), at: start + .hours(3))
        #expect(scheduler.nextWakeup(after: start + .hours(3)) == start + .hours(7))
    }

    @Test func aLaunchReportedTwiceIsLearnedOnce() {
        var once = Scheduler.with(apps: 3)
        var twice = once
        for index in 0..<50 {
            let now = start + .minutes(Int64(index * 37))
            let app = AppID(index % 3)
            once.observe(.launch(app), at: now)
            twice.observe(.launch(app), at: now)
            twice.observe(.launch(app), at: now + .seconds(1))
            let later = now + .seconds(2)
            once.observe(.radio(.user, until: later), at: later)
            twice.observe(.radio(.user, until: later), at: later)
            #expect(once.nextFetch(at: later) == twice.nextFetch(at: later))
        }
    }
}
