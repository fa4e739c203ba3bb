import FetchSched
import FetchTrace
import Testing

@testable import FetchSim
@testable import FetchLab

/// Traces with years in which nothing happens.
@Suite struct SilenceTests {
    private static let year = 365 * 86_400.0

    private func device(_ gaps: [Double]) -> DeviceTrace {
        var time = 0.0
        var script = Script(apps: 2, seconds: gaps.reduce(86_400, +))
        for (index, gap) in gaps.enumerated() {
            script.launch(index % 2, at: time + 3600, seconds: 30)
            time += gap
        }
        return script.trace
    }

    @Test func wholeWeeksArePassedOver() {
        #expect(Silence.passedOver(of: .zero) == .zero)
        #expect(Silence.passedOver(of: .days(28)) == .zero)
        #expect(Silence.passedOver(of: .days(34)) == .zero)
        #expect(Silence.passedOver(of: .days(35)) == .days(7))
        #expect(Silence.passedOver(of: .days(400)) == .days(371))
        #expect(Silence.passedOver(of: TimeSpan.max) > .days(1_000_000))
    }

    @Test func silencesAreFound() {
        let trace = device([86_400, 40 * 86_400, 10 * 86_400, 3 * Self.year])
        let silences = trace.silences
        #expect(silences.map { Int(($0.end - $0.begin).seconds / 86_400) } == [40, 3 * 365])
    }

    /// A century takes as much work as its events, not as its hours, and what is scored is said.
    @Test func yearsAreNotScored() async throws {
        var rules = SimulationRules()
        rules.warmup = .zero
        func report(_ gap: Double) async throws -> ForecastReport {
            try await ForecastBench(trace: "t", devices: [device([gap, 86_400])], rules: rules).run(jobs: 1)
        }
        // A whole number of weeks more changes nothing but the gap itself.
        let short = try await report(30 * 86_400)
        let long = try await report((30 + 100 * 52 * 7) * 86_400)
        #expect(short.head.days == long.head.days && long.head.days < 33)
        #expect(long.head.launches == 2)
        let (one, other) = (try #require(short.when.first), try #require(long.when.first))
        let (expected, found) = (try #require(one.expectedPerLaunch), try #require(other.expectedPerLaunch))
        // What is expected in a century is thousands of launches more.
        #expect(found > 0.1 * expected && found < 10 * expected)
    }
}
