import FetchSched
import Testing

@testable import FetchTrace

/// What a habits file must not hold: times, names, and what few events stand behind.
@Suite struct HabitsPrivacyTests {
    @Test func noCountBelowTheThresholdIsWritten() throws {
        let devices = HabitsFitTests.devices(HabitsFitTests.known(), count: 1, seed: 6)
        let statistics = try #require(devices.statistics.first)
        for threshold in [10, 40] {
            var fit = HabitsFit()
            fit.rounds = 0
            fit.threshold = threshold
            let habits = try #require(fit.habits(of: devices))
            // Every rank that is told has as many launches.
            let launches = statistics.count("popularity")
            for rank in AppHabits.ranks.prefix(habits.apps.popularity.count) {
                #expect(statistics.shares("popularity")[rank - 1] * launches >= Double(threshold) - 0.5)
            }
            // As many lengths lie between two quantiles.
            let count = Double(habits.sessions.lengths.values.count - 1)
            let least = QuantileCurve.probability(1 / count) * statistics.count("lengths")
            #expect(least >= 0.9 * Double(threshold), "\(threshold): \(count)")
            // A group of apps that changed less often has no rate.
            for rate in habits.content.rates where rate.perDay > 0 {
                let group = try #require(ContentStatistics.ranks.firstIndex(of: rate.rank))
                #expect(statistics.count("rate.\(group).log") >= Double(threshold))
            }
        }
    }

    /// A launch in an hour of its own cannot be seen from the habits.
    @Test func aLonelyHourIsSmoothedAway() throws {
        var devices: [HabitsFit.Devices] = []
        for hour in [3.25, 4.75] {
            var events: [TraceEvent] = []
            for day in 0..<20 {
                for moment in [12.0, 12.5, 18.0, 18.5, 20.0] {
                    let time = (Double(day) * 24 + moment) * 3_600
                    events.append(
                        TraceEvent(
                            time: .init(seconds: 345_600 + time), kind: .launch, app: 0,
                            duration: .seconds(30)))
                }
            }
            let odd = (Double(9) * 24 + hour) * 3_600 + 345_600
            events.append(
                TraceEvent(time: .init(seconds: odd), kind: .launch, app: 1, duration: .seconds(30)))
            events.sortStably()
            var one = HabitsFit.Devices()
            one.add(events)
            devices.append(one)
        }
        var fit = HabitsFit()
        fit.rounds = 1
        let habits = try devices.map { try #require(fit.habits(of: $0)) }
        for index in 0..<RhythmHabits.slots {
            let (one, other) = (
                habits[0].sessions.rhythm.weekdayHours[index], habits[1].sessions.rhythm.weekdayHours[index]
            )
            #expect(
                (one - other).magnitude <= 0.25 * Swift.max(one, other) + 0.05,
                "slot \(index): \(one) \(other)")
        }
        #expect(habits[0].apps.popularity.count == 1, "the app launched once is not told")
    }

    @Test func sensitivityIsThatOfADevice() throws {
        // Replacing one device moves no block by more than its sensitivity over the number of devices.
        let few = HabitsFitTests.devices(HabitsFitTests.known(), count: 3, days: 14, seed: 1).statistics
        let strange = HabitsFitTests.devices(
            HabitsFitTests.known {
                $0.sessions.perDay = 2
                $0.apps.used = 3
                $0.content.rates = []
            }, count: 1, days: 14, seed: 2
        ).statistics
        let before = Statistics.mean(few)
        let after = Statistics.mean(Array(few.dropLast()) + strange)
        #expect(before.names == after.names)
        for name in before.names {
            let (one, other) = (try #require(before.blocks[name]), try #require(after.blocks[name]))
            let moved = zip(one.values, other.values).reduce((one.weight - other.weight).magnitude) {
                $0 + ($1.0 - $1.1).magnitude
            }
            #expect(moved <= one.sensitivity / 3 + 1e-9, "\(name): \(moved)")
            #expect(one.values.allSatisfy { $0 >= 0 && $0 <= 1 }, "\(name)")
            if one.areShares { #expect(one.values.reduce(0, +) <= 1 + 1e-9, "\(name)") }
        }
    }
}
