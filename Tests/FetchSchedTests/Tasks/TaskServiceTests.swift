import Testing

@testable import FetchSched

/// Single rules of background tasks.
@Suite struct TaskServiceTests {
    private let now = Instant.monday
    private let mail = AppID(0)
    private let news = AppID(1)

    /// A service whose apps are all in the foreground.
    private func service(_ limits: TaskLimits = TaskLimits(), apps: Int = 2) -> TaskBench {
        var service = TaskBench(limits: limits, apps: apps)
        for app in 0..<apps { service.launched(AppID(app), at: now) }
        return service
    }

    private func actions(_ service: inout TaskBench, at now: Instant) -> [EngineAction] {
        var actions: [EngineAction] = []
        while let action = service.nextAction(at: now) { actions.append(action) }
        return actions
    }

    @Test func aSecondEndIsAnError() throws {
        var service = service()
        let task = try service.begin(mail, at: now)
        try service.end(task, at: now)
        #expect(throws: EngineError.taskEnded(task)) { try service.end(task, at: now) }
        for number in [0, 2, .max] as [UInt64] {
            let task = BackgroundTaskID(number)
            #expect(throws: EngineError.unknownTask(task)) { try service.end(task, at: now) }
        }
    }

    @Test func theDefaultTimes() throws {
        var service = service()
        #expect(service.timeRemaining(mail, at: now) == .max)
        service.enteredBackground(mail, at: now)
        #expect(service.timeRemaining(mail, at: now) == .seconds(5))
        _ = try service.begin(mail, at: now + .seconds(1))
        #expect(service.timeRemaining(mail, at: now + .seconds(1)) == .seconds(600))
        #expect(service.timeRemaining(mail, at: now + .seconds(61)) == .seconds(540))
        var limits = TaskLimits()
        limits.mode = .opportunistic
        #expect(limits.limit == .seconds(180))
    }

    /// 595 s are left, in whatever year the device believes itself to be.
    @Test(arguments: [-50 * 365, -1, 1, 50 * 365] as [Int64])
    func aClockThatIsSetBackHoldsNothing(days: Int64) throws {
        var service = service()
        let wrong = now + .days(days)
        service.launched(mail, at: wrong)
        let task = try service.begin(mail, at: wrong)
        service.enteredBackground(mail, at: wrong)
        let back = wrong - .days(30)
        #expect(actions(&service, at: back).isEmpty)
        #expect(service.nextTime(at: back) == back + .seconds(595))
        #expect(actions(&service, at: back + .seconds(595)) == [.expiring(task)])
        // Events out of order by less than a minute are not a clock that was set back.
        #expect(actions(&service, at: back + .seconds(580)).isEmpty)
        #expect(service.timeRemaining(mail, at: back + .seconds(580)) == .seconds(5))
    }

    /// Any input is harmless: the documented loop ends, nothing traps, and what must hold holds.
    @Test func senselessCalls() {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var limits = TaskLimits()
            limits.mode = random.pick([.classic, .opportunistic])
            limits.classic = random.span()
            limits.opportunistic = random.span()
            limits.enteringBackground = random.span()
            limits.notice = random.span()
            var service = TaskBench(limits: limits, apps: 3)
            var now = Instant.monday
            for step in 0..<200 {
                now = random.moment(near: now)
                let app = AppID(random.pick([0, 1, 2, 3, -1, .max, .min]))
                switch random.below(12) {
                case 0: service.launched(app, at: now)
                case 1, 2: service.enteredBackground(app, at: now)
                case 3: service.wake(app, for: random.span(), at: now)
                case 4: random.chance(0.3) ? service.quit(app) : service.service.stop(app)
                case 5: service.deviceAwake(until: random.moment(near: now), at: now)
                case 6: service.deviceSleeps(at: now)
                case 7, 8: _ = try? service.begin(app, at: now)
                case 9: try? service.end(BackgroundTaskID(UInt64(random.below(20))), at: now)
                default:
                    var count = 0
                    while let action = service.nextAction(at: now) {
                        count += 1
                        if count > 1000 {
                            Issue.record("seed \(seed), step \(step): \(action) again")
                            return
                        }
                    }
                }
                let remaining = service.timeRemaining(app, at: now)
                #expect(remaining >= .zero, "seed \(seed), step \(step)")
                if let next = service.nextTime(at: now), next < now {
                    Issue.record("seed \(seed), step \(step): \(next) is over")
                    return
                }
            }
        }
    }
}
