import FetchSched
import Testing

@testable import FetchSim

/// The meter against a naive model that first lists every span of constant power and then adds them up.
@Suite struct RadioReferenceTests {
    private struct Span {
        var from: Double
        var to: Double
        var watts: Double
    }

    private struct Activity {
        var start: Double
        var seconds: Double
    }

    /// Pass 1: stretches of activity, each with its promotion. Pass 2: the tail between them.
    private func spans(_ radio: RadioProfile, _ activities: [Activity]) -> [Span] {
        struct Stretch {
            var asked: Double
            var from: Double
            var to: Double
        }
        var stretches: [Stretch] = []
        for activity in activities {
            if let last = stretches.last, activity.start < last.to {
                let to = max(activity.start, last.from) + activity.seconds
                stretches[stretches.count - 1].to = max(last.to, to)
                continue
            }
            let sinceLast = stretches.last.map { activity.start - $0.to } ?? .infinity
            var wait = radio.promotion.seconds
            var reached = 0.0
            for stage in radio.tail.reversed() {
                // The stage in which the activity begins is the earliest one that lasts until then.
                let end = radio.tail.prefix { $0 != stage }.reduce(stage.seconds) { $0 + $1.seconds }
                if sinceLast <= end { wait = stage.promotion?.seconds ?? 0 }
                reached = max(reached, end)
            }
            let from = activity.start + wait
            stretches.append(Stretch(asked: activity.start, from: from, to: from + activity.seconds))
        }
        var spans: [Span] = []
        let active = radio.baseWatts + radio.downlinkWattsPerMbps * radio.downlinkMbps
        for (index, stretch) in stretches.enumerated() {
            let wait = stretch.from - stretch.asked
            var phases = [radio.promotion]
            phases += radio.tail.compactMap(\.promotion)
            let phase = phases.min { abs($0.seconds - wait) < abs($1.seconds - wait) }
            if wait > 1e-9 {
                spans.append(Span(from: stretch.asked, to: stretch.from, watts: phase?.watts ?? 0))
            }
            spans.append(Span(from: stretch.from, to: stretch.to, watts: active))
            let next = index + 1 < stretches.count ? stretches[index + 1].asked : .infinity
            var from = stretch.to
            for stage in radio.tail {
                spans.append(
                    Span(from: from, to: min(from + stage.seconds, max(from, next)), watts: stage.watts))
                from += stage.seconds
            }
        }
        return spans
    }

    private func naive(_ radio: RadioProfile, _ activities: [Activity], from scored: Double) -> Double {
        spans(radio, activities).reduce(0) { $0 + max(0, $1.to - max($1.from, scored)) * $1.watts }
    }

    private func metered(_ radio: RadioProfile, _ activities: [Activity], from scored: Double) -> RadioEnergy
    {
        var meter = RadioMeter(profile: radio, scoredFrom: scored)
        for activity in activities { _ = meter.begin(at: activity.start, seconds: activity.seconds) }
        meter.finish()
        return meter.energy
    }

    @Test(arguments: RadioProfile.all) func agreesWithTheNaiveModel(_ radio: RadioProfile) {
        for seed in UInt64(0)..<400 {
            var random = SplitMix64(seed: seed)
            var time = 0.0
            let activities = (0..<random.whole(1...30)).map { _ in
                time += random.chance(0.5) ? random.number(0, 3) : random.number(0, 30)
                return Activity(start: time, seconds: random.number(0, random.chance(0.2) ? 20 : 1))
            }
            let scored = random.chance(0.3) ? -.infinity : random.number(0, time * 1.2)
            let energy = metered(radio, activities, from: scored)
            let expected = naive(radio, activities, from: scored)
            #expect(
                abs(energy.joules - expected) < 1e-7,
                "\(radio.name), seed \(seed): \(energy.joules), not \(expected)")
            #expect(
                min(energy.promotionJoules, energy.activeJoules, energy.tailJoules) >= 0,
                "\(radio.name), seed \(seed)")
            // Later activities never make it less, a later beginning of scoring never more.
            let later = Activity(start: time + random.number(0, 40), seconds: random.number(0, 5))
            let more = metered(radio, activities + [later], from: scored).joules
            let begun = activities.map { $0.start + $0.seconds }.max() ?? 0
            if radio.tail.allSatisfy({ $0.watts <= radio.activeWatts && $0.promotion == nil })
                || later.start > begun + 20
            {
                #expect(more >= energy.joules - 1e-9, "\(radio.name), seed \(seed)")
            }
            let fewer = metered(radio, activities, from: max(scored, 0) + random.number(0, 10)).joules
            #expect(fewer <= energy.joules + 1e-9, "\(radio.name), seed \(seed)")
        }
    }
}
