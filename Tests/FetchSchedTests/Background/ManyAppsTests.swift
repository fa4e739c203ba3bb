import Testing

@testable import FetchSched

/// What many apps cost, counted in states that are looked at.
@Suite struct ManyAppsTests {
    private let now = Instant.monday

    /// Transfers whose deadline has passed end in order, and their apps are woken.
    @Test func overdueTransfersEndInOrder() throws {
        var service = TransferBench(apps: 100)
        for app in 0..<100 {
            var request = TransferRequest(AppID(app), bytes: 1000)
            request.resourceTimeout = .minutes(Int64(app % 7))
            _ = try service.enqueue(request, at: now)
        }
        let later = now + .hours(1)
        var ended: [UInt64] = []
        var woken = 0
        while let action = service.nextAction(.good, radioIsAwake: false, at: later) {
            if case .giveUpTransfer(let id) = action { ended.append(id.number) } else { woken += 1 }
            // The host may ask for the next time at any time.
            #expect(service.nextTime(.good, at: later) ?? later >= later)
        }
        #expect(ended == Array(1...100) && woken == 100)
    }

    @Test(arguments: [100, 3000], [false, true])
    func heldPushesAreNotSearchedFor(_ count: Int, _ radioIsAwake: Bool) {
        var pushes = PushService()
        pushes.grow(to: count)
        for app in 0..<count {
            for number in 0..<3 {
                let moment = now + .seconds(Double((app * 7919) % count))
                _ = pushes.receive(.silent, for: AppID(app), number: UInt64(number), at: moment)
            }
        }
        let later = now + .days(1)
        var delivered: [Instant] = []
        while let push = pushes.nextDelivery(radioIsAwake: radioIsAwake, at: later) {
            delivered.append(push.arrived)
            #expect(pushes.nextTime ?? now <= later)
        }
        #expect(delivered.count == count && delivered == delivered.sorted())
        #expect(pushes.looks <= 6 * count, "\(pushes.looks) looks")
    }

    @Test(arguments: [100, 3000]) func locationWakesAreNotSearchedFor(_ count: Int) throws {
        var places = LocationService()
        places.grow(to: count)
        for app in 0..<count {
            try places.add(Region(RegionID(1)), to: AppID(app))
            try places.reportCrossing(.enter, of: RegionID(1), in: AppID(app), at: now)
        }
        var woken: [Int] = []
        while let wake = places.nextWake(at: now) {
            woken.append(wake.app.index)
            #expect(places.nextTime ?? now <= now)
        }
        #expect(woken == Array(0..<count))
        #expect(places.looks <= 6 * count, "\(places.looks) looks")
    }

    @Test(arguments: [100, 3000]) func appsWithTasksAreNotSearchedFor(_ count: Int) throws {
        var service = TaskService()
        service.grow(to: count)
        var tasks: [BackgroundTaskID] = []
        for app in 0..<count {
            service.launched(AppID(app), at: now)
            tasks.append(try service.begin(AppID(app), at: now))
        }
        for app in 0..<count {
            service.launched(AppID(app), at: now)
            service.enteredBackground(AppID(app), at: now)
        }
        for task in tasks.dropFirst(count / 2) { try service.end(task, at: now) }
        let later = now + .hours(1)
        var expired = 0
        var ended = 0
        while let action = service.nextAction(at: later) {
            if case .expiring = action { expired += 1 }
            if case .terminate = action { ended += 1 }
        }
        #expect(expired == count / 2 && ended == count / 2)
        #expect(service.looks <= 10 * count, "\(service.looks) looks")
    }

