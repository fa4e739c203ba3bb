import FetchSched
import Testing

@testable import FetchSim
@testable import FetchLab

/// Days drawn anew, and the figures made of them, against arithmetic by hand.
@Suite struct DayLogTests {
    private static let bootstrap = Bootstrap(resamples: 1000, seed: 1)

    private func interval(_ samples: [Double?]) -> ClosedRange<Double>? {
        Bootstrap.interval(samples.compactMap { $0 })
    }

    @Test func asManyUnitsAreDrawnAsThereAre() {
        var draws: [[Double]] = []
        Self.bootstrap.draw(7) { draws.append($0) }
        #expect(draws.count == 1000)
        #expect(draws.allSatisfy { $0.count == 7 && $0.reduce(0, +) == 7 })
        // Each is drawn once on average: 7000 draws, standard deviation 31.
        for unit in 0..<7 { #expect(abs(draws.reduce(0) { $0 + $1[unit] } - 1000) < 150) }
        var again: [[Double]] = []
        Self.bootstrap.draw(7) { again.append($0) }
        #expect(again == draws)
        again = []
        Bootstrap(resamples: 1000, seed: 2).draw(7) { again.append($0) }
        #expect(again != draws)
    }

    @Test func aSingleUnitTellsNothing() {
        Self.bootstrap.draw(1) { _ in Issue.record("drawn") }
        #expect(Bootstrap.interval([3]) == nil)
        #expect(Bootstrap.interval((1...1000).map { Double($0) }) == 26...976)
    }

    @Test func figuresByHand() {
        var log = DayLog()
        log.add(.when, 3, over: 1, on: 10)
        log.add(.when, -1, over: 0, on: 10)
        log.add(.when, 2, over: 1, on: 11)
        log.add(.skill(2), 0.5, over: 1, on: 11)
        log.add(.skill(2), 0.25, over: 2, on: 10)
        #expect(log.days == [10, 11])
        let figures = log.figures
        #expect(figures[ForecastFigure.when.place] == 2)
        #expect(figures[ForecastFigure.skill(2).place] == 0.75)
        #expect(figures[ForecastFigure.content.place] == nil)
        #expect(ForecastFigure.all.map(\.place) == Array(ForecastFigure.all.indices))
        #expect(ForecastFigure.all.compactMap(\.minutes) == [5, 15, 60, 240, 5, 15, 60, 240, 1, 5, 30])
    }

    /// A traveller who flies east and back has a day twice: it is one.
    @Test func daysStayInOrder() {
        var log = DayLog()
        for day in [5, 6, 5, 3, 7] as [Int64] { log.add(.hitAt1, Double(day), over: 1, on: day) }
        #expect(log.days == [3, 5, 6, 7])
        #expect(log.figures[ForecastFigure.hitAt1.place] == 26.0 / 5)
        var other = DayLog()
        other.add(.hitAt1, 4, over: 1, on: 5)
        log.append(other)
        #expect(log.days == [3, 5, 6, 7, 5], "those of another device are days of their own")
    }

    /// The mean of n draws with standard deviation s lies within 1.96 s / sqrt(n) of the truth in 95 of 100 cases, and so
    /// wide the interval is.
    @Test func theIntervalIsAsWideAsTheoryHasIt() throws {
        var random = SplitMix64(seed: 4)
        var log = DayLog()
        for day in 0..<200 as Range<Int64> { log.add(.content, random.nextUnit(), over: 1, on: day) }
        let found = try #require(interval(log.samples(Self.bootstrap)[ForecastFigure.content.place]))
        let width = 2 * 1.96 / (12 * 200.0).squareRoot()
        #expect(abs((found.upperBound - found.lowerBound) / width - 1) < 0.15)
        #expect(found.contains(0.5))
    }

    /// What is the same on all days of two logs but for a constant differs by just that in every draw.
    @Test func logsOfTheSameDaysAreDrawnTogether() {
        var random = SplitMix64(seed: 9)
        var (one, other) = (DayLog(), DayLog())
        for day in 0..<30 as Range<Int64> {
            let value = (random.nextUnit() * 1024).rounded() / 1024
            one.add(.when, value, over: 1, on: day)
            other.add(.when, value + 0.5, over: 1, on: day)
        }
        let place = ForecastFigure.when.place
        let pairs = zip(one.samples(Self.bootstrap)[place], other.samples(Self.bootstrap)[place])
        #expect(pairs.allSatisfy { abs(($1 ?? 0) - ($0 ?? 0) - 0.5) < 1e-12 })
    }

    @Test func daysOfTheLocalClock() {
        var clock = LocalClock()
        #expect(clock.dayNumber(FetchTime(seconds: 86_399.999)) == 0)
        #expect(clock.dayNumber(FetchTime(seconds: -1)) == -1)
        clock.secondsEast = 3600
        #expect(clock.dayNumber(FetchTime(seconds: -1)) == 0)
        #expect(clock.dayNumber(FetchTime(seconds: 82_800)) == 1)
    }
}
