import FetchSched
import Testing

@testable import FetchSim

/// What became of updates, whether anybody opened their app or not.
@Suite struct UpdateMetricsTests {
    private static func minutes(_ numbers: [Int64]) -> [FetchTime] { numbers.map { .epoch + .minutes($0) } }

    /// Updates at 10, 20 and 40 minutes that one request brings at 60.
    @Test func threeUpdatesInOneRequest() {
        var metrics = UpdateMetrics()
        metrics.found(Self.minutes([10, 20, 40]), from: .epoch, at: .epoch + .minutes(60))
        #expect(metrics.count == 3 && metrics.overwritten == 2 && metrics.lost == 0)
        #expect(metrics.delaySeconds == 6600)
        #expect(metrics.missingSeconds == 3000)
        #expect(metrics.missingAge == 4_500_000)
    }

    /// What came before scoring began does not count, but the age of what was missing then goes on.
    @Test func scoringBeginsInBetween() {
        var metrics = UpdateMetrics()
        metrics.found(Self.minutes([10, 40]), from: .epoch + .minutes(30), at: .epoch + .minutes(60))
        #expect(metrics.count == 1 && metrics.overwritten == 0)
        #expect(metrics.delaySeconds == 1200 && metrics.missingSeconds == 1800)
        #expect(metrics.missingAge == 3_780_000)
        metrics.found(Self.minutes([0, 5]), from: .epoch + .minutes(30), at: .epoch + .minutes(20))
        #expect(metrics.count == 1)
    }

    @Test func aFeedDropsWhatIsOld() throws {
        var metrics = UpdateMetrics()
        let many = (0..<25).map { FetchTime.epoch + .minutes($0) }
        metrics.found(many, from: .epoch, at: .epoch + .hours(1))
        #expect(metrics.count == 25 && metrics.lost == 5 && metrics.overwritten == 24)
        metrics.sourceSeconds = 7200
        let result = try #require(UpdateResult(metrics))
        #expect(result.currentShare == 0.5 && result.lostShare == 0.2 && result.missingAgeMinutes == 15)
        #expect(UpdateResult(UpdateMetrics()) == nil)
    }

    /// Updates after 10 and 70 of 120 minutes, with a request after 30 and 80, or with a launch after 80, or with nothing.
    @Test(
        arguments: [([30, 80], nil, 90, 15), ([], 80, 50, 40), ([], nil, 10, 80)]
            as [([Double], Double?, Double, Double)])
    func replayed(requests: [Double], launch: Double?, current: Double, waited: Double) throws {
        var script = Script(seconds: 7200)
        for minute in [10.0, 70] { script.update(0, at: 60 * minute, bytes: 1000) }
        if let launch { script.launch(0, at: 60 * launch) }
        let metrics = replay(script.trace, ScriptedPolicy(requests.map { Plan(60 * $0, 0) }))
        let result = try #require(UpdateResult(metrics.updates))
        #expect(abs(result.currentShare - current / 120) < 1e-3, "\(result)")
        #expect(abs(try #require(result.delayMinutes) - waited) < 0.1, "\(result)")
    }
}
