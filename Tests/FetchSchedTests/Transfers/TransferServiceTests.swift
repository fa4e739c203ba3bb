import FetchSchedText
import Testing

@testable import FetchSched

/// Single rules of background transfers.
@Suite struct TransferServiceTests {
    private let now = FetchTime.monday
    private let request = TransferRequest(AppID(0), bytes: 1_000_000)
    private var discretionary: TransferRequest { changed(request) { $0.isDiscretionary = true } }

    @Test func whatHasEndedIsAnError() throws {
        var service = TransferBench()
        let id = try service.enqueue(request, at: now)
        try service.finished(id, at: now)
        #expect(throws: EngineError.transferEnded(id)) { try service.cancel(id, at: now) }
        for unknown in [TransferID(9), TransferID(0)] {
            #expect(throws: EngineError.unknownTransfer(unknown)) { try service.status(of: unknown) }
        }
    }

    @Test func everythingThatHindersHasItsName() throws {
        var service = TransferBench()
        let id = try service.enqueue(discretionary, at: now)
        let user = try service.enqueue(request, at: now)
        func waits(_ change: (inout DeviceConditions) -> Void) throws -> [String] {
            try service.waits(of: id, changed(.good, change), isRadioAwake: true, at: now).map(\.name)
        }
        #expect(try waits { $0.network = .none } == ["no-network"])
        #expect(try waits { $0.network = .cellular } == ["not-on-wifi"])
        #expect(try waits { ($0.power, $0.batteryLevel) = (.battery, 0.49) } == ["no-power"])
        #expect(try waits { ($0.power, $0.batteryLevel) = (.battery, 0.5) } == ["behind-others"])
        #expect(
            try waits { ($0.power, $0.batteryLevel) = (.battery, .nan) } == ["no-power", "low-battery"])
        #expect(try waits { $0.isInLowPowerMode = true } == ["low-power-mode"])
        #expect(try waits { $0.isRefreshAllowed = false } == ["refresh-off"])
        service.setRefreshAllowed(false, of: AppID(0))
        #expect(try waits { _ in } == ["refresh-off-for-app"])
        service.setRefreshAllowed(true, of: AppID(0))
        #expect(service.actions(at: now) == [.startTransfer(user, fromByte: 0)])
        #expect(try service.waits(of: user, .good, isRadioAwake: true, at: now).isEmpty)
        try service.finished(user, at: now)
        let later = now + .minutes(1)
        let wait = try service.waits(of: id, .good, isRadioAwake: false, at: later)
        #expect(wait == [FetchVeto(.radioAsleep, until: now + .minutes(15))])
    }

    @Test(arguments: [1, 365, 5000] as [Int64])
    func aClockThatIsSetBackHoldsNothing(days: Int64) throws {
        var service = TransferBench()
        let wrong = now + .days(days)
        let id = try service.enqueue(discretionary, at: wrong)
        let broken = try service.enqueue(changed(request) { $0.priority = .high }, at: wrong)
        _ = service.actions(at: wrong)
        try service.interrupted(broken, atByte: 0, at: wrong)
        #expect(service.actions(at: now) == [])
        #expect(service.nextTime(.good, at: now) == now + .seconds(30))
        #expect(service.actions(at: now + .seconds(30)) == [.startTransfer(broken, fromByte: 0)])
        try service.finished(broken, at: now + .seconds(31))
        let last = service.actions(at: now + .minutes(15)).last
        #expect(last == .startTransfer(id, fromByte: 0))
        #expect(try service.status(of: id).deadline == now + .days(7))
    }

    /// What was missed in a wrong year is missed in the right one.
    @Test func aClockThatIsSetBackDoesNotPutOffRelaxing() throws {
        var service = TransferBench()
        let wrong = now + .days(3650)
        let id = try service.enqueue(discretionary, at: wrong)
        for time in [wrong, now] {
            #expect(service.actions(DeviceConditions(), isRadioAwake: true, at: time).isEmpty)
        }
        #expect(service.nextTime(DeviceConditions(), at: now) == now + .days(6))
        let found = service.actions(DeviceConditions(), isRadioAwake: true, at: now + .days(6))
        #expect(found == [.startTransfer(id, fromByte: 0)])
    }

    /// Times are of what is so now, whether or not the service was asked for an action since.
    @Test func timesBeforeTheNextAction() throws {
        var service = TransferBench()
        let id = try service.enqueue(request, at: now)
        #expect(service.nextTime(.good, at: now) == now)
        #expect(service.nextTime(changed(.good) { $0.network = .none }, at: now) == now + .days(7))
        #expect(try service.waits(of: id, .good, isRadioAwake: true, at: now) == [])
        // Wi-Fi has been missed from now on.
        var other = TransferBench()
        _ = try other.enqueue(discretionary, at: now)
        #expect(other.nextTime(DeviceConditions(), at: now) == now + .days(6))
    }
}
