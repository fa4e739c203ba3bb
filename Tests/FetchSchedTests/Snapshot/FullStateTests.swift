import Testing

@testable import FetchSched

/// A state in which nothing is as in a new engine, so that a property that is not written shows.
@Suite struct FullStateTests {
    @Test func everyPropertyIsWrittenAndRead() throws {
        let plain = StateDump(try FullState.plain(), omitting: StateDump.engineOmits).byRule
        var same = Set(plain.keys)
        for engine in try FullState.engines() {
            let restored = try FetchEngine(
                restoring: engine.snapshot(), configuration: engine.configuration)
            let dump = StateDump(engine, omitting: StateDump.engineOmits)
            #expect(dump.difference(to: StateDump(restored, omitting: StateDump.engineOmits)) == nil)
            for (rule, values) in dump.byRule where !values.isSubset(of: plain[rule] ?? []) {
                same.remove(rule)
            }
        }
        // The test is worth something only if each has been seen to be otherwise than it begins.
        for rule in same {
            // Lists and what is there already: their elements count.
            let hasElements = plain.keys.contains { $0.hasPrefix(rule + "[") || $0.hasPrefix(rule + ".some") }
            if hasElements { same.remove(rule) }
        }
        same = same.filter { rule in !FullState.constant.contains { rule.contains($0) } }
        #expect(same.sorted() == [])
    }
}

/// How to get there.
private enum FullState {
    /// What is the configuration's, or the apps'.
    static let constant: [String] = [
        "onfiguration", "isFetchingAllowed", "limits", ".parameters.", "growth", ".gap.milliseconds",
        "forecast.forecasts",
        "heedsContext", "halfLifeDays", "priorPerHour", "priorDays", ".tail", ".leastLead",
        "pace.prior", "nextApp.only", "features.shrinkage", "costs.mostAlive",
        // Set from the budget at each update.
        // Read off the ledger at each update; nothing but the configuration.
        "joules.spent", "perDay", "hasBudget", "ledger.own.open",
        "limit.phones", "score.valueJoules",
        // Move from day to day of a spent budget.
        ".endedAt", ".level", "costs.radio", "costs.power", "costs.fetchLimit",
        // The first moment, until a gap of days.
        "weightOrigin",
        // Set in copies, for one source.
        "pace.ratios", "pace.ownVersion",
        // Working memory, always zero in between.
        "cellMisses",
        // Of a network that is always on: SchedulerSnapshotTests restore these.
        ".polling.", "limit.ofPhone",
    ]

    static func plain() throws -> FetchEngine {
        var engine = FetchEngine(unchecked: Configuration(), seed: 0)
        let app = engine.register(.never, at: .monday)
        engine.tell(.launch(app), at: .monday)
        _ = try engine.beginTask(of: app, at: .monday)
        _ = try engine.enqueue(TransferRequest(app, bytes: 0), at: .monday)
        try engine.add(Region(RegionID(1)), to: app)
        return engine
    }

