import Testing

@testable import FetchSched

/// What hosts ask for their sources, and the calls of hosts with a loop of their own.
@Suite struct SourcesTests {
    private static func poller(perDay: Double = 240, seed: UInt64 = 1) -> Poller {
        var configuration = FetchConfiguration.poller(requestsPerDay: perDay)
        configuration.minimumSpacing = .seconds(1)
        return Poller(unchecked: configuration, seed: seed)
    }

    private static func answer(
        _ outcome: FetchOutcome, changed: [FetchTime] = [], retryAfter: TimeSpan? = nil
    ) -> SourceAnswer {
        var answer = SourceAnswer(outcome)
        (answer.changed, answer.retryAfter) = (changed, retryAfter)
        return answer
    }

    /// Asks whatever is due, and finds something new every so many hours of each source.
    private static func run(
        _ poller: inout Poller, from begin: FetchTime, for span: TimeSpan, changes hours: Double = 4
    ) throws -> [(time: FetchTime, app: Int)] {
        var list: [(FetchTime, Int)] = []
        var last: [Int: Int64] = [:]
        var now = begin
        while now < begin + span {
            while let app = poller.startNextRequest(at: now) {
                list.append((now, app.index))
                let count = Int64(now.seconds / (3600 * hours))
                let isNew = last.updateValue(count, forKey: app.index) != count && hours < .infinity
                try poller.recordAnswer(answer(isNew ? .newData : .noData), from: app, at: now)
            }
            guard let next = poller.nextDeadline(after: now) else { break }
            now = next
        }
        return list
    }

    @Test func aNewSourceIsAskedAtOnceAndSpread() throws {
        var poller = Self.poller()
        for _ in 0..<60 { _ = poller.add(at: .monday) }
        let list = try Self.run(&poller, from: .monday, for: .hours(6))
        #expect(list.first?.time == .monday)
        let first = Set(list.prefix(60).map(\.app))
        #expect(first.count == 60)
        for (one, other) in zip(list, list.dropFirst().prefix(58)) {
            #expect(other.time - one.time >= .seconds(1))
        }
        #expect(list[59].time <= .monday + .minutes(2))
        // One that is added later does not wait for them.
        let late = poller.add(at: .monday + .hours(7))
        #expect(try poller.nextRequest(to: late, at: .monday + .hours(7)) == .monday + .hours(7))
    }

    @Test func leastMostAndWeight() throws {
        var poller = Self.poller(perDay: 60)
        func register(_ change: (inout SourceLimits) -> Void) -> AppID {
            poller.add(changed(SourceLimits(), change), at: .monday)
        }
        let seldom = register { $0.least = .hours(5) }
        let often = register { ($0.most, $0.weight) = (.hours(6), 0) }
        let starred = register { $0.weight = 50 }
        let plain = poller.add(at: .monday)
        let list = try Self.run(&poller, from: .monday, for: .days(12), changes: 2)
        func times(_ app: AppID) -> [FetchTime] { list.filter { $0.app == app.index }.map(\.time) }
        func gaps(_ app: AppID) -> [TimeSpan] { zip(times(app), times(app).dropFirst()).map { $1 - $0 } }
        #expect(gaps(seldom).min() ?? .zero >= .hours(5))
        #expect(gaps(often).max() ?? .zero <= .hours(6) && times(often).count >= 46)
        #expect(times(starred).count > 2 * times(plain).count && times(plain).count > 20)
    }

