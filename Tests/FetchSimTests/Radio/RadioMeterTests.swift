import Testing

@testable import FetchSim

/// Cases computed by hand from the figures of the profiles' sources, not from the profiles' properties.
@Suite struct RadioMeterTests {
    /// An activity, and for how long its bytes take the link on their own.
    private struct Activity {
        var start: Double
        var latency = 0.3
        var down = 0.0
        var up = 0.0

        func load(_ radio: RadioProfile) -> RadioLoad {
            RadioLoad(
                latency: latency, down: down * radio.downlinkMbps * 125_000,
                up: up * radio.uplinkMbps * 125_000)
        }
    }

    private func meter(
        _ radio: RadioProfile, from scoredFrom: Double = -.infinity, _ activities: [Activity]
    ) -> RadioEnergy {
        var meter = RadioMeter(profile: radio, scoredFrom: scoredFrom)
        for activity in activities { _ = meter.begin(at: activity.start, activity.load(radio)) }
        meter.finish()
        return meter.energy
    }

    /// What one more activity costs, told in its place.
    private func cost(_ activity: Activity, among others: [Activity]) -> Double {
        let all = (others + [activity]).sorted { $0.start < $1.start }
        return meter(.lte, all).joules - meter(.lte, others).joules
    }

    private func expect(
        _ energy: RadioEnergy, promotion: Double, active: Double, bytes: Double, tail: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(abs(energy.promotionJoules - promotion) < 1e-9, sourceLocation: sourceLocation)
        #expect(abs(energy.activeJoules - active) < 1e-9, sourceLocation: sourceLocation)
        #expect(abs(energy.bytesJoules - bytes) < 1e-9, sourceLocation: sourceLocation)
        #expect(abs(energy.tailJoules - tail) < 1e-9, sourceLocation: sourceLocation)
        let sum = promotion + active + bytes + tail
        #expect(abs(energy.joules - sum) < 1e-9, sourceLocation: sourceLocation)
    }

    /// The second one's bytes are ready at 101.3, when the link is taken by the first one's; the third one finds the tail
    /// (asleep on Wi-Fi), the last one a sleeping radio. In all 3.6 s of bytes.
    private let four = [
        Activity(start: 100, down: 1.7), Activity(start: 101, down: 1), Activity(start: 107, down: 0.7),
        Activity(start: 200, down: 0.2),
    ]
    /// One more, at a moment where the tail has two stages. In all 4.3 s of bytes.
    private func five(_ start: Double) -> [Activity] {
        (four + [Activity(start: start, down: 0.7)]).sorted { $0.start < $1.start }
    }

    @Test func lte() {
        // Active 100.2601...103.2601: 0.3 s, 1.7 s and then 1 s; 107...108, 200.2601...200.7601.
        expect(
            meter(.lte, four), promotion: 2 * 0.2601 * 1.2107, active: (3 + 1 + 0.5) * 1.28804,
            bytes: 3.6 * 0.05197 * 13, tail: (3.7399 + 11.576 + 11.576) * 1.060)
    }

    @Test func lte5s() {
        expect(
            meter(.lte5s, four), promotion: 2 * 0.26 * 1.210, active: (3 + 1 + 0.5) * 1.28804,
            bytes: 3.6 * 0.05197 * 13, tail: (3.74 + 5 + 5) * 1.060)
    }

    @Test func umts3g() {
        // The promotion lasts to 102: both first activities begin there, with bytes from 102.3 to 104 and on to 105. At
        // 107 the radio is 2 s into DCH. At 118 it is in FACH since 112: from there the promotion takes 1.5 s at 0.8 W.
        expect(
            meter(.umts3g, five(118)), promotion: 2 * (2.0 * 0.650) + 1.5 * 0.800,
            active: (3 + 1 + 1 + 0.5) * 0.8179, bytes: 4.3 * 0.1221 * 2,
            tail: 2 * 1.3 + (4 * 1.3 + 6 * 0.3) + 2 * (4 * 1.3 + 10 * 0.3))
    }

    @Test func nr5gNSA() {
        expect(
            meter(.nr5gNSA, four), promotion: 2 * 0.34 * 1.210, active: (3 + 1 + 0.5) * 0.700,
            bytes: 3.6 * 0.0115 * 100, tail: (3.66 + 10.2 + 10.2) * 0.260)
    }

    @Test func nr5gSA() {
        // At 120 the radio is 1.8 s into RRC_INACTIVE (connected until 118.2): no promotion from there.
        expect(
            meter(.nr5gSA, five(120)), promotion: 2 * 0.44 * 1.210, active: (3 + 1 + 1 + 0.5) * 0.700,
            bytes: 4.3 * 0.0115 * 100,
            tail: 3.56 * 0.593 + (10.2 * 0.593 + 1.8 * 0.1) + 2 * (10.2 * 0.593 + 4.8 * 0.1))
    }

    @Test func wifi() {
        // Asleep again at 103.317, so the third activity needs a promotion too; the fifth is in the tail, from 200.579.
        expect(
            meter(.wifi, five(200.679)), promotion: 3 * 0.079 * 0.1244, active: (3 + 1 + 0.5 + 1) * 0.1329,
            bytes: 4.3 * 0.1370 * 30, tail: (2 * 0.238 + 0.1 + 0.238) * 0.1193)
    }

