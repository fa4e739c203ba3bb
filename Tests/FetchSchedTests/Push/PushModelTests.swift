import Testing

import FetchSchedText
@testable import FetchSched

/// The service beside the naive rules, under random calls, and what must hold whatever happens.
@Suite struct PushModelTests {
    @Test(arguments: 1...10 as ClosedRange<UInt64>, ["server", "device", "device that cannot store"])
    func agreesWithTheNaiveRules(seed: UInt64, place: String) {
        var random = SplitMix64(seed: seed)
        var limits = PushLimits()
        (limits.waitAtServer, limits.hostStores) = (place == "server", place != "device that cannot store")
        limits.perHour = random.pick([3, 3, 7, 60])
        limits.burst = random.pick([1, 2, 2, 5])
        limits.longestDelay = random.pick([.zero, .minutes(3), .hours(1)])
        var run = PushRun(limits, apps: 6)
        for step in 0..<5_000 {
            if let wrong = run.step(&random) {
                Issue.record("seed \(seed), step \(step) at \(run.now): \(wrong)")
                return
            }
        }
        // The test is worth something only if these happen.
        let stores = run.stored > 100 && run.replaced > 10 && run.delivered > 50
        #expect(limits.hostStores ? stores : run.overLimit > 100, "\(run.counts)")
        #expect(run.refused > 30)
    }
}

/// Two services, the real one and the naive one.
struct PushRun {
    private var real: PushBench
    private var naive: NaivePushes
    private(set) var now = FetchTime.monday
    private let asksInTime: Bool
    private var number: UInt64 = 0
    private(set) var (stored, replaced, refused, delivered, overLimit) = (0, 0, 0, 0, 0)

    var counts: String {
        "stored \(stored), replaced \(replaced), refused \(refused), delivered \(delivered), over limit \(overLimit)"
    }

    init(_ limits: PushLimits, apps: Int) {
        real = PushBench(limits: limits, apps: apps)
        naive = NaivePushes(limits, apps: apps)
        asksInTime = limits.burst != 5
    }

    /// Makes a random call; says what was wrong.
    mutating func step(_ random: inout SplitMix64) -> String? {
        let app = random.below(naive.apps.count)
        switch random.below(40) {
        case 0..<14: return receive(random.bernoulli(0.1) ? .alert : random.pick(PushKind.allCases), app)
        case 14..<30: return pass(.seconds(random.exponential(mean: 120)))
        case 30..<34: return ask(isRadioAwake: false)
        case 34: return ask(isRadioAwake: true)
        case 35..<38:
            naive.launched(app, at: now)
            real.launched(AppID(app), at: now)
        case 38:
            naive.quit(app)
            real.quit(AppID(app))
        default: if random.bernoulli(0.05) { setBack(by: .seconds(random.exponential(mean: 1e5))) }
        }
        return differences
    }

    private mutating func receive(_ kind: PushKind, _ app: Int) -> String? {
        number += 1
        let expected = naive.receive(kind, app, number, at: now)
        var found = ""
        switch real.receive(kind, for: AppID(app), number: number, at: now) {
        case .deliver: found = "deliver"
        case .refused(FetchVeto(.quitByUser)):
            found = "refused"
            refused += 1
        case .refused(let veto):
            guard veto.rule == .pushOverLimit, veto.until.map({ $0 > now }) == true else { return veto.name }
            found = "over limit"
            overLimit += 1
        case .stored(let old):
            found = "stored" + (old.map { " for \($0.number)" } ?? "")
            stored += 1
            replaced += old == nil ? 0 : 1
        }
        return found == expected ? differences : "a push was \(found), not \(expected)"
    }

    /// Asks until there is none.
    private mutating func ask(isRadioAwake: Bool) -> String? {
        while true {
            let expected = naive.nextDelivery(isRadioAwake: isRadioAwake, at: now)
            let found = real.nextDelivery(isRadioAwake: isRadioAwake, at: now)
            guard found?.number == expected?.number, found?.arrived == expected?.arrived else {
                return "delivered \(found as Any), not \(expected as Any)"
            }
            guard found != nil else { return differences }
            delivered += 1
        }
    }

    /// Lets time pass; a host that is in time asks when it should.
    private mutating func pass(_ span: TimeSpan) -> String? {
        let end = now + span
        while asksInTime, let next = real.nextTime, next <= end {
            now = max(now, next)
            if let wrong = ask(isRadioAwake: false) { return wrong }
        }
        now = end
        return differences
    }

    private mutating func setBack(by span: TimeSpan) {
        now = now - span
        real.service.clockWentBack(to: now)
        naive.clockWentBack(to: now)
    }

    private var differences: String? {
        var copy = naive
        let expected = copy.nextTime(at: now)
        let found = real.nextTime.map { max($0, now) }
        return found == expected ? nil : "next time \(found as Any), not \(expected as Any)"
    }
}
