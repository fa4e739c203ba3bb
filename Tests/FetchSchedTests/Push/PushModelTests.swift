import Testing

import FetchSchedText
@testable import FetchSched

/// The service beside the naive rules, under random calls, and what must hold whatever happens.
@Suite struct PushModelTests {
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func agreesWithTheNaiveRules(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var limits = PushLimits()
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
        if let lost = run.lost { Issue.record("seed \(seed): \(lost)") }
        // The test is worth something only if these happen.
        #expect(
            run.stored > 100 && run.replaced > 10 && run.refused > 30 && run.delivered > 50, "\(run.counts)")
    }

    /// Calls without any sense: nothing traps.
    @Test func senselessCallsAreHarmless() {
        let numbers: [Int] = [.min, -1, 0, 1, 2, 3, .max]
        let times: [Instant] = [.distantPast, .epoch, .monday, .monday + .minutes(20), .distantFuture]
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var limits = PushLimits()
            limits.perHour = random.pick(numbers)
            limits.burst = random.pick(numbers)
            limits.longestDelay = TimeSpan(milliseconds: Int64(random.pick(numbers)))
            var pushes = PushBench(limits: limits, apps: 4)
            for step in 0..<500 {
                let now = random.chance(0.3) ? random.pick(times) : Instant.monday + .minutes(Int64(step))
                let app = AppID(random.pick(numbers))
                switch random.below(8) {
                case 0: pushes.service.forget(app)
                case 1: pushes.quit(app)
                case 2, 3: pushes.launched(app)
                case 4: pushes.service.clockWentBack(to: now)
                case 5:
                    guard let push = pushes.nextDelivery(isRadioAwake: random.chance(0.3), at: now) else {
                        continue
                    }
                    #expect(pushes.held(of: push.app) == nil, "seed \(seed), step \(step)")
                default:
                    let kind = random.pick(PushKind.allCases)
                    _ = pushes.receive(kind, for: app, number: random.next(), at: now)
                    if let time = pushes.nextTime { _ = pushes.nextDelivery(isRadioAwake: false, at: time) }
                }
            }
        }
    }
}

/// Two services, the real one and the naive one, and what became of each push.
struct PushRun {
    private var real: PushBench
    private var naive: NaivePushes
    private(set) var now = Instant.monday
    /// The pushes that are neither delivered nor refused nor replaced, and since when each may be waiting.
    private var open: [UInt64: Instant] = [:]
    private var quit: Set<Int> = []
    private let asksInTime: Bool
    private var number: UInt64 = 0
    private(set) var (stored, replaced, refused, delivered) = (0, 0, 0, 0)

    var counts: String {
        "stored \(stored), replaced \(replaced), refused \(refused), delivered \(delivered)"
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
        case 0..<14: return receive(random.chance(0.1) ? .alert : random.pick(PushKind.allCases), app)
        case 14..<30: return pass(.seconds(random.exponential(mean: 120)))
        case 30..<34: return ask(isRadioAwake: false)
        case 34: return ask(isRadioAwake: true)
        case 35..<38:
            quit.remove(app)
            if naive.apps[app].quit { restart(app) }
            naive.apps[app].quit = false
            real.launched(AppID(app))
        case 38:
            quit.insert(app)
            naive.quit(app)
            real.quit(AppID(app))
        default: if random.chance(0.05) { setBack(by: .seconds(random.exponential(mean: 1e5))) }
        }
        return differences
    }

    private mutating func receive(_ kind: PushKind, _ app: Int) -> String? {
        number += 1
        let expected = naive.receive(kind, app, number, at: now)
        var found = ""
        switch real.receive(kind, for: AppID(app), number: number, at: now) {
        case .deliver: found = "deliver"
        case .refused(Veto(.quitByUser)):
            found = "refused"
            refused += 1
        case .refused(let veto): return veto.name
        case .stored(let old):
            found = "stored" + (old.map { " for \($0.number)" } ?? "")
            stored += 1
            open[number] = now
            guard let old else { break }
            replaced += 1
            if open.removeValue(forKey: old.number) == nil { return "replaced \(old) that was not stored" }
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
            guard let found else { return differences }
            delivered += 1
            if quit.contains(found.app.index) { return "delivered \(found) to an app that was quit" }
            guard let since = open.removeValue(forKey: found.number) else {
                return "delivered \(found) twice"
            }
            let limits = real.service.limits
            if asksInTime, now - since > max(limits.tokenSpan, limits.longestDelay(found.kind)) {
                return "\(found) was held for \(now - since)"
            }
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

    /// The waiting of an app's push begins anew.
    private mutating func restart(_ app: Int) {
        for push in naive.stored where push.app == app { open[push.number] = now }
    }

    private mutating func setBack(by span: TimeSpan) {
        now = now - span
        real.service.clockWentBack(to: now)
        naive.clockWentBack(to: now)
        for app in naive.apps.indices { restart(app) }
    }

    private var differences: String? {
        var copy = naive
        let expected = copy.nextTime(at: now)
        let found = real.nextTime.map { max($0, now) }
        return found == expected ? nil : "next time \(found as Any), not \(expected as Any)"
    }

    /// Says which pushes are neither delivered nor refused nor replaced nor stored.
    var lost: String? {
        let held = Set(naive.apps.indices.compactMap { real.held(of: AppID($0))?.number })
        return held == Set(open.keys) ? nil : "stored are \(held), should be \(open.keys)"
    }
}
