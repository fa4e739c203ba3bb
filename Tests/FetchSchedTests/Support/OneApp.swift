@testable import FetchSched

/// The life of an ordinary app on a phone: it sees its own launches, and the system grants it a run an hour.
struct OneApp {
    /// When a run is asked for, and what is done in it.
    enum Rule: CustomStringConvertible {
        /// What the engine says at that V, where a launch that misses an hour or so keeps half its worth.
        case engine(value: Double, halfLife: TimeSpan = .zero)
        /// A fetch in each run, for which the app asks so long after the last look.
        case ifOlder(minutes: Int64)

        var description: String {
            switch self {
            case .engine(let value, .zero): "the engine, V = \(Int(value))"
            case .engine(let value, let halfLife):
                "the engine, V = \(Int(value)), half-life \(Int(halfLife.seconds / 3600)) h"
            case .ifOlder(0): "each run"
            case .ifOlder(let minutes): "each run if older than \(minutes) min"
            }
        }
    }

    private(set) var launches = 0
    private(set) var fresh = 0
    private(set) var ages: [TimeSpan] = []
    private(set) var fetches = 0
    private(set) var runs = 0
    /// Runs after which there was no time for the next one.
    private(set) var runsWithoutNext = 0
    let days: Int

    private var lastLook = FetchTime.monday
    private var lastChange = FetchTime.monday

    /// Lives through so many days of a user who opens the app some `opens` times a day at habitual hours.
    init(_ rule: Rule, changesPerDay: Double, opens: Int = 4, days: Int = 28, seed: UInt64) throws {
        self.days = days
        let end = FetchTime.monday + .days(Int64(days))
        var random = SplitMix64(seed: seed)
        var changes: [FetchTime] = []
        var moment = FetchTime.monday
        while moment < end {
            moment = moment + .seconds(random.exponential(mean: 86_400 / changesPerDay))
            changes.append(moment)
        }
        var uses: [FetchTime] = []
        for day in 0..<days {
            for use in 0..<opens where random.bernoulli(0.9) {
                let hour = 7.5 + 15 * (Double(use) + 0.5) / Double(opens) + 1.5 * (random.nextUnit() - 0.5)
                uses.append(.monday + .days(Int64(day)) + .seconds(3600 * hour))
            }
        }
        let minute = TimeSpan.minutes(Int64(random.below(60)))
        let ticks = (0..<24 * days).map { FetchTime.monday + .hours(Int64($0)) + minute }

        var configuration = FetchConfiguration()
        if case .engine(let value, let halfLife) = rule {
            (configuration.valueJoules, configuration.staleHalfLife) = (value, halfLife)
        }
        var engine = try FetchEngine(configuration: configuration, seed: seed)
        let app = engine.register(.minimum, at: .monday)
        var next: FetchTime? = .monday
        var (change, use) = (0, 0)
        for tick in ticks {
            while use < uses.count, uses[use] <= tick {
                let opened = uses[use]
                use += 1
                pass(to: opened, changes, &change)
                launches += 1
                let isFresh = lastLook >= lastChange
                fresh += isFresh ? 1 : 0
                ages.append(opened - lastLook)
                lastLook = opened
                engine.use(
                    app, finds: isFresh ? .noData : .newData, bytes: 80_000, for: .minutes(3), at: opened)
                if case .engine = rule { next = engine.nextRun(after: opened + .minutes(3)) }
            }
            pass(to: tick, changes, &change)
            switch rule {
            case .ifOlder(let minutes):
                guard tick - lastLook >= .minutes(minutes) else { continue }
                runs += 1
                look(at: tick)
            case .engine:
                guard let asked = next, asked <= tick else { continue }
                runs += 1
                engine.granted(until: tick + .seconds(25), at: tick)
                while let action = engine.nextAction(at: tick) {
                    guard case .fetch = action else { continue }
                    let found = lastLook < lastChange
                    look(at: tick)
                    try engine.completeFetch(
                        of: app, with: found ? .newData : .noData, bytes: found ? 80_000 : 0,
                        at: tick + .seconds(1))
                }
                next = engine.nextRun(after: tick + .seconds(3))
                runsWithoutNext += next == nil ? 1 : 0
            }
        }
    }

    private mutating func pass(to moment: FetchTime, _ changes: [FetchTime], _ change: inout Int) {
        while change < changes.count, changes[change] <= moment {
            lastChange = changes[change]
            change += 1
        }
    }

    private mutating func look(at moment: FetchTime) {
        fetches += 1
        lastLook = moment
    }

    /// Means of several lives.
    struct Figures: CustomStringConvertible {
        /// Share of the launches that found nothing new, and the mean age of the copy at a launch, in minutes.
        let fresh, age: Double
        /// A day.
        let fetches, runs: Double
        let runsWithoutNext: Int

        init(_ lives: [OneApp]) {
            func mean(_ figure: (OneApp) -> Double) -> Double {
                lives.reduce(0) { $0 + figure($1) } / Double(lives.count)
            }
            fresh = mean { Double($0.fresh) / Double($0.launches) }
            age = mean { $0.ages.reduce(0) { $0 + $1.seconds } / 60 / Double($0.launches) }
            fetches = mean { Double($0.fetches) / Double($0.days) }
            runs = mean { Double($0.runs) / Double($0.days) }
            runsWithoutNext = lives.reduce(0) { $0 + $1.runsWithoutNext }
        }

        var description: String {
            func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
            return "\(tenths(100 * fresh)) | \(Int(age.rounded())) | \(tenths(fetches)) | \(tenths(runs))"
        }
    }
}
