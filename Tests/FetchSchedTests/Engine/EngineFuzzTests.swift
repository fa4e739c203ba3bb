import Testing

@testable import FetchSched

/// Calls of an engine without any sense, under limits to match: nothing traps, the documented loops end, and what must
/// hold always holds here too.
@Suite struct EngineFuzzTests {
    @Test func senselessCallsAreHarmless() {
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var engine = FetchEngine(unchecked: .odd(&random), seed: seed)
            for _ in 0..<4 { _ = engine.register(.minimum, at: .monday) }
            engine.tell(.network(.wifi), at: .monday)
            engine.tell(.power(.charging), at: .monday)
            var now = FetchTime.monday
            for step in 0..<200 {
                now = random.moment(near: now)
                call(&engine, &random, at: now)
                if let wrong = act(&engine, at: now) {
                    Issue.record("seed \(seed), step \(step) at \(now): \(wrong)")
                    return
                }
            }
        }
    }

    private func call(_ engine: inout FetchEngine, _ random: inout SplitMix64, at now: FetchTime) {
        let app = AppID(random.pick([0, 1, 2, 3, 3, 3, -1, .max, .min]))
        let region = RegionID(random.pick([.min, -1, 0, 1, 2, 3, .max]))
        let transfer = TransferID(random.pick([0, .max, UInt64(random.below(40))]))
        let bytes = random.pick([0, 1, .max, .min, Int64(bitPattern: random.next())])
        let position = GeoPosition(
            latitude: .worst(&random) * 90, longitude: .worst(&random) * 180, accuracy: .worst(&random))
        switch random.below(31) {
        case 0..<3: engine.tell(.launch(app), at: now)
        case 3, 4: engine.tell(.endOfUse(app), at: now)
        case 5: engine.tell(random.pick([.quit(app), .processEnded(app)]), at: now)
        case 6: engine.tell(.radio(.user, until: random.moment(near: now)), at: now)
        case 7: engine.tell(.network(random.pick([.wifi, .wifi, .cellular, .none])), at: now)
        case 8: engine.tell(random.pick([.power(.charging), .batteryLevel(.worst(&random))]), at: now)
        case 9: engine.tell(.refresh(app: app, isOn: random.bernoulli(0.8)), at: now)
        case 10..<13: _ = engine.receive(random.pick(PushKind.allCases), for: app, number: 1, at: now)
        case 13, 14:
            let place = position.map { FetchRegion(region, centre: $0, radius: .worst(&random)) }
            try? engine.add(place ?? FetchRegion(region), to: app)
        case 15: try? engine.remove(region, from: app)
        case 16: try? engine.reportCrossing(random.pick([.enter, .exit]), of: region, in: app, at: now)
        case 17: try? engine.setWantsSignificantChanges(random.bernoulli(0.8), for: app)
        case 18: if let position { engine.observe(position, at: now) }
        case 19: try? engine.forceFetch(of: app, at: now)
        case 20: try? engine.completeFetch(of: app, with: .newData, bytes: bytes, at: now)
        case 21: engine.deviceAwake(until: random.moment(near: now), at: now)
        case 22, 23: _ = try? engine.startTask(of: app, at: now)
        case 24: try? engine.end(BackgroundTaskID(UInt64(random.below(20))), at: now)
        case 25, 26:
            var request = TransferRequest(app, bytes: bytes)
            request.session = random.pick([0, .min])
            request.priority = random.pick([.low, .high])
            request.resourceTimeout = random.bernoulli(0.5) ? .worst(&random) : nil
            _ = try? engine.enqueue(request, at: now)
        case 27: try? engine.reportProgress(of: transfer, bytes: bytes, at: now)
        case 28: try? engine.reportInterruption(of: transfer, atByte: bytes, at: now)
        case 29: engine.granted(until: random.moment(near: now), at: now)
        default: try? engine.reportCompletion(of: transfer, at: now)
        }
    }

    /// Takes all actions; says what is wrong.
    private func act(_ engine: inout FetchEngine, at now: FetchTime) -> String? {
        var count = 0
        while let action = engine.nextAction(at: now) {
            count += 1
            if count > 1000 { return "\(action) again" }
            switch action {
            case .wakeForLocation(let wake):
                if engine.scheduler.apps.isQuit(wake.app) { return "woke \(wake.app), which was quit" }
            case .deliver(let push):
                if engine.pushes.held(of: push.app) != nil { return "delivered \(push), and holds it" }
            default: break
            }
        }
        if let next = engine.nextDeadline(after: now), next <= now {
            return "nothing to do, but due at \(next)"
        }
        if engine.scheduler.isRunGranted(at: now), let run = engine.nextRun(after: now),
            run <= now || run - now > .days(1) + .minutes(1)
        {
            return "a run at \(run)"
        }
        for app in engine.appIDs {
            if engine.timeRemaining(of: app, at: now) < .zero { return "\(app) runs for less than no time" }
            _ = engine.heldWork(of: app, at: now)
        }
        for status in engine.transferStatuses
        where status.bytesDone < 0 || status.bytesDone > max(0, status.request.bytes) { return "\(status)" }
        return nil
    }
}
