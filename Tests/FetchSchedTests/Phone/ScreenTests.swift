import Testing

@testable import FetchSched

@Suite struct ScreenTests {
    /// What the user does after unlocking.
    enum Habit: Sendable { case opens, onlyLooks }

    /// A scheduler whose user looks at the screen twice, unlocks it every two hours, and, or not, opens the first app four
    /// seconds later. Its source always has something new. The radio is asleep but during uses.
    static func trained(
        _ habit: Habit = .opens, value: Double = 10, radio: RadioCosts = .lte, uses: Bool = true
    ) throws -> (scheduler: Scheduler, app: AppID, now: FetchTime) {
        var configuration = FetchConfiguration()
        configuration.radio = radio
        configuration.valueJoules = value
        configuration.experiment.usesScreen = uses
        var scheduler = Scheduler.with(configuration, seed: 3)
        let app = AppID(0)
        var now = FetchTime.monday
        for _ in 0..<200 {
            now = now + .hours(2)
            for look in [-300, -200] as [Double] {
                scheduler.observe(.screen(.on), at: now + .seconds(look))
                scheduler.observe(.screen(.off), at: now + .seconds(look + 5))
            }
            scheduler.observe(.screen(.on), at: now - .seconds(1))
            scheduler.observe(.screen(.unlocked), at: now)
            if habit == .opens {
                let launch = now + .seconds(4)
                scheduler.observe(.launch(app), at: launch)
                scheduler.observe(.foregroundSync(app, .newData, bytes: 50_000), at: launch)
                scheduler.observe(.radio(.user, until: launch + .seconds(1)), at: launch)
                scheduler.observe(.endOfUse(app), at: launch + .minutes(1))
                scheduler.observe(.screen(.off), at: launch + .minutes(1))
            } else {
                // The app is used all the same, without a sign before.
                scheduler.observe(.screen(.off), at: now + .seconds(9))
                scheduler.use(app, bytes: 50_000, for: .minutes(1), at: now + .minutes(50))
            }
        }
        return (scheduler, app, now + .hours(2))
    }

    @Test func whatIsAboutToBeOpenedIsFetched() throws {
        var (scheduler, app, now) = try Self.trained()
        #expect(scheduler.nextFetch(at: now - .seconds(5)) == nil)
        scheduler.observe(.screen(.unlocked), at: now)
        #expect(scheduler.nextFetch(at: now) == app)
        let decision = try #require(scheduler.lastDecision)
        #expect(decision.reason == .freeMoment && decision.value.launchedBeforeNextMoment > 0.8)
        #expect(scheduler.nextFetch(at: now) == nil)
        try scheduler.complete(app, .newData, bytes: 50_000, at: now + .seconds(1))
        #expect(scheduler.nextFetch(at: now + .seconds(1)) == nil)
    }

    @Test func nothingIsFetchedWhereItDoesNotPay() throws {
        func fetched(_ trained: (scheduler: Scheduler, app: AppID, now: FetchTime), _ changes: [ScreenChange])
            -> AppID?
        {
            var scheduler = trained.scheduler
            for change in changes { scheduler.observe(.screen(change), at: trained.now) }
            return scheduler.nextFetch(at: trained.now)
        }
        #expect(fetched(try Self.trained(), [.unlocked]) != nil)
        #expect(fetched(try Self.trained(value: 2), [.unlocked]) == nil)
        #expect(fetched(try Self.trained(.onlyLooks), [.unlocked]) == nil)
        #expect(fetched(try Self.trained(uses: false), [.unlocked]) == nil)
        #expect(fetched(try Self.trained(), [.off]) == nil)
        #expect(fetched(try Self.trained(), [.unlocked, .off]) == nil)
    }

    /// When the screen lights, the unlocking is a second away, and more certain.
    @Test func theUnlockingIsWaitedFor() throws {
        var (scheduler, app, now) = try Self.trained()
        scheduler.observe(.screen(.on), at: now - .seconds(1))
        #expect(scheduler.nextFetch(at: now - .seconds(1)) == nil)
        scheduler.observe(.screen(.unlocked), at: now)
        // Some hosts tell of the light once more.
        scheduler.observe(.screen(.on), at: now)
        #expect(scheduler.nextFetch(at: now) == app)
    }

    @Test func anArrivalIsDecidedOnOnce() throws {
        var (scheduler, app, now) = try Self.trained()
        scheduler.observe(.network(.none), at: now - .minutes(1))
        scheduler.observe(.screen(.unlocked), at: now)
        #expect(scheduler.nextFetch(at: now) == nil)
        scheduler.observe(.network(.cellular), at: now + .seconds(1))
        #expect(scheduler.nextFetch(at: now + .seconds(1)) == app)
        var late = try Self.trained().scheduler
        late.observe(.screen(.unlocked), at: now)
        #expect(late.nextFetch(at: now + .minutes(10)) == nil)
    }

    @Test func inUseTheScreenSaysNothing() throws {
        var (scheduler, _, now) = try Self.trained()
        let other = scheduler.register(.minimum, at: now)
        scheduler.observe(.launch(other), at: now)
        let before = scheduler.snapshot()
        scheduler.observe(.screen(.unlocked), at: now)
        #expect(scheduler.snapshot() == before)
        // Nor where the network is always on.
        var wired = try Self.trained(radio: .wired).scheduler
        let state = wired.snapshot()
        wired.observe(.screen(.off), at: wired.device.now)
        #expect(wired.snapshot() == state)
    }

    @Test func aLaunchIsLikelyThen() throws {
        var (scheduler, app, now) = try Self.trained()
        func probability(_ moment: FetchTime) -> Double {
            scheduler.launchProbability(of: app, within: .minutes(10), at: moment)
        }
        let before = probability(now)
        scheduler.observe(.screen(.unlocked), at: now)
        let soon = probability(now)
        scheduler.observe(.screen(.off), at: now + .seconds(9))
        let after = probability(now + .seconds(10))
        #expect(soon > 0.5 && before < soon / 2 && after < soon / 2, "\(before) \(soon) \(after)")
    }
}
