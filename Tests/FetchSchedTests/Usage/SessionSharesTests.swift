import Testing

@testable import FetchSched

/// Which apps sessions have.
@Suite struct SessionSharesTests {
    /// Sessions that have apps, from first to last: the shares as they are described.
    private struct Naive {
        var sessions: [Set<Int>] = []
        /// By cell: apps that sessions had, and the sum of the shares that expected them.
        var had = [Double](repeating: 3, count: NextAppFeatures.sessionCells)
        var expected = [Double](repeating: 3, count: NextAppFeatures.sessionCells)
        let halfLife: Double

        func share(_ app: Int?, popularity: Double) -> Double {
            var (own, all) = (0.0, 0.0)
            for (age, session) in sessions.reversed().enumerated() {
                let weight = PortableMath.power(0.5, Double(age) / halfLife)
                all += weight
                if let app, session.contains(app) { own += weight }
            }
            return (own + popularity) / (all + 1)
        }

        func cell(_ app: Int) -> Int? {
            sessions.lastIndex { $0.contains(app) }.map {
                NextAppFeatures.sessionCell(Int32(sessions.count - $0))
            }
        }

        mutating func begin(_ launches: LaunchCounts) {
            for cell in had.indices {
                had[cell] = 0.995 * had[cell] + 0.005 * 3
                expected[cell] = 0.995 * expected[cell] + 0.005 * 3
            }
            for app in launches.rows.map({ Int($0.app) }) {
                guard let cell = cell(app) else { continue }
                expected[cell] += share(app, popularity: launches.popularity(launches.row(of: app)))
            }
            sessions.append([])
        }

        mutating func launch(_ app: Int) {
            var before = self
            let present = before.sessions.removeLast()
            if !present.contains(app), let cell = before.cell(app) { had[cell] += 1 }
            sessions[sessions.count - 1].insert(app)
        }

        func probability(_ app: Int, _ launches: LaunchCounts) -> Double {
            let cell = cell(app)
            let share = share(app, popularity: launches.popularity(launches.row(of: app)))
            return min(1, cell.map { share * had[$0] / expected[$0] } ?? share)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func agreesWithAListOfSessions(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let apps = 8
        var launches = LaunchCounts(halfLife: 1e6)
        launches.setApps(places: apps, appCount: apps)
        let halfLife = random.pick([2.0, 20])
        var shares = SessionShares(halfLife: halfLife)
        var naive = Naive(halfLife: halfLife)
        for session in 1...150 as ClosedRange<Int32> {
            naive.begin(launches)
            for launch in 0...random.below(4) {
                let app = min(random.below(apps), random.below(apps), Int(session) / 10)
                naive.launch(app)
                shares.learn(app, isNewSession: launch == 0, launches, session: session)
                launches.count(app, .sameSession, session: session, hour: 0, at: .monday)
            }
            for app in 0..<apps {
                let found = shares.probability(launches.row(of: app), launches, nextSession: session + 1)
                #expect(
                    abs(found / naive.probability(app, launches) - 1) < 1e-4, "session \(session), \(app)")
            }
            guard random.bernoulli(0.03) else { continue }
            let app = random.below(apps)
            if let row = launches.row(of: app) { shares.remove(row) }
            launches.forget(app)
            for session in naive.sessions.indices { naive.sessions[session].remove(app) }
        }
    }

    /// Two apps take turns of ten days each, so both are in half of all sessions; now it is the first one's turn.
    @Test func tellsRunsFromShares() {
        let (current, other, always) = (0, 1, 2)
        var forecast = UsageForecast(FetchConfiguration())
        forecast.setApps(places: 3, appCount: 3)
        let clock = LocalClock()
        var now = FetchTime.monday
        func use(_ app: Int) {
            forecast.launch(app, at: now, clock: clock)
            now = now + .seconds(20)
            forecast.endUse(at: now, clock: clock)
            now = now + .seconds(10)
        }
        for day in 0..<205 {
            now = FetchTime.monday + .days(Int64(day))
            use(always)
            use((day / 10).isMultiple(of: 2) ? current : other)
        }
        now = now + .hours(8)
        let inRun = forecast.launchProbability(of: current, within: .hours(24), at: now, clock: clock)
        let outOfRun = forecast.launchProbability(of: other, within: .hours(24), at: now, clock: clock)
        #expect(inRun > 0.45)
        #expect(outOfRun < 0.25)
    }
}
