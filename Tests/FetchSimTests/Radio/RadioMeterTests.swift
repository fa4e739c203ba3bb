import Testing

@testable import FetchSim

/// Cases computed by hand from the figures of the profiles' sources, not from the profiles' properties. What overlaps in
/// which way is compared with a naive model, in `RadioReferenceTests`.
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
        for activity in activities { _ = meter.start(at: activity.start, activity.load(radio)) }
        meter.finish()
        return meter.energy
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

    @Test func queuedIsWhatIsBeforeIt() {
        var meter = RadioMeter(profile: .lte)
        #expect(meter.queueSeconds(at: 50, latency: 0.3) == 0)
        _ = meter.start(at: 50, RadioLoad(latency: 0.3, down: 1_625_000))
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

    @Test func faults() {
        func fault(_ radio: RadioProfile, _ change: (inout RadioProfile) -> Void) -> String? {
            var radio = radio
            change(&radio)
            return radio.fault
        }
        #expect(fault(.umts3g) { _ in } == nil && fault(.lte) { _ in } == nil)
        #expect(
            fault(.umts3g) { $0.tail[1].promotion?.watts = 0.2 }
                == "the promotion from a tail stage draws less power than the stage")
        #expect(
            fault(.umts3g) { $0.tail[1].watts = 1.4 }
                == "a tail stage draws more power than the one before it")
        #expect(
            fault(.lte) { $0.downlinkMbps = 0 } == "downlinkMbps must be at least 0.0001 and below 1e9")
        let range = "times, powers and rates must be at least 0 and below 1e9"
        #expect(fault(.lte) { $0.baseWatts = .nan } == range)
        #expect(fault(.lte) { $0.tail[0].seconds = -1 } == range)
        #expect(fault(.umts3g) { $0.tail[1].promotion?.seconds = 1e9 } == range)
        #expect(fault(.lte) { $0.name = "" } == "the name is empty")
    }
}
