import Testing

@testable import FetchSched

@Suite struct BudgetControlTests {
    /// A device that is used in the daytime, and spends in proportion to the worth's power of `elasticity`, with noise that
    /// differs from day to day, `chunk` joules at a time.
    private struct Device {
        var control = BudgetControl(perDay: nil)
        var spent: Double { control.spent }
        var random: SplitMix64
        /// What it would spend in a day at a factor of 1.
        var demand: Double
        var elasticity = 0.7
        var chunk = 0.1
        private(set) var daily: [Double] = []
        private var owed = 0.0
        private var mood = 1.0

        init(demand: Double, seed: UInt64) {
            (self.demand, random) = (demand, SplitMix64(seed: seed))
        }

        mutating func live(days: Int, budget: Double, isUsed: Bool = true) {
            control.perDay = budget
            let first = daily.count
            for step in 0..<days * 144 {
                let day = first + step / 144
                let now = FetchTime.monday + .minutes(10) * Int64(first * 144 + step)
                if step % 144 == 0 {
                    daily.append(0)
                    mood = PortableMath.exp(0.4 * (random.nextUnit() + random.nextUnit() - 1))
                }
                let share = passed
                control.update(at: now, LocalClock()) { share($1) - share($0) }
                guard isUsed, (48..<138).contains(step % 144) else { continue }
                control.noteUse()
                owed +=
                    demand / 90 * mood * PortableMath.power(max(1e-9, control.factor), elasticity)
                    * random.exponential(mean: 1)
                while owed >= chunk, control.affords(chunk) {
                    owed -= chunk
                    control.spend(chunk)
                    daily[day] += chunk
                    control.update(at: now, LocalClock()) { share($1) - share($0) }
                }
                // What could not be afforded is not made up for.
                owed = min(owed, chunk)
            }
        }

        /// Half of what is planned falls into the evening.
        private func passed(_ moment: FetchTime) -> Double {
            let hour = Double(LocalClock().timeOfDay(moment)) / 3_600_000
            return hour < 18 ? hour / 36 : 0.5 + (hour - 18) / 12
        }
    }

