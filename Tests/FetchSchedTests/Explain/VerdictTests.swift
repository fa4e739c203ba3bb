import Testing

@testable import FetchSched

/// What is said of an app is what is done with it, and the factors that are named multiply to what was compared.
@Suite struct VerdictTests {
    @Test(arguments: 0..<14 as Range<UInt64>) func theVerdictIsWhatHappens(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var configuration = seed % 2 == 0 ? SchedulerRulesTests.eager : FetchConfiguration()
        if seed % 3 == 0 { configuration.power = PowerCosts() }
        if seed % 4 == 1 { configuration.valueJoules = 100 }
        if seed % 4 == 3 { configuration.budget.joulesPerDay = 200 }
        if seed >= 12 { configuration.radio = .wired }
        var scheduler = Scheduler(configuration: configuration, seed: seed)
        let apps = (0..<5).map { _ in
            scheduler.register(random.pick([.minimum, .minimum, .custom(.hours(1))]), at: .monday)
        }
        // Never launched, never fetched: they are asked about, too.
        let others = (0..<3).map { _ in scheduler.register(.never, at: .monday) }
        var now = FetchTime.monday
        var (fetched, alone, idle, timed) = (0, 0, 0, 0)
        var named: Set<Int> = []
        for step in 0..<120 {
            now = now + .seconds(random.exponential(mean: random.pick([1, 10, 300, 3000])))
            var operation = Operation.plausible(&random, apps: 5, at: now)
            if case .complete = operation, let running = scheduler.apps.running.first {
                operation = .complete(AppID(running), random.pick([.newData, .noData]), bytes: 40_000)
            }
            if case .nextWakeup = operation, let wakeup = scheduler.nextWakeup(after: now),
                random.bernoulli(0.7)
            {
                now = wakeup
            }
            if case .nextFetch = operation {} else { _ = operation.apply(to: &scheduler, at: now) }
            if step % 50 == 49 {
                let all = scheduler.explanations(of: others + apps + [AppID(99)], at: now)
                #expect(try all == (others + apps).map { try scheduler.explain($0, at: now) }, "seed \(seed)")
            }
            let explanations = try apps.map { try scheduler.explain($0, at: now) }
            for explanation in explanations {
                let printed = PrintedFactors(explanation)
                let fault = printed.fault(of: explanation)
                #expect(fault == nil, "seed \(seed), step \(step): \(explanation)")
                named.formUnion(printed.factors.count > 3 ? [printed.factors.count] : [])
                timed += printed.timing.isEmpty ? 0 : 1
                guard seed < 12,
                    !(printed.benefit / printed.cost > 0.97 && printed.benefit / printed.cost < 1.03)
                else { continue }
                switch explanation.verdict {
                case .waitForFreeMoment: #expect(printed.benefit > printed.cost, "\(explanation)")
                case .doesNotPay: #expect(printed.benefit < printed.cost, "\(explanation)")
                case .fetch where explanation.isRadioAwake:
                    #expect(
                        printed.benefit > printed.cost || scheduler.phone.isWakeupUnderWay, "\(explanation)")
                default: break
                }
            }
            let verdicts = explanations.map(\.verdict)
            let due = apps.filter { verdicts[$0.index] == .fetch }
            let app = scheduler.nextFetch(at: now)
            let probes = apps.filter { verdicts[$0.index] == .probe }
            if let app {
                fetched += 1
                #expect(due.contains(app) || probes.contains(app), "seed \(seed), step \(step): \(verdicts)")
                if due.count == 1, probes.isEmpty {
                    alone += 1
                    #expect(due == [app], "seed \(seed), step \(step)")
                }
            } else {
                idle += 1
                #expect(due.isEmpty && probes.isEmpty, "seed \(seed), step \(step): \(verdicts)")
            }
        }
        #expect(fetched > 1 && idle > 50, "\(fetched), \(alone), \(idle)")
        #expect(!named.isEmpty && (seed >= 12 || timed > 0), "\(named), \(timed)")
    }

    private func vetoes(_ scheduler: Scheduler, of app: Int, at now: FetchTime) -> [FetchVeto] {
        var vetoes: [FetchVeto] = []
        scheduler.visitVetoes(of: app, at: now) { vetoes.append($0) }
        return vetoes
    }

    /// A network that fails is waited for until its next try, and then until the end of the one that tries it.
    @Test func aNetworkThatFailsHasATime() throws {
        var scheduler = Scheduler.with(apps: 5)
        let now = FetchTime.monday + .days(1)
        for app in 0..<3 {
            scheduler.startForced(AppID(app), at: now)
            try scheduler.complete(AppID(app), .failed, at: now)
        }
        let next = scheduler.network.nextTry
        #expect(next > now)
        #expect(vetoes(scheduler, of: 4, at: now) == [FetchVeto(.networkFails, until: next)])
        scheduler.startForced(AppID(3), at: next)
        let end = next + scheduler.configuration.fetchLimit + TimeSpan(milliseconds: 1)
        #expect(vetoes(scheduler, of: 4, at: next) == [FetchVeto(.networkFails, until: end)])
    }

    /// What forbids a fetch for ever does so at the end of time, too.
    @Test func forEverHasNoEnd() throws {
        var scheduler = Scheduler.with()
        try scheduler.setInterval(.custom(.max), of: AppID(0), at: .monday)
        scheduler.use(AppID(0), at: .monday)
        for now in [FetchTime.monday + .days(1), .distantFuture] {
            #expect(
                vetoes(scheduler, of: 0, at: now) == [FetchVeto(.intervalNotPassed, until: .distantFuture)])
        }
    }
}