    // MARK: One link each way

    /// Two at once, each with 1,625,000 bytes: the second one's come after the first one's.
    @Test func twoAtOnceShareTheLink() {
        var meter = RadioMeter(profile: .lte)
        let load = RadioLoad(latency: 0.3, down: 1_625_000)
        #expect(abs(meter.begin(at: 50, load).end - (50 + 0.2601 + 0.3 + 1)) < 1e-9)
        #expect(abs(meter.begin(at: 50, load).end - (50 + 0.2601 + 0.3 + 2)) < 1e-9)
        meter.finish()
        expect(
            meter.energy, promotion: 0.2601 * 1.2107, active: 2.3 * 1.28804, bytes: 2 * 0.05197 * 13,
            tail: 11.576 * 1.06)
    }

    /// 750,000 bytes up, from the beginning on, beside 1,625,000 down, from 0.3 s on. Then up once more, in its turn.
    @Test func anUploadBesideADownload() {
        var meter = RadioMeter(profile: .lte)
        #expect(abs(meter.begin(at: 50, RadioLoad(latency: 0.3, down: 1_625_000)).end - 51.5601) < 1e-9)
        #expect(abs(meter.begin(at: 50, RadioLoad(up: 750_000)).end - 51.2601) < 1e-9)
        #expect(abs(meter.begin(at: 51, RadioLoad(up: 750_000)).end - 52.2601) < 1e-9)
        meter.finish()
        expect(
            meter.energy, promotion: 0.2601 * 1.2107, active: 2 * 1.28804,
            bytes: 0.05197 * 13 + 2 * 0.43839 * 6, tail: 11.576 * 1.06)
    }

    /// Both ways at once: a request of 1500 bytes takes 2 ms of the uplink, within its latency.
    @Test func requestsGoUpDuringTheirLatency() {
        var meter = RadioMeter(profile: .lte)
        let end = meter.begin(at: 50, RadioLoad(latency: 0.3, down: 4500, up: 1500)).end
        #expect(abs(end - (50.2601 + 0.3 + 4500 / 1_625_000)) < 1e-9)
        #expect(abs(meter.energy.bytesJoules - (4500 * 0.05197 + 1500 * 0.43839) * 8e-6) < 1e-12)
    }

    @Test func latenciesOverlapFreely() {
        let energy = meter(.lte, [Activity(start: 100), Activity(start: 100.1), Activity(start: 100.3)])
        // The first two wait for the promotion, to 100.2601; the third ends at 100.6.
        #expect(abs(energy.activeJoules - (100.6 - 100.2601) * 1.28804) < 1e-9)
        #expect(energy.bytesJoules == 0)
    }

    /// A phone in use: a burst every 10 s keeps the link full for 0.5 s.
    private let bursts = [0, 10, 20, 30].map { Activity(start: 100 + $0, latency: 0, down: 0.5) }

    /// What is begun with a burst lengthens it by its bytes, 162,500 of them; so that much less of the tail is left.
    @Test func besideABurstAFetchCostsItsBytes() {
        let bytes = 0.1 * 0.05197 * 13
        let with = cost(Activity(start: 110, down: 0.1), among: bursts)
        #expect(abs(with - (bytes + 0.1 * (1.28804 - 1.06))) < 1e-9)
        // Begun later, its bytes are ready when the link is free, at 110.7: it lengthens the burst by 0.3 s.
        let late = cost(Activity(start: 110.4, down: 0.1), among: bursts)
        #expect(abs(late - (bytes + 0.3 * (1.28804 - 1.06))) < 1e-9)
        // A request alone is free, if it ends before the burst does.
        #expect(abs(cost(Activity(start: 110.1), among: bursts)) < 1e-9)
    }

    /// Begun before a burst, a fetch has the link before it: the burst waits for its bytes, which come from 110.2 on.
    @Test func nothingOvertakes() {
        let cost = cost(Activity(start: 109.9, down: 0.1), among: bursts)
        // Active from 109.9 to 110.8, not from 110 to 110.5.
        #expect(abs(cost - (0.1 * 0.05197 * 13 + 0.4 * (1.28804 - 1.06))) < 1e-9)
    }

    /// 1.3 s in the tail, instead of the tail.
    @Test func inTheTailAFetchCostsItsBytesAndTheDifferenceOfThePowers() {
        let cost = cost(Activity(start: 105, down: 1), among: bursts)
        #expect(abs(cost - (0.05197 * 13 + 1.3 * (1.28804 - 1.06))) < 1e-9)
    }

    /// On 3g the tail draws more than its transfers do: with few bytes that is no cost.
    @Test func onATailOfMorePowerAFetchSpares() {
        let bursts = [100.0, 103].map { Activity(start: $0, latency: 0, down: 0.5) }
        let with = [bursts[0], Activity(start: 102.5), bursts[1]]
        // Promotion to 102, burst to 102.5. Left alone DCH until 103; else the request until 102.8 and 0.2 s of DCH.
        let difference = meter(.umts3g, with).joules - meter(.umts3g, bursts).joules
        #expect(abs(difference - 0.3 * (0.8179 - 1.3)) < 1e-9)
    }

