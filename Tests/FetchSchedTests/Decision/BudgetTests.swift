import Testing

@testable import FetchSched

@Suite struct BudgetControlTests {
    /// A device that spends in proportion to the worth's power of 0.7, with noise, in the daytime only.
    private func spendings(budget: Double, weeks: Int, seed: UInt64) -> [Double] {
        var random = SplitMix64(seed: seed)
        var control = BudgetControl()
        var spent = 0.0
        var weekly = [Double](repeating: 0, count: weeks)
        func planned(_ from: Instant, _ to: Instant) -> Double { (to - from).seconds / 86_400 }
        for step in 0..<weeks * 7 * 144 {
            let now = Instant.monday + .minutes(10) * Int64(step)
            let busy = (48..<138).contains(step % 144)
            let joules =
                busy ? 3 * PortableMath.power(20 * control.factor, 0.7) / 90 * random.exponential(mean: 1) : 0
            spent += joules
            weekly[step / (7 * 144)] += joules
            control.update(spent: spent, perDay: budget, at: now, planned: planned)
        }
        return weekly
    }

    @Test(arguments: [2.0, 10, 100, 1000]) func holdsOverAWeek(_ budget: Double) {
        for (week, joules) in spendings(budget: budget, weeks: 8, seed: 81).enumerated().dropFirst(2) {
            #expect(abs(joules / (7 * budget) - 1) < 0.05, "week \(week): \(joules / 7)")
        }
    }

    @Test func oddInputsKeepItFinite() {
        var random = SplitMix64(seed: 82)
        var control = BudgetControl()
        for _ in 0..<5000 {
            let number = random.pick([.nan, .infinity, -.infinity, 0, -1, 1, 1e300, random.nextUnit()])
            let now = Instant(milliseconds: Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            control.update(spent: number, perDay: random.pick([number, 1, 10]), at: now) { _, _ in 1 }
            #expect(control.factor >= 0 && control.factor.isFinite)
        }
    }
}

@Suite struct EnergyLedgerTests {
    private let costs = RadioCosts(
        promotion: .init(seconds: 1, joules: 2), tail: [.init(seconds: 10, watts: 1)], baseWatts: 2,
        bytesPerSecond: 1000)
    private let now = Instant.monday

    ///     device  |##|
    ///     fetch                   |##|      asleep in between: promotion, transfer, tail
    @Test func aWakeupOfItsOwnCostsAll() {
        var ledger = EnergyLedger()
        ledger.device(from: now, until: now + .seconds(2), costs)
        ledger.fetch(from: now + .seconds(100), until: now + .seconds(103), costs)
        let later = now + .seconds(1000)
        #expect(abs(ledger.joules(at: later, costs) - (2 + 3 * 2 + 10)) < 1e-9)
    }

    @Test func anOverlapCostsNothing() {
        var ledger = EnergyLedger()
        ledger.device(from: now, until: now + .seconds(5), costs)
        ledger.fetch(from: now + .seconds(1), until: now + .seconds(4), costs)
        #expect(ledger.joules(at: now + .seconds(1000), costs) == 0)
    }

    ///     device  |####|....|##|     a fetch in the tail replaces tail by transfer
    @Test func inTheTailItIsTheDifference() {
        var ledger = EnergyLedger()
        ledger.device(from: now, until: now + .seconds(4), costs)
        ledger.fetch(from: now + .seconds(6), until: now + .seconds(7), costs)
        ledger.device(from: now + .seconds(9), until: now + .seconds(10), costs)
        #expect(abs(ledger.joules(at: now + .seconds(1000), costs) - 1) < 1e-9)
    }

    @Test func whatALaunchIsSparedIsCredited() {
        var ledger = EnergyLedger()
        ledger.device(from: now, until: now + .seconds(4), costs)
        ledger.spare(seconds: 3, joules: 1.5)
        ledger.device(from: now + .seconds(60), until: now + .seconds(61), costs)
        #expect(abs(ledger.joules(at: now + .seconds(1000), costs) - (-6 - 1.5)) < 1e-9)
    }

    /// What is charged beside the radio's time counts wherever the fetch lies; what is no number does not.
    @Test func whatIsNotTheRadiosIsAddedToIt() {
        var ledger = EnergyLedger()
        ledger.charge(1.5)
        ledger.charge(.nan)
        ledger.charge(.infinity)
        #expect(ledger.joules(at: now, costs) == 1.5)
        ledger.device(from: now, until: now + .seconds(5), costs)
        ledger.fetch(from: now + .seconds(1), until: now + .seconds(4), costs)
        ledger.charge(0.4)
        #expect(abs(ledger.joules(at: now + .seconds(1000), costs) - 1.9) < 1e-9)
    }

    @Test func wrongTimesStayFinite() {
        var ledger = EnergyLedger()
        var random = SplitMix64(seed: 91)
        for _ in 0..<3000 {
            let begin = Instant(milliseconds: Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            let end = Instant(milliseconds: Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            if random.chance(0.5) { ledger.device(from: begin, until: end, costs) }
            if random.chance(0.5) { ledger.fetch(from: begin, until: end, costs) }
            if random.chance(0.2) {
                let odd = [Double.nan, .infinity, -1, 5]
                ledger.spare(seconds: random.pick(odd), joules: random.pick(odd))
            }
            #expect(ledger.joules(at: end, costs).isFinite)
        }
    }
}