    @Test(arguments: [2.0, 10, 100, 1000], 0..<5 as Range<UInt64>)
    func noDaySpendsMore(_ budget: Double, _ seed: UInt64) {
        for (demand, chunk) in [(40.0, 0.1), (40, 1.7), (4000, 0.5), (1, 0.1)] {
            var device = Device(demand: demand, seed: seed)
            device.chunk = chunk
            device.live(days: 60, budget: budget)
            #expect(device.daily.allSatisfy { $0 <= budget * 1.0001 }, "\(demand), \(chunk): \(device.daily)")
            // What it would spend by itself it may.
            let mean = device.daily[14...].reduce(0, +) / 46
            if demand <= budget / 2 { #expect(mean > 0.9 * demand, "\(demand): \(mean)") }
            if demand >= 4 * budget, chunk < budget / 4 {
                #expect(mean > 0.8 * budget, "\(demand): \(mean)")
            }
        }
    }

    /// No day spends more, so what is dearer than a day's budget is never begun; nor is what is dearer than is left of it.
    @Test func whatIsDearerThanADayIsNeverMade() {
        var device = Device(demand: 40, seed: 1)
        device.chunk = 7
        device.live(days: 60, budget: 2)
        #expect(device.spent == 0)
        device.live(days: 60, budget: 10)
        // One a day, as a second would be too much.
        #expect(device.spent > 0.9 * 7 * 60 && device.daily.allSatisfy { $0 <= 7.001 }, "\(device.daily)")
    }

    /// The same budget, and launches that are held to be worth 1 or 50 times as much: after two weeks it is spent alike.
    @Test(arguments: 0..<5 as Range<UInt64>) func whereItBeganDoesNotMatter(_ seed: UInt64) {
        var factors: [Double] = []
        for worth in [1.0, 8, 50] {
            var device = Device(demand: 80 * PortableMath.power(worth, 0.7), seed: seed)
            device.live(days: 14, budget: 10)
            let before = device.spent
            device.live(days: 14, budget: 10)
            factors.append((device.spent - before) / 140)
        }
        let (least, most) = (factors.min() ?? 0, factors.max() ?? 0)
        #expect(least > 0.8 && most <= 1 && most - least < 0.15, "\(factors)")
    }

    /// Weeks in which nobody uses the device, or nobody asks, leave the worth where it was.
    @Test func idleWeeksWindNothingUp() {
        var device = Device(demand: 400, seed: 3)
        device.live(days: 21, budget: 10)
        device.live(days: 1, budget: 10, isUsed: false)
        let before = device.control.factor
        device.live(days: 60, budget: 10, isUsed: false)
        #expect(device.control.factor == before, "\(before), \(device.control.factor)")
        #expect(!device.control.isSpent)
        let spent = device.spent
        device.live(days: 1, budget: 10)
        #expect(device.spent - spent <= 10.001)
    }

    /// The midnight that is promised is the first one at which so much can be paid.
    @Test(arguments: [0.0, 0.3, 0.7, 1, 1.5, 2.8, 9]) func itSaysFromWhenItAffords(spent: Double) {
        let clock = LocalClock()
        let evening = FetchTime.monday + .hours(19)
        for amount in [0, 0.1, 0.5, 1, 1.01, .infinity, .nan] {
            var control = BudgetControl(perDay: 1)
            control.update(at: .monday, clock) { _, _ in 0.5 }
            control.spend(spent)
            control.update(at: evening, clock) { _, _ in 0.5 }
            let from = control.affordsFrom(amount, at: evening, clock)
            #expect((from == evening) == control.affords(amount))
            #expect((from == .distantFuture) == !(amount <= 1))
            guard from > evening, from < .distantFuture else { continue }
            for day in 1...9 where !control.affords(amount) {
                let midnight = FetchTime.monday + .days(Int64(day))
                control.update(at: midnight, clock) { _, _ in 0 }
                #expect(control.affords(amount) == (midnight == from), "\(amount), day \(day)")
            }
            #expect(control.affords(amount))
            // A month in which nobody asked fills it once.
            control.update(at: .monday + .days(40), clock) { _, _ in 0 }
            #expect(control.left == 1)
        }
    }

    /// A clock that goes back and forth, or a journey around the earth, fills it no more often.
    @Test func clocksThatGoBackFillNothingTwice() {
        var control = BudgetControl(perDay: 10)
        func update(at now: FetchTime, zone: Int = 0) {
            var clock = LocalClock()
            clock.secondsEast = zone
            control.update(at: now, clock) { _, _ in 0.5 }
        }
        update(at: .monday)
        control.spend(10)
        for step in 0..<50 { update(at: .monday + .hours(Int64(step % 2)), zone: step % 3 * 3600) }
        #expect(control.isSpent)
        update(at: .monday + .hours(12), zone: 12 * 3600)
        #expect(!control.isSpent)
        control.spend(10)
        for step in 0..<50 { update(at: .monday + .hours(12), zone: step % 2 * 12 * 3600) }
        #expect(control.isSpent)
    }

    @Test func oddInputsKeepItFinite() {
        var random = SplitMix64(seed: 82)
        var control = BudgetControl(perDay: nil)
        for _ in 0..<5000 {
            let number = random.pick([.nan, .infinity, -.infinity, 0, -1, 1, 1e300, random.nextUnit()])
            let now = FetchTime(milliseconds: Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            if random.bernoulli(0.5) { control.noteUse() }
            (control.spent, control.perDay) = (number, random.pick([number, 1, 10]))
            control.update(at: now, LocalClock()) { _, _ in random.pick([.nan, -1, 0.5, .infinity]) }
            #expect(control.factor >= 0 && control.factor <= 1)
            #expect(control.left.isFinite)
        }
    }
}

@Suite struct EnergyLedgerTests {
    private let costs = RadioCosts(
        promotion: .init(seconds: 1, joules: 2), tail: [.init(seconds: 10, watts: 1)], baseWatts: 2,
        bytesPerSecond: 1000)
    private let now = FetchTime.monday

    /// Each case: when the device and a fetch use the radio, and what the fetch adds.
    @Test(
        arguments: [
            // Asleep in between: promotion, transfer and tail.
            ([0...2], 100...103, 2 + 3 * 2 + 10),
            ([0...5], 1...4, 0),
            // In the tail, transfer takes the place of tail.
            ([0...4, 9...10], 6...7, 1),
            // A heartbeat falls into it: half a minute and a tail with, a wakeup and a tail without.
            ([120...120], 100...130, 60),
        ] as [([ClosedRange<Double>], ClosedRange<Double>, Double)])
    func whatAFetchAdds(device: [ClosedRange<Double>], fetch: ClosedRange<Double>, joules: Double) {
        var ledger = EnergyLedger()
        func tell(_ ranges: [ClosedRange<Double>]) {
            for range in ranges {
                ledger.device(
                    from: now + .seconds(range.lowerBound), until: now + .seconds(range.upperBound), costs)
            }
        }
        tell(device.filter { $0.lowerBound < fetch.lowerBound })
        ledger.startFetch(at: now + .seconds(fetch.lowerBound), costs)
        tell(device.filter { fetch.contains($0.lowerBound) })
        ledger.endFetch(at: now + .seconds(fetch.upperBound), costs)
        tell(device.filter { $0.lowerBound > fetch.upperBound })
        #expect(abs(ledger.joules(at: now + .seconds(1000), costs) - joules) < 1e-9)
        // What is charged beside the radio's time counts wherever the fetch lies; what is no number does not.
        for charge in [1.5, .nan, .infinity] { ledger.charge(charge) }
        #expect(abs(ledger.joules(at: now + .seconds(1000), costs) - joules - 1.5) < 1e-9)
    }

    @Test func whatALaunchIsSparedIsCredited() {
        var ledger = EnergyLedger()
        ledger.device(from: now, until: now + .seconds(4), costs)
        ledger.spare(seconds: 3, joules: 1.5)
        ledger.device(from: now + .seconds(60), until: now + .seconds(61), costs)
        #expect(abs(ledger.joules(at: now + .seconds(1000), costs) - (-6 - 1.5)) < 1e-9)
    }

    @Test func wrongTimesStayFinite() {
        var ledger = EnergyLedger()
        var random = SplitMix64(seed: 91)
        for _ in 0..<3000 {
            let begin = FetchTime(milliseconds: Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            let end = FetchTime(milliseconds: Int64(bitPattern: random.next()) >> Int64(random.below(64)))
            if random.bernoulli(0.5) { ledger.device(from: begin, until: end, costs) }
            if random.bernoulli(0.5) { ledger.startFetch(at: begin, costs) }
            if random.bernoulli(0.5) { ledger.endFetch(at: end, costs) }
            if random.bernoulli(0.2) {
                let odd = [Double.nan, .infinity, -1, 5]
                ledger.spare(seconds: random.pick(odd), joules: random.pick(odd))
            }
            #expect(ledger.joules(at: end, costs).isFinite)
        }
    }
}
