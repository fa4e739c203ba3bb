import Testing

@testable import FetchSched

/// What a clock that was set back changes of pushes, places and tasks, and what it does not.
@Suite struct EngineClockOfServicesTests {
    private let start = FetchTime.monday
    private var late: FetchTime { start + .hours(5) }
    private var back: FetchTime { start + .hours(3) }

    /// A push that arrived before the time to which the clock was set back, and its token, stay as they are.
    @Test func oldPushesStay() {
        var (engine, app) = chargingEngine(.minimum)
        let other = engine.register(.minimum, at: start)
        #expect(engine.receive(.silentHigh, for: app, number: 1, at: start) == .deliver)
        #expect(engine.receive(.silentLow, for: app, number: 2, at: start) == .stored(replacing: nil))
        _ = engine.actions(at: late, fetching: false)
        engine.tell(.lowPowerMode(isOn: false), at: back)
        #expect(engine.pushes.held(of: app)?.arrived == start)
        #expect(
            engine.heldWork(of: app, at: back).first?.vetoes == [
                FetchVeto(.lowUrgency, until: start + .hours(12))
            ]
        )
        // No push of the app went out within a minute: the alert releases the held one at once.
        #expect(engine.receive(.alert, for: other, number: 3, at: back) == .deliver)
        #expect(engine.heldWork(of: app, at: back).first?.vetoes == [FetchVeto(.lowUrgency, until: back)])
        #expect(engine.actions(at: back, fetching: false).count == 1)
    }

    /// A bucket that was emptied under other limits is full under these after no longer than these take.
    @Test func tokensUnderOtherLimits() throws {
        let (slow, fast) = (
            changed(FetchConfiguration()) { ($0.push.perHour, $0.push.burst) = (1, 10) },
            changed(FetchConfiguration()) { ($0.push.perHour, $0.push.burst) = (60, 1) }
        )
        var (before, app) = chargingEngine(.minimum, slow)
        for number in 0..<10 as Range<UInt64> {
            #expect(before.receive(.silent, for: app, number: number, at: start) == .deliver)
        }
        var engine = try FetchEngine(restoring: before.snapshot(), configuration: fast)
        #expect(engine.receive(.silent, for: app, number: 11, at: start) == .stored(replacing: nil))
        _ = engine.actions(at: start + .seconds(40), fetching: false)
        #expect(engine.nextDeadline(after: start + .seconds(40), fetching: false) == start + .minutes(1))
    }

    @Test func oldWakesStay() throws {
        var (engine, app) = chargingEngine(.never)
        let region = RegionID(1)
        try engine.add(FetchRegion(region), to: app)
        try engine.setWantsSignificantChanges(true, for: app)
        try engine.reportCrossing(.enter, of: region, in: app, at: start)
        try engine.reportSignificantChange(for: app, at: start)
        #expect(engine.actions(at: start, fetching: false).count == 2)
        _ = engine.actions(at: late, fetching: false)
        // Both pauses are long over, and the app does not run.
        engine.tell(.lowPowerMode(isOn: false), at: back)
        try engine.reportCrossing(.exit, of: region, in: app, at: back)
        try engine.reportSignificantChange(for: app, at: back)
        let causes = engine.actions(at: back, fetching: false).map { action in
            if case .wakeForLocation(let wake) = action { wake.cause } else { LocationCause?.none }
        }
        // The crossing comes first, as it waits for nothing.
        #expect(causes == [.exit(region), .significant])
        // The wake was one of its own: the next one has to wait.
        let next = back + .seconds(20)
        _ = engine.actions(at: next, fetching: false)
        try engine.reportCrossing(.enter, of: region, in: app, at: next)
        #expect(engine.actions(at: next, fetching: false) == [])
        #expect(
            engine.heldWork(of: app, at: next).first?.vetoes == [
                FetchVeto(.regionPeriod, until: back + .minutes(1))
            ])
    }

    /// Events that wait keep their time, if it is not ahead.
    @Test func oldEventsKeepTheirTime() throws {
        var (engine, app) = chargingEngine(.never)
        try engine.add(FetchRegion(RegionID(1)), to: app)
        try engine.setWantsSignificantChanges(true, for: app)
        engine.tell(.quit(app), at: start)
        try engine.reportCrossing(.enter, of: RegionID(1), in: app, at: start)
        try engine.reportSignificantChange(for: app, at: start)
        engine.tell(.lowPowerMode(isOn: false), at: late)
        engine.tell(.lowPowerMode(isOn: false), at: back)
        #expect(engine.heldWork(of: app, at: back).map(\.since) == [start, start])
        try engine.reportCrossing(.exit, of: RegionID(1), in: app, at: back)
        try engine.reportCrossing(.enter, of: RegionID(1), in: app, at: back)
        try engine.reportSignificantChange(for: app, at: back)
        engine.tell(.lowPowerMode(isOn: false), at: back - .hours(1))
        #expect(engine.heldWork(of: app, at: back).map(\.since) == [back - .hours(1), back - .hours(1)])
    }

    /// The next significant change wakes the app no later than its period after the time to which the clock was set back.
    @Test func newPausesEnd() throws {
        var (engine, app) = chargingEngine(.never)
        try engine.setWantsSignificantChanges(true, for: app)
        try engine.reportSignificantChange(for: app, at: late)
        #expect(engine.actions(at: late, fetching: false).count == 1)
        try engine.reportSignificantChange(for: app, at: back)
        #expect(engine.actions(at: back, fetching: false) == [])
        #expect(
            engine.actions(at: back + .minutes(5), fetching: false).contains {
                if case .wakeForLocation = $0 { true } else { false }
            })
    }

    /// A crossing that comes while the app is awake waits for nothing.
    @Test func crossingsWhileAwake() throws {
        var (engine, app) = chargingEngine(.never)
        let region = RegionID(1)
        try engine.add(FetchRegion(region), to: app)
        try engine.reportCrossing(.enter, of: region, in: app, at: start)
        #expect(engine.actions(at: start, fetching: false).count == 1)
        try engine.reportCrossing(.exit, of: region, in: app, at: start + .seconds(2))
        #expect(engine.heldWork(of: app, at: start + .seconds(2)).first?.vetoes == [])
        #expect(engine.actions(at: start + .seconds(2), fetching: false).count == 1)
    }

    /// The device is left by the whole cushion, however small the region is.
    @Test func smallRegionsAreLeftByTheCushion() throws {
        var (engine, app) = chargingEngine(.never)
        func position(_ metres: Double) throws -> GeoPosition {
            try #require(GeoPosition(latitude: metres / 111_195, longitude: 0, accuracy: 1))
        }
        #expect(try position(1).accuracy == 1)
        try engine.add(FetchRegion(RegionID(1), centre: position(0), radius: 20), to: app)
        for (metres, isInside) in [(0.0, true), (35, true), (41, false), (15, false), (9, true)] {
            engine.observe(try position(metres), at: start)
            #expect(try engine.isInside(RegionID(1), of: app) == isInside, "\(metres)")
        }
    }

    /// The time that the device is awake moves with the clock, and apps that stop together stop in their order.
    @Test func awakeTimeMoves() throws {
        let configuration = changed(FetchConfiguration()) { $0.tasks.mode = .opportunistic }
        var (engine, app) = chargingEngine(.never, configuration)
        let other = engine.register(.never, at: start)
        engine.deviceAwake(until: late + .minutes(2), at: late)
        for app in [app, other] {
            engine.tell(.launch(app), at: late)
            _ = try engine.startTask(of: app, at: late)
        }
        engine.tell(.endOfUse(other), at: late)
        engine.deviceAwake(until: late + .minutes(2), at: late)
        #expect(engine.actions(at: late + .minutes(1), fetching: false) == [])
        engine.tell(.lowPowerMode(isOn: false), at: back + .minutes(1))
        // Nobody asked at the end of the time; one app has begun another task since.
        let now = back + .minutes(3)
        _ = try engine.startTask(of: app, at: now)
        #expect(engine.nextDeadline(after: now, fetching: false) == now + TimeSpan(milliseconds: 1))
        #expect(engine.actions(at: now, fetching: false) == [.suspend(app), .suspend(other)])
        engine.deviceAwake(until: now + .hours(1), at: now + .minutes(1))
        #expect(engine.actions(at: now + .minutes(1), fetching: false).count == 2)
        engine.deviceSleeps(at: now + .minutes(1))
        #expect(engine.actions(at: now + .minutes(1), fetching: false).count == 2)
        // Another app that goes does not end the use of the one in the foreground.
        engine.tell(.launch(other), at: now + .minutes(2))
        #expect(engine.actions(at: now + .minutes(2), fetching: false) == [.resume(app)])
        let third = engine.register(.never, at: now + .minutes(2))
        try engine.remove(third, at: now + .minutes(2))
        #expect(engine.actions(at: now + .minutes(2), fetching: false) == [])
    }

    /// The end of a fetch ends no time that the app has for another reason.
    @Test func timeForAnotherReasonStays() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start)
        #expect(engine.receive(.silent, for: app, number: 1, at: start + .seconds(20)) == .deliver)
        try engine.completeFetch(of: app, with: .noData, at: start + .seconds(25))
        #expect(engine.timeRemaining(of: app, at: start + .seconds(25)) == .seconds(25))
    }

    @Test func endsOfTasksAndIntervals() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start)
        let tasks = [try engine.startTask(of: app, at: start), try engine.startTask(of: app, at: start)]
        try engine.end(tasks[0], at: start)
        #expect(engine.openTasks(of: app) == [tasks[1]] && engine.openTaskCount == 1)
        try engine.setInterval(.never, of: app, at: start)
        #expect(engine.interval(of: app) == .never)
    }
}
