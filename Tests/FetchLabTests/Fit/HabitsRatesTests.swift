import FetchSched
import Testing

@testable import FetchTrace
@testable import FetchGenerate
@testable import FetchLab

/// How often content changes goes by the rank that the apps' launches give them, so that twins of twins have it, too.
@Suite struct HabitsRatesTests {
    /// Ten apps, all of them drawn alike but liked on different days; the first rank changes often, the last seldom.
    private static func habits(byUse: Bool?) -> Habits {
        HabitsFitTests.known {
            $0.apps.used = 10
            $0.apps.popularity = $0.apps.popularity.map { _ in 0.1 }
            $0.apps.interestSpread = $0.apps.interestSpread.map { _ in 1.5 }
            $0.content.rates = (1...10).map {
                ContentHabits.Rate(rank: $0, online: 1, perDay: 40 / Double($0 * $0), spread: 0)
            }
            $0.content.rhythm.daySpread = 0
            $0.content.fastest = 100
            $0.content.ratesByUse = byUse
        }
    }

    /// Changes a day, by rank of use.
    private static func rates(_ habits: Habits, seed: UInt64) -> [Double] {
        let preset = GeneratorPreset(name: "known", summary: "", habits: habits)
        var names = TraceNames()
        let events = TraceGenerator(preset: preset, devices: 1, days: 28, seed: seed)
            .generateDevice(0, names: &names)
        let log = DeviceLog(events)
        return log.ranking.map { Double(log.updates[$0].count) / 28 }
    }

    @Test(arguments: [UInt64(1), 2]) func areThoseOfTheRanks(seed: UInt64) {
        let found = Self.rates(Self.habits(byUse: true), seed: seed)
        #expect(found.count == 10)
        for (rank, rate) in found.enumerated() {
            let wanted = 40 / Double((rank + 1) * (rank + 1))
            // Noise and bursts of days make a part.
            #expect(
                (rate - wanted).magnitude < 0.5 * wanted + 0.4, "rank \(rank + 1): \(rate), not \(wanted)")
        }
    }

    @Test func fittedHabitsSayIt() throws {
        let fitted = try HabitsFitTests.fit(
            HabitsFitTests.devices(Self.habits(byUse: nil), count: 1, seed: 3), rounds: 1)
        #expect(fitted.content.ratesByUse == true)
    }
}
