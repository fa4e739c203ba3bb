import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What every policy must do.
@Suite struct EveryPolicyTests {
    /// Of the ablations, which are all the engine, those that decide most unlike it.
    static let names =
        PolicyFamily.all.map(\.name) + ["no-waiting", "no-coalescing", "no-score"]
    /// Policies that would fetch every 1000 s or so, whatever they learn, each with as long a period.
    static let periodic = [
        "fixed-1000", "aligned-1000", "piggyback-500", "jobscheduler-1000", "connectivity-batch-1000",
        "lazy-alarm-1000", "tailender-1000", "every-byte-0.001:horizon=1000,step=1000",
        "every-byte-0.001:horizon=1000,step=200", "nutch:min=1000,max=1000,start=1000",
        "stormcrawler-1000:max=1000,start=1000", "miniflux-1:max=1000,tick=1000", "commafeed-1000:min=1000",
        "chrome-sync-1000:lowPenalty=1,minimalPenalty=1",
    ]

    /// An hour of outage, with activity every 5 s to ride on: few attempts.
    @Test(arguments: names) func failedFetchesAreNotHammered(_ name: String) throws {
        var script = Script(seconds: 10_000)
        script.launch(0, at: 60, seconds: 10)
        script.add(2000, .outage, seconds: 3600)
        script.update(0, at: 1900)
        for beat in 0..<720 { script.heartbeat(at: 2000 + 5 * Double(beat)) }
        let failed = try fetches(name, script).fetches.filter { $0.fetch.outcome == .failed }
        #expect(failed.count <= 14, "\(failed.count) attempts in an hour")
    }

    /// An interval as long as the period moves each turn by a little, and does not make every second turn fail.
    @Test(arguments: periodic) func anIntervalOfThePeriodDoesNotDoubleIt(_ name: String) throws {
        for apps in [1, 4] {
            let intervals = [EventValue](repeating: .number(1000), count: apps)
            let times = try starts(name, apps: apps, seconds: 40_000, intervals: intervals) { script in
                for app in 0..<apps { script.launch(app, at: 10 + Double(app)) }
            }
            for app in times {
                // A wakeup may be shared with others, at most 0.75 periods later; on average turns keep pace.
                #expect(
                    app.count >= (name.hasPrefix("lazy") || name.hasPrefix("tail") ? 22 : 33), "\(app.count)")
                for (one, next) in zip(app, app.dropFirst()) { #expect(next - one < 1900, "\(one) \(next)") }
            }
        }
    }

    /// Random life on 6 apps, changing intervals and `never` included: the simulator counts no violation, and time passes.
    @Test(arguments: names) func intervalsHold(_ name: String) throws {
        var draw = SplitMix64(seed: 7)
        var script = Script(apps: 6, seconds: 100_000)
        for _ in 0..<200 {
            let app = Int(draw.next() % 6)
            let time = draw.nextUnit() * 100_000
            switch draw.next() % 8 {
            case 0: script.add(time, .interval, app, .number(1 + draw.nextUnit() * 20_000))
            case 1: script.add(time, .interval, app, .word(UInt8(draw.next() % 2)))
            case 2: script.update(app, at: time, bytes: 50_000)
            case 3: script.heartbeat(at: time)
            case 4: script.add(time, .network, nil, .word(UInt8(draw.next() % 3)))
            default: script.launch(app, at: time, seconds: draw.nextUnit() * 300)
            }
        }
        let (metrics, fetches) = try fetches(name, script)
        #expect(metrics.intervalViolations == 0)
        #expect(fetches.count < 15_000, "\(fetches.count)")
    }
}
