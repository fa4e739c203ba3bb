import Testing

@testable import FetchSched

@Suite struct GrantedRunTests {
    /// An engine with one app that is opened at eight, at noon and at six, and now changes a few times a day.
    private func habit(
        days: Int64 = 7, _ configuration: FetchConfiguration = FetchConfiguration()
    ) throws -> (engine: FetchEngine, app: AppID, now: FetchTime) {
        var engine = try FetchEngine(configuration: configuration, seed: 1)
        let app = engine.register(.minimum, at: .monday)
        for day in 0..<days {
            for hour in [8, 12, 18] as [Int64] {
                engine.use(app, for: .minutes(3), at: .monday + .days(day) + .hours(hour))
            }
        }
        _ = engine.actions(at: .monday + .days(days))
        return (engine, app, .monday + .days(days))
    }

    @Test func aRunNeedsNoRadio() throws {
        var (engine, app, now) = try habit()
        now = now + .minutes(7 * 60 + 50)
        #expect(engine.nextAction(at: now) == nil)
        engine.granted(until: now + .seconds(25), at: now)
        // The radio's tail has ended, the run has not.
        now = now + .seconds(20)
        #expect(try engine.explain(app, at: now).verdict == .fetch)
        #expect(engine.nextAction(at: now) == .fetch(app))
        let cost = try #require(engine.lastDecision).value.cost
        #expect(cost > engine.configuration.power.runJoules && cost < 3)
        try engine.completeFetch(of: app, with: .newData, bytes: 1000, at: now + .seconds(1))
        let later = now + .minutes(5)
        #expect(engine.joulesSpent(at: later) < engine.configuration.radio.wakeupJoules / 2)
    }

    /// All apps are sources of one program, which runs in its run. A run is asked for if it gains more than half of a start.
    @Test func theProgramIsStartedForTheRunAndNotForEachSource() throws {
        let dear = changed(FetchConfiguration()) { $0.power.coldStartJoules = 100 }
        var (engine, app, midnight) = try habit(dear)
        engine.tell(.processEnded(app), at: midnight)
        #expect(engine.nextRun(after: midnight) == midnight + .days(1))
        let (usual, _, _) = try habit()
        let next = try #require(usual.nextRun(after: midnight))
        #expect(next < midnight + .hours(8))
        engine.granted(until: next + .seconds(25), at: next)
        #expect(engine.nextAction(at: next) == .fetch(app))
        #expect(try #require(engine.lastDecision).value.cost < 3)
    }

    /// A run itself is no part of a snapshot; that the program was started for it is.
    @Test func aRestoredEngineDecidesAlike() throws {
        let dear = changed(FetchConfiguration()) { $0.power.coldStartJoules = 100 }
        var (engine, app, now) = try habit(dear)
        engine.tell(.processEnded(app), at: now)
        let cold = try engine.explain(app, at: now).value.cost
        engine.granted(until: now + .seconds(25), at: now)
        engine.granted(until: now, at: now)
        let restored = try FetchEngine(restoring: engine.snapshot(), configuration: dear)
        let later = now + .minutes(10)
        let (one, other) = (try engine.explain(app, at: later), try restored.explain(app, at: later))
        #expect(one.value == other.value && one.value.cost < cold - 90)
    }

    @Test(arguments: [0, 0.1, -60]) func noFetchStartsThatWouldEndAfterTheRun(seconds: Double) throws {
        var (engine, _, now) = try habit()
        now = now + .minutes(7 * 60 + 50)
        engine.granted(until: now + .seconds(seconds), at: now)
        #expect(engine.nextAction(at: now) == nil)
    }

    @Test func aSourceThatTakesLongerThanARunIsNoReasonForOne() throws {
        var (engine, _, now) = try habit()
        now = now + .minutes(7 * 60 + 50)
        for seconds in [0.1, 25] {
            engine.granted(until: now + .seconds(seconds), at: now)
            let next = engine.nextRun(after: now)
            #expect((next == now + .days(1)) == (seconds < 1), "\(seconds)")
        }
    }

