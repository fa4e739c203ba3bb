import Testing

@testable import FetchSched

/// Transfers as the engine takes them, and why they wait.
@Suite struct EngineTransferTests {
    private let start = FetchTime.monday

    private func vetoes(_ engine: FetchEngine, _ app: AppID, at now: FetchTime) -> [[FetchVeto]] {
        engine.heldWork(of: app, at: now).filter { $0.kind == .transfer }.map(\.vetoes)
    }

    @Test func whyTransfersWait() throws {
        var (engine, app) = chargingEngine(.never)
        let first = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        let patience = engine.configuration.transfers.patience
        // Before anybody asked for an action, too.
        #expect(vetoes(engine, app, at: start) == [[FetchVeto(.radioAsleep, until: start + patience)]])
        _ = engine.actions(at: start, fetching: false)
        #expect(vetoes(engine, app, at: start + patience) == [[]])
        // What is due is asked for at once.
        let due = start + patience
        #expect(engine.nextDeadline(after: due, fetching: false) == due + TimeSpan(milliseconds: 1))
        _ = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        engine.tell(.radio(.other, until: start), at: start)
        #expect(vetoes(engine, app, at: start) == [[], [FetchVeto(.behindOthers)]])
        #expect(engine.actions(at: start, fetching: false) == [.startTransfer(first, fromByte: 0)])
        // The one behind has no time of its own while the first is active.
        #expect(engine.nextDeadline(after: start, fetching: false) == start + .days(7))
        #expect(vetoes(engine, app, at: start + .hours(1)) == [[], [FetchVeto(.behindOthers)]])
        engine.tell(.network(.none), at: start + .hours(1))
        #expect(vetoes(engine, app, at: start + .hours(1)) == [[], [FetchVeto(.noNetwork)]])
        _ = engine.actions(at: start + .hours(1), fetching: false)
        engine.tell(.network(.wifi), at: start + .hours(1))
        engine.tell(.radio(.other, until: start + .hours(1)), at: start + .hours(1))
        _ = engine.actions(at: start + .hours(1), fetching: false)
        let now = start + .hours(2)
        try engine.reportInterruption(of: first, atByte: 0, at: now)
        #expect(vetoes(engine, app, at: now).first == [FetchVeto(.backingOff, until: now + .seconds(30))])
    }

