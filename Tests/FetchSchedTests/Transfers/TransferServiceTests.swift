import Testing

@testable import FetchSched

/// Single rules of background transfers.
@Suite struct TransferServiceTests {
    private let now = Instant.monday
    private let app = AppID(0)

    private func service(_ limits: TransferLimits = TransferLimits()) -> TransferService {
        var service = TransferService(limits: limits)
        service.grow(to: 3)
        return service
    }

    private static var good: Conditions {
        var conditions = Conditions()
        conditions.network = .wifi
        conditions.power = .charging
        return conditions
    }

    private func request(
        _ bytes: Int64 = 1_000_000, _ priority: TransferPriority = .normal, discretionary: Bool = false,
        session: Int = 0, wakes: Bool = true
    ) -> TransferRequest {
        var request = TransferRequest(app, bytes: bytes)
        request.priority = priority
        request.discretionary = discretionary
        request.session = session
        request.wakesApp = wakes
        return request
    }

    private func actions(
        _ service: inout TransferService, _ conditions: Conditions = good, awake: Bool = false,
        at now: Instant
    ) -> [TransferAction] {
        var actions: [TransferAction] = []
        while let action = service.nextAction(conditions, radioIsAwake: awake, at: now) {
            actions.append(action)
        }
        return actions
    }

    // MARK: Errors

