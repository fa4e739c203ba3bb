import Testing

@testable import FetchSched

/// The single calls of programs that only poll.
@Suite struct SourceCallTests {
    private let start = Instant.monday

    private func engine(perDay: Double = 240) -> (FetchEngine, AppID) {
        var engine = FetchEngine(unchecked: .poller(requestsPerDay: perDay), seed: 1)
        let app = engine.registerSource(at: start)
        return (engine, app)
    }

    @Test func whatCannotBeAskedHasNoTime() throws {
        var (engine, app) = engine()
        #expect(try engine.nextFetch(of: app, at: start) == start)
        engine.tell(.network(.none), at: start)
        #expect(try engine.nextFetch(of: app, at: start) == nil)
        engine.tell(.network(.wifi), at: start)
        #expect(engine.nextDue(at: start) == app)
        #expect(try engine.nextFetch(of: app, at: start) == nil)
        #expect(engine.idleReason(at: start) == nil)
        try engine.deferFetch(of: app, until: start + .hours(1), at: start)
        #expect(engine.fetchStart(of: app) == nil && !engine.isRunning(app))
        #expect(try engine.nextFetch(of: app, at: start) ?? start >= start + .hours(1))
        try engine.setInterval(.never, of: app, at: start)
        #expect(try engine.nextFetch(of: app, at: start) == nil)
        #expect(engine.idleReason(at: start) == .nothingAllowed)
    }

    /// On a phone a source has the time when its rules allow a fetch.
    @Test func aSourceOfAPhone() throws {
        var (engine, app) = chargingEngine(.custom(.hours(2)))
        try engine.forceFetch(of: app, at: start)
        try engine.completeFetch(of: app, with: .noData, at: start)
        let asked = engine.snapshot()
        #expect(try engine.nextFetch(of: app, at: start) == start + .hours(2))
        #expect(engine.idleReason(at: start) == nil)
        // The question teaches nothing.
        #expect(engine.snapshot() == asked)
        let later = start + .hours(3)
        try engine.forceFetch(of: app, at: later)
        #expect(try engine.nextFetch(of: app, at: later) == nil)
        try engine.setInterval(.never, of: app, at: start)
        #expect(try engine.nextFetch(of: app, at: start) == nil)
        #expect(engine.idleReason(at: start) == nil)
    }

    @Test func limitsOfASource() throws {
        var (engine, app) = engine()
        try engine.asked(app, SourceAnswer(.noData), at: start)
        let before = try #require(try engine.nextFetch(of: app, at: start))
        #expect(before < start + .days(2))
        try engine.setLimits(changed(SourceLimits()) { $0.least = .days(2) }, of: app, at: start)
        #expect(try engine.nextFetch(of: app, at: start) ?? start >= start + .days(2))
        try engine.setLimits(SourceLimits(), of: app, at: start)
        #expect(try engine.nextFetch(of: app, at: start) == before)
    }

    @Test func groups() throws {
        var (engine, _) = engine()
        #expect(engine.group(number: 0) == nil && engine.group(number: -1) == nil)
        engine.setLimits(GroupLimits(), of: SourceGroup(number: 3))
        let group = engine.addGroup(GroupLimits())
        #expect(engine.group(number: group.number) == group)
        engine.setLimits(changed(GroupLimits()) { $0.atOnce = 1 }, of: group)
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<2 { _ = engine.registerSource(limits, at: start) }
        let later = start + .minutes(5)
        var asked: [AppID] = []
        while let app = engine.nextDue(at: later) { asked.append(app) }
        #expect(asked.count == 2)
        let other = engine.addGroup(GroupLimits())
        #expect(engine.scheduler.polling.groups.count == 2)
        engine.removeGroup(other)
        #expect(engine.scheduler.polling.groups[1].sources == -1)
    }

    @Test func answers() throws {
        var (engine, app) = engine()
        var answer = SourceAnswer(.noData)
        answer.maxAge = .days(3)
        answer.changed = [start - .hours(1)]
        #expect(try engine.asked(app, answer, at: start) ?? start >= start + .days(3))
        // Dates count for what brought something new alone.
        #expect(engine.scheduler.apps[app.index].datedChange == .distantPast)
        answer = SourceAnswer(.newData)
        answer.maxAge = .zero
        answer.changed = [start + .hours(1)]
        let now = start + .hours(2)
        #expect(try engine.asked(app, answer, at: now) ?? start < now + .days(3))
        #expect(engine.scheduler.apps[app.index].datedChange == start + .hours(1))
        answer = SourceAnswer(.noData)
        answer.changed = [start + .hours(3)]
        try engine.asked(app, answer, at: start + .hours(4))
        #expect(engine.scheduler.apps[app.index].datedChange == start + .hours(1))
    }

    /// A request past its limit has failed, whether it is asked again or answered late.
    @Test func lateRequests() throws {
        var (engine, app) = engine()
        let limit = engine.configuration.fetchLimit
        #expect(engine.nextDue(at: start) == app)
        let late = start + limit + .seconds(1)
        try engine.asked(app, SourceAnswer(.failed), at: late)
        #expect(engine.scheduler.apps[app.index].failures == 2 && engine.scheduler.apps.running.isEmpty)
        // All that are late at once.
        var (other, _) = self.engine()
        let second = other.registerSource(at: start)
        let begin = start + .minutes(5)
        #expect(Set([other.nextDue(at: begin), other.nextDue(at: begin)]) == [app, second])
        #expect(other.nextDue(at: begin + limit + .seconds(1)) == nil)
        #expect(other.scheduler.apps.expired.isEmpty && other.scheduler.apps[app.index].failures == 1)
    }

