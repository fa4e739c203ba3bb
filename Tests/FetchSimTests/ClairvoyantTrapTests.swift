import FetchSched
import Testing

@testable import FetchSim

/// Traces made to beat the bound; each once did, or would without one of its terms.
@Suite struct ClairvoyantTrapTests {
    private func check(
        _ script: Script, _ plans: [Plan], _ radio: RadioProfile, _ rules: SimulationRules = .warm(0),
        value: Double = 20, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Double {
        let oracle = Oracle(script.trace, radio: radio, rules: rules)
        let metrics = oracle.metrics(plans)
        let net = oracle.netValue(metrics, value: value)
        let bound = oracle.bound(value: value)
        #expect(net <= bound.netValue + 0.002, sourceLocation: sourceLocation)
        return bound.netValue - net
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
        // 3.2 s of FACH at 0.3 W and the fetch, instead of 5 s of FACH; 0.1 J: see PauseCost on the first pause.
        let missing = check(script, [Plan(209.5, 0)], .umts3g)
        #expect(missing < 0.102)
    }

    /// A load that began before scoring and goes on into it may be spared by a fetch that costs nothing.
    @Test func loadAcrossTheBeginningOfScoring() {
        var script = Script(seconds: 600)
        script.update(0, at: 50, bytes: 1_625_000 * 20)
        script.launch(0, at: 99)
        script.launch(0, at: 400)
        let missing = check(script, [Plan(60, 0)], .lte, .warm(100))
        #expect(missing < 0.3149 + 11.576 * 1.06)
    }

    /// A launch before scoring that ends earlier has less of its tail after the beginning of scoring.
    @Test func tailAcrossTheBeginningOfScoring() {
        var script = Script(seconds: 600)
        script.update(0, at: 50, bytes: 1_625_000 * 8)
        script.launch(0, at: 90)
        let missing = check(script, [Plan(60, 0)], .lte, .warm(100))
        #expect(missing < 11.576 * 1.06)
    }

    /// The promotion of a fetch that began before scoring costs only its rest.
    @Test func promotionAcrossTheBeginningOfScoring() {
        var radio = RadioProfile.lte
        radio.promotion.seconds = 2
        radio.tail = []
        var script = Script(seconds: 600)
        script.launch(0, at: 101)
        let missing = check(script, [Plan(99, 0)], radio, .warm(100))
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
}