    /// The worth that is explained is the one that the rule compares, with a host's weight and where launches show the copy.
    @Test(arguments: [true, false]) func theExplainedWorthIsTheOneCompared(_ launchesLoad: Bool) throws {
        var configuration = FetchConfiguration.poller(requestsPerDay: 24)
        configuration.polling.launchesLoad = launchesLoad
        var poller = Poller(unchecked: configuration, seed: 1)
        let limits = changed(SourceLimits()) { $0.weight = 3 }
        for _ in 0..<9 { _ = poller.add(limits, at: .monday) }
        for hour in 0..<60 as Range<Int64> { try poller.noteRead(of: AppID(0), at: .monday + .hours(hour)) }
        _ = try Self.run(&poller, from: .monday + .hours(60), for: .days(3))
        var scheduler = poller.scheduler
        let now = FetchTime.monday + .days(8)
        scheduler.settlePolling(at: now)
        var rule = scheduler.pollingRule(of: 0, at: now)
        let course = scheduler.content.course(of: 0, scheduler.apps, scheduler.device.clock)
        var copy = CopyAge()
        for hour in 1...40 { copy.advance(to: Double(hour) * 3600, rule, course) }
        let value = scheduler.pollingValue(0, copy, rule, at: now)
        rule.launches *= scheduler.polling.demand.byHour.factor(at: now, scheduler.device.clock)
        let price = scheduler.polling.price.factor
        #expect(price != 1 && rule.launches > 0)
        #expect(abs(value.benefit * price - rule.benefit(copy)) < 1e-9 * rule.benefit(copy))
        #expect(abs(value.surplus * price - rule.surplus(copy)) < 1e-9 * rule.benefit(copy))
        var explanation = try scheduler.explain(AppID(0), at: now)
        // Its text counts in requests; the factors are those of any other.
        #expect(explanation.source != nil)
        explanation.source = nil
        #expect(PrintedFactors(explanation).fault(of: explanation) == nil, "\(explanation)")
    }

    /// A server that allows a request a minute, and two at once elsewhere.
    @Test func groupsShareTheirServer() throws {
        var poller = Self.poller(perDay: 5000)
        let slow = poller.addGroup(changed(GroupLimits()) { $0.spacing = .minutes(1) })
        let narrow = poller.addGroup(changed(GroupLimits()) { $0.atOnce = 2 })
        for app in 0..<60 {
            let source = changed(SourceLimits()) { $0.group = app < 50 ? slow : narrow }
            _ = poller.add(source, at: .monday)
        }
        let list = try Self.run(&poller, from: .monday, for: .hours(12)).filter { $0.app < 50 }
        for (one, other) in zip(list, list.dropFirst()) { #expect(other.time - one.time >= .minutes(1)) }
        #expect(list.count > 700)
        let later = FetchTime.monday + .days(2)
        var started: [Int] = []
        while let app = poller.startNextRequest(at: later) { started.append(app.index) }
        #expect(started.filter { $0 < 50 }.count == 1 && started.filter { $0 >= 50 }.count == 2)
        // What a server asks to wait for two in a row holds for all. One alone may be refused for its own sake.
        for app in started {
            try poller.recordAnswer(Self.answer(.failed, retryAfter: .hours(2)), from: AppID(app), at: later)
        }
        let waiting = try Self.run(&poller, from: later, for: .hours(3))
        let end = later + .hours(2)
        #expect(waiting.allSatisfy { $0.time >= end || $0.app < 50 && !started.contains($0.app) })
        #expect(waiting.contains { $0.time < end } && waiting.contains { $0.app >= 50 && $0.time >= end })
    }

    /// A server that serves a request a minute and says so to those that it refuses, or does not.
    @Test(arguments: [true, false]) func aSpacingThatRefusalsShow(saysWhen: Bool) throws {
        var poller = Self.poller(perDay: 3000)
        let group = poller.addGroup(GroupLimits())
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<60 { _ = poller.add(limits, at: .monday) }
        var (now, free, served, refused) = (FetchTime.monday, FetchTime.monday, 0, [FetchTime]())
        while now < .monday + .days(2) {
            while let app = poller.startNextRequest(at: now) {
                if now < free {
                    refused.append(now)
                    let wait = saysWhen ? free - now : .zero
                    try poller.recordAnswer(Self.answer(.failed, retryAfter: wait), from: app, at: now)
                } else {
                    (free, served) = (now + .minutes(1), served + 1)
                    try poller.recordAnswer(Self.answer(.newData), from: app, at: now)
                }
            }
            now = poller.nextDeadline(after: now) ?? .distantFuture
        }
        #expect(
            !refused.isEmpty && refused.count { $0 >= .monday + .hours(1) } <= 12 && served > 2500,
            "\(refused), \(served)")
        // A long wait, as for maintenance, is not taken for a spacing, nor are refusals of all for some hours.
        let end = now + .hours(3)
        for app in 0..<(saysWhen ? 2 : 0) {
            poller.scheduler.observe(.serverWait(AppID(app), until: end), at: now)
        }
        var tries = 0
        while now < end {
            while let app = poller.startNextRequest(at: now) {
                tries += 1
                try poller.recordAnswer(Self.answer(.failed, retryAfter: .zero), from: app, at: now)
            }
            now = poller.nextDeadline(after: now) ?? .distantFuture
        }
        #expect(tries <= (saysWhen ? 0 : 8))
        let list = try Self.run(&poller, from: end + .hours(1), for: .minutes(10))
        #expect(list.count >= 9)
    }

