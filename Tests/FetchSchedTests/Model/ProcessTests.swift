import Testing

@testable import FetchSched

@Suite struct ProcessTests {
    private func costs(_ alive: Int?) -> CostModel {
        var configuration = Configuration()
        configuration.power = PowerCosts(aliveProcesses: alive)
        return CostModel(configuration)
    }

    /// A hundred of them.
    private var apps: AppTable {
        var apps = AppTable(Configuration())
        for _ in 0..<100 { _ = apps.register(AppBasics(interval: .minimum, lastSync: .monday)) }
        return apps
    }

    @Test(arguments: [0, 1, 3, 10, 64]) func agreesWithAListOfThoseThatRanLast(_ capacity: Int) {
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var (costs, apps) = (self.costs(capacity), self.apps)
            var naive: [Int] = []
            for step in 0..<500 {
                let app = min(random.below(100), random.below(100))
                if random.chance(0.1) {
                    costs.endProcess(of: app, &apps)
                    naive.removeAll { $0 == app }
                } else if random.chance(0.002) {
                    costs.endAllProcesses(&apps)
                    naive = []
                } else {
                    naive.removeAll { $0 == app }
                    naive.append(app)
                    if naive.count > capacity { naive.removeFirst() }
                    costs.noteRun(of: app, &apps)
                }
                let found = apps.indices.filter { apps[$0].hasProcess }
                #expect(found == naive.sorted(), "seed \(seed), step \(step)")
            }
        }
    }

    @Test func anyNumberOfProcesses() {
        // A phone that keeps more than 64 is taken to keep 64.
        for (capacity, kept) in [(nil, 100), (.min, 0), (.max, 64)] as [(Int?, Int)] {
            var (costs, apps) = (self.costs(capacity), self.apps)
            for app in apps.indices { costs.noteRun(of: app, &apps) }
            #expect(apps.indices.filter { apps[$0].hasProcess } == Array(100 - kept..<100))
        }
    }

    /// The scheduler takes those for running that ran last, for a fetch or in use.
    @Test func aSchedulerAsksForColdStartsOfTheOthers() throws {
        var configuration = Configuration()
        configuration.power = PowerCosts(coldStartJoules: 3, aliveProcesses: 2)
        configuration.radio = RadioCosts(promotion: .init(), tail: [], baseWatts: 0, bytesPerSecond: 1e6)
        var scheduler = Scheduler(configuration: configuration)
        let apps = (0..<4).map { _ in scheduler.register(.minimum, at: .monday) }
        let now = Instant.monday + .hours(1)
        func cold() throws -> [Bool] {
            try apps.map { try scheduler.explain($0, at: now).value.cost >= 3 }
        }
        #expect(try cold() == [true, true, true, true])
        scheduler.observe(.launch(apps[0]), at: now)
        scheduler.observe(.endOfUse(apps[0]), at: now)
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
