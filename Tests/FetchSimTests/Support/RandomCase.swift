import FetchSched
import FetchTrace

@testable import FetchSim

extension SplitMix64 {
    mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * nextUnit() }
    mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func bernoulli(_ probability: Double) -> Bool { nextUnit() < probability }
    /// A time of whole milliseconds, now and then of whole seconds.
    mutating func time(_ low: Double, _ high: Double) -> Double {
        let time = number(low, high)
        return bernoulli(0.3) ? time.rounded() : (time * 1000).rounded() / 1000
    }
}

/// A small random device with everything that the simulator knows, on a random radio.
struct RandomCase {
    let seed: UInt64
    let trace: DeviceTrace
    let radio: RadioProfile
    let rules: SimulationRules
    let value: Double

    /// - Parameters:
    ///   - hasWork: whether there are pushes, places, tasks, transfers, and users who quit apps.
    ///   - hasEmptyWork: whether there is a line of work that nothing follows from: the end of a task that never began.
    ///   - fades: whether a stale launch keeps a part of its worth.
    init(seed: UInt64, hasWork: Bool = false, hasEmptyWork: Bool = false, fades: Bool = false) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        radio = Self.radio(&random)
        value = [1, 5, 20, 100][random.whole(0...3)]
        let seconds = [600, 3 * 3600, 10 * 3600, 50 * 3600][random.whole(0...3)]
        var other = SplitMix64(seed: ~seed)
        let power = PowerProfile.all[other.whole(0...PowerProfile.all.count - 1)]
        var rules = SimulationRules.warm(
            random.bernoulli(0.3) ? 0 : random.time(0, Double(seconds) / 2), power: power)
        if fades { rules.staleHalfLife = .seconds(60 * PortableMath.exp(other.number(0, 6))) }
        self.rules = rules
        trace = Self.trace(
            &random, seconds: Double(seconds), radio: radio, hasWork: hasWork, hasEmptyWork: hasEmptyWork)
    }

    /// Mostly the built-in ones, 3g (with the most states) above all; else one of random figures.
    static func radio(_ random: inout SplitMix64) -> RadioProfile {
        if random.bernoulli(0.2) { return .umts3g }
        if random.bernoulli(0.7) { return RadioProfile.all[random.whole(0...RadioProfile.all.count - 1)] }
        var radio = RadioProfile.umts3g
        radio.name = "random"
        radio.promotion = RadioProfile.Phase(seconds: random.number(0, 3), watts: random.number(0, 2))
        radio.baseWatts = random.number(0.1, 2)
        radio.downlinkMbps = random.number(0.5, 20)
        var watts = random.number(0, 2)
        radio.tail = (0..<random.whole(0...3)).map { _ in
            watts *= random.nextUnit()
            let promotion = RadioProfile.Phase(
                seconds: random.number(0, 2), watts: watts + random.number(0, 1))
            return RadioProfile.TailStage(
                seconds: random.number(0, 8), watts: watts, promotion: random.bernoulli(0.5) ? promotion : nil
            )
        }
        return radio
    }

    private static func trace(
        _ random: inout SplitMix64, seconds: Double, radio: RadioProfile, hasWork: Bool, hasEmptyWork: Bool
    ) -> DeviceTrace {
        let apps = random.whole(1...4)
        var script = Script(
            apps: apps, seconds: seconds, intervals: (0..<apps).map { _ in interval(&random) })
        for _ in 0..<random.whole(0...2) where random.bernoulli(0.5) {
            script.add(
                random.time(0, seconds), .interval, random.whole(0...apps - 1), interval(&random))
        }
        func bytes(_ random: inout SplitMix64) -> Int64 {
            if random.bernoulli(0.3) { return random.bernoulli(0.5) ? -1 : 0 }
            return Int64(radio.bytesPerSecond * random.number(0, random.bernoulli(0.1) ? 40 : 3))
        }
        for app in 0..<apps {
            for _ in 0..<random.whole(0...12) {
                script.update(app, at: random.time(0, seconds), bytes: bytes(&random))
            }
        }
        // Clusters of activity, spaced like the tail's stages, where the radio's states matter.
        let stages = radio.tail.map(\.seconds) + [radio.tailSeconds, radio.promotion.seconds, 0.3, 10]
        for _ in 0..<random.whole(1...5) {
            var time = random.time(0, seconds)
            for _ in 0..<random.whole(1...6) where time <= seconds {
                let app = random.whole(0...apps - 1)
                if random.bernoulli(0.3) {
                    script.heartbeat(at: time, bytes: bytes(&random))
                } else {
                    let use = random.bernoulli(0.5) ? nil : random.time(0, random.bernoulli(0.2) ? 300 : 30)
                    script.launch(
                        app, at: time, bytes: random.bernoulli(0.5) ? -1 : bytes(&random), seconds: use)
                }
                if random.bernoulli(0.4) { script.update(app, at: time + 0.001, bytes: bytes(&random)) }
                let stage = stages[random.whole(0...stages.count - 1)]
                time +=
                    random.bernoulli(0.4) ? random.time(0, 60) : random.time(0.8 * stage, 1.2 * stage + 0.6)
                time = (time * 1000).rounded() / 1000
            }
        }
        if random.bernoulli(0.3) {
            let period = random.number(20, 600)
            for beat in 1..<max(2, min(60, Int(seconds / period))) {
                script.heartbeat(at: (Double(beat) * period).rounded())
            }
        }
        if random.bernoulli(0.3) {
            script.add(
                random.time(0, seconds), .outage, random.bernoulli(0.5) ? random.whole(0...apps - 1) : nil,
                random.bernoulli(0.5) ? .none : .word(UInt8(random.whole(0...2))),
                seconds: random.time(0, seconds / 4))
        }
        if random.bernoulli(0.2) {
            script.add(random.time(0, seconds), .network, nil, .word(0))
            script.add(random.time(0, seconds), .network, nil, .word(2))
        }
        if hasEmptyWork { script.add(0, .task, 0, .named(word: 1, name: 0)) }
        if hasWork { addWork(&random, seconds: seconds, radio: radio, to: &script) }
        script.trim(to: seconds)
        return script.trace
    }

    private static func addWork(
        _ random: inout SplitMix64, seconds: Double, radio: RadioProfile, to script: inout Script
    ) {
        for _ in 0..<random.whole(1...30) {
            let time = random.time(0, seconds)
            let app = random.whole(0...script.apps - 1)
            let bytes = Int64(radio.bytesPerSecond * random.number(0, 30))
            switch random.whole(0...9) {
            case 0...3:
                for _ in 0..<random.whole(1...4) {
                    script.add(
                        time + random.time(0, 200), .push, app, .word(random.bernoulli(0.8) ? 1 : 0),
                        bytes: random.bernoulli(0.8) ? bytes / 10 : -1)
                }
            case 4:
                script.add(time, .location, app, random.bernoulli(0.5) ? .word(0) : .named(word: 1, name: 0))
            case 5:
                script.add(time, .task, app, .named(word: 0, name: 0), seconds: random.number(0, 800))
            case 6, 7:
                let options: [TransferOptions] = [[], .upload, .discretionary, .silentFinish]
                script.add(
                    time, .transfer, app, .transfer(options[random.whole(0...3)]), bytes: bytes,
                    seconds: random.bernoulli(0.3) ? random.number(1, seconds) : nil)
            case 8: script.add(time, .network, nil, .word(UInt8(random.whole(0...2))))
            default:
                if random.bernoulli(0.3) {
                    script.add(time, .quit, app)
                } else {
                    script.add(time, .power, nil, .word(0))
                }
            }
        }
    }

    private static func interval(_ random: inout SplitMix64) -> EventValue {
        switch random.whole(0...5) {
        case 0: .word(1)
        case 1: .number(random.number(1, 2000))
        case 2: .number([30, 900, 1800, 3600][random.whole(0...3)])
        default: .word(0)
        }
    }
}
