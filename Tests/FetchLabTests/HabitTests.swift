import Foundation
import FetchSched
import FetchSim
import Testing

@testable import FetchLab
@testable import FetchGenerate

/// What is measured on a device, against what can be counted by hand.
@Suite struct HabitTests {
    /// One day and a half in UTC, from midnight: two sessions on the first day, one on the second, which is too short
    /// to count as covered.
    private static let tiny = """
        0,one,interval,mail,minimum,
        0,one,interval,news,minimum,
        36000,one,launch,mail,,60
        36100,one,launch,news,,100
        36200,one,launch,mail,,50
        43200,one,update,news,,
        46800,one,launch,mail,,30
        46900,one,launch,mail,,30
        100800,one,launch,news,,10
        108000,one,level,,0.5,
        """

    private func value(_ key: String) throws -> Double? {
        var rules = SimulationRules()
        rules.warmup = .zero
        return try Phone.value(key, Phone.habits(try Phone.device(Self.tiny), rules: rules))
    }

    @Test(
        arguments: [
            ("use.apps", 2.0), ("use.launchesPerDay", 5), ("use.gapMinutes", 100.0 / 60),
            ("popularity.top1", 4.0 / 6),
            // mail, news, mail, mail, mail, news: the first two are new, then places 2, 1, 1, 2.
            ("recency.first", 2.0 / 6), ("recency.second", 2.0 / 6), ("recency.never", 2.0 / 6),
            // 36000 to 36250, 46800 to 46930, 100800 to 100810.
            ("session.perDay", 2), ("session.seconds", 390.0 / 3), ("session.launches", 2),
            // The day began on a Thursday.
            ("day.weekend", 0),
            // The change of news comes after its first launch and before its second, which is stale by 16 hours.
            ("content.fresh", 5.0 / 6), ("content.new", 0.5), ("content.ageHours", 16),
            // 100800 - 36100 seconds, and one change in 108000.
            ("content.changesPerGap", 64_700.0 / 108_000),
        ] as [(String, Double)])
    func countedByHand(_ key: String, _ expected: Double) throws {
        let found = try #require(try value(key))
        #expect(abs(found - expected) < 1e-9, "\(key): \(found)")
    }

    @Test func whatIsNotThereIsNil() throws {
        for key in ["day.dispersion", "day.lag1", "day.lag7"] {
            #expect(try value(key) == nil, "\(key)")
        }
    }

    @Test func daysAreLocalAndCovered() throws {
        // Noon to noon in the zone: sixteen whole days between two halves, and a launch an hour before each midnight.
        var lines = ["0,one,zone,,7200,"]
        for day in 0..<17 { lines.append("\(36_000 + 86_400 * day + 39_600),one,launch,mail,,1") }
        lines.append("\(36_000 + 86_400 * 17),one,level,,0.5,")
        let text = lines.joined(separator: "\n")
            .replacingOccurrences(of: "0,one,zone", with: "36000,one,zone")
        let habits = Phone.habits(try Phone.device(text))
        #expect(habits.days.count == 16)
        #expect(habits.days.allSatisfy { $0.launches == 1 && $0.sessions == 1 })
        #expect(habits.launches.count == 17)
    }

    @Test func daysThatFollowAPatternAreCorrelated() throws {
        // 4, 0, 4, 0, ...: variance 4 n / (n - 1) over a mean of 2; a day later the opposite, a week later, too.
        var lines = ["0,one,level,,0.5,"]
        for day in 0..<28 where day % 2 == 0 {
            for hour in 8..<12 { lines.append("\(day * 86_400 + hour * 3600),one,launch,mail,,1") }
        }
        lines.append("\(28 * 86_400 - 1),one,level,,0.5,")
        let habits = Phone.habits(try Phone.device(lines.joined(separator: "\n")))
        #expect(abs((try #require(try Phone.value("day.lag1", habits))) + 27.0 / 28) < 1e-12)
        #expect(abs((try #require(try Phone.value("day.lag7", habits))) + 21.0 / 28) < 1e-12)
        #expect(abs((try #require(try Phone.value("day.dispersion", habits))) - 2 * 28.0 / 27) < 1e-12)
    }

    /// Two apps in turn: order 0 tells nothing, and order 1 nearly all.
    @Test func theNextAppOfTwoInTurn() throws {
        var lines = ["0,one,level,,0.5,"]
        for day in 0..<60 {
            lines.append("\(day * 86_400 + 9 * 3600),one,launch,mail,,1")
            lines.append("\(day * 86_400 + 20 * 3600),one,launch,news,,1")
        }
        let habits = Phone.habits(try Phone.device(lines.joined(separator: "\n")))
        let none = try #require(try Phone.value("next.entropy0", habits))
        #expect(abs(none - PortableMath.log(2)) < 0.02)
        #expect((try #require(try Phone.value("next.entropy1", habits))) < 0.15)
    }

    @Test func namesAreUnique() {
        #expect(Set(Statistic.all.map(\.key)).count == Statistic.all.count)
        #expect(Set(Statistic.all.map(\.title)).count == Statistic.all.count)
    }
}
