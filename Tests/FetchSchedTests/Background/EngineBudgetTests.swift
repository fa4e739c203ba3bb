import FetchSched
import Testing

/// Transfers that wait for a spent budget, with a host that asks when the engine says so and at no other time.
struct EngineBudgetTests {
    private let start = Instant.monday

    /// 1 MB a day, an app, Wi-Fi and a charger; and a discretionary transfer of that size under way.
    private func engine(
        moving bytes: Int64
    ) throws -> (BackgroundEngine<Scheduler>, TransferRequest, TransferID) {
        var configuration = Configuration()
        configuration.budget.bytesPerDay = 1_000_000
        var (engine, app) = chargingEngine(.never, configuration)
        var request = TransferRequest(app, bytes: bytes)
        request.discretionary = true
        let transfer = try engine.enqueue(request, at: start)
        engine.observe(.radio(.user, until: start + .seconds(1)), at: start)
        while engine.nextAction(at: start) != nil {}
        #expect(try engine.status(of: transfer).isActive)
        return (engine, request, transfer)
    }

    @Test func whatWaitsForABudgetStartsWhenThePlanHasCaughtUp() throws {
        var (engine, request, first) = try engine(moving: 5_000_000)
        var now = start + .minutes(20)
        try engine.finished(first, at: now)
        while engine.nextAction(at: now) != nil {}
        #expect(engine.fetches.budgetIsSpent)
        let second = try engine.enqueue(request, at: now)
        var questions = 0
        while try !engine.status(of: second).isActive {
            while engine.nextAction(at: now) != nil {}
            if try engine.status(of: second).isActive { break }
            let next = engine.nextTime(after: now)
            now = try #require(next)
            questions += 1
        }
        // Five days' worth were moved on the first: four are missing, and the fifth midnight fills it again.
        #expect(now >= start + .days(5) && now <= start + .days(5) + .minutes(15), "\(now)")
        #expect(questions < 20, "not every few minutes: \(questions)")
    }

    @Test func aTransferIsPausedAsSoonAsTheBudgetIsSpent() throws {
        var (engine, _, transfer) = try engine(moving: 500_000_000)
        let now = start + .minutes(20)
        try engine.progress(of: transfer, bytes: 50_000_000, at: now)
        var paused = false
        while let action = engine.nextAction(at: now) {
            if action == .pauseTransfer(transfer) { paused = true }
        }
        #expect(paused)
        #expect(engine.nextAction(at: now) == nil)
    }

    /// A budget of nothing never serves: there is nothing to ask for.
    @Test func aBudgetOfNothingIsNotLookedAtAgain() throws {
        var configuration = Configuration()
        configuration.budget.bytesPerDay = 0
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        scheduler.updateBudgets(at: start)
        #expect(scheduler.budgetIsSpent)
        #expect(scheduler.budgetReview() == nil)
    }

    /// Energy that is no number cannot be caught up with: the host is not asked to look at it all the time.
    @Test func costsThatAreNoNumbersAreNotLookedAtAllTheTime() throws {
        var configuration = Configuration()
        configuration.budget.joulesPerDay = 0.001
        var (engine, app) = chargingEngine(.minimum, configuration)
        var request = TransferRequest(app, bytes: 1_000)
        request.discretionary = true
        request.resourceTimeout = .days(365)
        // Fetches out of turn, until the budget is spent.
        var now = start
        while !engine.fetches.budgetIsSpent {
            now = now + .minutes(30)
            try engine.forceFetch(of: app, at: now)
            try engine.complete(app, .newData, bytes: 1_000_000, at: now + .seconds(5))
            while engine.nextAction(at: now + .seconds(5)) != nil {}
        }
        _ = try engine.enqueue(request, at: now)
        configuration.radio.baseWatts = .nan
        var odd = try BackgroundEngine(restoring: engine.snapshot(), configuration: configuration)
        now = now + .minutes(5)
        try odd.forceFetch(of: app, at: now)
        try odd.complete(app, .newData, at: now + .seconds(5))
        now = now + .minutes(30)
        #expect(!odd.fetches.joulesSpent(at: now).isFinite)
        var questions = 0
        let end = now + .days(10)
        while now < end, let next = odd.nextTime(after: now) {
            now = next
            while odd.nextAction(at: now) != nil {}
            questions += 1
        }
        #expect(questions < 500, "\(questions)")
    }

    /// A transfer that was left alone for a while starts while the radio is still awake, if the while ends before.
    @Test func aBackOffThatEndsWhileTheRadioIsAwakeIsHeeded() throws {
        var (engine, _, transfer) = try engine(moving: 1_000)
        let now = start + .seconds(20)
        engine.observe(.radio(.user, until: start + .minutes(5)), at: now)
        try engine.interrupted(transfer, atByte: 100, at: now)
        while engine.nextAction(at: now, fetching: false) != nil {}
        let retry = now + engine.configuration.transfers.firstRetry
        #expect(engine.nextTime(after: now, fetching: false) == retry)
        #expect(engine.nextTime(after: now + .seconds(1), fetching: false) == retry)
        #expect(engine.nextAction(at: retry) == .startTransfer(transfer, fromByte: 100))
    }
}
