import Testing

@testable import FetchSched

@Suite struct ProcessEstimateTests {
    @Test(arguments: [0, 1, 3, 10, 64]) func agreesWithAListOfThoseThatRanLast(_ capacity: Int) {
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var processes = ProcessEstimate(PowerCosts(aliveProcesses: capacity))
            var naive: [Int] = []
            for step in 0..<500 {
                let app = min(random.below(100), random.below(100))
                if random.chance(0.1) {
                    processes.end(app)
                    naive.removeAll { $0 == app }
                } else if random.chance(0.002) {
                    processes.endAll()
                    naive = []
                } else {
                    naive.removeAll { $0 == app }
                    naive.append(app)
                    let gone = naive.count > capacity ? naive.removeFirst() : nil
                    #expect(processes.run(app) == gone, "seed \(seed), step \(step)")
                }
            }
        }
    }

    @Test func anyNumberOfProcesses() {
        var all = ProcessEstimate(PowerCosts())
        var none = ProcessEstimate(PowerCosts(aliveProcesses: .min))
        var many = ProcessEstimate(PowerCosts(aliveProcesses: .max))
        for app in 0..<1000 {
            #expect(all.run(app) == nil)
            #expect(none.run(app) == app)
            // A phone that keeps more than 64 is taken to keep 64.
            #expect(many.run(app) == (app < 64 ? nil : app - 64))
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
