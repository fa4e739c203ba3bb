import FetchSched
import Testing

@testable import FetchSim

/// The bound against every plan that is worth trying, replayed by the simulator itself.
@Suite struct ClairvoyantExhaustiveTests {
    /// The best of all combinations of one candidate, or no fetch, per window.
    private func best(_ oracle: Oracle, value: Double) -> Double {
        let choices = oracle.windows.map { window in
            [nil] + Set(oracle.candidates(window)).sorted().map { Plan($0, window.app) }
        }
        var best = -Double.infinity
        func extend(_ plans: [Plan], _ index: Int) {
            guard index < choices.count else {
                best = max(best, oracle.netValue(oracle.metrics(plans), value: value))
                return
            }
            for choice in choices[index] { extend(choice.map { plans + [$0] } ?? plans, index + 1) }
        }
        extend([], 0)
        return best
    }

    /// Radios on which fetches for their own sake spare nothing, so that the bound can be reached.
    private static let plain: [RadioProfile] = [.lte, .lte5s, .nr5gNSA, .nr5gSA, .wifi]

    /// No cold start and no time awake, which the bound knows nothing of: the radio alone, and the rest of the default.
    private static let exact: [PowerProfile] = {
        var frugal = PowerProfile.standard
        frugal.costs.coldStartJoules = 0
        frugal.costs.awakeWatts = 0
        return [.radioOnly, frugal]
    }()

    /// By how much the bound may be too generous: to fetches in the midst of the device's own activity it charges no time
    /// for their bytes, which queue behind those of the activity.
    private func generosity(_ oracle: Oracle) -> Double {
        oracle.windows.filter { !oracle.bursts(in: $0).isEmpty }.reduce(0) {
            let bytes = Double($1.bytes) + oracle.rules.power.costs.requestDownBytes
            return $0 + oracle.radio.baseWatts * bytes / oracle.radio.bytesPerSecond
        }
    }

    /// Launches of any app far apart (the radio sleeps before each), loads and uses of any length without bursts.
    private func farApart(seed: UInt64, radio: RadioProfile) -> Script {
        var random = SplitMix64(seed: seed)
        let apps = random.whole(1...3)
        var script = Script(apps: apps, seconds: 4000)
        var time = 1100.0
        for _ in 0..<random.whole(1...3) {
            let app = random.whole(0...apps - 1)
            let bytes = Int64(radio.bytesPerSecond * random.number(0, 4))
            script.update(app, at: time + random.time(20, 60), bytes: bytes)
            // A heartbeat as long as the fetch: a free one.
            if random.bernoulli(0.3) { script.heartbeat(at: time + random.time(100, 150), bytes: bytes) }
            time += random.time(200, 400)
            script.launch(app, at: time, bytes: random.bernoulli(0.5) ? -1 : bytes)
        }
        return script
    }

    @Test(arguments: plain) func equalToTheBestPlanWhereLaunchesAreFarApart(_ radio: RadioProfile) {
        var exact = 0
        for seed in UInt64(0)..<12 {
            let value = [0.5, 1, 5, 20][Int(seed % 4)]
            let script = farApart(seed: seed, radio: radio)
            let power = Self.exact[Int(seed / 4 % 2)]
            let oracle = Oracle(script.trace, radio: radio, rules: .warm(1000, power: power))
            let bound = oracle.bound(value: value).netValue
            let found = best(oracle, value: value)
            let gap = bound - found
            #expect(
                gap > -0.01 && gap < 0.01 + generosity(oracle),
                "\(radio.name), \(power.name), seed \(seed), V \(value): \(bound), found \(found)")
            if generosity(oracle) == 0 { exact += 1 }
        }
        #expect(exact >= 3)
    }

    /// What the bound leaves out is all that lies between it and the best plan: processes, and time awake.
    @Test(arguments: plain) func processesAndTimeAwakeAreWhatIsMissing(_ radio: RadioProfile) {
        for seed in UInt64(0)..<10 {
            let power = [PowerProfile.low, .standard, .high][Int(seed % 3)]
            let oracle = Oracle(
                farApart(seed: seed, radio: radio).trace, radio: radio, rules: .warm(1000, power: power))
            let bound = oracle.bound(value: 20)
            let found = best(oracle, value: 20)
            let longest =
                oracle.windows.map { oracle.length($0).seconds + radio.promotion.seconds }.max() ?? 0
            // Behind a heartbeat of as many bytes it takes twice the time.
            let most = power.costs.coldStartJoules + power.costs.awakeWatts * 2 * (longest + 0.002)
            let gap = bound.netValue - found
            #expect(
                gap > -0.01 && gap < 0.01 + generosity(oracle) + Double(bound.figures.fetches) * most,
                "\(radio.name), \(power.name), seed \(seed): \(bound.netValue), found \(found)")
        }
    }

    /// One launch, one heartbeat before it at every distance: in its tail, just asleep, long asleep.
    @Test(arguments: plain) func equalToTheBestPlanAfterOneHeartbeat(_ radio: RadioProfile) {
        for tenth in 10..<170 where tenth % 7 == 0 {
            var script = Script(seconds: 4000)
            let end = 2000 + radio.promotion.seconds + 0.3
            script.heartbeat(at: 2000)
            let launch = ((end + Double(tenth) / 10) * 1000).rounded() / 1000
            script.update(0, at: (end * 1000).rounded(.up) / 1000 + 0.1, bytes: 0)
            script.launch(0, at: launch)
            let power = Self.exact[tenth / 7 % 2]
            let oracle = Oracle(script.trace, radio: radio, rules: .warm(1000, power: power))
            let bound = oracle.bound(value: 20).netValue
            let found = best(oracle, value: 20)
            #expect(bound >= found - 1e-6, "\(radio.name), \(tenth)")
            // Soon after the radio falls asleep, or into a later stage, the bound is too generous: its envelope
            // of the tail has no jump there, and reaches the promotion's energy only later.
            let distance = Double(tenth) / 10
            let late = radio.promotion.joules / (radio.tail.last?.watts ?? 1) + radio.promotion.seconds + 0.41
            if distance > radio.tailSeconds - 0.8, distance < radio.tailSeconds + late { continue }
            if abs(distance - radio.tail[0].seconds) < radio.promotion.seconds + 0.41 { continue }
            #expect(bound - found < 0.01, "\(radio.name), \(tenth): \(bound), found \(found)")
        }
    }

    /// Anything: never below the best plan.
    @Test(arguments: 0..<4) func neverBelowTheBestPlan(_ block: UInt64) {
        var judged = 0
        for seed in block * 1000..<(block + 1) * 1000 where judged < 15 {
            let drawn = RandomCase(seed: seed)
            let oracle = Oracle(drawn.trace, radio: drawn.radio, rules: drawn.rules)
            let combinations = oracle.windows.reduce(1) {
                $0 * (1 + min(1000, Set(oracle.candidates($1)).count))
            }
            guard (20...300).contains(combinations) else { continue }
            judged += 1
            let bound = oracle.bound(value: drawn.value).netValue
            let found = best(oracle, value: drawn.value)
            #expect(found <= bound + 0.005, "seed \(seed), \(drawn.radio.name): \(bound), found \(found)")
        }
        #expect(judged == 15)
    }
}
