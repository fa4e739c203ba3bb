import FetchSched
import Testing

@testable import FetchSim

/// The bound on devices in dense use, where all that is fetched queues with the device's own bytes, on radios whose tail
/// may draw more than a transfer: with as many fetches at once as may help.
@Suite struct ClairvoyantDenseTests {
    private static func radio(_ random: inout SplitMix64) -> RadioProfile {
        var radio = random.bernoulli(0.5) ? .umts3g : RandomCase.radio(&random)
        if random.bernoulli(0.3) { radio.baseWatts *= random.number(0.1, 1) }
        if random.bernoulli(0.3) { radio.downlinkWattsPerMbps *= random.number(0, 1) }
        return radio
    }

    /// 300 s, with activity from 100 to 200 s, each up to 25 s after the one before.
    private static func script(_ random: inout SplitMix64, apps: Int, _ radio: RadioProfile) -> Script {
        func bytes(_ random: inout SplitMix64) -> Int64 {
            Int64(radio.bytesPerSecond * random.number(0, 3))
        }
        var script = Script(apps: apps, seconds: 300)
        for app in 0..<apps where random.bernoulli(0.8) {
            script.update(app, at: random.time(20, 120), bytes: bytes(&random))
        }
        var time = 100.0
        while time < 200 {
            if random.bernoulli(0.25) {
                script.heartbeat(at: time, bytes: random.bernoulli(0.5) ? 0 : bytes(&random))
            } else {
                script.launch(
                    random.whole(0...apps - 1), at: time, bytes: random.bernoulli(0.6) ? -1 : bytes(&random),
                    seconds: random.bernoulli(0.5) ? nil : random.time(0, 30))
            }
            if random.bernoulli(0.5) {
                script.update(random.whole(0...apps - 1), at: time + 0.001, bytes: bytes(&random))
            }
            time += random.bernoulli(0.5) ? random.time(0.001, 3) : random.time(3, 25)
            time = (time * 1000).rounded() / 1000
        }
        return script
    }

    /// Fetches of any app every 0.3 s, from some moment on.
    private static func row(_ random: inout SplitMix64, apps: Int) -> [Plan] {
        let begin = random.number(80, 200)
        return (0..<random.whole(1...20)).map {
            Plan(begin + 0.3 * Double($0), random.whole(0...apps - 1))
        }
    }

    @Test(arguments: 0..<4) func neverBeaten(_ block: UInt64) {
        for seed in block * 20..<(block + 1) * 20 {
            var random = SplitMix64(seed: seed)
            let radio = Self.radio(&random)
            let apps = random.whole(2...6)
            let script = Self.script(&random, apps: apps, radio)
            let power = PowerProfile.all[random.whole(0...PowerProfile.all.count - 1)]
            let value = [1.0, 5, 20][random.whole(0...2)]
            let warmup = random.bernoulli(0.5) ? 0 : random.time(50, 100)
            let oracle = Oracle(script.trace, radio: radio, rules: .warm(warmup, power: power))
            let bound = oracle.bound(value: value)
            let allowance = 1e-6 + 1e-6 * abs(bound.netValue) + 0.005 * Double(bound.launches)
            func net(_ plans: [Plan]) -> Double {
                let net = oracle.netValue(oracle.metricsAtOnce(plans), value: value)
                #expect(
                    net <= bound.netValue + allowance,
                    "seed \(seed), \(radio.name), \(power.name), V \(value): beaten by \(net - bound.netValue)"
                )
                return net
            }
            var best = oracle.windows.compactMap { window in
                oracle.justBefore(window).last.map { Plan($0, window.app) }
            }
            var most = net(best)
            for _ in 0..<20 {
                var plans = best
                switch random.whole(0...5) {
                case 0: plans = oracle.randomPlan(&random)
                case 1 where !plans.isEmpty: plans.remove(at: random.whole(0...plans.count - 1))
                case 2 where !plans.isEmpty:
                    let index = random.whole(0...plans.count - 1)
                    plans[index].time = plans[index].time - .seconds(random.number(-3, 3))
                case 3: plans += oracle.filler(&random)
                case 4: plans += oracle.together(&random)
                default: plans += Self.row(&random, apps: apps)
                }
                let found = net(plans)
                if found > most { (best, most) = (plans, found) }
            }
        }
    }
}
