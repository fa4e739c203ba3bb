import Testing

@testable import FetchSched

/// Apps that are left out at a free moment as nothing is to be gained yet: beside a scheduler that looks at each of them,
/// through days of bursts of the radio and everything that ends such a rest.
@Suite struct QuietAppsTests {
    @Test(arguments: 0..<4 as Range<UInt64>) func decidesAsIfItLookedAtEveryApp(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var configuration = Configuration()
        configuration.valueJoules = random.pick([5, 20, 100])
        if seed == 1 { configuration.budget.joulesPerDay = 20 }
        if seed == 2 { configuration.chargingFactor = 10 }
        var quick = Scheduler(configuration: configuration, seed: seed)
        var straightforward = quick
        straightforward.apps.scansAll = true
        var now = Instant.monday
        let apps = 12
        var (asked, fetched, quiet) = (0, 0, 0)

        func both(_ change: (inout Scheduler) -> Void) {
            change(&quick)
            change(&straightforward)
        }
        func fetchWhatIsDue() -> Bool {
            while true {
                asked += 1
                quiet += apps - awake(quick, at: now)
                let app = quick.nextFetch(at: now)
                guard app == straightforward.nextFetch(at: now),
                    quick.lastDecision == straightforward.lastDecision
                else { return false }
                guard let app else { return true }
                fetched += 1
                now = now + .seconds(0.4)
                let outcome = random.pick([FetchOutcome.newData, .noData, .noData, .failed])
                both { try? $0.complete(app, outcome, bytes: 60_000, at: now) }
            }
        }

        for _ in 0..<apps { both { _ = $0.register(.minimum, at: now) } }
        for session in 0..<110 {
            now = now + .seconds(random.exponential(mean: random.pick([60, 1200, 10_000])))
            let app = AppID(min(random.below(apps), random.below(apps)))
            both { $0.observe(.launch(app), at: now) }
            both {
                $0.observe(.foregroundSync(app, session % 3 == 0 ? .newData : .noData, bytes: 9000), at: now)
            }
            for _ in 0..<random.below(12) {
                disturb(&random, apps: apps, at: &now, both)
                both { $0.observe(.radio(.user, until: now + .seconds(0.5)), at: now) }
                try #require(fetchWhatIsDue(), "session \(session), at \(now.milliseconds)")
                now = now + .seconds(10)
            }
            both { $0.observe(.endOfUse(app), at: now) }
            try #require(quick.nextWakeup(after: now) == straightforward.nextWakeup(after: now))
        }
        #expect(fetched > 20 && quiet > 50, "\(fetched) fetches, \(asked) questions, \(quiet) quiet apps")
    }

    /// What may end an app's rest.
    private func disturb(
        _ random: inout SplitMix64, apps: Int, at now: inout Instant,
        _ both: ((inout Scheduler) -> Void) -> Void
    ) {
        guard random.chance(0.15) else { return }
        let app = AppID(random.below(apps))
        let moment = now
        switch random.below(9) {
        case 0:
            if random.chance(0.5) {
                both { $0.observe(.contentHint(app), at: moment) }
            } else {
                both {
                    $0.observe(.contentChanged(app, at: moment - .minutes(4)), at: moment)
                    $0.observe(.contentChanged(app, at: moment - .minutes(1)), at: moment)
                    $0.observe(.foregroundSync(app, .newData, bytes: 9000), at: moment)
                }
            }
        case 1: both { $0.observe(.quit(app), at: moment) }
        case 2: both { $0.observe(.serverWait(app, until: moment + .minutes(5)), at: moment) }
        case 3:
            let power = random.pick([PowerSource.charging, .battery])
            both {
                $0.observe(.power(power), at: moment)
                $0.observe(.network(.wifi), at: moment)
            }
        case 4:
            let zone = random.pick([0, 3600, 20_700])
            both { $0.observe(.zone(secondsEast: zone), at: moment) }
        case 5:
            let interval = random.pick([FetchInterval.minimum, .minimum, .custom(.minutes(20)), .never])
            both { try? $0.setInterval(interval, of: app, at: moment) }
        case 6:
            let announces = random.chance(0.3)
            both { try? $0.setAnnouncesContent(announces, of: app) }
        case 7:
            // A clock that was wrong.
            now = moment - .hours(2)
        default: both { $0.observe(.foregroundSync(app, .newData, bytes: 9000), at: moment) }
        }
    }

    private func awake(_ scheduler: Scheduler, at now: Instant) -> Int {
        var (count, last) = (0, 0)
        while let (row, _) = scheduler.apps.nextAwake(after: last, at: now) {
            last = row
            count += 1
        }
        return count
    }
}
