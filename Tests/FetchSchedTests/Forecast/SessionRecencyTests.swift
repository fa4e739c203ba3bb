import Testing

@testable import FetchSched

/// What sessions have, by how long ago apps were used.
@Suite struct SessionRecencyTests {
    @Test func knowsNothingAtFirst() {
        let recency = SessionRecency()
        for cell in 0..<NextAppCells.sessions { #expect(recency.factor(cell: cell) == 1) }
    }

    /// Shares say 20 %; of apps in cell 1 half are met, of those in cell 6 one in fifty.
    @Test func findsTheFactors() {
        var recency = SessionRecency()
        var random = SplitMix64(seed: 5)
        for _ in 0..<2000 {
            recency.beginSession()
            for (cell, chance) in [(1, 0.5), (6, 0.02), (3, 0.2)] {
                for _ in 0..<4 {
                    recency.expect(0.2, cell: cell)
                    if random.nextUnit() < chance { recency.meet(cell: cell) }
                }
            }
        }
        #expect(abs(recency.factor(cell: 1) - 2.5) < 0.4)
        #expect(abs(recency.factor(cell: 3) - 1) < 0.25)
        #expect(recency.factor(cell: 6) < 0.25)
        #expect(recency.factor(cell: 9) == 1)
    }

    /// Two apps take turns of ten days each, so both are in half of all sessions; now it is the first one's turn.
    @Test func tellsRunsFromShares() {
        let (current, other, always) = (0, 1, 2)
        var forecast = LaunchForecast(Configuration())
        forecast.grow(to: 3)
        let clock = LocalClock()
        var now = Instant.monday
        func use(_ app: Int) {
            forecast.launch(app, at: now, clock: clock)
            now = now + .seconds(20)
            forecast.endOfUse(at: now, clock: clock)
            now = now + .seconds(10)
        }
        for day in 0..<205 {
            now = Instant.monday + .days(Int64(day))
            use(always)
            use((day / 10).isMultiple(of: 2) ? current : other)
        }
        now = now + .hours(8)
        let inRun = forecast.launchProbability(current, within: .hours(24), at: now, clock: clock)
        let outOfRun = forecast.launchProbability(other, within: .hours(24), at: now, clock: clock)
        #expect(inRun > 0.45)
        #expect(outOfRun < 0.25)
    }
}
