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

    /// Half hours that are told apart have as many sessions each, weekdays as many, quantiles as many between them, and
    /// what is left to the tail as many launches: no difference of two numbers tells of fewer. Nor does the mean of a
    /// device with many and one with few, in which each counts the same.
    @Test(arguments: [3, 10, 40], [false, true])
    func noDifferenceTellsOfFewerThanTheThreshold(threshold: Int, withAQuietDevice: Bool) throws {
        var devices = HabitsFitTests.devices(
            HabitsFitTests.known { $0.sessions.perDay = 5 }, count: 1, seed: 12)
        if withAQuietDevice {
            let quiet = HabitsFitTests.known {
                $0.sessions.perDay = 0.4
                $0.apps.used = 4
            }
            HabitsFitTests.add(quiet, count: 1, seed: 13, to: &devices)
        }
        // Devices that are left out count for nothing.
        let told = devices.statistics.filter { $0.count("popularity") >= Double(threshold) }
        func events(_ name: String) -> [Double] {
            let first = [Double](repeating: 0, count: devices.statistics[0].events(name).count)
            return told.reduce(first) { zip($0, $1.events(name)).map(+) }
        }
        var fit = HabitsFit()
        fit.rounds = 0
        fit.threshold = threshold
        let habits = try #require(fit.habits(of: devices))
        let enough = Double(threshold) - 1e-6
        for (name, rhythm) in [("sessions", habits.sessions.rhythm), ("content", habits.content.rhythm)] {
            let counts = events("\(name).counts")
            for (rates, counts) in [
                (rhythm.weekdayHours, Array(counts.prefix(RhythmHabits.slots))),
                (rhythm.weekendHours, Array(counts.suffix(RhythmHabits.slots))),
                (rhythm.weekdays, events("\(name).weekdays")),
            ] {
                for run in RateGroupsTests.runs(rates) where run.count < rates.count {
                    #expect(run.reduce(0) { $0 + counts[$1] } >= enough, "\(name): \(run)")
                }
            }
        }
        for (name, bins, curve) in [
            ("sessions.gaps", LogBins.gaps, habits.sessions.rhythm.gaps),
            ("pauses", .seconds, habits.sessions.pauses),
        ] {
            let behind = bins.counts(of: events(name), below: curve.values)
            guard behind.count > 3, behind.last != 0 else { continue }
            let inner = [0] + behind.dropFirst().dropLast() + [events(name).reduce(0, +)]
            let least = zip(inner, inner.dropFirst()).map { $1 - $0 }.min() ?? 0
            #expect(least >= 0.85 * Double(threshold), "\(name): \(inner)")
            #expect(behind[0] >= 0.85 * Double(threshold), "\(name): \(behind[0])")
        }
        let launches = events("popularity")
        for rank in AppHabits.ranks.prefix(habits.apps.popularity.count).dropFirst() {
            #expect(launches[rank - 1] >= enough, "rank \(rank)")
        }
        let left = launches.dropFirst(AppHabits.ranks[habits.apps.popularity.count - 1]).reduce(0, +)
        #expect(left == 0 || left >= enough || habits.apps.popularity.count == 1)
    }

    /// Each device counts the same in a mean, so one with hardly any launches is left out.
    @Test func aDeviceWithFewLaunchesIsLeftOut() throws {
        var devices = HabitsFitTests.devices(HabitsFitTests.known(), count: 2, seed: 4)
        let before = try HabitsFitTests.fit(devices, rounds: 0)
        devices.add(Self.launches([12.5, 13.5, 15]))
        let after = try HabitsFitTests.fit(devices, rounds: 0)
        #expect(
            after.sessions.rhythm == before.sessions.rhythm && after.apps.popularity == before.apps.popularity
        )
        #expect(after.basis.devices == 2)
        var alone = HabitsFit.Devices()
        for _ in 0..<5 { alone.add(Self.launches([12.5, 13.5, 15])) }
        #expect(HabitsFit().habits(of: alone) == nil, "15 launches, but no device has ten")
    }

    /// Launches of one app on one day, at those hours, with a change of 77,777 bytes before the last.
    private static func launches(_ hours: [Double]) -> [TraceEvent] {
        var events = hours.map { hour in
            TraceEvent(
                time: .init(seconds: 345_600 + 3_600 * hour), kind: .launch, app: 0, duration: .seconds(30))
        }
        var change = TraceEvent(
            time: .init(seconds: 345_600 + 3_600 * (hours[hours.count - 1] - 0.1)), kind: .update, app: 0)
        change.bytes = 77_777
        events.append(change)
        events.sortStably()
        return events
    }

    /// Of one change its size is not told, nor of one session that goes on its chance.
    @Test(arguments: [10, 40]) func oneChangeAndOneStepAreNotTold(threshold: Int) throws {
        var devices = HabitsFit.Devices()
        devices.add(Self.launches((0..<120).map { 0.4 * Double($0) } + [47.65]))
        var fit = HabitsFit()
        fit.rounds = 2
        fit.threshold = threshold
        let habits = try #require(fit.habits(of: devices))
        #expect((habits.content.sizeMedian / 77_777 - 1).magnitude > 0.1, "\(habits.content.sizeMedian)")
        #expect(habits.sessions.continuation.allSatisfy { $0 == HabitsSections.usualContinuation })
        #expect(habits.fault == nil)
    }

    /// Steps that are told are not in the mean of those that are not.
    @Test func stepsThatAreNotToldHaveAMeanOfTheirOwn() throws {
        func chances(_ third: Int) throws -> [Double] {
            var events: [TraceEvent] = []
            for session in 0..<120 {
                let launches = session < third ? 3 : session < 50 ? 2 : 1
                for launch in 0..<launches {
                    let seconds = 345_600 + 7_200 * Double(session) + 60 * Double(launch)
                    events.append(
                        TraceEvent(
                            time: .init(seconds: seconds), kind: .launch, app: 0, duration: .seconds(30)))
                }
            }
            var devices = HabitsFit.Devices()
            devices.add(events)
            return try HabitsFitTests.fit(devices, rounds: 0).sessions.continuation
        }
        let none = try chances(0)
        #expect((none[0] - 50.0 / 120).magnitude < 1e-4 && none[1] == none[0])
        for few in 1...9 { #expect(try chances(few) == none) }
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

extension LogBins {
    /// How many of the events in the bins are below each value.
    fileprivate func counts(of events: [Double], below values: [Double]) -> [Double] {
        let (low, width) = scale
        return values.map { value in
            let place = (PortableMath.log(value) - low) / width
            let bin = Swift.max(0, Swift.min(count - 1, Int(place)))
            return events[..<bin].reduce(0, +) + Swift.min(1, place - Double(bin)) * events[bin]
        }
    }
}
