import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// What fetches cost beside the radio, as tiny traces on LTE under a power profile of round figures.
@Suite struct BillRuleTests {
    @Test func oneFetch() {
        var script = Script(seconds: 300)
        script.update(0, at: 10, bytes: 1_625_000)
        let (metrics, outcomes, ends) = billed(script, [Plan(50, 0)])
        #expect(outcomes == [.newData])
        // Promotion 0.2601, request 0.3, content 1, answer 1000 / 1,625,000 = 0.0006: 1.5607 s.
        #expect(ends == [51.561])
        #expect(near(metrics.bill.runJoules, 1) && near(metrics.bill.coldStartJoules, 10))
        #expect(near(metrics.bill.handlingJoules, 2 * 1.625))
        #expect(near(metrics.bill.awakeJoules, 0.5 * 1.561))
        #expect(near(metrics.bill.joules, 1 + 10 + 3.25 + 0.7805))
        #expect(near(metrics.energy.bytesJoules, (1_626_000 * 0.05197 + 500 * 0.43839) * 8e-6))
        #expect(near(metrics.energy.activeJoules, (0.3 + 1_626_000 / 1_625_000) * 1.28804))
        #expect(near(metrics.joules, metrics.energy.joules + metrics.bill.joules))
        #expect(metrics.bytes == 1_625_000 + 1500 && metrics.coldStarts == 1)
    }

    @Test func aFetchThatFindsNothingPaysForTheRequest() {
        let (metrics, outcomes, _) = billed(Script(seconds: 300), [Plan(50, 0)])
        #expect(outcomes == [.noData])
        #expect(metrics.bill.handlingJoules == 0 && near(metrics.bill.runJoules, 1) && metrics.bytes == 1500)
    }

    @Test func launchesAreNotOnTheBill() {
        var script = Script(seconds: 300)
        script.update(0, at: 10, bytes: 1_625_000)
        script.launch(0, at: 50, seconds: 100)
        let (metrics, _, _) = billed(script, [])
        #expect(metrics.bill == FetchBill() && metrics.coldStarts == 0)
        // Nor does the foreground's load have a request of a fetch: its bytes and those of nine bursts.
        #expect(near(metrics.energy.bytesJoules, (1 + 9 * 0.5) * 0.05197 * 13))
    }

    @Test func theRadioAloneHasNoBill() {
        var script = Script(seconds: 300)
        script.update(0, at: 10, bytes: 1_625_000)
        let (metrics, _, _) = billed(script, [Plan(50, 0)], power: .radioOnly)
        #expect(metrics.bill == FetchBill() && metrics.joules == metrics.energy.joules)
        #expect(metrics.bytes == 1_625_000)
    }

    // MARK: Awake

    /// 10 s of content, 10.561 s with all.
    private func slow(_ fill: (inout Script) -> Void) -> Double {
        var script = Script(apps: 2, seconds: 300)
        script.update(0, at: 10, bytes: 16_250_000)
        fill(&script)
        let (metrics, outcomes, ends) = billed(script, [Plan(50, 0)])
        #expect(outcomes == [.newData] && ends[0] > 60.5)
        return metrics.bill.awakeJoules
    }

    @Test func awakeWhileNoAppIsInUse() {
        #expect(near(slow { _ in }, 0.5 * 10.561))
        // Another app is launched in the middle.
        #expect(near(slow { $0.launch(1, at: 55, seconds: 100) }, 0.5 * 5))
        // It is in use until the middle: awake from 53 on. In its tail there is no promotion, and the burst of 50 has
        // the link until 50.5; then come 10 s and 0.0006 s.
        #expect(near(slow { $0.launch(1, at: 40, seconds: 13) }, 0.5 * (60.501 - 53)))
        // It is in use all the time, or in the middle.
        #expect(slow { $0.launch(1, at: 40, seconds: 100) } == 0)
        #expect(near(slow { $0.launch(1, at: 52, seconds: 4) }, 0.5 * (10.561 - 4)))
    }

