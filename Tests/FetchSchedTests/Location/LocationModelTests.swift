import Testing

@testable import FetchSched

/// The service beside the naive rules, under random calls.
@Suite struct LocationModelTests {
    /// Around them nothing may be special.
    private static let origins = [
        GeoPosition(latitude: 48.2, longitude: 16.37), GeoPosition(latitude: 90, longitude: 0),
        GeoPosition(latitude: -90, longitude: 77), GeoPosition(latitude: -17, longitude: 180),
        GeoPosition(latitude: 0, longitude: -180),
    ].compactMap(\.self)

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func agreesWithTheNaiveRules(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var run = LocationRun(apps: 4, around: Self.origins[Int(seed) % Self.origins.count], seed: seed)
        for step in 0..<5_000 {
            if let wrong = run.step(&random) {
                Issue.record("seed \(seed), step \(step) at \(run.now): \(wrong)")
                return
            }
        }
        // The test is worth something only if these happen.
        #expect(
            run.crossings > 100 && run.changes > 30 && run.riding > 10 && run.errors > 20, "\(run.counts)")
    }
}

/// Two services, the real one and the naive one, on a walk.
struct LocationRun {
    private var real: LocationBench
    private var naive: NaivePlaces
    private let origin: GeoPosition
    private let asksInTime: Bool
    private(set) var now = FetchTime.monday
    private var (metres, bearing) = (0.0, 0.0)
    private(set) var (crossings, changes, riding, errors) = (0, 0, 0, 0)

    var counts: String { "crossings \(crossings), changes \(changes), riding \(riding), errors \(errors)" }

    init(apps: Int, around origin: GeoPosition, seed: UInt64) {
        var limits = LocationLimits()
        limits.regionsPerApp = 5
        real = LocationBench(limits: limits, apps: apps)
        naive = NaivePlaces(limits, apps: apps)
        self.origin = origin
        asksInTime = seed % 3 != 0
    }

    /// Makes a random call; says what was wrong.
    mutating func step(_ random: inout SplitMix64) -> String? {
        let app = random.below(naive.apps.count)
        let id = random.below(8)
        switch random.below(40) {
        case 0..<18:
            guard let position = walk(&random) else { return "walked off the Earth" }
            naive.observe(position, at: now)
            real.service.observe(position, at: now)
        case 18..<28: return pass(.seconds(random.exponential(mean: 40)))
        case 28..<30: return add(id, to: app, &random)
        case 30:
            let done: Void? = try? real.service.remove(RegionID(id), from: AppID(app))
            return agree(done != nil, naive.remove(id, from: app))
        case 31..<35:
            let enters = random.bernoulli(0.5)
            let done: Void? = try? real.service.reportCrossing(
                enters ? .enter : .exit, of: RegionID(id), in: AppID(app), at: now)
            return agree(done != nil, naive.cross(enters: enters, id, in: app, at: now))
        case 35:
            let wants = real.service.wantsSignificantChanges(AppID(app))
            real.service.reportSignificantChange(for: AppID(app), at: now)
            return agree(wants, naive.change(of: app, at: now))
        case 36:
            let wants = random.bernoulli(0.8)
            naive.setWantsChanges(wants, for: app)
            real.service.setWantsSignificantChanges(wants, for: AppID(app))
        case 37:
            naive.apps[app].quit = true
            real.quit(AppID(app))
        default:
            naive.apps[app].quit = false
            real.launched(AppID(app))
        }
        return ask()
    }

    private mutating func add(_ id: Int, to app: Int, _ random: inout SplitMix64) -> String? {
        let centre = random.bernoulli(0.8) ? walk(&random) : nil
        let radius = 1 + random.exponential(mean: 300)
        let region =
            centre.map { FetchRegion(RegionID(id), centre: $0, radius: radius) } ?? FetchRegion(RegionID(id))
        // The naive rules do not know whether it is the same region; see `addingTheSameRegionAgainForgetsNothing`.
        if centre == nil, naive.apps[app].watches.contains(where: { $0.id == id && $0.centre == nil }) {
            return ask()
        }
        let done: Void? = try? real.service.add(region, to: AppID(app))
        return agree(done != nil, naive.add(id, centre: centre, radius: radius, to: app))
    }

    private mutating func walk(_ random: inout SplitMix64) -> GeoPosition? {
        if random.bernoulli(0.02) { metres = 0 }
        metres = abs(metres + (random.nextUnit() - 0.5) * 600)
        bearing += (random.nextUnit() - 0.5) * 90
        let accuracy = random.bernoulli(0.7) ? 0 : random.exponential(mean: 100)
        return Geography.position(metres, bearing, from: origin, accuracy: accuracy)
    }

    private mutating func agree(_ done: Bool, _ expected: Bool) -> String? {
        if !done { errors += 1 }
        return done == expected ? ask() : expected ? "refused a call" : "took a call that is a mistake"
    }

    /// Lets time pass; a host that is in time asks when it should.
    private mutating func pass(_ span: TimeSpan) -> String? {
        let end = now + span
        while asksInTime, let next = real.nextTime, next <= end {
            guard next > now else { return "asked to ask at \(next) again" }
            now = next
            if let wrong = ask() { return wrong }
        }
        now = end
        return ask()
    }

    /// Asks until there is none.
    private mutating func ask() -> String? {
        var found: [NaivePlaces.Told] = []
        let awakeBefore = naive.apps.map { $0.wake.map { $0 + .seconds(10) } ?? .distantPast }
        while let wake = real.nextWake(at: now) {
            found.append(NaivePlaces.Told(app: wake.app.index, cause: wake.cause, happened: wake.happened))
            if now < awakeBefore[wake.app.index] { riding += 1 }
            if wake.cause == .significant { changes += 1 } else { crossings += 1 }
        }
        let expected = naive.told(at: now)
        guard found == expected else { return "told \(found), not \(expected)" }
        let (next, expectedNext) = (real.nextTime, naive.nextTime(at: now))
        return next.map { max($0, now) } == expectedNext
            ? nil : "next \(next as Any), not \(expectedNext as Any)"
    }
}
