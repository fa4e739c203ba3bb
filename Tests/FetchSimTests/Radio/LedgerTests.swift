import FetchSched
import Testing

@testable import FetchSim

/// What the engine computes that its fetches cost, beside the radio's meter: both hear of the same activities, in whatever
/// way they fall into each other.
@Suite struct LedgerTests {
    private struct Activity {
        var begin: Double
        var seconds: Double
        var isFetch: Bool
    }

    private let radio = RadioProfile.lte
    private let begin = FetchTime(milliseconds: 1_704_067_200_000)

    /// Heartbeats and uses, and fetches of eight apps that overlap with them and each other.
    private func activities(_ random: inout SplitMix64) -> [Activity] {
        var now = 0.0
        var busyUntil = [Double](repeating: 0, count: 8)
        return (0..<400).compactMap { _ in
            now += random.number(0, [2, 20, 120][random.whole(0...2)])
            let seconds = random.number(0, [1, 40][random.whole(0...1)])
            guard random.bernoulli(0.5) else { return Activity(begin: now, seconds: seconds, isFetch: false) }
            guard let app = busyUntil.firstIndex(where: { $0 < now }) else { return nil }
            busyUntil[app] = now + seconds
            return Activity(begin: now, seconds: seconds, isFetch: true)
        }
    }

    /// The meter's account of them. Their lengths are those from the moment on at which the radio is active.
    private func metered(_ activities: [Activity]) -> (joules: Double, ends: [Double]) {
        var meter = RadioMeter(profile: radio)
        let ends = activities.map { meter.start(at: $0.begin, RadioLoad(latency: $0.seconds)).end }
        meter.finish()
        return (meter.energy.joules, ends)
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func agreesWithTheMeter(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let all = activities(&random)
        let own = all.filter { !$0.isFetch }
        let (with, ends) = metered(all)
        let without = metered(own).joules

        var rules = SimulationRules()
        rules.power = .radioOnly
        var configuration = FetchConfiguration(radio, rules: rules, valueJoules: 20)
        configuration.fetchLimit = .hours(1)
        configuration.radio.joulesPerByte = 0
        configuration.radio.uploadJoulesPerByte = 0
        var engine = FetchEngine(unchecked: configuration, seed: seed)
        let apps = (0..<200).map { _ in engine.register(.minimum, at: begin) }
        // Each activity as a host tells it: others' at their begin, fetches at their begin and at their end.
        var running: [(app: AppID, end: Double)] = []
        var next = 0
        func finish(until moment: Double) throws {
            while let first = running.min(by: { $0.end < $1.end }), first.end <= moment {
                running.removeAll { $0.app == first.app }
                try engine.completeFetch(of: first.app, with: .newData, at: begin + .seconds(first.end))
            }
        }
        for (activity, end) in zip(all, ends) {
            try finish(until: activity.begin)
            let now = begin + .seconds(activity.begin)
            if activity.isFetch {
                let app = apps[next % apps.count]
                next += 1
                try engine.forceFetch(of: app, at: now)
                running.append((app, end))
            } else {
                // As long as it would take without fetches, which the radio's promotion does not lengthen.
                try engine.observe(.radio(.other, until: begin + .seconds(end)), at: now)
            }
        }
        try finish(until: .infinity)
        let spent = engine.joulesSpent(at: begin + .days(1))
        #expect(abs(spent / (with - without) - 1) < 0.03, "\(spent) of \(with - without)")
    }
}