    /// With a number of requests many openings count by their share: an hour of age keeps its worth beside them.
    @Test func manyOpeningsDoNotSwampTheAge() throws {
        func ageJoules(openings perHour: Int) throws -> Double {
            var poller = Self.poller(perDay: 500)
            let apps = (0..<20).map { _ in poller.add(at: .monday) }
            let end = FetchTime.monday + .days(3)
            for opening in 0..<72 * perHour {
                try poller.noteRead(of: apps[0], at: .monday + .minutes(Int64(opening * 60 / perHour)))
            }
            return poller.scheduler.pollingRule(of: apps[1].index, at: end).ageJoules * 3600 * 3600
        }
        #expect(try abs(ageJoules(openings: 0) - 0.0175) < 1e-9)
        let (few, many) = (try ageJoules(openings: 2), try ageJoules(openings: 60))
        #expect(abs(few / (0.06 * 20 * 2 / 20) - 1) < 0.05 && abs(many / few - 30) < 1)
    }

    @Test func aHostWithALoopOfItsOwn() throws {
        var poller = Self.poller()
        let app = poller.add(at: .monday)
        let first = try poller.recordAnswer(
            Self.answer(
                .newData, changed: [.monday - .hours(1), .monday - .hours(3), .monday - .hours(2)]),
            from: app, at: .monday)
        // The dates tell of an update an hour, in whatever order they come.
        let mean = poller.scheduler.content.meanChange(of: app.index, poller.scheduler.apps)
        #expect(abs(mean * 3600 - 1) < 0.7)
        let due = try #require(first)
        #expect(due > .monday && due < .monday + .hours(12))
        #expect(try poller.nextRequest(to: app, at: .monday + .minutes(1)) == due)
        // Put off by the host: no failure, and no request before.
        #expect(poller.startNextRequest(at: due) == app)
        #expect(try poller.nextRequest(to: app, at: due) == nil)
        try poller.deferRequest(to: app, until: due + .minutes(9), at: due + .seconds(1))
        #expect(try poller.nextRequest(to: app, at: due + .minutes(1)) ?? .epoch >= due + .minutes(9))
        #expect(poller.scheduler.apps[app.index].failures == 0)
        #expect(throws: EngineError.noFetchUnderWay(app)) {
            try poller.deferRequest(to: app, until: due, at: due + .seconds(1))
        }
        // A failure waits, and what the server says is obeyed.
        let wait = try poller.recordAnswer(
            Self.answer(.failed, retryAfter: .hours(30)), from: app, at: due + .hours(1))
        #expect(wait ?? .epoch >= due + .hours(31))
    }

    @Test func whyNothingIsAsked() throws {
        var configuration = FetchConfiguration.unmetered
        configuration.power.runJoules = 1
        var poller = Poller(unchecked: configuration)
        #expect(poller.idleReason(at: .monday) == .noSources)
        let app = poller.add(at: .monday)
        #expect(poller.startNextRequest(at: .monday) == app)
        try poller.recordAnswer(Self.answer(.noData), from: app, at: .monday)
        #expect(poller.idleReason(at: .monday) == .noLaunches)
        poller.setNetwork(isUp: false, at: .monday)
        #expect(poller.idleReason(at: .monday) == .noNetwork)
        poller.setNetwork(isUp: true, at: .monday)
        try poller.noteRead(of: app, at: .monday)
        #expect(poller.idleReason(at: .monday) == nil)
        try poller.setPaused(true, of: app, at: .monday)
        #expect(poller.idleReason(at: .monday) == .nothingAllowed)
        var none = Self.poller(perDay: 0)
        _ = none.add(at: .monday)
        #expect(none.idleReason(at: .monday) == .noRequests)
        #expect(none.startNextRequest(at: .monday + .days(1)) == nil)
    }

    /// Neither hours nor seeds make many sources come at the same second.
    @Test func noHerdAtTheFullHour() throws {
        var seconds: [Set<Int64>] = []
        for seed in [1, 2] as [UInt64] {
            var poller = Self.poller(perDay: 2000, seed: seed)
            for _ in 0..<100 { _ = poller.add(at: .monday) }
            var list: [(time: FetchTime, app: Int)] = []
            // Read by day alone, at moments of all minutes.
            for piece in 0..<5 * 144 as Range<Int64> {
                let begin = FetchTime.monday + .minutes(10 * piece)
                list += try Self.run(&poller, from: begin, for: .seconds(60 * Double(piece * 7 % 10)))
                if (48..<120).contains(piece % 144) {
                    try poller.noteRead(of: AppID(Int(piece) * 7 % 100), at: begin + .minutes(piece * 7 % 10))
                }
                list += try Self.run(
                    &poller, from: begin + .minutes(piece * 7 % 10), for: .minutes(10 - piece * 7 % 10))
            }
            var minutes = [Int](repeating: 0, count: 60)
            for (time, _) in list.dropFirst(2000) { minutes[Int(time.seconds / 60) % 60] += 1 }
            let all = minutes.reduce(0, +)
            #expect((minutes.max() ?? 0) * 100 <= 3 * all, "\(minutes)")
            seconds.append(Set(list.dropFirst(2000).map { Int64($0.time.seconds) }))
        }
        // By luck a seventieth of all seconds of the day is used.
        #expect(seconds[0].intersection(seconds[1]).count * 10 < seconds[0].count)
    }

    /// A clock that is in another year for an hour, five times in a day, brings no day's requests each time.
    @Test(arguments: [-20_000, 20_000] as [Int64]) func requestsUnderAWrongClock(days: Int64) throws {
        var poller = Self.poller(perDay: 24)
        for _ in 0..<60 { _ = poller.add(at: .monday) }
        _ = try Self.run(&poller, from: .monday, for: .days(6))
        var requests = 0
        for part in 0..<5 as Range<Int64> {
            let begin = FetchTime.monday + .days(6) + .hours(4 * part)
            // Without updates, as a source that is ever new has a try of its own.
            requests += try Self.run(&poller, from: begin + .days(days), for: .hours(1), changes: .infinity)
                .count
            requests += try Self.run(&poller, from: begin + .hours(1), for: .hours(3), changes: .infinity)
                .count
        }
        // The most of two days.
        #expect(requests > 0 && requests <= 52, "\(requests)")
    }

    /// Groups, limits and the price are in a snapshot.
    @Test func restoredInBetween() throws {
        var poller = Self.poller()
        let group = poller.addGroup(changed(GroupLimits()) { $0.spacing = .minutes(3) })
        let limits = changed(SourceLimits()) { ($0.group, $0.most) = (group, .hours(3)) }
        for app in 0..<20 { _ = poller.add(app < 9 ? limits : SourceLimits(), at: .monday) }
        _ = try Self.run(&poller, from: .monday, for: .days(3))
        var restored = try Poller(restoring: poller.snapshot(), configuration: poller.configuration)
        restored.hostRestarted(at: .monday + .days(3))
        let now = FetchTime.monday + .days(3)
        let (one, other) = (
            try Self.run(&poller, from: now, for: .days(2)),
            try Self.run(&restored, from: now, for: .days(2))
        )
        #expect(one.map(\.time) == other.map(\.time) && one.map(\.app) == other.map(\.app))
        #expect(one.count > 300)
    }
}