    @Test func whatHasEndedIsAnError() throws {
        var service = service()
        let id = try service.enqueue(request(), at: now)
        try service.finished(id, at: now)
        #expect(throws: TransferError.alreadyEnded(id)) { try service.finished(id, at: now) }
        #expect(throws: TransferError.alreadyEnded(id)) { try service.cancel(id, at: now) }
        #expect(throws: TransferError.alreadyEnded(id)) { try service.progress(id, bytes: 1, at: now) }
        let unknown = TransferID(9)
        #expect(throws: TransferError.unknownTransfer(unknown)) {
            try service.interrupted(unknown, atByte: 1, at: now)
        }
        #expect(throws: TransferError.unknownTransfer(TransferID(0))) {
            try service.status(of: TransferID(0))
        }
        #expect(throws: TransferError.unknownApp(AppID(3))) {
            try service.enqueue(TransferRequest(AppID(3), bytes: 1), at: now)
        }
    }

    // MARK: Wakes

    @Test func theAppIsWokenOnceWhenAllAreDone() throws {
        var service = service()
        let first = try service.enqueue(request(session: 4), at: now)
        let second = try service.enqueue(request(session: 4, wakes: false), at: now)
        let other = try service.enqueue(request(session: 5, wakes: false), at: now)
        _ = actions(&service, at: now)
        try service.finished(first, at: now)
        #expect(actions(&service, at: now) == [.start(second, fromByte: 0)])
        try service.finished(second, at: now)
        #expect(actions(&service, at: now) == [.wake(app, session: 4), .start(other, fromByte: 0)])
        try service.finished(other, at: now)
        #expect(actions(&service, at: now).isEmpty, "it asked not to be woken")
        // A session can be used again.
        let again = try service.enqueue(request(session: 4), at: now)
        try service.finished(again, at: now)
        #expect(actions(&service, at: now) == [.wake(app, session: 4)])
        // What the app itself cancels is no news to it.
        try service.cancel(try service.enqueue(request(session: 4), at: now), at: now)
        #expect(actions(&service, at: now).isEmpty)
    }

    @Test func aQuitAppIsWokenWhenItIsOpenedAgain() throws {
        var service = service()
        let id = try service.enqueue(request(), at: now)
        service.quit(app, at: now)
        #expect(actions(&service, at: now) == [.start(id, fromByte: 0)], "it outlives the app")
        #expect(throws: TransferError.quitByUser(app)) { try service.enqueue(request(), at: now) }
        try service.finished(id, at: now)
        #expect(actions(&service, at: now).isEmpty)
        #expect(service.nextTime(Self.good, at: now) == nil)
        service.launched(app, at: now + .days(9))
        #expect(actions(&service, at: now + .days(9)) == [.wake(app, session: 0)])
    }

    @Test func theTimeOutIsReported() throws {
        var service = service()
        let id = try service.enqueue(request(), at: now)
        var hasty = request(session: 1)
        hasty.resourceTimeout = .seconds(-1)
        let none = try service.enqueue(hasty, at: now)
        #expect(
            actions(&service, at: now) == [.giveUp(none), .wake(app, session: 1), .start(id, fromByte: 0)])
        #expect(service.nextTime(Self.good, at: now) == now + .days(7))
        #expect(actions(&service, at: now + .days(7)) == [.giveUp(id), .wake(app, session: 0)])
        #expect(service.count == 0)
    }

    // MARK: Conditions

    @Test func everythingThatHindersHasItsName() throws {
        var service = service()
        let id = try service.enqueue(request(discretionary: true), at: now)
        let user = try service.enqueue(request(), at: now)
        func waits(_ change: (inout Conditions) -> Void) throws -> [String] {
            var conditions = Self.good
            change(&conditions)
            return try service.waits(of: id, conditions, radioIsAwake: true, at: now).map(\.name)
        }
        #expect(try waits { $0.network = .none } == ["no-network"])
        #expect(try waits { $0.network = .cellular } == ["not-on-wifi"])
        #expect(try waits { ($0.power, $0.batteryLevel) = (.battery, 0.49) } == ["no-power"])
        #expect(try waits { ($0.power, $0.batteryLevel) = (.battery, 0.5) } == ["behind-others"])
        #expect(
            try waits { ($0.power, $0.batteryLevel) = (.battery, .nan) } == ["no-power", "low-battery"])
        #expect(try waits { $0.saver = true } == ["low-power-mode"])
        #expect(try waits { $0.refreshAllowed = false } == ["refresh-off"])
        service.setRefreshAllowed(false, of: app, at: now)
        #expect(try waits { _ in } == ["refresh-off-for-app"])
        service.setRefreshAllowed(true, of: app, at: now)
        #expect(actions(&service, at: now) == [.start(user, fromByte: 0)])
        #expect(try service.waits(of: user, Self.good, radioIsAwake: true, at: now).isEmpty)
        try service.finished(user, at: now)
        let later = now + .minutes(1)
        let wait = try service.waits(of: id, Self.good, radioIsAwake: false, at: later)
        #expect(wait == [.radioAsleep(until: now + .minutes(15))])
    }

    /// What the user waits for needs a network and nothing else.
    @Test func onlyTheNetworkStopsWhatIsNotDiscretionary() throws {
        var service = service()
        let id = try service.enqueue(request(), at: now)
        var worst = Conditions()
        worst.batteryLevel = 0.01
        worst.saver = true
        worst.refreshAllowed = false
        #expect(actions(&service, worst, at: now) == [.start(id, fromByte: 0)])
        worst.network = .none
        #expect(actions(&service, worst, at: now) == [.pause(id)])
        #expect(service.isActive == false)
    }

    @Test func whatIsEnqueuedInTheBackgroundIsDiscretionary() throws {
        var service = service()
        var request = request()
        request.enqueuedInBackground = true
        let id = try service.enqueue(request, at: now)
        #expect(actions(&service, Conditions(), awake: true, at: now).isEmpty, "not on cellular")
        #expect(actions(&service, awake: true, at: now) == [.start(id, fromByte: 0)])
    }

    @Test func anOutageBlamesNobody() throws {
        var service = service()
        let id = try service.enqueue(request(), at: now)
        // The back-off doubles without progress, and begins anew with it.
        var time = now
        for (byte, wait) in [(0, 30), (0, 60), (0, 120), (5, 30), (5, 60)] as [(Int64, Double)] {
            _ = actions(&service, at: time)
            try service.interrupted(id, atByte: byte, at: time)
            #expect(actions(&service, at: time).isEmpty)
            #expect(service.nextTime(Self.good, at: time) == time + .seconds(wait))
            time = time + .seconds(wait)
        }
        #expect(actions(&service, at: time) == [.start(id, fromByte: 5)])
        try service.interrupted(id, atByte: 7, at: time)
        var none = Conditions()
        none.network = .none
        #expect(actions(&service, none, at: time).isEmpty)
        #expect(actions(&service, at: time) == [.start(id, fromByte: 7)])
        #expect(try service.status(of: id).interruptions == 0)
    }

    // MARK: Relaxing

    /// The hour at which a transfer starts under the conditions of each hour; nil if it is given up.
    private func startHour(_ conditions: (Int64) -> Conditions) throws -> Int64? {
        var service = service()
        let id = try service.enqueue(request(discretionary: true), at: now)
        for hour in 0...(7 * 24) as ClosedRange<Int64> {
            let found = actions(&service, conditions(hour), awake: true, at: now + .hours(hour))
            if found.contains(.start(id, fromByte: 0)) { return hour }
            if found.contains(.giveUp(id)) { return nil }
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
        saver.saver = true
        #expect(try startHour { _ in saver } == nil, "not in low power mode")
    }

    @Test func aGlimpseOfWiFiDoesNotUndoIt() throws {
        var service = service()
        let id = try service.enqueue(request(discretionary: true), at: now)
        _ = actions(&service, Conditions(), at: now)
        let near = now + .days(6)
        #expect(service.nextTime(Conditions(), at: now) == near)
        #expect(actions(&service, Conditions(), awake: true, at: near) == [.start(id, fromByte: 0)])
        #expect(try service.status(of: id).needsNoWiFi)
        #expect(actions(&service, Self.good, at: near + .hours(1)).isEmpty)
        #expect(actions(&service, Conditions(), at: near + .hours(2)).isEmpty, "it goes on")
    }

    @Test func aHugeTransferIsRelaxedEarlier() throws {
        var service = service()
        // At 50 kB/s this takes three days.
        let id = try service.enqueue(request(50_000 * 3 * 86_400, discretionary: true), at: now)
        _ = actions(&service, Conditions(), at: now)
        #expect(service.nextTime(Conditions(), at: now) == now + .days(4))
        #expect(actions(&service, Conditions(), at: now + .days(4)) == [.start(id, fromByte: 0)])
    }

    // MARK: Rank

    @Test func higherFirstThenWhatIsWaitedForThenTheDeadlineThenTheOrder() throws {
        var service = service()
        var urgent = request()
        urgent.resourceTimeout = .hours(1)
        let ids = try [
            request(discretionary: true), request(), request(), urgent, request(0, .high), request(1, .low),
        ].map { try service.enqueue($0, at: now) }
        var order: [TransferID] = []
        while let id = started(actions(&service, awake: true, at: now)) {
            order.append(id)
            try service.finished(id, at: now)
        }
        #expect(order == [4, 3, 1, 2, 0, 5].map { ids[$0] })
    }

    private func started(_ actions: [TransferAction]) -> TransferID? {
        for case .start(let id, _) in actions { return id }
        return nil
    }

    @Test func whatRanksHigherTakesThePlace() throws {
        var service = service()
        let low = try service.enqueue(request(1000, .low), at: now)
        _ = actions(&service, at: now)
        let high = try service.enqueue(request(1000, .high), at: now)
        #expect(actions(&service, at: now) == [.pause(low), .start(high, fromByte: 0)])
        try service.progress(low, bytes: 400, at: now)
        try service.finished(high, at: now)
        #expect(actions(&service, at: now) == [.start(low, fromByte: 400)])
    }

    @Test func aHugeOneDoesNotKeepOthersWaitingForEver() throws {
        var service = service()
        let huge = try service.enqueue(request(.max), at: now)
        _ = actions(&service, at: now)
        var later = request(.max)
        later.resourceTimeout = .days(30)
        let small = try service.enqueue(later, at: now)
        #expect(actions(&service, at: now).isEmpty)
        let turn = now + .minutes(30)
        #expect(service.nextTime(Self.good, at: now) == turn)
        #expect(actions(&service, at: turn) == [.pause(huge), .start(small, fromByte: 0)])
        #expect(service.nextTime(Self.good, at: turn) == turn + .minutes(30))
        let back = actions(&service, at: turn + .minutes(30))
        #expect(back == [.pause(small), .start(huge, fromByte: 0)])
    }

    /// A new one of high priority, with nothing in it, every ten seconds.
    @Test func aStreamOfSmallOnesDoesNotKeepALowOneWaitingForEver() throws {
        var service = service()
        let low = try service.enqueue(request(1000, .low), at: now)
        var time = now
        var running: TransferID?
        while time < now + .hours(4), running != low {
            if let running { try service.finished(running, at: time) }
            _ = try service.enqueue(request(0, .high, wakes: false), at: time)
            running = started(actions(&service, at: time)) ?? running
            time = time + .seconds(10)
        }
        #expect(time - now > .hours(1))
        #expect(time - now <= .hours(2) + .seconds(20))
    }

    // MARK: State

    @Test func storageIsReusedAndIdsAreNot() throws {
        var service = service()
        func cycle(_ time: Instant) throws -> UInt64 {
            var last: UInt64 = 0
            for session in 0..<10 { last = try service.enqueue(request(session: session), at: time).number }
            while let id = started(actions(&service, at: time)) { try service.finished(id, at: time) }
            return last
        }
        #expect(try cycle(now) == 10)
        let capacity = (service.transfers.capacity, service.sessions.capacity)
        for round in 2...200 {
            #expect(try cycle(now + .hours(Int64(round))) == UInt64(10 * round))
        }
        #expect(service.transfers.capacity == capacity.0)
        #expect(service.sessions.capacity == capacity.1)
    }

    @Test(arguments: [1, 365, 5000] as [Int64])
    func aClockThatIsSetBackHoldsNothing(days: Int64) throws {
        var service = service()
        let wrong = now + .days(days)
        let id = try service.enqueue(request(discretionary: true), at: wrong)
        let broken = try service.enqueue(request(0, .high), at: wrong)
        _ = actions(&service, at: wrong)
        try service.interrupted(broken, atByte: 0, at: wrong)
        #expect(actions(&service, at: now) == [])
        #expect(service.nextTime(Self.good, at: now) == now + .seconds(30))
        #expect(actions(&service, at: now + .seconds(30)) == [.start(broken, fromByte: 0)])
        try service.finished(broken, at: now + .seconds(31))
        #expect(started(actions(&service, at: now + .minutes(15))) == id)
        #expect(try service.status(of: id).deadline == now + .days(7))
    }

    /// Any input is harmless: the documented loop ends, nothing traps, and what must hold holds.
    @Test func senselessCalls() {
        for seed in 0..<40 as Range<UInt64> {
            if let wrong = senseless(seed: seed) {
                Issue.record("seed \(seed): \(wrong)")
                return
            }
        }
    }

    private func senseless(seed: UInt64) -> String? {
        var random = SplitMix64(seed: seed)
        var limits = TransferLimits()
        limits.powerLevel = random.number()
        limits.lowBatteryLevel = random.number()
        limits.relaxAfter = random.span()
        limits.nearing = random.span()
        limits.slowestBytesPerSecond = random.number()
        limits.patience = random.span()
        limits.mostAtOnce = random.pick([1, 0, .min, .max, 2])
        limits.turn = random.span()
        limits.firstRetry = random.span()
        limits.longestRetry = random.span()
        limits.resourceTimeout = random.span()
        var service = TransferService(limits: limits)
        service.grow(to: 3)
        var conditions = Self.good
        var now = Instant.monday
        for step in 0..<200 {
            now = random.moment(near: now)
            let app = AppID(random.pick([0, 1, 2, 3, -1, .max, .min]))
            let id = TransferID(random.pick([0, .max, UInt64(random.below(40))]))
            let bytes = random.pick([0, 1, .max, .min, Int64(bitPattern: random.next())])
            switch random.below(16) {
            case 0..<4:
                var request = TransferRequest(app, bytes: bytes)
                request.session = random.pick([0, .min])
                request.discretionary = random.chance(0.5)
                request.priority = random.pick([.low, .high])
                request.resourceTimeout = random.chance(0.5) ? random.span() : nil
                _ = try? service.enqueue(request, at: now)
            case 4: try? service.cancel(id, at: now)
            case 5: try? service.progress(id, bytes: bytes, at: now)
            case 6: try? service.interrupted(id, atByte: bytes, at: now)
            case 7: try? service.finished(id, at: now)
            case 8: random.chance(0.5) ? service.quit(app, at: now) : service.launched(app, at: now)
            case 9: conditions.network = random.pick([.wifi, .wifi, .cellular, .none])
            case 10:
                (conditions.power, conditions.batteryLevel) = (
                    random.pick([.charging, .battery]), random.number()
                )
            case 11: service.setRefreshAllowed(random.chance(0.8), of: app, at: now)
            default:
                var count = 0
                while let action = service.nextAction(conditions, radioIsAwake: random.chance(0.5), at: now) {
                    count += 1
                    if count > 1000 { return "step \(step): \(action) again" }
                }
            }
            if let next = service.nextTime(conditions, at: now), next < now {
                return "step \(step): \(next) is over"
            }
            _ = try? service.waits(of: id, conditions, radioIsAwake: false, at: now)
            for status in service.all
            where status.bytesDone < 0 || status.bytesDone > max(0, status.request.bytes) {
                return "step \(step): \(status)"
            }
            if service.activeCount != service.all.count(where: \.isActive) { return "step \(step): counts" }
        }
        return nil
    }
}
