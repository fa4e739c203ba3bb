import Testing

@testable import FetchSched

/// Single rules of background transfers.
@Suite struct TransferServiceTests: TransferScene {
    // MARK: Errors

    @Test func whatHasEndedIsAnError() throws {
        var service = service()
        let id = try service.enqueue(request(), at: now)
        try service.finished(id, at: now)
        #expect(throws: EngineError.transferEnded(id)) { try service.finished(id, at: now) }
        #expect(throws: EngineError.transferEnded(id)) { try service.cancel(id, at: now) }
        #expect(throws: EngineError.transferEnded(id)) { try service.progress(id, bytes: 1, at: now) }
        let unknown = TransferID(9)
        #expect(throws: EngineError.unknownTransfer(unknown)) {
            try service.interrupted(unknown, atByte: 1, at: now)
        }
        #expect(throws: EngineError.unknownTransfer(TransferID(0))) {
            try service.status(of: TransferID(0))
        }
    }

    // MARK: Wakes

    // MARK: Rank

    @Test func aHigherLevelPausesWhatRuns() throws {
        var service = service()
        let low = try service.enqueue(request(1000, .low), at: now)
        #expect(started(actions(&service, at: now)) == low)
        let other = try service.enqueue(request(1, .low), at: now)
        #expect(actions(&service, at: now).isEmpty)
        let high = try service.enqueue(request(1, .high), at: now)
        #expect(actions(&service, at: now) == [.pauseTransfer(low), .startTransfer(high, fromByte: 0)])
        try service.finished(high, at: now)
        #expect(started(actions(&service, at: now)) == low)
        try service.finished(low, at: now)
        #expect(started(actions(&service, at: now)) == other)
    }

    // MARK: State

    @Test(arguments: [1, 365, 5000] as [Int64])
    func aClockThatIsSetBackHoldsNothing(days: Int64) throws {
        var service = service()
        let wrong = now + .days(days)
        let id = try service.enqueue(request(discretionary: true), at: wrong)
        let broken = try service.enqueue(request(0, .high), at: wrong)
        _ = actions(&service, at: wrong)
        try service.interrupted(broken, atByte: 0, at: wrong)
        #expect(actions(&service, at: now) == [])
        #expect(service.nextTime(.good, at: now) == now + .seconds(30))
        #expect(actions(&service, at: now + .seconds(30)) == [.startTransfer(broken, fromByte: 0)])
        try service.finished(broken, at: now + .seconds(31))
        #expect(started(actions(&service, at: now + .minutes(15))) == id)
        #expect(try service.status(of: id).deadline == now + .days(7))
    }
}