    @Test func aBackOffIsOneVetoAndSleepAnother() throws {
        var (engine, app) = chargingEngine(.never)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        engine.tell(.radio(.other, until: start), at: start)
        _ = engine.actions(at: start, fetching: false)
        try engine.reportInterruption(of: transfer, atByte: 0, at: start + .seconds(1))
        _ = engine.actions(at: start + .seconds(1), fetching: false)
        let later = start + .minutes(1) - .seconds(40)
        #expect(
            vetoes(engine, app, at: later) == [
                [
                    FetchVeto(.backingOff, until: start + .seconds(31)),
                    FetchVeto(.radioAsleep, until: start + engine.configuration.transfers.patience),
                ]
            ])
        // At the end of its patience, only the back-off is left.
        let end = start + engine.configuration.transfers.patience
        #expect(vetoes(engine, app, at: end - .seconds(1)) == [[FetchVeto(.radioAsleep, until: end)]])
    }

    /// A time before the latest counts as that.
    @Test func questionsOfThePast() throws {
        var (engine, app) = chargingEngine(.never)
        _ = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        _ = engine.actions(at: start, fetching: false)
        engine.tell(.launch(app), at: start + .seconds(1))
        _ = try engine.startTask(of: app, at: start + .seconds(1))
        engine.tell(.endOfUse(app), at: start + .seconds(1))
        let now = start + engine.configuration.transfers.patience
        engine.tell(.lowPowerMode(isOn: false), at: now - .minutes(10))
        #expect(engine.timeRemaining(of: app, at: start) == .minutes(5) + .seconds(1))
        #expect(engine.timeRemaining(of: app, at: now - .minutes(9)) == .minutes(4) + .seconds(1))
        engine.tell(.lowPowerMode(isOn: false), at: now)
        #expect(vetoes(engine, app, at: now - .minutes(1)) == [[]])
    }

    @Test func onlyDiscretionaryBytesAreBudgeted() throws {
        let configuration = changed(FetchConfiguration()) { $0.budget.bytesPerDay = 1_000_000 }
        for isInUse in [true, false] {
            var (engine, app) = chargingEngine(.never, configuration)
            if isInUse { engine.tell(.launch(app), at: start) }
            let transfer = try engine.enqueue(TransferRequest(app, bytes: 50_000_000), at: start)
            try engine.reportProgress(of: transfer, bytes: 40_000_000, at: start + .seconds(1))
            _ = engine.actions(at: start + .seconds(1), fetching: false)
            #expect(engine.isBudgetSpent == !isInUse)
        }
    }

    /// One that the user waits for has no conditions to be relaxed: its only time is its deadline.
    @Test func aTransferOfTheAppInUse() throws {
        var (engine, app) = chargingEngine(.never)
        engine.tell(.network(.cellular), at: start)
        engine.tell(.launch(app), at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        engine.tell(.endOfUse(app), at: start)
        #expect(engine.actions(at: start, fetching: false) == [.startTransfer(transfer, fromByte: 0)])
        _ = engine.actions(at: start + .minutes(1), fetching: false)
        #expect(engine.nextDeadline(after: start + .minutes(1), fetching: false) == start + .days(7))
    }

    @Test func room() throws {
        let limits = changed(FetchConfiguration()) {
            $0.transfers.mostPerApp = 2
            $0.transfers.mostInAll = 2
        }
        var (engine, app) = chargingEngine(.never, limits)
        let other = engine.register(.never, at: start)
        engine.tell(.radio(.other, until: start), at: start)
        for session in 0..<2 {
            var request = TransferRequest(app, bytes: 1_000)
            request.session = session
            try engine.reportCompletion(of: try engine.enqueue(request, at: start), at: start)
        }
        // Both wakes are due still.
        #expect(throws: EngineError.tooMany(.transfer, of: app, limit: 2)) {
            try engine.enqueue(TransferRequest(app, bytes: 1), at: start)
        }
        #expect(throws: EngineError.tooMany(.transfer, of: nil, limit: 2)) {
            try engine.enqueue(TransferRequest(other, bytes: 1), at: start)
        }
        #expect(engine.actions(at: start, fetching: false).count == 2)
        let transfer = try engine.enqueue(TransferRequest(other, bytes: 1), at: start)
        try engine.cancel(transfer, at: start)
        #expect(engine.transferStatuses.isEmpty && engine.actions(at: start, fetching: false) == [])
    }

    /// An interruption without a network is not the transfer's fault, also if the network is back before anybody asks.
    @Test func anInterruptionWithoutANetwork() throws {
        var (engine, app) = chargingEngine(.never)
        engine.tell(.radio(.other, until: start), at: start)
        let transfer = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        #expect(engine.actions(at: start, fetching: false).count == 1)
        engine.tell(.network(.none), at: start + .seconds(1))
        try engine.reportInterruption(of: transfer, atByte: 10, at: start + .seconds(1))
        engine.tell(.network(.wifi), at: start + .seconds(1))
        #expect(
            engine.actions(at: start + .seconds(1), fetching: false) == [
                .startTransfer(transfer, fromByte: 10)
            ])
    }

    /// The radio is awake when an app goes with its active transfer, so that the next one starts.
    @Test func theNextStartsWhenAnAppIsRemoved() throws {
        var (engine, app) = chargingEngine(.never)
        let other = engine.register(.never, at: start)
        engine.tell(.radio(.other, until: start), at: start)
        let first = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        let second = try engine.enqueue(TransferRequest(other, bytes: 1_000), at: start)
        #expect(engine.actions(at: start, fetching: false) == [.startTransfer(first, fromByte: 0)])
        let now = start + .minutes(5)
        try engine.remove(app, at: now)
        #expect(
            engine.actions(at: now, fetching: false) == [
                .giveUpTransfer(first), .startTransfer(second, fromByte: 0),
            ])
    }

    /// Numbers of a host that make no sense.
    @Test func sizesAndTimesBelowNothing() throws {
        var (engine, app) = chargingEngine(.never)
        var request = TransferRequest(app, bytes: -5)
        request.resourceTimeout = .seconds(-5)
        let transfer = try engine.enqueue(request, at: start)
        #expect(try engine.status(of: transfer).deadline == start)
        #expect(engine.heldWork(of: app, at: start).first?.bytes == 0...0)
    }

    /// Waits double up to the longest, and never fall below the first.
    @Test func backOffsGrow() throws {
        let odd = changed(TransferLimits()) { $0.longestRetry = .seconds(1) }
        var status = TransferStatus(TransferID(1), TransferRequest(AppID(0), bytes: 1), odd, at: start)
        status.backOff(odd, at: start)
        #expect(status.backoffUntil == start + odd.firstRetry)
        let limits = TransferLimits()
        for count in 0..<1_100 {
            status.backOff(limits, at: start)
            #expect(status.interruptions == min(1_000, count + 2))
            if count > 10 { #expect(status.backoffUntil == start + limits.longestRetry) }
        }
    }

    /// A condition that was absent for days is given up for good, near the deadline; the user's own transfers have none.
    @Test func whatIsGivenUpStaysSo() throws {
        var (engine, app) = chargingEngine(.never)
        engine.tell(.power(.battery), at: start)
        engine.tell(.batteryLevel(0.3), at: start)
        _ = engine.actions(at: start, fetching: false)
        var request = TransferRequest(app, bytes: 1_000)
        request.resourceTimeout = .days(4)
        let transfer = try engine.enqueue(request, at: start)
        engine.tell(.launch(app), at: start)
        let own = try engine.enqueue(request, at: start)
        engine.tell(.endOfUse(app), at: start)
        func isGivenUp(_ transfer: TransferID) throws -> Bool {
            try engine.status(of: transfer).ignoresPowerRequirement
        }
        _ = engine.actions(at: start, fetching: false)
        #expect(try !isGivenUp(transfer))
        var now = start + .days(3)
        _ = engine.actions(at: now, fetching: false)
        #expect(try isGivenUp(transfer))
        #expect(try !isGivenUp(own))
        now = now + .minutes(1)
        engine.tell(.power(.charging), at: now)
        _ = engine.actions(at: now, fetching: false)
        #expect(try isGivenUp(transfer))
    }

    /// A condition's absence counts from before the transfer: a day on a phone without Wi-Fi for days is not waited out.
    @Test func conditionsAreNotedWhileNothingWaits() throws {
        var (engine, app) = chargingEngine(.never)
        engine.tell(.network(.cellular), at: start)
        _ = engine.actions(at: start, fetching: false)
        for (days, ignores) in [(3, true), (2, false)] as [(Int64, Bool)] {
            var (engine, now) = (engine, start + .days(days))
            var request = TransferRequest(app, bytes: 1_000)
            request.resourceTimeout = .days(1)
            let transfer = try engine.enqueue(request, at: now)
            engine.tell(.radio(.other, until: now), at: now)
            #expect(
                engine.actions(at: now, fetching: false)
                    == (ignores ? [.startTransfer(transfer, fromByte: 0)] : []))
            now = now + .minutes(1)
            #expect(try engine.status(of: transfer).ignoresWiFiRequirement == ignores)
        }
    }

    @Test func withoutANetworkThatIsAllThatIsSaid() throws {
        var (engine, app) = chargingEngine(.never)
        engine.tell(.network(.none), at: start)
        _ = try engine.enqueue(TransferRequest(app, bytes: 1_000), at: start)
        #expect(vetoes(engine, app, at: start) == [[FetchVeto(.noNetwork)]])
    }

    @Test func historiesMoveWithTheClock() {
        var history = ConditionHistory()
        var conditions = DeviceConditions()
        (conditions.network, conditions.batteryLevel) = (.cellular, 0.1)
        let late = start + .hours(5)
        history.note(conditions, TransferLimits(), at: late - .hours(1))
        history.move(from: late, to: start)
        for since in [history.noWiFi, history.noPower, history.noBoth] { #expect(since == start - .hours(1)) }
    }
}
