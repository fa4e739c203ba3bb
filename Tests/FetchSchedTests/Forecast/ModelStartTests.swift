import Testing

@testable import FetchSched

/// What models begin with.
@Suite struct ModelStartTests {
    private static let starts = [ModelStart.plain, FittedPrior.start]

    /// No number is one that few launches could not outweigh.
    @Test(arguments: starts) func numbersAreWithinBounds(start: ModelStart) {
        #expect(start.nextApp.count == 2)
        for next in start.nextApp {
            for lane in 0..<8 { #expect((0...1.5).contains(next.weights[lane])) }
            #expect([0, NextAppCells.sessions].contains(next.bySessions.count))
            #expect([0, NextAppCells.places].contains(next.byPlace.count))
            for bias in next.bySessions + next.byPlace { #expect(abs(bias) <= 2) }
            #expect((1...10).contains(next.weightSquares) && (2...20).contains(next.biasSquares))
        }
        for use in [start.pausing, start.away] {
            for lane in 0..<8 { #expect((-0.5...1.5).contains(use.weights[lane])) }
            #expect([0, UseModel.cells].contains(use.biases.count))
            for bias in use.biases { #expect(abs(bias) <= 2) }
            #expect((1...10).contains(use.weightSquares) && (2...20).contains(use.biasSquares))
        }
        for pause in start.pauses ?? [] {
            #expect((0...3).contains(pause.launches))
            let isKnown = pause.launches > 0
            #expect(isKnown == (pause.seconds > 0) && isKnown == (pause.expected > 0))
        }
        #expect(start.hours.count == 24 && start.hours.allSatisfy { (0.01...4).contains($0) })
        #expect(abs(start.hours.reduce(0, +) / 24 - 1) < 0.01)
    }

    /// A new user is believed to sleep at night, and to open the next app soon after one or not so soon at all.
    @Test func aNewUserIsTakenForAPerson() {
        let clock = LocalClock()
        var fitted = UseForecast(Configuration(), start: FittedPrior.start)
        var plain = UseForecast(Configuration(), start: .plain)
        for hour in [4, 19] as [Int64] {
            let now = Instant.monday + .hours(hour)
            let (known, unknown) = (
                fitted.intensity(at: now, clock: clock), plain.intensity(at: now, clock: clock)
            )
            #expect(hour == 4 ? known < unknown : known > unknown, "\(hour): \(known) \(unknown)")
        }
        let noon = Instant.monday + .days(1) + .hours(12)
        fitted.launch(at: noon, clock: clock)
        fitted.endOfUse(at: noon + .seconds(20), clock: clock)
        func intensity(after seconds: Int64) -> Double {
            fitted.intensity(at: noon + .seconds(20), elapsed: .seconds(Double(seconds)), clock: clock)
        }
        #expect(intensity(after: 5) > 5 * intensity(after: 200))
    }

    /// Both are kept by a snapshot, at first and later.
    @Test(arguments: [true, false]) func snapshotsRestoreIt(startsFitted: Bool) throws {
        var configuration = Configuration()
        configuration.experiment.startsFitted = startsFitted
        var scheduler = Scheduler(configuration: configuration, seed: 3)
        for _ in 0..<5 { _ = scheduler.register(.minimum, at: .monday) }
        var random = SplitMix64(seed: 3)
        var now = Instant.monday
        for _ in 0..<40 {
            let bytes = scheduler.snapshot()
            let restored = try Scheduler(restoring: bytes, configuration: configuration)
            #expect(restored.snapshot() == bytes)
            now = now + .seconds(random.exponential(mean: 900))
            let app = AppID(random.below(5))
            scheduler.observe(.launch(app), at: now)
            scheduler.observe(.endOfUse(app), at: now + .seconds(5))
            now = now + .seconds(5)
        }
    }

    /// Without it engines begin with what is set by hand, and learn the same from there.
    @Test func anEngineMayBeginWithout() {
        var configuration = Configuration()
        configuration.experiment.startsFitted = false
        let (plain, fitted) = (LaunchForecast(configuration), LaunchForecast(Configuration()))
        let start = ModelStart.plain
        #expect(plain.nextApp.model.weights == start.nextApp.map(\.weights))
        #expect(plain.use.away.weights == start.away.weights)
        #expect(plain.use.pauses.cells.allSatisfy { $0.launches == 0 && $0.seconds == 0 })
        #expect(fitted.nextApp.model.weights == FittedPrior.start.nextApp.map(\.weights))
        #expect(fitted.use.away.weights == FittedPrior.start.away.weights)
    }
}