    /// While the device stays awake, its activities are not told to each app; and each question is answered at once.
    @Test(arguments: [100, 3000], [TaskMode.classic, .opportunistic])
    func activitiesAreNotToldToAppsWithTasks(_ count: Int, _ mode: TaskMode) throws {
        var limits = TaskLimits()
        (limits.mode, limits.classic, limits.opportunistic) = (mode, .hours(2), .hours(2))
        var service = TaskService(limits: limits)
        service.grow(to: count)
        service.deviceAwake(until: now + .seconds(1), at: now)
        for app in 0..<count {
            service.launched(AppID(app), at: now)
            _ = try service.begin(AppID(app), at: now)
            service.enteredBackground(AppID(app), at: now)
        }
        let before = service.looks
        for second in 1...3600 {
            let moment = now + .seconds(Double(second) - 0.5)
            service.deviceAwake(until: moment + .seconds(2), at: moment)
            #expect(service.nextAction(at: moment) == nil)
            #expect(service.keepsDeviceAwake(at: moment) == (mode == .classic || second <= 5))
        }
        // Each is looked at once more, when what it was allowed at first is over.
        #expect(service.looks - before <= 2 * count, "\(service.looks - before) looks")
        // All are suspended as the device falls asleep, and resumed as it wakes: in the order of their numbers.
        let asleep = now + .hours(1)
        service.deviceSleeps(at: asleep)
        var suspended: [Int] = []
        while case .suspend(let app) = service.nextAction(at: asleep) { suspended.append(app.index) }
        #expect(suspended == (mode == .classic ? [] : Array(0..<count)))
        #expect(service.looks - before <= 8 * count, "\(service.looks - before) looks")
    }

    /// A launch costs no more with thousands of apps launched than with hundreds, nor does a free moment.
    @Test func launchesOfManyAppsAreNotSearchedFor() throws {
        var scheduler = Scheduler(configuration: Configuration(), seed: 1)
        scheduler.forecast.mostRows = 32
        let (count, most) = (400, 32)
        let all = (0..<count).map { _ in scheduler.register(.minimum, at: now) }
        let apps = all.prefix(most + 40)
        var moment = now
        for app in apps {
            moment = moment + .minutes(1)
            scheduler.forecast.launch(app.index, at: moment, clock: LocalClock())
            scheduler.forecast.endOfUse(at: moment, clock: LocalClock())
        }
        let tables = scheduler.forecast.nextApp.tables
        #expect(tables.rowCount == most + 1)
        // Those launched last are told apart; the others are as if they had never been, and all chances sum to 1.
        let known = apps.filter { scheduler.forecast.knows($0.index) }
        #expect(known == Array(apps.suffix(most)))
        #expect(tables.unlaunchedCount == count - most)
        let sum = scheduler.nextAppProbabilities(at: moment).reduce(0, +)
        #expect(abs(sum - 1) < 1e-9)
        // A free moment looks at those, and at some of the others, all of which have their turn.
        var seen = Set<Int>()
        for minute in 0..<200 {
            let turn = try #require(scheduler.turn(at: moment + .minutes(Int64(minute))))
            #expect(turn.indices.count <= 2 * most)
            let forecast = scheduler.forecast
            let looked = turn.indices.compactMap { turn.app($0, forecast) }
            #expect(Set(looked).count == looked.count && Set(looked).isSuperset(of: known.map { $0.index }))
            seen.formUnion(looked)
        }
        #expect(seen.count == count)
    }

    /// Work of the engine's own, of thousands of apps at once, is in order and comes once.
    @Test func ownWorkIsInOrder() {
        var queue = AppQueue<AppID>()
        var naive: [AppID] = []
        var random = SplitMix64(seed: 7)
        for step in 0..<4000 {
            let app = AppID(
                index: Int(random.next() % 40), generation: UInt32(truncatingIfNeeded: random.next() % 3))
            switch random.next() % 4 {
            case 0, 1:
                queue.append(app)
                if !naive.contains(app) { naive.append(app) }
            case 2:
                #expect((queue.remove(app) != nil) == naive.contains(app), "step \(step)")
                naive.removeAll { $0 == app }
            default:
                #expect(queue.popFirst() == (naive.isEmpty ? nil : naive.removeFirst()), "step \(step)")
            }
            #expect(
                queue.contains(app) == naive.contains(app) && queue[app] == (naive.contains(app) ? app : nil))
            #expect(
                queue.first == naive.first && queue.count == naive.count && queue.isEmpty == naive.isEmpty)
            if step % 64 == 0 { #expect(Array(queue) == naive, "step \(step)") }
        }
    }
}
