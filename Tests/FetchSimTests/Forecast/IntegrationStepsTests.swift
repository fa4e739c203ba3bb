import FetchSched
import Testing

@testable import FetchSim
@testable import FetchLab

/// Steps cover the time without gaps, and end where something changes.
@Suite struct IntegrationStepsTests {
    private let steps = IntegrationSteps(
        start: FetchTime(seconds: 100), scoredFrom: FetchTime(seconds: 5000), sessionGap: .minutes(5))

    private func ends(
        from begin: Double, to end: Double, since change: Double, clock: LocalClock = LocalClock()
    ) -> [Double] {
        var moment = FetchTime(seconds: begin)
        var ends: [Double] = []
        while moment < FetchTime(seconds: end) {
            let step = steps.step(
                from: moment, to: FetchTime(seconds: end), since: FetchTime(seconds: change), clock: clock)
            #expect(step.start == moment)
            #expect(step.end > moment)
            #expect(step.middle >= step.start && step.middle < step.end)
            moment = step.end
            ends.append(moment.seconds)
        }
        return ends
    }

    @Test func theyGrowWithTheTimeSinceTheLastChange() {
        #expect(
            ends(from: 1000, to: 1033, since: 1000) == [
                1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1010, 1012, 1014, 1016, 1020, 1024, 1028,
                1032, 1033,
            ])
    }

    @Test func theyEndWhereSomethingChanges() {
        let all = ends(from: 1000, to: 20_000, since: 1000)
        for end in [1256, 1300, 1512, 1800, 3600, 5000, 7200] as [Double] {
            #expect(all.contains(end), "\(end)")
        }
        #expect(zip(all, all.dropFirst()).allSatisfy { $1 - $0 <= 300 })
        #expect(all.last == 20_000)
        var india = LocalClock()
        india.secondsEast = 20_700  // 5 h 45 min
        #expect(ends(from: 1000, to: 9000, since: 0, clock: india).contains(4500))
    }

    @Test func weeksCountFromTheBeginOfTheTrace() {
        #expect(steps.week(of: FetchTime(seconds: 0)) == 0)
        #expect(steps.week(of: FetchTime(seconds: 604_899.999)) == 0)
        #expect(steps.week(of: FetchTime(seconds: 604_900)) == 1)
        #expect(ends(from: 604_000, to: 606_000, since: 600_000).contains(604_900))
    }

    @Test func gridPointsAreWholeHalfHours() {
        #expect(IntegrationSteps.isGridPoint(FetchTime(seconds: 5400)))
        #expect(!IntegrationSteps.isGridPoint(FetchTime(seconds: 5400.001)))
        #expect(ends(from: -3000, to: 0, since: -9000).contains(-1800))
    }
}
