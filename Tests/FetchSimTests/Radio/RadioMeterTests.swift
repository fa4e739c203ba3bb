import Testing

@testable import FetchSim

/// Cases computed by hand from the figures of the profiles' sources, not from the profiles' properties.
@Suite struct RadioMeterTests {
    private func meter(
        _ radio: RadioProfile, from scoredFrom: Double = -.infinity, _ activities: [(Double, Double)]
    ) -> RadioEnergy {
        var meter = RadioMeter(profile: radio, scoredFrom: scoredFrom)
        for (start, seconds) in activities { _ = meter.begin(at: start, seconds: seconds) }
        meter.finish()
        return meter.energy
    }

    private func expect(
        _ energy: RadioEnergy, promotion: Double, active: Double, tail: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(abs(energy.promotionJoules - promotion) < 1e-9, sourceLocation: sourceLocation)
        #expect(abs(energy.activeJoules - active) < 1e-9, sourceLocation: sourceLocation)
        #expect(abs(energy.tailJoules - tail) < 1e-9, sourceLocation: sourceLocation)
    }

    /// Activities at 100 for 2 s, at 101 for 2 s (overlaps), at 107 for 1 s (in the tail), at 200 for 0.5 s.
    private let four = [(100.0, 2.0), (101.0, 2.0), (107.0, 1.0), (200.0, 0.5)]

    @Test func lte() {
        // Active 100.2601...103 (the second begins at 101 and ends last), 107...108, 200.2601...200.7601.
        let active = 2.7399 + 1 + 0.5
        expect(
            meter(.lte, four), promotion: 2 * 0.2601 * 1.2107,
            active: active * (1.28804 + 0.05197 * 13), tail: (4 + 11.576 + 11.576) * 1.060)
    }

    @Test func lte5s() {
        let active = 2.74 + 1 + 0.5
        expect(
            meter(.lte5s, four), promotion: 2 * 0.26 * 1.210, active: active * (1.28804 + 0.05197 * 13),
            tail: (4 + 5 + 5) * 1.060)
    }

    @Test func umts3g() {
        // The promotion lasts to 102, so both first activities end at 104; 107 is 3 s into DCH. At 118 the
        // radio is in FACH since 112: from there the promotion takes 1.5 s at 0.8 W.
        let energy = meter(.umts3g, [(100, 2), (101, 2), (107, 1), (118, 1), (200, 0.5)])
        expect(
            energy, promotion: 2 * (2.0 * 0.650) + 1.5 * 0.800,
            active: (2 + 1 + 1 + 0.5) * (0.8179 + 0.1221 * 2),
            tail: 3 * 1.3 + (4 * 1.3 + 6 * 0.3) + 2 * (4 * 1.3 + 10 * 0.3))
    }

    @Test func nr5gNSA() {
        expect(
            meter(.nr5gNSA, four), promotion: 2 * 0.34 * 1.210,
            active: (2.66 + 1 + 0.5) * (0.700 + 0.0115 * 100), tail: (4 + 10.2 + 10.2) * 0.260)
    }

    @Test func nr5gSA() {
        // At 120 the radio is 1.8 s into RRC_INACTIVE (connected until 118.2): no promotion from there.
        let energy = meter(.nr5gSA, [(100, 2), (101, 2), (107, 1), (120, 1), (200, 0.5)])
        expect(
            energy, promotion: 2 * 0.44 * 1.210, active: (2.56 + 1 + 1 + 0.5) * (0.700 + 0.0115 * 100),
            tail: 4 * 0.593 + (10.2 * 0.593 + 1.8 * 0.1) + 2 * (10.2 * 0.593 + 4.8 * 0.1))
    }

    @Test func wifi() {
        // Asleep again at 103.238, so the third activity needs a promotion too; a fifth is in the tail.
        expect(
            meter(.wifi, four + [(200.679, 1)]), promotion: 3 * 0.079 * 0.1244,
            active: (2.921 + 1 + 0.5 + 1) * (0.1329 + 0.1370 * 30), tail: (2 * 0.238 + 0.1 + 0.238) * 0.1193)
    }

    @Test func everyBuiltInProfileHasItsCase() {
        #expect(RadioProfile.all.map(\.name) == ["lte", "lte-5s", "3g", "5g-nsa", "5g-sa", "wifi"])
        #expect(RadioProfile.all.allSatisfy { $0.fault == nil })
        for radio in RadioProfile.all { #expect(RadioProfile.named(radio.name) == radio) }
    }

    @Test func activitiesBegunDuringAPromotionBeginTogetherAtItsEnd() {
        var meter = RadioMeter(profile: .umts3g)
        var told = meter.begin(at: 100, seconds: 1)
        #expect(told.end == 103 && told.woke)
        told = meter.begin(at: 101, seconds: 1.5)
        #expect(told.end == 103.5 && !told.woke)
        told = meter.begin(at: 103.5, seconds: 1)
        #expect(told.end == 104.5 && !told.woke)
    }

    @Test func wakesFromSleepOnly() {
        var meter = RadioMeter(profile: .umts3g)
        #expect(meter.begin(at: 0, seconds: 1).woke)
        let fromFACH = meter.begin(at: 10, seconds: 1)
        #expect(!fromFACH.woke && fromFACH.end == 12.5)
        let atTheEndOfFACH = meter.begin(at: 26.5, seconds: 1)
        #expect(!atTheEndOfFACH.woke && atTheEndOfFACH.end == 29)
        let asleep = meter.begin(at: 43.001, seconds: 1)
        #expect(asleep.woke && abs(asleep.end - 46.001) < 1e-9)
    }

    /// One activity at 100 for 2 s on LTE: promotion to 100.2601, active to 102.2601, tail to 113.8361.
    @Test(arguments: [
        (100.1, 0.1601 * 1.2107, 2 * 1.96365, 11.576 * 1.06), (101.2601, 0, 1.96365, 11.576 * 1.06),
        (110, 0, 0, 3.8361 * 1.06), (113.8361, 0, 0, 0), (500, 0, 0, 0),
    ])
    func scoringBeginsInTheMiddle(_ from: Double, promotion: Double, active: Double, tail: Double) {
        expect(meter(.lte, from: from, [(100, 2)]), promotion: promotion, active: active, tail: tail)
    }

    @Test func scoringBeginsInFACH() {
        // DCH until 107, FACH until 117.
        expect(
            meter(.umts3g, from: 106, [(100, 1), (112, 1)]), promotion: 1.5 * 0.8,
            active: 0.8179 + 0.1221 * 2, tail: 1.3 + 5 * 0.3 + 4 * 1.3 + 10 * 0.3)
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