    /// The end of the trace cuts off nothing of a fetch, as of its radio activity.
    @Test func aFetchAtTheEndOfTheTraceIsPaidForWhole() {
        var script = Script(seconds: 55)
        script.update(0, at: 10, bytes: 16_250_000)
        let (metrics, outcomes, _) = billed(script, [Plan(50, 0)])
        #expect(outcomes.isEmpty && near(metrics.bill.awakeJoules, 0.5 * 10.561))
    }

    // MARK: What counts

    @Test func whatIsBegunBeforeScoringIsNotOnTheBill() {
        var script = Script(seconds: 900)
        script.update(0, at: 10, bytes: 16_250_000)
        // From 95 to 105.561, with scoring from 100 on.
        let (metrics, _, _) = billed(script, [Plan(95, 0)], warmup: 100)
        #expect(metrics.bill.runJoules == 0 && metrics.bill.coldStartJoules == 0 && metrics.coldStarts == 0)
        #expect(metrics.bill.handlingJoules == 0 && metrics.energy.bytesJoules == 0)
        #expect(near(metrics.bill.awakeJoules, 0.5 * 5.561))
        // Its process is there for what follows.
        let more = billed(script, [Plan(95, 0), Plan(200, 0)], warmup: 100).metrics
        #expect(near(more.bill.runJoules, 1) && more.bill.coldStartJoules == 0)
        #expect(more.fetches == 1)
    }

    @Test func aFetchThatFailsAtItsSourceIsPaidForButBringsNothing() {
        var script = Script(seconds: 300)
        script.update(0, at: 10, bytes: 1_625_000)
        script.add(40, .outage, 0, seconds: 20)
        let (metrics, outcomes, _) = billed(script, [Plan(50, 0)])
        #expect(outcomes == [.failed])
        #expect(near(metrics.bill.runJoules, 1) && near(metrics.bill.coldStartJoules, 10))
        #expect(metrics.bill.handlingJoules == 0 && metrics.bytes == 1500)
        #expect(near(metrics.energy.bytesJoules, (1000 * 0.05197 + 500 * 0.43839) * 8e-6))
    }

    /// A launch that loads nothing leaves the copy as it is; a fetch meanwhile fails, hangs to its limit, or finds it gone.
    @Test func launchesOfAnOutageLoadNothing() {
        for (word, outcome, seconds) in [(0, .failed, 0.3), (1, .failed, 30), (2, .gone, 0.3)]
            as [(UInt8, FetchOutcome, Double)]
        {
            var script = Script(seconds: 900)
            script.update(0, at: 10, bytes: 1000)
            script.add(40, .outage, 0, .word(word), seconds: 200)
            script.launch(0, at: 50, seconds: 5)
            script.launch(0, at: 300, seconds: 5)
            script.launch(0, at: 500, seconds: 5)
            let (metrics, outcomes, ends) = billed(script, [Plan(100, 0)])
            #expect(outcomes == [outcome])
            #expect(ends.count == 1 && ends[0] > 100 + seconds && ends[0] < 101 + seconds)
            // The first could not load what the second did; only the third has it.
            #expect(metrics.launches == 3 && metrics.freshLaunches == 1)
        }
    }

    /// Without a network the app runs all the same, but for no time.
    @Test func withoutANetworkOnlyTheAppCosts() {
        var script = Script(seconds: 300)
        script.add(20, .network, nil, .word(0))
        let (metrics, outcomes, ends) = billed(script, [Plan(50, 0)])
        #expect(outcomes == [.failed] && ends == [50.001] && metrics.bytes == 0)
        #expect(near(metrics.bill.runJoules, 1) && near(metrics.bill.coldStartJoules, 10))
        #expect(near(metrics.bill.awakeJoules, 0.5 * 0.001) && metrics.energy.joules == 0)
    }

    /// What the user forbids does not run at all.
    @Test(arguments: [0, 1, 2]) func whatTheUserBarsCostsNothing(_ how: Int) {
        var script = Script(seconds: 300)
        switch how {
        case 0: script.add(20, .quit, 0)
        case 1: script.add(20, .refresh, 0, .word(1))
        default: script.add(20, .refresh, nil, .word(1))
        }
        let (metrics, outcomes, _) = billed(script, [Plan(50, 0)])
        #expect(outcomes == [.failed] && metrics.coldStarts == 0 && metrics.bytes == 0)
        #expect(metrics.bill == FetchBill() && metrics.energy.joules == 0)
    }

