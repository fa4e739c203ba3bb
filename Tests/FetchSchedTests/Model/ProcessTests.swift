import Testing

@testable import FetchSched

@Suite struct ProcessTests {
    /// A phone that keeps more than 64 is taken to keep 64.
    @Test(
        arguments: [(0, 0), (1, 1), (10, 10), (64, 64), (.max, 64), (.min, 0), (nil, 100)] as [(Int?, Int)])
    func agreesWithAListOfThoseThatRanLast(_ capacity: Int?, _ kept: Int) {
        for seed in 0..<5 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let power = PowerCosts(aliveProcesses: capacity)
            var (costs, apps) = (
                CostModel(changed(FetchConfiguration()) { $0.power = power }), BenchApps(100).table
            )
            var naive: [Int] = []
            for step in 0..<500 {
                let app = min(random.below(100), random.below(100))
                if random.bernoulli(0.1) {
                    costs.endProcess(of: app, &apps)
                    naive.removeAll { $0 == app }
                } else if random.bernoulli(0.002) {
                    costs.endAllProcesses(&apps)
                    naive = []
                } else {
                    naive.removeAll { $0 == app }
                    naive.append(app)
                    if naive.count > kept { naive.removeFirst() }
                    costs.noteRun(of: app, &apps)
                }
                let found = apps.indices.filter { apps[$0].hasProcess }
                #expect(found == naive.sorted(), "seed \(seed), step \(step)")
            }
        }
    }

    /// The scheduler takes those for running that ran last, for a fetch or in use.
    @Test func aSchedulerAsksForColdStartsOfTheOthers() throws {
        var configuration = FetchConfiguration()
        configuration.power = PowerCosts(coldStartJoules: 3, aliveProcesses: 2)
        configuration.radio = RadioCosts(promotion: .init(), tail: [], baseWatts: 0, bytesPerSecond: 1e6)
        var scheduler = Scheduler(configuration: configuration)
        let apps = (0..<4).map { _ in scheduler.register(.minimum, at: .monday) }
        let now = FetchTime.monday + .hours(1)
        func cold() throws -> [Bool] {
            try apps.map { try scheduler.explain($0, at: now).value.cost >= 3 }
        }
        #expect(try cold() == [true, true, true, true])
        scheduler.use(apps[0], finds: nil, at: now)
        try scheduler.force(apps[1], at: now)
        #expect(try cold() == [false, false, true, true])
        try scheduler.complete(apps[1], .noData, at: now)
        scheduler.observe(.launch(apps[2]), at: now)
        #expect(try cold() == [true, false, false, true])
        scheduler = try Scheduler(restoring: scheduler.snapshot(), configuration: configuration)
        #expect(try cold() == [true, false, false, true])
        scheduler.observe(.processEnded(apps[1]), at: now)
        #expect(try cold() == [true, true, false, true])
        scheduler.hostRestarted(at: now)
        #expect(try cold() == [true, true, true, true])
    }
}
