@testable import FetchSched
import Testing

/// Transfers that wait for a spent budget, with a host that asks when the engine says so and at no other time.
struct EngineBudgetTests {
    private let start = FetchTime.monday

    /// 1 MB a day, an app, Wi-Fi and a charger; and a discretionary transfer of that size under way.
    private func engine(
        moving bytes: Int64
    ) throws -> (FetchEngine, TransferRequest, TransferID) {
        let configuration = changed(FetchConfiguration()) { $0.budget.bytesPerDay = 1_000_000 }
        var (engine, app) = chargingEngine(.never, configuration)
        let request = TransferRequest(app, bytes: bytes)
        let transfer = try engine.enqueue(request, at: start)
        engine.tell(.radio(.user, until: start + .seconds(1)), at: start)
        _ = engine.actions(at: start)
        #expect(try engine.status(of: transfer).isActive)
        return (engine, request, transfer)
    }

    @Test func whatWaitsForABudgetStartsWhenThePlanHasCaughtUp() throws {
        var (engine, request, first) = try engine(moving: 5_000_000)
        var now = start + .minutes(20)
        try engine.reportCompletion(of: first, at: now)
        _ = engine.actions(at: now)
        #expect(engine.isBudgetSpent)
        let second = try engine.enqueue(request, at: now)
        var questions = 0
        while try !engine.status(of: second).isActive {
            _ = engine.actions(at: now)
            if try engine.status(of: second).isActive { break }
            let next = engine.nextDeadline(after: now)
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
        try engine.reportProgress(of: transfer, bytes: 50_000_000, at: now)
        #expect(engine.actions(at: now).contains(.pauseTransfer(transfer)))
    }

    /// A budget of nothing never serves: there is nothing to ask for.
    @Test func aBudgetOfNothingIsNotLookedAtAgain() throws {
        var scheduler = Scheduler.with(changed(FetchConfiguration()) { $0.budget.bytesPerDay = 0 })
        scheduler.updateBudgets(at: start)
        #expect(scheduler.isBudgetSpent)
        #expect(scheduler.budgetReview() == nil)
    }

    /// Energy that is no number cannot be caught up with: the host is not asked to look at it all the time.
    @Test func costsThatAreNoNumbersAreNotLookedAtAllTheTime() throws {
        var configuration = FetchConfiguration()
        configuration.budget.joulesPerDay = 0.001
        var (engine, app) = chargingEngine(.minimum, configuration)
        // Fetches out of turn, until the budget is spent.
        var now = start
        while !engine.isBudgetSpent {
            now = now + .minutes(30)
            try engine.forceFetch(of: app, at: now)
            try engine.completeFetch(of: app, with: .newData, bytes: 1_000_000, at: now + .seconds(5))
            _ = engine.actions(at: now + .seconds(5))
        }
        let request = changed(TransferRequest(app, bytes: 1_000)) { $0.resourceTimeout = .days(365) }
        _ = try engine.enqueue(request, at: now)
        configuration.radio.baseWatts = .nan
        var odd = try FetchEngine(restoring: engine.snapshot(), configuration: configuration)
        now = now + .minutes(5)
        try odd.forceFetch(of: app, at: now)
        try odd.completeFetch(of: app, with: .newData, at: now + .seconds(5))
        now = now + .minutes(30)
        #expect(!odd.scheduler.joulesSpent(at: now).isFinite)
        var questions = 0
        let end = now + .days(10)
        while now < end, let next = odd.nextDeadline(after: now) {
            now = next
            _ = odd.actions(at: now)
            questions += 1
        }
        #expect(questions < 500, "\(questions)")
    }

    /// A transfer that was left alone for a while starts while the radio is still awake, if the while ends before.
    @Test func aBackOffThatEndsWhileTheRadioIsAwakeCounts() throws {
        var (engine, _, transfer) = try engine(moving: 1_000)
        let now = start + .seconds(20)
        engine.tell(.radio(.user, until: start + .minutes(5)), at: now)
        try engine.reportInterruption(of: transfer, atByte: 100, at: now)
        _ = engine.actions(at: now, fetching: false)
        let retry = now + engine.configuration.transfers.firstRetry
        #expect(engine.nextDeadline(after: now, fetching: false) == retry)
        #expect(engine.nextDeadline(after: now + .seconds(1), fetching: false) == retry)
        #expect(engine.nextAction(at: retry) == .startTransfer(transfer, fromByte: 100))
    }
}