    /// An app that was opened and has no task is suspended untold; one with a task is told.
    @Test func suspensionsAreNotWaitedFor() throws {
        for hasTask in [false, true] {
            var (engine, app) = engine()
            let apps = [app, engine.registerSource(at: start)]
            for app in apps {
                try engine.asked(app, SourceAnswer(.noData), at: start)
                engine.tell(.launch(app), at: start)
                if hasTask { _ = try engine.beginTask(of: app, at: start) }
                engine.tell(.endOfUse(app), at: start)
            }
            let now = start + .minutes(11)
            _ = engine.nextDue(at: now)
            #expect(apps.map { engine.isRunning($0) } == [hasTask, hasTask])
        }
    }

    /// An answer ends the request also where the engine asked for it among other actions: its app does not run on.
    @Test func anAnswerEndsWhatNextActionBegan() throws {
        for defers in [false, true] {
            var (engine, app) = engine()
            #expect(engine.nextAction(at: start) == .fetch(app))
            let later = start + .seconds(1)
            if defers {
                try engine.deferFetch(of: app, until: start + .hours(1), at: later)
            } else {
                try engine.asked(app, SourceAnswer(.newData), at: later)
            }
            #expect(engine.nextAction(at: later) == .suspend(app) && engine.nextAction(at: later) == nil)
            #expect(!engine.isRunning(app) && engine.fetchStart(of: app) == nil)
        }
    }

    /// Each call tells the engine the time.
    @Test func callsTakeNoteOfTheirTime() throws {
        let later = start + .minutes(10)
        let calls: [(inout FetchEngine, AppID) throws -> Void] = [
            { engine, _ in _ = engine.registerSource(at: later) },
            { try $0.setLimits(SourceLimits(), of: $1, at: later) },
            { _ = try $0.nextFetch(of: $1, at: later) },
            { engine, _ in _ = engine.nextDue(at: later) },
            { try $0.asked($1, SourceAnswer(.noData), at: later) },
            { try $0.read($1, at: later) },
            { engine, _ in _ = engine.requestPrice(at: later) },
            { engine, _ in try engine.joinRequestPrice(1, at: later) },
            { engine, _ in _ = engine.idleReason(at: later) },
        ]
        for (number, call) in calls.enumerated() {
            var (engine, app) = engine()
            try call(&engine, app)
            #expect(engine.scheduler.device.now == later, "call \(number)")
        }
        var (engine, app) = engine()
        #expect(engine.nextDue(at: start) == app)
        try engine.deferFetch(of: app, until: later, at: later)
        #expect(engine.scheduler.device.now == later)
    }

    /// A source whose least time is longer than what forbids a request now is expected when it is due.
    @Test func anExplanationHasTheTimeOfTheAnswer() throws {
        var (engine, app) = engine()
        try engine.setLimits(changed(SourceLimits()) { $0.least = .hours(5) }, of: app, at: start)
        #expect(engine.nextDue(at: start) == app)
        let now = start + .seconds(1)
        let next = try #require(try engine.asked(app, SourceAnswer(.newData), at: now))
        #expect(next >= start + .hours(5))
        let explanation = try engine.explain(app, at: now)
        #expect(!explanation.vetoes.isEmpty && explanation.expected == .notBefore(next))
    }

    /// Engines that hold one number together have one price, and it decides when a source is due.
    @Test func aPriceIsTakenFromOthers() throws {
        func due(_ factor: Double?) throws -> (price: Double, due: Instant) {
            var (engine, app) = engine(perDay: 24)
            #expect(engine.nextDue(at: start) == app)
            try engine.asked(app, SourceAnswer(.newData), at: start)
            let now = start + .minutes(10)
            let own = engine.requestPrice(at: now)
            if let factor { try engine.joinRequestPrice(factor * own, at: now) }
            let price = engine.requestPrice(at: now)
            #expect(abs(price - (factor ?? 1) * own) < 1e-9 * price)
            return (price, try #require(try engine.nextFetch(of: app, at: now)))
        }
        let (low, own, high) = (try due(0.25), try due(nil), try due(4))
        #expect(low.price < own.price && own.price < high.price)
        #expect(low.due <= own.due && own.due <= high.due && low.due < high.due)
        for wrong in [0, -1, .infinity, .nan] as [Double] {
            var (engine, _) = engine()
            #expect(throws: EngineError.self) { try engine.joinRequestPrice(wrong, at: start) }
        }
    }

    /// A price is of its time: it falls while nothing is asked, and one that is taken holds whatever went before.
    @Test func aPriceIsOfItsTime() throws {
        var (engine, app) = engine(perDay: 24)
        #expect(engine.nextDue(at: start) == app)
        try engine.asked(app, SourceAnswer(.newData), at: start)
        var (early, late) = (engine, engine)
        let (first, six) = (early.requestPrice(at: start), start + .hours(6))
        #expect(late.requestPrice(at: six) < 0.9 * first)
        try engine.joinRequestPrice(2 * first, at: six)
        #expect(abs(engine.requestPrice(at: six) - 2 * first) < 1e-9 * first)
    }

    /// Without a number of requests, what ages counts by itself, and sources that were never asked are asked once.
    @Test func whatCountsWithoutANumber() throws {
        for ages in [false, true] {
            let configuration = changed(Configuration.unmetered) { $0.polling.ageJoules = ages ? 1 : 0 }
            var engine = FetchEngine(unchecked: configuration, seed: 1)
            let app = engine.registerSource(at: start)
            #expect(engine.idleReason(at: start) == nil)
            #expect(engine.nextDue(at: start) == app)
            try engine.asked(app, SourceAnswer(.newData), at: start)
            #expect(engine.idleReason(at: start) == (ages ? nil : .noLaunches))
            try engine.read(app, at: start + .minutes(1))
            #expect(engine.idleReason(at: start + .minutes(1)) == nil)
        }
    }
}