    /// One in the midst of everything, one after that, one later, two whose wakeup is under way, one of which an hour has passed, one
    /// whose user arrives, and two whose apps are gone.
    static func engines() throws -> [FetchEngine] {
        let full = try engine()
        let (apps, now) = ((0..<4).map { AppID($0) }, full.present)
        var after = full
        after.tell(.network(.wifi), at: now)
        after.tell(.power(.charging), at: now)
        while after.nextAction(at: now) != nil {}
        _ = after.nextDeadline(after: now)
        var late = full
        late.tell(.batteryLevel(0.4), at: now)
        // So late that tasks are told to end, and transfers wait for power no more.
        for moment in [now, now + .seconds(473)] {
            while late.nextAction(at: moment, fetching: false) != nil {}
        }
        // A promise that is open, one under way, and a launch of which the host has not said what it found.
        late.scheduler.apps[2].score.open = 0.25
        late.scheduler.apps[2].score.underWay = 0.5
        var booked = late.scheduler.apps[2].score
        _ = late.scheduler.score.book(launchOf: 2, &booked, fresh: 0.75)
        // Fetches whose process is gone, which the host has not been told to stop yet.
        var ended = full
        for app in apps { ended.tell(.processEnded(app), at: now) }
        var waking = full
        _ = waking.scheduler.nextFetch(at: now + .minutes(1))
        waking.tell(.network(.none), at: now)
        waking.tell(.radio(.user, until: now), at: now)
        waking.tell(.foregroundSync(apps[2], .noData, bytes: 0), at: now)
        waking.tell(.endOfUse(apps[1]), at: now)
        try waking.reportSignificantChange(for: apps[0], at: now)
        _ = waking.nextAction(at: now, fetching: false)
        waking.scheduler.isWakeupUnderWay = true
        // A free moment that came after another one and after an end of use.
        var moved = waking
        moved.tell(.radio(.other, until: now), at: now + .seconds(2))
        // The user has turned to the device, and its radio is woken for that; or has not been asked about it yet.
        var arrived = full
        arrived.tell(.endOfUse(apps[1]), at: now)
        for round in 0..<9 {
            let later = now + .hours(Int64(round + 1))
            for change in [ScreenChange.on, .off, .on, .unlocked] {
                arrived.tell(.screen(change), at: later)
            }
            arrived.tell(.notification(apps[2]), at: later)
            arrived.tell(.launch(apps[2]), at: later + .seconds(5))
            arrived.tell(.endOfUse(apps[2]), at: later + .seconds(9))
            arrived.tell(.notification(apps[0]), at: later + .seconds(10))
        }
        arrived.tell(.screen(.on), at: now + .hours(20))
        arrived.scheduler.forecast.openOccasion(at: now + .hours(20))
        arrived.scheduler.screenOccasion.open(until: now + .hours(21))
        // An hour without anything, in which the user was away.
        var passed = moved
        passed.tell(.zone(secondsEast: 7200), at: now + .hours(1))
        // Two fetches fail, one again after a success, and the network for all. A server asks to wait with its answer.
        var failing = full
        failing.tell(.lowPowerMode(isOn: false), at: now)
        failing.tell(.refresh(app: nil, isOn: true), at: now)
        failing.tell(.foregroundSync(apps[0], .newData, bytes: 1), at: now)
        for (app, outcome) in [(2, .failed), (2, .newData), (2, .failed)] as [(Int, FetchOutcome)] {
            try failing.forceFetch(of: apps[app], at: now)
            try failing.completeFetch(of: apps[app], with: outcome, at: now)
        }
        for app in apps[1...3] { failing.tell(.foregroundSync(app, .failed, bytes: 0), at: now) }
        failing.tell(.network(.none), at: now)
        failing.tell(.network(.cellular), at: now)
        failing.tell(.foregroundSync(apps[3], .failed, bytes: 0), at: now)
        try failing.forceFetch(of: apps[2], at: now)
        failing.tell(.serverWait(apps[2], until: now + .hours(3)), at: now)
        // Apps that are gone, with transfers that the host is to give up.
        var gone = full
        for app in apps { try gone.remove(app, at: now) }
        return [full, after, late, waking, moved, passed, ended, arrived, failing, gone]
    }

    static func engine() throws -> FetchEngine {
        var configuration = SchedulerRulesTests.eager
        configuration.budget.joulesPerDay = 1e4
        configuration.budget.bytesPerDay = 1e6
        configuration.budget.requestsPerDay = 4
        configuration.transfers.relaxAfter = .minutes(1)
        configuration.transfers.mostAtOnce = 2
        var engine = FetchEngine(unchecked: configuration, seed: 7)
        var now = Instant.monday
        let apps = (0..<4).map { app in
            engine.register(app == 1 ? .custom(.hours(1)) : .minimum, at: now)
        }
        engine.tell(.zone(secondsEast: 3600), at: now)
        try engine.scheduler.setAnnouncesContent(true, of: apps[1])
        // A week of a user.
        var random = SplitMix64(seed: 7)
        for _ in 0..<150 {
            now = now + .seconds(random.exponential(mean: 4000))
            let app = random.pick(apps)
            engine.tell(.launch(app), at: now)
            now = now + .seconds(30)
            engine.tell(.radio(.user, until: now + .seconds(2)), at: now)
            engine.tell(.foregroundSync(app, random.pick([.newData, .noData]), bytes: 50_000), at: now)
            engine.tell(.endOfUse(app), at: now)
            engine.tell(.radio(.other, until: now + .seconds(1)), at: now)
            while let action = engine.nextAction(at: now) {
                guard case .fetch(let app) = action else { continue }
                try engine.completeFetch(
                    of: app, with: .newData, bytes: 9000, joules: 0.3, at: now + .seconds(1))
            }
            _ = engine.nextDeadline(after: now)
        }
        return try busy(engine, apps, at: now)
    }