    @Test func queuedIsWhatIsBeforeIt() {
        var meter = RadioMeter(profile: .lte)
        #expect(meter.queueSeconds(at: 50, latency: 0.3) == 0)
        _ = meter.begin(at: 50, RadioLoad(latency: 0.3, down: 1_625_000))
        // The link is taken until 51.5601; the radio is active from 50.2601 on.
        #expect(abs(meter.queueSeconds(at: 50, latency: 0.3) - 1) < 1e-9)
        #expect(abs(meter.queueSeconds(at: 51, latency: 0.3) - 0.2601) < 1e-9)
        #expect(meter.queueSeconds(at: 51.5, latency: 0.3) == 0)
        #expect(meter.queueSeconds(at: 200, latency: 0.3) == 0)
    }

    @Test func everyBuiltInProfileHasItsCase() {
        #expect(RadioProfile.all.map(\.name) == ["lte", "lte-5s", "3g", "5g-nsa", "5g-sa", "wifi", "wired"])
        #expect(RadioProfile.all.allSatisfy { $0.fault == nil })
        for radio in RadioProfile.all { #expect(RadioProfile.named(radio.name) == radio) }
    }

    @Test func activitiesBegunDuringAPromotionBeginTogetherAtItsEnd() {
        var meter = RadioMeter(profile: .umts3g)
        var told = meter.begin(at: 100, RadioLoad(latency: 1))
        #expect(told.end == 103 && told.woke)
        told = meter.begin(at: 101, RadioLoad(latency: 1.5))
        #expect(told.end == 103.5 && !told.woke)
        told = meter.begin(at: 103.5, RadioLoad(latency: 1))
        #expect(told.end == 104.5 && !told.woke)
    }

    @Test func wakesFromSleepOnly() {
        var meter = RadioMeter(profile: .umts3g)
        #expect(meter.begin(at: 0, RadioLoad(latency: 1)).woke)
        let fromFACH = meter.begin(at: 10, RadioLoad(latency: 1))
        #expect(!fromFACH.woke && fromFACH.end == 12.5)
        let atTheEndOfFACH = meter.begin(at: 26.5, RadioLoad(latency: 1))
        #expect(!atTheEndOfFACH.woke && atTheEndOfFACH.end == 29)
        let asleep = meter.begin(at: 43.001, RadioLoad(latency: 1))
        #expect(asleep.woke && abs(asleep.end - 46.001) < 1e-9)
    }

    /// One activity at 100 of 0.3 s and 1.7 s of bytes on LTE: promotion to 100.2601, active to 102.2601, tail to
    /// 113.8361. Its bytes count whole, or not at all.
    @Test(
        arguments: [
            (100, 0.2601 * 1.2107, 2 * 1.28804, 11.576 * 1.06),
            (100.1, 0.1601 * 1.2107, 2 * 1.28804, 11.576 * 1.06), (101.2601, 0, 1.28804, 11.576 * 1.06),
            (110, 0, 0, 3.8361 * 1.06), (113.8361, 0, 0, 0), (500, 0, 0, 0),
        ] as [(Double, Double, Double, Double)])
    func scoringBeginsInTheMiddle(_ from: Double, promotion: Double, active: Double, tail: Double) {
        expect(
            meter(.lte, from: from, [Activity(start: 100, down: 1.7)]), promotion: promotion, active: active,
            bytes: from > 100 ? 0 : 1.7 * 0.05197 * 13, tail: tail)
    }

    @Test func scoringBeginsInFACH() {
        // Active 102...103, DCH until 107, FACH until 117; from there a promotion to 113.5 and 0.3 s with 0.7 s of bytes.
        expect(
            meter(
                .umts3g, from: 106, [Activity(start: 100, down: 0.7), Activity(start: 112, down: 0.7)]),
            promotion: 1.5 * 0.8, active: 0.8179, bytes: 0.7 * 0.1221 * 2,
            tail: 1.3 + 5 * 0.3 + 4 * 1.3 + 10 * 0.3)
    }

    @Test func nothingCostsNothing() {
        var idle = RadioMeter(profile: .lte)
        idle.finish()
        #expect(idle.energy.joules == 0)
    }

    @Test func faults() {
        var radio = RadioProfile.umts3g
        radio.tail[1].promotion?.watts = 0.2
        #expect(radio.fault?.contains("promotion") == true)
        radio = .umts3g
        radio.tail[1].watts = 1.4
        #expect(radio.fault?.contains("tail stage") == true)
        radio = .lte
        radio.downlinkMbps = 0
        #expect(radio.fault != nil)
        radio = .lte
        radio.baseWatts = .nan
        #expect(radio.fault != nil)
        radio = .lte
        radio.tail[0].seconds = -1
        #expect(radio.fault != nil)
        radio = .lte
        radio.name = ""
        #expect(radio.fault != nil)
    }
}
