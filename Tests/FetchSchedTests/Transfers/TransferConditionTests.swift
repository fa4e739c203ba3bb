import Testing

import FetchSchedText
@testable import FetchSched

/// What transfers wait for, and for how long.
@Suite struct TransferConditionTests: TransferScene {
    @Test func everythingThatHindersHasItsName() throws {
        var service = service()
        let id = try service.enqueue(request(discretionary: true), at: now)
        let user = try service.enqueue(request(), at: now)
        func waits(_ change: (inout Conditions) -> Void) throws -> [String] {
            var conditions = Conditions.good
            change(&conditions)
            return try service.waits(of: id, conditions, isRadioAwake: true, at: now).map(\.name)
        }
        #expect(try waits { $0.network = .none } == ["no-network"])
        #expect(try waits { $0.network = .cellular } == ["not-on-wifi"])
        #expect(try waits { ($0.power, $0.batteryLevel) = (.battery, 0.49) } == ["no-power"])
        #expect(try waits { ($0.power, $0.batteryLevel) = (.battery, 0.5) } == ["behind-others"])
        #expect(
            try waits { ($0.power, $0.batteryLevel) = (.battery, .nan) } == ["no-power", "low-battery"])
        #expect(try waits { $0.isInLowPowerMode = true } == ["low-power-mode"])
        #expect(try waits { $0.isRefreshAllowed = false } == ["refresh-off"])
        service.setRefreshAllowed(false, of: app)
        #expect(try waits { _ in } == ["refresh-off-for-app"])
        service.setRefreshAllowed(true, of: app)
        #expect(actions(&service, at: now) == [.startTransfer(user, fromByte: 0)])
        #expect(try service.waits(of: user, .good, isRadioAwake: true, at: now).isEmpty)
        try service.finished(user, at: now)
        let later = now + .minutes(1)
        let wait = try service.waits(of: id, .good, isRadioAwake: false, at: later)
        #expect(wait == [Veto(.radioAsleep, until: now + .minutes(15))])
    }

    // MARK: Relaxing

    /// The hour at which a transfer starts under the conditions of each hour; nil if it is given up.
    private func startHour(_ conditions: (Int64) -> Conditions) throws -> Int64? {
        var service = service()
        let id = try service.enqueue(request(discretionary: true), at: now)
        for hour in 0...(7 * 24) as ClosedRange<Int64> {
            let found = actions(&service, conditions(hour), awake: true, at: now + .hours(hour))
            if found.contains(.startTransfer(id, fromByte: 0)) { return hour }
            if found.contains(.giveUpTransfer(id)) { return nil }
        }
        return nil
    }

    @Test func whatIsNeverSeenIsRelaxedADayBeforeTheEnd() throws {
        let poor = { (wifi: Bool, level: Double) -> Conditions in
            var conditions = Conditions()
            conditions.network = wifi ? .wifi : .cellular
            conditions.batteryLevel = level
            return conditions
        }
        #expect(try startHour { _ in poor(false, 0.3) } == 6 * 24)
        #expect(try startHour { _ in poor(false, 0.9) } == 6 * 24, "no Wi-Fi")
        #expect(try startHour { _ in poor(true, 0.3) } == 6 * 24, "no power")
        #expect(try startHour { _ in poor(false, 0.19) } == nil, "never with a low battery")
        // Each is seen, but never both: energy is given up, not the user's data. Wi-Fi comes and goes.
        #expect(try startHour { $0 % 2 == 0 ? poor(true, 0.3) : poor(false, 0.9) } == 6 * 24)
        #expect(try startHour { $0 % 5 == 2 ? poor(true, 0.3) : poor(false, 0.9) } == 147)
        // Wi-Fi was there until four days and a half: it is missed for three days from then on, too late.
        #expect(try startHour { $0 < 108 ? poor(true, 0.3) : poor(false, 0.9) } == nil)
        // Until three days and a half: from six and a half on.
        #expect(try startHour { $0 < 84 ? poor(true, 0.3) : poor(false, 0.3) } == 156)
        var saver = poor(false, 0.9)
        saver.isInLowPowerMode = true
        #expect(try startHour { _ in saver } == nil, "not in low power mode")
    }

    /// What was missed in a wrong year is missed in the right one.
    @Test func aClockThatIsSetBackDoesNotPutOffRelaxing() throws {
        var service = service()
        let wrong = now + .days(3650)
        let id = try service.enqueue(request(discretionary: true), at: wrong)
        #expect(actions(&service, Conditions(), awake: true, at: wrong).isEmpty)
        #expect(actions(&service, Conditions(), awake: true, at: now).isEmpty)
        #expect(service.nextTime(Conditions(), at: now) == now + .days(6))
        let found = actions(&service, Conditions(), awake: true, at: now + .days(6))
        #expect(found == [.startTransfer(id, fromByte: 0)])
    }
}