    // MARK: Useful fetches, and the time between requests

    private func useful(_ plans: [Plan], _ fill: (inout Script) -> Void) -> Int {
        var script = Script(seconds: 900)
        fill(&script)
        return billed(script, plans).metrics.usefulFetches
    }

    @Test func usefulIsWhatMakesALaunchFresh() {
        #expect(
            useful([Plan(50, 0)]) {
                $0.update(0, at: 40)
                $0.launch(0, at: 100)
            } == 1)
        // Once, however many launches and fetches follow.
        #expect(
            useful([Plan(50, 0), Plan(60, 0), Plan(110, 0)]) {
                $0.update(0, at: 40)
                $0.launch(0, at: 100)
                $0.launch(0, at: 200)
            } == 1)
        // Two changes, each fetched: one launch.
        #expect(
            useful([Plan(50, 0), Plan(70, 0)]) {
                $0.update(0, at: 40)
                $0.update(0, at: 60)
                $0.launch(0, at: 100)
            } == 1)
        // Nothing new, so the launch is fresh anyway.
        #expect(useful([Plan(50, 0)]) { $0.launch(0, at: 100) } == 0)
        // Changed once more: stale in spite of the fetch.
        #expect(
            useful([Plan(50, 0)]) {
                $0.update(0, at: 40)
                $0.update(0, at: 60)
                $0.launch(0, at: 100)
            } == 0)
        // Too late, or failed.
        #expect(
            useful([Plan(99.9, 0)]) {
                $0.update(0, at: 40)
                $0.launch(0, at: 100)
            } == 0)
        #expect(
            useful([Plan(50, 0)]) {
                $0.update(0, at: 40)
                $0.add(45, .outage, 0, seconds: 10)
                $0.launch(0, at: 100)
            } == 0)
        // Never launched.
        #expect(useful([Plan(50, 0)]) { $0.update(0, at: 40) } == 0)
    }

    @Test func requestsOfAnAppAreSpacedFromStartToStart() {
        let script = Script(apps: 2, seconds: 900)
        let plans = [Plan(50, 0), Plan(60, 1), Plan(80, 0), Plan(200, 0), Plan(500, 1)]
        #expect(billed(script, plans).metrics.requestSpacingSeconds == [30, 120, 440])
        // What is begun before scoring is no sample, but the one after it computes from there.
        #expect(billed(script, plans, warmup: 100).metrics.requestSpacingSeconds == [120, 440])
        #expect(billed(script, [Plan(50, 0), Plan(60, 1)]).metrics.requestSpacingSeconds.isEmpty)
    }

    // MARK: Sums

    /// Radio and bill by cause are the background energy, with other background work too.
    @Test(arguments: [false, true]) func causesAddUpToTheBackgroundEnergy(_ hasWork: Bool) throws {
        var billed = 0
        for seed in 0..<15 as Range<UInt64> {
            let drawn = RandomCase(seed: seed, hasWork: hasWork)
            let unfetched = replay(drawn.trace, PushPolicy(), radio: drawn.radio, rules: drawn.rules)
            for name in ["none", "piggyback-60", "fixed-300", "adaptive"] {
                let choice = try #require(PolicyChoice(name))
                let metrics = try drawn.metrics(name)
                guard metrics.days > 0 else { continue }
                let row = PolicyResult(
                    choice: choice, metrics, bound: BoundFigures(), unfetched: unfetched,
                    valueJoules: drawn.value, batteryJoules: 1000)
                let radio = try #require(row.backgroundEnergyPerDay)
                let bill = try #require(row.fetchBillPerDay)
                let all = try #require(row.backgroundJoulesPerDay)
                let parts =
                    radio.promotionJoules + radio.activeJoules + radio.bytesJoules + radio.tailJoules
                    + bill.runJoules + bill.coldStartJoules + bill.handlingJoules + bill.awakeJoules
                #expect(abs(parts - all) <= 1e-6 * max(1, abs(all)), "seed \(seed), \(name)")
                if bill.joules > 0 { billed += 1 }
                if name == "none" { #expect(all == 0 && bill.joules == 0, "seed \(seed)") }
            }
        }
        #expect(billed > 20)
    }
}
