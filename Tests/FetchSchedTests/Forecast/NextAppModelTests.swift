import Testing

@testable import FetchSched

@Suite struct NextAppModelTests {
    private func chances(_ scheduler: Scheduler, at now: Instant) -> [Double] {
        var scheduler = scheduler
        return scheduler.nextAppProbabilities(at: now)
    }

    /// A user who opens that many of the apps, in sessions.
    private func used(_ apps: Int, of count: Int, launches: Int, seed: UInt64) -> (Scheduler, Instant) {
        var random = SplitMix64(seed: seed)
        var scheduler = Scheduler(seed: seed)
        var now = Instant.monday
        for _ in 0..<count { _ = scheduler.register(.minimum, at: now) }
        for _ in 0..<launches {
            now = now + .seconds(random.exponential(mean: random.pick([20, 20, 4000])))
            let app = AppID(min(random.below(apps), random.below(apps)))
            scheduler.observe(.launch(app), at: now)
            now = now + .seconds(15)
            scheduler.observe(.endOfUse(app), at: now)
        }
        return (scheduler, now)
    }

    @Test func chancesOfAllAppsSumToOne() {
        for (apps, count) in [(1, 1), (1, 2), (4, 4), (4, 60), (40, 45)] {
            for launches in [0, 1, 2, 50, 400] {
                let (scheduler, now) = used(apps, of: count, launches: launches, seed: UInt64(launches))
                for later in [TimeSpan.zero, .minutes(1), .hours(7), .days(3)] {
                    let all = chances(scheduler, at: now + later)
                    #expect(abs(all.reduce(0, +) - 1) < 1e-9, "\(apps) of \(count), \(launches) launches")
                    #expect(all.allSatisfy { $0 >= 0 && $0 <= 1 })
                }
            }
        }
    }

    /// Apps that were looked at but never launched are as likely as those that were not.
    @Test func lookingChangesNoChance() {
        var (scheduler, now) = used(3, of: 8, launches: 60, seed: 4)
        let before = chances(scheduler, at: now)
        var looking = scheduler
        looking.apps.scansAll = true
        for minute in 1..<20 as Range<Int64> {
            let moment = now + .minutes(minute)
            for _ in 0..<2 {
                scheduler.observe(.radio(.other, until: moment), at: moment)
                looking.observe(.radio(.other, until: moment), at: moment)
                _ = looking.bestAtFreeMoment(moment)
            }
        }
        #expect(before[3...].allSatisfy { $0 == before[3] })
        #expect(chances(looking, at: now + .hours(2)) == chances(scheduler, at: now + .hours(2)))
    }

    @Test func aRepeatedSequenceIsLearned() {
        var scheduler = Scheduler(seed: 1)
        var now = Instant.monday
        for _ in 0..<6 { _ = scheduler.register(.minimum, at: now) }
        for launch in 0..<200 {
            now = now + .seconds(40)
            scheduler.observe(.launch(AppID(launch % 3)), at: now)
            scheduler.observe(.endOfUse(AppID(launch % 3)), at: now + .seconds(10))
        }
        for launch in 200..<206 {
            now = now + .seconds(40)
            let all = chances(scheduler, at: now)
            #expect(all[launch % 3] > 0.9, "\(all)")
            scheduler.observe(.launch(AppID(launch % 3)), at: now)
            scheduler.observe(.endOfUse(AppID(launch % 3)), at: now + .seconds(10))
        }
    }

    @Test func aSnapshotHasTheSameBits() throws {
        for launches in [0, 1, 30, 500] {
            let (scheduler, now) = used(7, of: 30, launches: launches, seed: UInt64(launches))
            let restored = try Scheduler(restoring: scheduler.snapshot())
            for later in [TimeSpan.zero, .minutes(1), .hours(7), .days(3)] {
                #expect(chances(restored, at: now + later) == chances(scheduler, at: now + later))
            }
            // They go on in the same way.
            var (one, other) = (scheduler, restored)
            for step in 0..<40 as Range<Int64> {
                one.observe(.launch(AppID(Int(step) % 9)), at: now + .minutes(step))
                other.observe(.launch(AppID(Int(step) % 9)), at: now + .minutes(step))
            }
            #expect(chances(one, at: now + .hours(1)) == chances(other, at: now + .hours(1)))
        }
    }

    @Test func aClockThatWasSetBackIsSurvived() {
        var (scheduler, now) = used(5, of: 12, launches: 200, seed: 6)
        for back in [TimeSpan.minutes(2), .hours(5), .days(400), .days(30_000)] {
            now = now - back
            for launch in 0..<60 {
                now = now + .seconds(40)
                scheduler.observe(.launch(AppID(launch % 3)), at: now)
                scheduler.observe(.endOfUse(AppID(launch % 3)), at: now + .seconds(10))
                let all = chances(scheduler, at: now + .seconds(20))
                #expect(abs(all.reduce(0, +) - 1) < 1e-9 && all.allSatisfy { $0 >= 0 })
            }
            #expect(chances(scheduler, at: now + .seconds(20))[0] > 0.3)
        }
    }
}
