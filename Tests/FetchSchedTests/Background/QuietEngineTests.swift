import Testing

@testable import FetchSched

/// The engine keeps until when its services have nothing to do, and does not ask them before: nobody may see that.
@Suite struct QuietEngineTests {
    /// Of the transfers the last sixteen are kept, as each question costs as much as there are.
    @Test(arguments: [TaskMode.classic, .opportunistic], [1, 2, 3] as [UInt64])
    func answersAreThoseOfTheServices(mode: TaskMode, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var configuration = Configuration()
        configuration.tasks.mode = mode
        var engine = BackgroundEngine(configuration: configuration, seed: seed)
        var asking = engine
        var now = Instant.epoch
        var actions = 0
        var transfers: UInt64 = 0
        for _ in 0..<6 {
            #expect(engine.register(.minimum, at: now) == asking.register(.minimum, at: now))
        }
        for step in 0..<3000 {
            // Now and then the clock goes back, a little or far.
            let back = Int64.random(in: 0..<400, using: &random)
            let span = Int64.random(in: 0..<120_000, using: &random)
            switch back {
            case 0: now = now - .hours(3)
            case 1..<8: now = now - TimeSpan(milliseconds: span / 3)
            default: now = now + TimeSpan(milliseconds: span)
            }
            let call = EngineCall(using: &random, transfers: transfers)
            let isFetching = Bool.random(using: &random)
            if let enqueued = call.perform(on: &engine, at: now) { transfers = enqueued.number }
            _ = call.perform(on: &asking, at: now)
            while true {
                asking.work.disturb()
                let (one, other) = (
                    engine.nextAction(at: now, fetching: isFetching),
                    asking.nextAction(at: now, fetching: isFetching)
                )
                #expect(one == other, "seed \(seed), step \(step)")
                guard let one, one == other else { break }
                actions += 1
            }
            asking.work.disturb()
            let (one, other) = (
                engine.nextTime(after: now, fetching: isFetching),
                asking.nextTime(after: now, fetching: isFetching)
            )
            #expect(one == other, "seed \(seed), step \(step)")
            if one != other { return }
        }
        #expect(actions > 500)
        #expect(engine.snapshot() == asking.snapshot())
    }
}

/// Something that a host may tell an engine.
private struct EngineCall {
    private let kind: Int
    private let app: AppID
    private let number: UInt64
    private let flag: Bool
    /// One of the transfers that were enqueued last, and the one that makes room for the next.
    private let transfer: TransferID
    private let oldest: TransferID

    init(using random: inout SplitMix64, transfers: UInt64) {
        kind = Int.random(in: 0..<26, using: &random)
        app = AppID(Int.random(in: 0..<7, using: &random))
        number = UInt64.random(in: 1..<60, using: &random)
        flag = Bool.random(using: &random)
        transfer = TransferID(transfers - min(transfers, number % 16))
        oldest = TransferID(transfers - min(transfers, 15))
    }

    /// Returns the transfer that was enqueued, if one was.
    func perform(on engine: inout BackgroundEngine<Scheduler>, at now: Instant) -> TransferID? {
        let soon = now + .seconds(Double(number))
        switch kind {
        case 0: engine.observe(.launch(app), at: now)
        case 1: engine.observe(.endOfUse(app), at: now)
        case 2 where number < 10: engine.observe(.quit(app), at: now)
        case 3 where number < 10: engine.observe(.processEnded(app), at: now)
        case 4: engine.observe(.network(number < 10 ? .none : flag ? .wifi : .cellular), at: now)
        case 5: engine.observe(.power(flag ? .charging : .battery), at: now)
        case 6: engine.observe(.refresh(app: flag ? app : nil, isOn: number > 20), at: now)
        case 7: engine.observe(.batteryLevel(Double(number) / 60), at: now)
        case 8...12: engine.observe(.radio(flag ? .user : .other, until: soon), at: now)
        case 13, 14: _ = engine.receive(flag ? .silent : .alert, for: app, number: number, at: now)
        case 15: engine.requestFetch(of: app, at: now)
        case 16: try? engine.complete(app, flag ? .newData : .noData, at: now)
        case 17: _ = try? engine.beginTask(of: app, at: now)
        case 18: try? engine.end(BackgroundTaskID(number), at: now)
        case 19:
            try? engine.add(Region(RegionID(Int(number % 3))), to: app)
            try? engine.reportCrossing(
                flag ? .enter : .exit, of: RegionID(Int(number % 3)), in: app, at: now)
        case 20:
            try? engine.setWantsSignificantChanges(true, for: app)
            try? engine.reportSignificantChange(for: app, at: now)
        case 21:
            var request = TransferRequest(app, bytes: 1_000_000)
            request.discretionary = flag
            request.session = Int(number % 2)
            try? engine.cancel(oldest, at: now)
            return try? engine.enqueue(request, at: now)
        case 22: try? engine.progress(of: transfer, bytes: Int64(number) * 10_000, at: now)
        case 23: try? engine.interrupted(transfer, atByte: 10_000, at: now)
        case 24: try? engine.finished(transfer, at: now)
        case 25 where flag: try? engine.cancel(transfer, at: now)
        default: break
        }
        return nil
    }
}
