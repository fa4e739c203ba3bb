import FetchSched
import Testing

@testable import FetchSim

/// The meter against a naive model that looks at every millisecond: what is under way in it, whose turn on the link it
/// is, and what the radio draws.
@Suite struct RadioReferenceTests {
    /// All in milliseconds.
    private struct Activity {
        var start: Int
        var latency: Int
        var down: Int
        var up: Int

        func load(_ radio: RadioProfile) -> RadioLoad {
            RadioLoad(
                latency: Double(latency) / 1000, down: Double(down) / 1000 * radio.bytesPerSecond,
                up: Double(up) / 1000 * radio.uploadBytesPerSecond)
        }
    }

    private struct Outcome {
        var joules = 0.0
        var ends: [Int]
        var woke: [Bool]
    }

    private static func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }

    /// The radio with times of whole milliseconds.
    private static func whole(_ radio: RadioProfile) -> RadioProfile {
        var radio = radio
        func round(_ phase: RadioProfile.Phase) -> RadioProfile.Phase {
            RadioProfile.Phase(seconds: Double(milliseconds(phase.seconds)) / 1000, watts: phase.watts)
        }
        radio.promotion = round(radio.promotion)
        for stage in radio.tail.indices {
            radio.tail[stage].seconds = Double(milliseconds(radio.tail[stage].seconds)) / 1000
            radio.tail[stage].promotion = radio.tail[stage].promotion.map(round)
        }
        return radio
    }

    private func naive(_ radio: RadioProfile, _ activities: [Activity], from scored: Int) -> Outcome {
        var outcome = Outcome(
            ends: activities.map(\.start), woke: Array(repeating: false, count: activities.count))
        var left = activities
        var lastBusy: Int?
        var promotion = RadioProfile.Phase(seconds: 0, watts: 0)
        var promotedAt = 0
        var begun = 0
        let end = (activities.map { $0.start + $0.latency + $0.down + $0.up }.max() ?? 0) + 60_000
        let lengths = radio.tail.map { Self.milliseconds($0.seconds) }
        let longestTail = lengths.reduce(0, +)
        var now = 0
        while now < end {
            // When all have come and the last tail is over, it sleeps.
            if begun == left.count, let lastBusy, now > max(lastBusy, promotedAt) + longestTail { break }
            while begun < left.count, left[begun].start == now {
                let underWay = left[..<begun].contains { $0.latency + $0.down + $0.up > 0 }
                if !underWay, now >= promotedAt, lastBusy != now {
                    var rest = lastBusy.map { now - $0 } ?? Int.max
                    var phase: RadioProfile.Phase? = radio.promotion
                    var sleeps = true
                    for (stage, length) in zip(radio.tail, lengths) where sleeps {
                        if rest <= length {
                            phase = stage.promotion
                            sleeps = false
                        }
                        rest -= length
                    }
                    outcome.woke[begun] = sleeps
                    promotion = phase ?? RadioProfile.Phase(seconds: 0, watts: 0)
                    promotedAt = now + Self.milliseconds(promotion.seconds)
                }
                if now >= scored {
                    let megabits = Double(left[begun].down) / 1000 * radio.downlinkMbps
                    let up = Double(left[begun].up) / 1000 * radio.uplinkMbps
                    outcome.joules += megabits * radio.downlinkWattsPerMbps + up * radio.uplinkWattsPerMbps
                }
                begun += 1
            }
            var watts = 0.0
            if now < promotedAt {
                watts = promotion.watts
            } else if left[..<begun].contains(where: { $0.latency + $0.down + $0.up > 0 }) {
                watts = radio.baseWatts
                var (downIsFree, upIsFree) = (true, true)
                for index in 0..<begun where left[index].latency + left[index].down + left[index].up > 0 {
                    // The first with bytes to come has the link, even if it is not ready yet.
                    if left[index].down > 0, downIsFree {
                        downIsFree = false
                        if left[index].latency == 0 { left[index].down -= 1 }
                    }
                    if left[index].up > 0, upIsFree {
                        upIsFree = false
                        left[index].up -= 1
                    }
                    left[index].latency = max(0, left[index].latency - 1)
                    outcome.ends[index] = now + 1
                }
                lastBusy = now + 1
            } else if let lastBusy {
                var since = now - lastBusy
                for (stage, length) in zip(radio.tail, lengths) {
                    if since >= 0, since < length { watts = stage.watts }
                    since -= length
                }
            }
            if now >= scored { outcome.joules += watts / 1000 }
            now += 1
        }
        return outcome
    }

    private func metered(
        _ radio: RadioProfile, _ activities: [Activity], from scored: Int
    ) -> (energy: RadioEnergy, ends: [Double], woke: [Bool]) {
        var meter = RadioMeter(profile: radio, scoredFrom: Double(scored) / 1000)
        let told = activities.map { meter.start(at: Double($0.start) / 1000, $0.load(radio)) }
        meter.finish()
        return (meter.energy, told.map(\.end), told.map(\.woke))
    }

    private func activities(_ random: inout SplitMix64) -> [Activity] {
        var time = 0
        return (0..<random.whole(1...10)).map { _ in
            time += random.whole(0...(random.bernoulli(0.6) ? 1500 : random.bernoulli(0.7) ? 8000 : 20_000))
            var drawn = Activity(start: time, latency: 0, down: 0, up: 0)
            if random.bernoulli(0.7) { drawn.latency = random.bernoulli(0.7) ? 300 : random.whole(1...2000) }
            if random.bernoulli(0.7) { drawn.down = random.whole(1...(random.bernoulli(0.2) ? 5000 : 600)) }
            if random.bernoulli(0.3) { drawn.up = random.whole(1...(random.bernoulli(0.2) ? 5000 : 600)) }
            if drawn.latency + drawn.down + drawn.up == 0 { drawn.latency = 300 }
            return drawn
        }
    }

    @Test(arguments: RadioProfile.all) func agreesWithTheNaiveModel(_ builtIn: RadioProfile) {
        let radio = Self.whole(builtIn)
        for seed in UInt64(0)..<12 {
            var random = SplitMix64(seed: seed)
            let activities = activities(&random)
            let scored = random.bernoulli(0.5) ? 0 : random.whole(0...30_000)
            let expected = naive(radio, activities, from: scored)
            let metered = metered(radio, activities, from: scored)
            let joules = metered.energy.joules
            #expect(
                abs(joules - expected.joules) < 1e-6,
                "\(radio.name), seed \(seed): \(joules), not \(expected.joules)")
            #expect(metered.woke == expected.woke, "\(radio.name), seed \(seed)")
            for (index, end) in metered.ends.enumerated() {
                let naive = Double(expected.ends[index]) / 1000
                #expect(
                    abs(end - naive) < 1e-6,
                    "\(radio.name), seed \(seed), activity \(index): \(end), \(naive)")
            }
        }
    }

    /// More seeds, with the figures as they are, where no model is needed to say what must hold.
    @Test(arguments: RadioProfile.all) func holdsWhatMustHold(_ radio: RadioProfile) {
        for seed in UInt64(0)..<300 {
            var random = SplitMix64(seed: seed)
            let activities = activities(&random)
            let scored = random.bernoulli(0.3) ? -1_000_000 : random.whole(0...40_000)
            let told = metered(radio, activities, from: scored)
            let energy = told.energy
            #expect(
                min(energy.promotionJoules, energy.activeJoules, energy.bytesJoules, energy.tailJoules) >= 0,
                "\(radio.name), seed \(seed)")
            // What comes later never makes it less (unless its promotion or its powers are below the tail's).
            let last = activities[activities.count - 1]
            let later = Activity(
                start: last.start + random.whole(0...40_000), latency: 300, down: random.whole(0...2000),
                up: 0)
            let more = metered(radio, activities + [later], from: scored)
            let end = told.ends.max() ?? 0
            if radio.tail.allSatisfy({ $0.watts <= radio.baseWatts && $0.promotion == nil })
                || Double(later.start) / 1000 > end + 20
            {
                #expect(more.energy.joules >= energy.joules - 1e-9, "\(radio.name), seed \(seed)")
            }
            // A later beginning of scoring never makes it more.
            let fewer = metered(radio, activities, from: max(scored, 0) + random.whole(0...10_000)).energy
            #expect(fewer.joules <= energy.joules + 1e-9, "\(radio.name), seed \(seed)")
            // Nothing ends before its latency and its bytes are over, nor later than all bytes together take.
            let all = activities.reduce(0) { $0 + $1.down + $1.up }
            for (activity, end) in zip(activities, told.ends) {
                let least = activity.start + activity.latency + activity.down
                #expect(end >= Double(least) / 1000 - 1e-9, "\(radio.name), seed \(seed)")
                let waits = radio.promotion.seconds + 2 * Double(activities.count)
                #expect(end <= Double(least + all) / 1000 + waits + 1e-9, "\(radio.name), seed \(seed)")
            }
        }
    }
}