    @Test func aRunEnds() throws {
        let (engine, app, midnight) = try habit()
        let now = midnight + .minutes(7 * 60 + 50)
        func fetches(after seconds: Double, _ change: (inout FetchEngine) -> Void = { _ in }) -> Bool {
            var copy = engine
            copy.granted(until: now + .seconds(25), at: now)
            change(&copy)
            return copy.nextAction(at: now + .seconds(seconds)) == .fetch(app)
        }
        let (inTime, late) = (fetches(after: 24), fetches(after: 25))
        #expect(inTime && !late)
        let (moment, restart) = (
            now + .seconds(13), fetches(after: 14) { $0.hostRestarted(at: now + .seconds(13)) }
        )
        let ended = fetches(after: 14) { $0.granted(until: moment, at: moment) }
        #expect(!restart && !ended)
        // An hour at most is believed.
        var forever = engine
        forever.granted(until: .distantFuture, at: now)
        #expect(!forever.scheduler.isRunGranted(at: now + .hours(1)))
    }

    @Test func sourcesShareTheTimeOfARunByValuePerSecond() throws {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 1000
        var engine = try FetchEngine(configuration: configuration, seed: 1)
        let (large, small) = (engine.register(.minimum, at: .monday), engine.register(.minimum, at: .monday))
        for day in 0..<14 as Range<Int64> {
            for hour in [8, 12, 18] as [Int64] {
                let now = FetchTime.monday + .days(day) + .hours(hour)
                // One day in three the user wants the small source.
                let (app, bytes): (AppID, Int64) = day % 3 > 0 ? (large, 5_000_000) : (small, 10_000)
                engine.use(app, bytes: bytes, for: .minutes(3), at: now)
            }
        }
        let now = FetchTime.monday + .days(14) + .minutes(11 * 60 + 50)
        func first(_ begin: (inout FetchEngine) -> Void) -> AppID? {
            var copy = engine
            begin(&copy)
            for case .fetch(let app) in copy.actions(at: now) { return app }
            return nil
        }
        let shared = first { $0.tell(.radio(.other, until: now), at: now) }
        let granted = first { $0.granted(until: now + .seconds(25), at: now) }
        let short = first { $0.granted(until: now + .seconds(2), at: now) }
        #expect([shared, granted, short] == [large, small, small])
    }

    @Test func theNextRunIsTheFirstThatFetches() throws {
        let (engine, app, midnight) = try habit()
        let before = engine.snapshot()
        let next = try #require(engine.nextRun(after: midnight))
        #expect(engine.snapshot() == before)
        // An own wakeup never pays here.
        var asked = engine
        let wakeup = asked.nextDeadline(after: midnight)
        #expect(wakeup == nil)
        for moment in [next, next - .minutes(10)] where moment > midnight {
            // The system starts the program for it.
            var copy = changed(engine) { $0.tell(.processEnded(app), at: midnight) }
            copy.granted(until: moment + .seconds(25), at: moment)
            let action = copy.nextAction(at: moment)
            #expect(action == (moment == next ? .fetch(app) : nil), "\(moment)")
        }
        #expect(next - midnight < .hours(8))
    }

    /// A question of the past is one of the present: no run is asked for at a time that has passed.
    @Test func theNextRunIsAhead() throws {
        let (engine, _, now) = try habit()
        let next = try #require(engine.nextRun(after: now))
        let (before, after) = (
            engine.nextRun(after: next - .days(1)), engine.nextRun(after: next + .hours(12))
        )
        #expect(next - .days(1) < now && before == next)
        #expect(after.map { $0 > next + .hours(12) } == true)
    }

