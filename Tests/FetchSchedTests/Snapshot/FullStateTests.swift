import Testing

@testable import FetchSched

/// Whatever has happened to an engine, its snapshot holds every stored property.
@Suite struct FullStateTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func everyPropertyIsWrittenAndRead(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var run = EngineRun(seed: seed)
        for step in 0..<300 {
            _ = run.step()
            let (app, now) = (random.pick(run.apps), run.now)
            let events: [FetchEvent] = [
                .screen(random.pick([.on, .unlocked, .off])), .notification(app), .contentHint(app),
                .contentChanged(app, at: now - .seconds(random.exponential(mean: 300))),
                .foregroundSync(app, random.pick([.newData, .noData, .failed]), bytes: 9000),
                .serverWait(app, until: now + .minutes(9)), .serverInterval(app, .minutes(9)),
                .radio(.user, until: now + .seconds(2)), .batteryLevel(0.4 + random.nextUnit() / 2),
                .zone(secondsEast: 3600), .refresh(app: app, isOn: random.bernoulli(0.8)), .processEnded(app),
            ]
            run.engine.tell(random.pick(events), at: now)
            if random.bernoulli(0.1) { try? run.engine.setAnnouncesContent(true, of: app) }
            if random.bernoulli(0.1), let place = GeoPosition(latitude: 50, longitude: random.nextUnit()) {
                try? run.engine.add(FetchRegion(RegionID(3), centre: place, radius: 300), to: app)
                run.engine.observe(place, at: now)
            }
            guard step % 25 == 0 else { continue }
            let restored = try FetchEngine(
                restoring: run.engine.snapshot(), configuration: run.engine.configuration)
            let dumps = [run.engine, restored].map { StateDump($0, omitting: StateDump.engineOmits) }
            #expect(dumps[0].difference(to: dumps[1]) == nil, "step \(step)")
        }
        for name in ["fetches", "delivered", "wakes"] { #expect(run.counts[name, default: 0] > 2, "\(name)") }
    }
}
