import Testing

@testable import FetchSched

/// Calls without any sense.
@Suite struct TransferFuzzTests {
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
        limits.firstRetry = random.span()
        limits.longestRetry = random.span()
        limits.resourceTimeout = random.span()
        var service = TransferBench(limits: limits, apps: 3)
        var conditions = Conditions.good
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
                request.isDiscretionary = random.chance(0.5)
                request.priority = random.pick([.low, .high])
                request.resourceTimeout = random.chance(0.5) ? random.span() : nil
                _ = try? service.enqueue(request, at: now)
            case 4: try? service.cancel(id, at: now)
            case 5: try? service.progress(id, bytes: bytes, at: now)
            case 6: try? service.interrupted(id, atByte: bytes, at: now)
            case 7: try? service.finished(id, at: now)
            case 8: random.chance(0.5) ? service.quit(app) : service.launched(app)
            case 9: conditions.network = random.pick([.wifi, .wifi, .cellular, .none])
            case 10:
                (conditions.power, conditions.batteryLevel) = (
                    random.pick([.charging, .battery]), random.number()
                )
            case 11: service.setRefreshAllowed(random.chance(0.8), of: app)
            default:
                var count = 0
                while let action = service.nextAction(conditions, isRadioAwake: random.chance(0.5), at: now) {
                    count += 1
                    if count > 1000 { return "step \(step): \(action) again" }
                }
            }
            if let next = service.nextTime(conditions, at: now), next < now {
                return "step \(step): \(next) is over"
            }
            _ = try? service.waits(of: id, conditions, isRadioAwake: false, at: now)
            for status in service.all
            where status.bytesDone < 0 || status.bytesDone > max(0, status.request.bytes) {
                return "step \(step): \(status)"
            }
            if service.activeCount != service.all.count(where: \.isActive) { return "step \(step): counts" }
        }
        return nil
    }
}