    /// The system lets the program run, so in the opportunistic mode its tasks run, too.
    @Test func tasksRunWhileARunIsGranted() throws {
        let configuration = changed(FetchConfiguration()) { $0.tasks.mode = .opportunistic }
        var (engine, app) = chargingEngine(.never, configuration)
        engine.tell(.launch(app), at: .monday)
        _ = try engine.startTask(of: app, at: .monday)
        engine.tell(.endOfUse(app), at: .monday)
        let now = FetchTime.monday + .minutes(1)
        #expect(engine.actions(at: now) == [.suspend(app)])
        engine.granted(until: now + .seconds(25), at: now)
        #expect(engine.actions(at: now) == [.resume(app)])
        #expect(engine.nextDeadline(after: now) == now + .seconds(25))
        #expect(engine.actions(at: now + .seconds(25)) == [.suspend(app)])
    }

    @Test func thereIsANextRunWhileAnAppMayBeFetched() throws {
        let (engine, app, now) = try habit(days: 2)
        func next(_ change: (inout FetchEngine) -> Void) -> FetchTime? {
            changed(engine, change).nextRun(after: now)
        }
        let empty = try FetchEngine()
        #expect(empty.nextRun(after: now) == nil)
        let reasonsForNone: [(inout FetchEngine) -> Void] = [
            { try? $0.setInterval(.never, of: app, at: now) }, { try? $0.remove(app, at: now) },
            { try? $0.setInterval(.custom(.days(9)), of: app, at: now) },
            { $0.tell(.quit(app), at: now) }, { $0.tell(.refresh(app: nil, isOn: false), at: now) },
            { $0.tell(.refresh(app: app, isOn: false), at: now) },
        ]
        for (index, change) in reasonsForNone.enumerated() {
            let run = next(change)
            #expect(run == nil, "\(index)")
        }
        let inThreeDays = next { try? $0.setInterval(.custom(.days(3)), of: app, at: now) }
        #expect(inThreeDays == now + .days(1))
        let usual = next { _ in }
        #expect(usual != nil)
        let passing: [FetchEvent] = [.lowPowerMode(isOn: true), .network(.none), .batteryLevel(0.1)]
        for event in passing {
            let run = next { $0.tell(event, at: now) }
            #expect(run == usual, "\(event)")
        }
        // A use is taken to end, and a fetch.
        let (inUse, fetching) = (
            next { $0.tell(.launch(app), at: now) }, next { try? $0.forceFetch(of: app, at: now) }
        )
        #expect(inUse != nil && fetching != nil)
    }

    @Test func aPollerAsksForARunWhenItsNextSourceIsDue() throws {
        var (engine, app, now) = try habit(.unmetered)
        try engine.completeFetch(of: app, with: .noData, at: now)
        _ = engine.actions(at: now)
        let due = engine.nextDeadline(after: now)
        #expect(due != nil && engine.nextRun(after: now) == due)
    }

    /// The table of docs/on-a-phone.md.
    @Test(arguments: [1, 4, 12, 48] as [Double]) func oneApp(changesPerDay: Double) throws {
        func mean(_ rule: OneApp.Rule) throws -> OneApp.Figures {
            let lives = try (1...5).map { try OneApp(rule, changesPerDay: changesPerDay, seed: $0) }
            let figures = OneApp.Figures(lives)
            print("| \(Int(changesPerDay)) | \(rule) | \(figures) |")
            return figures
        }
        _ = try mean(.engine(value: 20))
        let engine = try mean(.engine(value: 100))
        let each = try mean(.ifOlder(minutes: 0))
        let fading = try mean(.engine(value: 100, halfLife: .hours(1)))
        for minutes in [30, 60, 120] as [Int64] { _ = try mean(.ifOlder(minutes: minutes)) }
        #expect(engine.fresh > each.fresh - 0.03)
        #expect(engine.fetches < 0.7 * each.fetches)
        #expect(engine.runs < 1.2 * engine.fetches)
        #expect(engine.runsWithoutNext == 0 && fading.runsWithoutNext == 0)
        // News: hardly any launch is fresh, and a copy that is not old is what counts.
        if changesPerDay == 48 { #expect(fading.age < 45 && fading.fetches < 0.6 * each.fetches) }
    }
}
