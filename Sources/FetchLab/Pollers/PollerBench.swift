import FetchSched
import FetchSim

/// A policy of ``PollerBench`` by name. A new one is one entry in ``all``.
package struct PollerContender: Sendable {
    package let name: String
    package let summary: String
    /// Settings, from often to rarely; nil for one that is told the number of requests.
    private let dial: ClosedRange<Double>?
    private let replay: @Sendable (PollerWorld, Double, UInt64) -> PollerLog

    private init<Policy: PollingPolicy>(
        _ name: String, _ summary: String, _ policy: Policy.Type, _ dial: ClosedRange<Double>? = nil
    ) {
        self.name = name
        self.summary = summary
        self.dial = dial
        replay = { world, dial, seed in
            let mean = 86_400 * Double(world.sources.count) / world.perDay
            let setup = PollingSetup(
                perDay: world.perDay, dial: dial, longest: max(86_400, 4 * mean), seed: seed)
            return PollerSimulation.log(of: world, Policy(setup))
        }
    }

    package static let all = [
        PollerContender("poller", "the engine's Poller, told the number of requests", EnginePolicy.self),
        PollerContender(
            "careful", "least age by counted rates; spacing of hosts",
            ScheduledPolicy<RatedRule<CarefulRule>>.self,
            1e4...1e12),
        PollerContender("fixed", "each source at even distances", ScheduledPolicy<FixedRule>.self, 300...4e6),
        PollerContender(
            "aimd", "half the interval if new, else half as much more", ScheduledPolicy<AIMDRule>.self,
            300...4e5),
        PollerContender("root", "1/sqrt(counted rate)", ScheduledPolicy<RatedRule<RootRule>>.self, 1...1e6),
        PollerContender(
            "miniflux", "requests by last week's entries", ScheduledPolicy<MinifluxRule>.self, 0.001...1000),
        PollerContender(
            "commafeed", "half the mean gap of entries", ScheduledPolicy<CommaFeedRule>.self, 1200...1e8),
        PollerContender(
            "nutch", "shrinks if new, grows if not", ScheduledPolicy<NutchRule>.self, 0.001...100),
        PollerContender(
            "lambdacrawl", "most time current by counted rates",
            ScheduledPolicy<RatedRule<LambdaCrawlRule>>.self,
            1e-12...1e6),
    ]

    /// Replays the world. One with a dial gets the setting at which it makes the number of requests of the scored weeks.
    func figures(of world: PollerWorld, seed: UInt64) -> (dial: Double?, figures: PollerFigures) {
        guard let dial else { return (nil, PollerFigures(world, replay(world, 0, seed))) }
        var (low, high) = ((dial: dial.lowerBound, perDay: 0.0), (dial: dial.upperBound, perDay: 0.0))
        var best: (dial: Double, log: PollerLog)?
        for _ in 0..<14 {
            // By both ends, where they are known: requests are about a power of the dial.
            var part = 0.5
            if low.perDay > 0, high.perDay > 0, low.perDay > high.perDay {
                let above = PortableMath.log(low.perDay / world.perDay)
                part = min(0.9, max(0.1, above / PortableMath.log(low.perDay / high.perDay)))
            }
            let setting = low.dial * PortableMath.power(high.dial / low.dial, part)
            let log = replay(world, setting, seed)
            func isOff(_ log: PollerLog) -> Double { abs(log.perDay / world.perDay - 1) }
            if best.map({ isOff(log) < isOff($0.log) }) ?? true { best = (setting, log) }
            if isOff(log) < 0.005 { break }
            if log.perDay > world.perDay { low = (setting, log.perDay) } else { high = (setting, log.perDay) }
        }
        return (best?.dial, PollerFigures(world, best?.log ?? PollerLog(sources: 0)))
    }
}

/// Judges policies of pollers in worlds, at the same number of requests a day.
package struct PollerBench: Sendable {
    package var presets = PollerPreset.all
    package var contenders = PollerContender.all
    /// Nil for that of each world.
    package var perDay: Double?
    package var seed: UInt64 = 1

    package init() {}

    package var work: Int { presets.count * contenders.count }

    package func run(
        jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [PollerReport] {
        let count = contenders.count
        let rows = try await ParallelMap.run(work, jobs: jobs, finished: { _ in progress(1) }) { index in
            let world = presets[index / count].world(perDay: perDay, seed: seed)
            let (dial, figures) = contenders[index % count].figures(of: world, seed: seed)
            return PollerReport.Row(policy: contenders[index % count].name, dial: dial, figures: figures)
        }
        return presets.enumerated().map { place, preset in
            let world = preset.world(perDay: perDay, seed: seed)
            return PollerReport(
                world: preset.name, summary: preset.summary, sources: world.sources.count,
                perDay: world.perDay,
                seed: seed, rows: Array(rows[place * count..<(place + 1) * count]))
        }
    }
}

/// Results of the policies in one world.
package struct PollerReport: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let policy: String
        package let dial: Double?
        package let figures: PollerFigures
    }

    package let world, summary: String
    package let sources: Int
    package let perDay: Double
    package let seed: UInt64
    package let rows: [Row]
}
