import Testing

@testable import FetchSched

@Suite struct UseModelTests {
    /// Of a user of whom nothing is known, the mean is what is expected.
    @Test func beginsWithTheMean() {
        let rates = UseModel.Rates(
            mean: 0.01, daily: 0.01, recent: 0.01, weekly: 0.01, pause: 0.01, activity: 1)
        for start in [ModelStart.plain.pausing, ModelStart.plain.away] {
            let model = UseModel(start, forgetting: 0)
            for cell in 0..<UseModel.cells { #expect(abs(model.intensity(rates, cell: cell) - 0.01) < 1e-12) }
        }
    }

    /// One source that is right, another that exaggerates: after a while as many launches come as were expected, at each
    /// length of a pause and whatever the right one says.
    @Test(arguments: [1, 2, 3] as [UInt64]) func asManyComeAsWereExpected(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var model = UseModel(ModelStart.plain.away, forgetting: 0.001)
        var (expected, launches) = ([0.0, 0, 0, 0], [0.0, 0, 0, 0])
        let step = 60.0
        for round in 0..<60_000 {
            let (isBusy, cell) = (round / 10 % 2 == 0, round / 5 % 2)
            let truth = (isBusy ? 4e-3 : 5e-4) * (cell == 0 ? 1 : 0.25)
            let rates = UseModel.Rates(
                mean: 1.4e-3, daily: isBusy ? 4e-3 : 5e-4, recent: isBusy ? 4e-2 : 5e-5, weekly: 1.4e-3,
                pause: cell == 0 ? 2e-3 : 1e-3, activity: 1)
            let place = (isBusy ? 2 : 0) + cell
            if round > 10_000 { expected[place] += model.intensity(rates, cell: cell) * step }
            model.pass(step, rates, cell: cell)
            guard random.chance(truth * step) else { continue }
            if round > 10_000 { launches[place] += 1 }
            model.launch(rates, cell: cell)
        }
        for place in 0..<4 {
            let spread = 4 * PortableMath.squareRoot(launches[place])
            #expect(
                abs(expected[place] - launches[place]) < spread + 0.1 * launches[place],
                "\(expected) \(launches)")
        }
    }

    /// A month without a launch moves the model no further than any other wait that was too long.
    @Test func aLongAbsenceIsOneLesson() {
        let rates = UseModel.Rates(
            mean: 1e-3, daily: 2e-3, recent: 2e-3, weekly: 1e-3, pause: 1e-3, activity: 1)
        var model = UseModel(ModelStart.plain.away, forgetting: 0.001)
        for _ in 0..<200 {
            model.pass(1000, rates, cell: 3)
            model.launch(rates, cell: 3)
        }
        let before = model.intensity(rates, cell: 3)
        model.pass(30 * 86_400, rates, cell: 3)
        model.launch(rates, cell: 3)
        let after = model.intensity(rates, cell: 3)
        #expect(after < before && after > before / 2, "\(before) \(after)")
    }

    /// Numbers stay numbers, whatever rates they are given.
    @Test func anyRatesGiveNumbers() {
        var random = SplitMix64(seed: 4)
        var model = UseModel(ModelStart.plain.pausing, forgetting: 1)
        for _ in 0..<5000 {
            func rate() -> Double { PortableMath.exp(60 * random.nextUnit() - 45) }
            let rates = UseModel.Rates(
                mean: rate(), daily: rate(), recent: rate(), weekly: rate(), pause: rate(), activity: rate())
            let cell = random.below(UseModel.cells)
            model.pass(random.nextUnit() * 1e6, rates, cell: cell)
            if random.chance(0.3) { model.launch(rates, cell: cell) }
            let intensity = model.intensity(rates, cell: cell)
            #expect(intensity > 0 && intensity.isFinite)
        }
    }
}