    private static func busy(
        _ engine: FetchEngine, _ apps: [AppID], at begin: Instant
    ) throws -> FetchEngine {
        var (engine, now) = (engine, begin + .minutes(2))
        func place(_ longitude: Double) throws -> GeoPosition {
            try #require(GeoPosition(latitude: 50, longitude: longitude, accuracy: 10))
        }
        for app in apps {
            try engine.add(Region(RegionID(3), centre: place(8), radius: 300), to: app)
            try engine.setWantsSignificantChanges(true, for: app)
        }
        engine.observe(try place(8), at: now)
        now = now + .seconds(20)
        engine.observe(try place(8.5), at: now)
        while engine.nextAction(at: now, fetching: false) != nil {}
        // Transfers: one that was interrupted, one under way, one that waits.
        engine.tell(.network(.wifi), at: now)
        engine.tell(.power(.charging), at: now)
        var transfers: [TransferID] = []
        for number in 0..<4 as Range<Int64> {
            var request = TransferRequest(apps[Int(number)], bytes: 500_000 + number)
            request.session = Int(number) + 1
            request.priority = .high
            request.isDiscretionary = number == 0
            request.wakesApp = number != 1
            request.resourceTimeout = .hours(number + 2)
            if number != 2 { engine.tell(.launch(request.app), at: now) }
            transfers.append(try engine.enqueue(request, at: now))
        }
        engine.tell(.radio(.user, until: now + .seconds(2)), at: now)
        while engine.nextAction(at: now, fetching: false) != nil {}
        now = now + .seconds(5)
        for transfer in transfers { try engine.reportProgress(of: transfer, bytes: 1000, at: now) }
        for transfer in transfers { try engine.reportInterruption(of: transfer, atByte: 2000, at: now) }
        now = now + .minutes(3)
        engine.tell(.power(.battery), at: now)
        engine.tell(.network(.cellular), at: now)
        while engine.nextAction(at: now, fetching: false) != nil {}
        try engine.reportCompletion(of: transfers[3], at: now)
        // Tasks, pushes, wishes, hints, a fetch under way and one that failed.
        engine.tell(.launch(apps[0]), at: now)
        for _ in 0..<2 { _ = try engine.beginTask(of: apps[0], at: now) }
        engine.tell(.endOfUse(apps[0]), at: now)
        now = now + .seconds(4)
        for number in 1...4 as ClosedRange<UInt64> {
            _ = engine.receive(.silent, for: apps[2], number: number, at: now)
        }
        _ = engine.receive(.alert, for: apps[0], number: 9, at: now)
        engine.tell(.quit(apps[3]), at: now)
        engine.tell(.contentHint(apps[1]), at: now)
        now = now + .minutes(2)
        for seconds in [100, 80, 30, 1] as [Int64] {
            engine.tell(.contentChanged(apps[3], at: now - .seconds(Double(seconds))), at: now)
        }
        engine.tell(.foregroundSync(apps[3], .newData, bytes: 9000), at: now)
        engine.tell(.serverWait(apps[1], until: now + .minutes(9)), at: now)
        engine.tell(.serverInterval(apps[1], .minutes(9)), at: now)
        engine.tell(.refresh(app: apps[1], isOn: false), at: now)
        try engine.forceFetch(of: apps[0], at: now)
        try engine.completeFetch(of: apps[0], with: .failed, at: now)
        try engine.forceFetch(of: apps[0], at: now)
        try engine.forceFetch(of: apps[2], at: now)
        try engine.completeFetch(of: apps[2], with: .newData, bytes: 50_000, at: now + .seconds(1))
        _ = engine.nextDeadline(after: now)
        try engine.requestFetch(of: apps[2], at: now)
        engine.tell(.launch(apps[1]), at: now)
        _ = try engine.beginTask(of: apps[1], at: now)
        engine.tell(.batteryLevel(0.7), at: now)
        engine.tell(.lowPowerMode(isOn: true), at: now)
        engine.tell(.refresh(app: nil, isOn: false), at: now)
        return engine
    }
}
