import Testing

@testable import FetchSched

/// A host that starts no fetch asks when something else is due, and not before.
@Suite struct EngineDeadlineTests {
    private let start = FetchTime.monday

    @Test func pendingActionsAreAskedForAtOnce() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start)
        try engine.completeFetch(of: app, with: .newData, at: start)
        #expect(engine.nextDeadline(after: start, fetching: false) == start + TimeSpan(milliseconds: 1))
        #expect(engine.actions(at: start, fetching: false) == [.refreshSnapshot(app), .suspend(app)])
        #expect(engine.nextDeadline(after: start, fetching: false) == nil)
        // Also while the app runs on for a push.
        try engine.forceFetch(of: app, at: start)
        let now = start + .seconds(25)
        #expect(engine.receive(.silent, for: app, number: 1, at: start + .seconds(20)) == .deliver)
        try engine.completeFetch(of: app, with: .newData, at: now)
        #expect(engine.nextDeadline(after: now, fetching: false) == now + TimeSpan(milliseconds: 1))
    }

    /// A wakeup for fetches is none if none would be started.
    @Test func fetchesThatAreNotAllowedAreNotWaitedFor() throws {
        var (engine, app) = chargingEngine(.minimum, changed(FetchConfiguration()) { $0.valueJoules = 1_000 })
        for hour in 0..<60 as Range<Int64> { engine.use(app, at: start + .hours(hour)) }
        let now = start + .hours(60)
        _ = engine.actions(at: now, fetching: false)
        #expect(engine.nextDeadline(after: now, fetching: true) != nil)
        #expect(engine.nextDeadline(after: now, fetching: false) == nil)
    }

    @Test func theLimitOfAFetch() throws {
        var (engine, app) = chargingEngine(.minimum)
        try engine.forceFetch(of: app, at: start)
        let end = start + engine.configuration.fetchLimit + TimeSpan(milliseconds: 1)
        #expect(engine.nextDeadline(after: start, fetching: false) == end)
        #expect(engine.actions(at: end, fetching: false) == [.stopFetch(app), .suspend(app)])
    }

    @Test func aUseWithoutASign() throws {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start)
        #expect(engine.nextDeadline(after: start, fetching: false) == start + .hours(4))
        _ = engine.actions(at: start + .hours(4), fetching: false)
        #expect(engine.scheduler.device.foregroundApp == nil)
    }

    @Test func aHeldPush() throws {
        var (engine, app) = chargingEngine(.minimum)
        #expect(engine.receive(.silentLow, for: app, number: 1, at: start) == .stored(replacing: nil))
        #expect(engine.nextDeadline(after: start, fetching: false) == start + .hours(12))
    }

    @Test func aHeldCrossing() throws {
        var (engine, app) = chargingEngine(.minimum)
        let region = RegionID(1)
        try engine.add(FetchRegion(region), to: app)
        try engine.reportCrossing(.enter, of: region, in: app, at: start)
        #expect(engine.actions(at: start, fetching: false).count == 1)
        _ = engine.actions(at: start + .seconds(10), fetching: false)
        let now = start + .seconds(20)
        try engine.reportCrossing(.exit, of: region, in: app, at: now)
        #expect(engine.actions(at: now, fetching: false) == [])
        #expect(engine.nextDeadline(after: now, fetching: false) == start + .minutes(1))
    }

    /// The radio stays awake as long as a fetch is under way, so that a transfer goes on when its back-off is over; without one
    /// it waits for others.
    @Test(arguments: [false, true]) func aTransferThatBacksOff(hasFetch: Bool) throws {
        let limits = changed(FetchConfiguration()) { $0.fetchLimit = .minutes(10) }
        var (engine, app) = chargingEngine(.minimum, limits)
        engine.tell(.radio(.other, until: start), at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        #expect(engine.actions(at: start, fetching: false) == [.startTransfer(transfer, fromByte: 0)])
        let now = start + .minutes(2)
        try engine.reportInterruption(of: transfer, atByte: 0, at: now)
        if hasFetch { try engine.forceFetch(of: app, at: now) }
        _ = engine.actions(at: now, fetching: false)
        let later = now + .seconds(1)
        _ = engine.actions(at: later, fetching: false)
        let retry = now + engine.configuration.transfers.firstRetry
        #expect(
            engine.nextDeadline(after: later, fetching: false)
                == (hasFetch ? retry : start + engine.configuration.transfers.patience))
        #expect(engine.actions(at: retry, fetching: false).isEmpty == !hasFetch)
    }

    /// A spent budget is reviewed for transfers that wait for it alone.
    @Test(arguments: [false, true]) func aSpentBudget(hasTransfer: Bool) throws {
        let configuration = changed(FetchConfiguration()) { $0.budget.bytesPerDay = 1_000_000 }
        var (engine, app) = chargingEngine(.never, configuration)
        engine.tell(.radio(.other, until: start), at: start)
        let first = try engine.enqueue(TransferRequest(app, bytes: 5_000_000), at: start)
        _ = engine.actions(at: start, fetching: false)
        let now = start + .minutes(20)
        try engine.reportCompletion(of: first, at: now)
        for action in engine.actions(at: now, fetching: false) {
            #expect(action == .wakeForTransfers(app, session: 0))
        }
        _ = engine.actions(at: now + .minutes(1), fetching: false)
        #expect(engine.isBudgetSpent)
        if hasTransfer { _ = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: now + .minutes(1)) }
        _ = engine.actions(at: now + .minutes(1), fetching: false)
        let review = engine.scheduler.budgetReview()
        #expect(review != nil && review ?? start > now + .minutes(1))
        #expect(
            engine.nextDeadline(after: now + .minutes(1), fetching: false) == (hasTransfer ? review : nil))
    }

    /// A review that has passed without effect is not repeated at once.
    @Test func aReviewWithoutEffect() throws {
        let configuration = changed(FetchConfiguration()) { $0.budget.bytesPerDay = 1_000_000 }
        var (engine, app) = chargingEngine(.never, configuration)
        _ = try engine.enqueue(TransferRequest(app, bytes: 5_000_000), at: start)
        engine.scheduler.noteTransferred(bytes: 5_000_000)
        _ = engine.actions(at: start, fetching: false)
        #expect(engine.isBudgetSpent)
        let review = try #require(engine.scheduler.budgetReview())
        // The transfer is given up before; a host that does not ask at the review is told to ask an hour after its question.
        let late = review + .minutes(5)
        #expect(engine.nextDeadline(after: late, fetching: false) == late + .hours(1))
    }
}
