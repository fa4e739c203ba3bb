import FetchSched
import Testing

@testable import FetchSim

/// Traces made to beat the bound; each once did, or would without one of its terms.
@Suite struct ClairvoyantTrapTests {
    /// Tries it under every power profile.
    ///
    /// - Returns: what is missing to the bound where the radio alone is counted.
    private func check(
        _ script: Script, _ plans: [Plan], _ radio: RadioProfile, warmup: Double = 0, value: Double = 20,
        atOnce: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Double {
        var missing = 0.0
        for power in PowerProfile.all {
            let oracle = Oracle(script.trace, radio: radio, rules: .warm(warmup, power: power))
            let metrics = atOnce ? oracle.metricsAtOnce(plans) : oracle.metrics(plans)
            let net = oracle.netValue(metrics, value: value)
            let bound = oracle.bound(value: value)
            #expect(net <= bound.netValue + 0.002, "\(power.name)", sourceLocation: sourceLocation)
            if power == .radioOnly { missing = bound.netValue - net }
        }
        return missing
    }

    /// The promotion of a fetch takes the place of time in FACH, and the launch needs none:
    ///
    ///     left alone    hb tail 4 s FACH 5.0 s                              promotion 1.5 s  launch
    ///     fetched       hb tail 4 s FACH 3.2 s promotion 1.5 s fetch 0.3 s  launch
    @Test func promotionInsteadOfFACH() {
        var script = Script(seconds: 400)
        script.heartbeat(at: 200)
        script.update(0, at: 203, bytes: 0)
        script.launch(0, at: 211.3)
        // 3.2 s of FACH at 0.3 W and the fetch, instead of 5 s of FACH; 0.1 J: see PauseCost on the first pause. Requests
        // all through the 9 s would be cheaper still.
        let fetched = 4 * 1.3 + 3.2 * 0.3 + 1.5 * 0.8 + 0.3 * 0.8179
        let missing = check(script, [Plan(209.5, 0)], .umts3g)
        #expect(missing < 0.102 + fetched - 9 * 0.8179)
    }

    /// A load that began before scoring and goes on into it may be spared by a fetch that costs nothing.
    @Test func loadAcrossTheBeginningOfScoring() {
        var script = Script(seconds: 600)
        script.update(0, at: 50, bytes: 1_625_000 * 20)
        script.launch(0, at: 99)
        script.launch(0, at: 400)
        let missing = check(script, [Plan(60, 0)], .lte, warmup: 100)
        #expect(missing < 0.3149 + 11.576 * 1.06)
    }

    /// A launch before scoring that ends earlier has less of its tail after the beginning of scoring.
    @Test func tailAcrossTheBeginningOfScoring() {
        var script = Script(seconds: 600)
        script.update(0, at: 50, bytes: 1_625_000 * 8)
        script.launch(0, at: 90)
        let missing = check(script, [Plan(60, 0)], .lte, warmup: 100)
        #expect(missing < 11.576 * 1.06)
    }

    /// The promotion of a fetch that began before scoring costs only its rest.
    @Test func promotionAcrossTheBeginningOfScoring() {
        var radio = RadioProfile.lte
        radio.promotion.seconds = 2
        radio.tail = []
        var script = Script(seconds: 600)
        script.launch(0, at: 101)
        let missing = check(script, [Plan(99, 0)], radio, warmup: 100)
        #expect(missing < 0.002)
    }

    /// A load spared lets the radio sleep before the next activity; its promotion delays it into the one after:
    ///
    ///     left alone    ====load==== tail 11.5 s hb   hb
    ///     fetched       =load= tail 11.576 s     promotion hb+hb
    @Test func delayIntoTheNextActivity() {
        var script = Script(seconds: 600)
        script.heartbeat(at: 240)
        script.update(0, at: 230, bytes: 162_500)
        script.launch(0, at: 250)
        // Load: 0.3 + 0.1 s from 250 on; the next pause is 11.55 s, or 11.65 s without the 0.1 s.
        script.heartbeat(at: 261.95)
        script.heartbeat(at: 262.25)
        _ = check(script, [Plan(240, 0)], .lte)
    }

    /// On 3g a transfer draws less than the DCH tail: fetches all through a pause are cheaper than the pause.
    @Test func fetchesInsteadOfTail() {
        var script = Script(apps: 2, seconds: 400)
        script.heartbeat(at: 200)
        script.update(0, at: 203, bytes: 0)
        script.launch(0, at: 208.3)
        let filler = (0..<19).map { Plan(202.3 + 0.3 * Double($0), 1) }
        let missing = check(script, filler + [Plan(208, 0)], .umts3g)
        #expect(missing < 0.102)
    }

    /// The same on 3g, where the delayed activity shortens a pause that fetches then fill.
    @Test func delayIntoTheNextPause() {
        var script = Script(apps: 2, seconds: 600)
        script.heartbeat(at: 245)
        script.update(0, at: 230, bytes: 2500)
        script.launch(0, at: 247.3)
        // Load: 0.31 s from 247.3 on (no promotion), or 0.3 s; then 14 s, or 14.01 s: no longer in FACH.
        script.heartbeat(at: 261.61)
        script.heartbeat(at: 266.41)
        let filler = (0..<8).map { Plan(263.91 + 0.3 * Double($0), 1) }
        _ = check(script, [Plan(247, 0)] + filler, .umts3g)
    }

    /// Pauses that end within rounding of a stage's end.
    @Test(arguments: RadioProfile.all) func pauseOfAWholeStage(_ radio: RadioProfile) {
        for offset in 0..<40 {
            var script = Script(seconds: 900)
            let begin = 400 + Double(offset) * 0.113
            script.heartbeat(at: begin)
            let end = begin + radio.promotion.seconds + 0.3
            script.update(0, at: begin + 0.1, bytes: 0)
            var pause = 0.0
            for (index, stage) in radio.tail.enumerated() {
                pause += stage.seconds
                script.launch(index % 1, at: ((end + pause) * 1000).rounded() / 1000)
                script.update(0, at: end + pause + 0.001, bytes: 100)
            }
            let oracle = Oracle(script.trace, radio: radio, rules: .warm(0))
            for plans in [oracle.windows.compactMap { w in oracle.justBefore(w).first.map { Plan($0, 0) } }] {
                _ = check(script, plans, radio)
            }
        }
    }

    // MARK: Bytes and the bill

    /// A launch whose content a fetch has brought just before loads nothing: its bytes cost nothing twice, and the fetch
    /// costs only its 0.3 s.
    @Test func whatAFetchBroughtIsSpared() {
        var script = Script(seconds: 600)
        script.update(0, at: 300, bytes: 1_625_000 * 4)
        script.launch(0, at: 400)
        // What the bound may spare before the first activity: its promotion.
        let missing = check(script, [Plan(395.439, 0)], .lte)
        #expect(missing > -0.003 && missing < 0.2601 * 1.2107 + 0.003)
    }

    /// Fetched before scoring begins, at no cost that counts, what is launched afterwards is spared.
    @Test func whatWasFetchedBeforeScoringCostsNothing() {
        var script = Script(apps: 3, seconds: 900)
        for app in 0...2 {
            script.update(app, at: 50, bytes: 1_625_000 * 4)
            script.launch(app, at: 400 + 100 * Double(app))
        }
        // One after the other they end at 83.1; the tail is over by 94.7.
        let missing = check(script, (0...2).map { Plan(70, $0) }, .lte, warmup: 100)
        let promotion = 0.2601 * 1.2107
        #expect(missing > -0.003 && missing < promotion + 0.003)
        // All at once they end at 102.5601: the rest of them, and the tail, are what the bound does not count.
        let late = check(script, (0...2).map { Plan(90, $0) }, .lte, warmup: 100, atOnce: true)
        let rest = 2.5601 * 1.28804 + 11.576 * 1.06
        #expect(late > rest - 0.003 && late < rest + promotion + 0.003)
    }

    /// On 3g even a transfer at the full rate, 0.8179 W and 0.2442 W for its bytes, draws less than the DCH tail: content
    /// that queues behind an activity of the device's own, and prolongs it all through the pause, spares energy.
    ///
    ///     left alone    hb tail 4 s at 1.3 W        FACH  promotion launch
    ///     fetched       hb 5 s of bytes at 1.06 W        launch
    @Test func bytesInsteadOfTail() {
        var script = Script(apps: 3, seconds: 600)
        for app in 0...2 { script.update(app, at: 100, bytes: 420_000) }
        script.heartbeat(at: 200)
        script.launch(0, at: 207.5)
        for app in 1...2 { script.launch(app, at: 400 + 100 * Double(app)) }
        _ = check(script, (0...2).map { Plan(200, $0) }, .umts3g, atOnce: true)
    }

    /// The same where the activity that is prolonged is a launch's, and what it prolongs it by begins before it.
    @Test(arguments: 0..<30) func bytesBeforeALaunchThatQueues(_ tenth: Int) {
        var script = Script(apps: 3, seconds: 600)
        for app in 0...2 { script.update(app, at: 100, bytes: 250_000) }
        script.launch(2, at: 205, bytes: 250_000)
        script.heartbeat(at: 208.3 + Double(tenth) / 10)
        script.heartbeat(at: 214 + Double(tenth) / 10)
        let plans = (0...1).map { Plan(204 + Double(tenth) / 10, $0) }
        _ = check(script, plans, .umts3g, atOnce: true)
    }

    /// A push asks for a fetch of a byte, which makes a launch fresh whose update is of 20 MB, and came a second or two
    /// before: a fetch that brought all of it would come far too late.
    @Test(arguments: RadioProfile.all, [20.0, 1]) func pushesOfFewBytes(
        _ radio: RadioProfile, _ value: Double
    ) {
        for power in PowerProfile.all {
            var script = Script(seconds: 3600)
            script.launch(0, at: 100, seconds: 10)
            for hour in 0..<4 {
                let time = 1000 + 500 * Double(hour)
                script.heartbeat(at: time - 1)
                script.update(0, at: time, bytes: 20_000_000)
                script.add(time + 0.001, .push, 0, .word(0), bytes: 1)
                script.launch(0, at: time + 0.5 + radio.promotion.seconds.rounded(.up))
            }
            let rules = SimulationRules.warm(0, power: power)
            let oracle = Oracle(script.trace, radio: radio, rules: rules)
            #expect(oracle.unfetched.freshLaunches == 5 && oracle.unfetched.usefulFetches == 4)
            let net = oracle.netValue(oracle.unfetched, value: value)
            let bound = oracle.bound(value: value)
            #expect(net <= bound.netValue + 0.002, "\(radio.name), \(power.name)")
            // Where a fetch costs what a fresh launch is worth none is better than some.
            if value > power.costs.runJoules {
                #expect(bound.figures.freshLaunches == 5, "\(radio.name), \(power.name)")
            }
        }
    }

    /// Every launch needs a fetch of its own to be run, and where that is dearer than it is worth there is none.
    @Test func whatIsNotWorthRunning() {
        var power = PowerProfile.radioOnly
        var script = Script(apps: 2, seconds: 600)
        script.heartbeat(at: 100)
        for app in 0...1 {
            script.update(app, at: 200 + 250 * Double(app), bytes: 0)
            script.launch(app, at: 400 + 100 * Double(app))
        }
        // Fetched just before: 0.3 s of base power each.
        power.costs.runJoules = 20 - 0.3 * 1.28804 - 0.01
        let worth = Oracle(script.trace, radio: .lte, rules: .warm(0, power: power)).bound(value: 20)
        #expect(worth.figures.fetches == 2)
        power.costs.runJoules += 0.02
        let dear = Oracle(script.trace, radio: .lte, rules: .warm(0, power: power)).bound(value: 20)
        #expect(dear.figures.fetches == 0)
        // Beside what the bound spares before the first activity of all.
        #expect(abs(worth.netValue - dear.netValue - 0.02) < 1e-6)
    }
}
