import Testing

@testable import FetchSched

/// Promises to servers and hosts that random weeks found broken (Tests/PythonTests/random_weeks.py).
@Suite struct PollingPromisesTests {
    private static func engine(perDay: Double) -> FetchEngine {
        var configuration = Configuration.poller(requestsPerDay: perDay)
        configuration.minimumSpacing = .seconds(1)
        return FetchEngine(unchecked: configuration, seed: 1)
    }

    /// No 24 hours have more than 1.1 times the number, wherever they begin: also two bursts a little less than a day apart.
    @Test(arguments: [3, 20, 100] as [Double]) func requestsOfAny24Hours(perDay: Double) throws {
        var engine = Self.engine(perDay: perDay)
        for _ in 0..<80 { _ = engine.registerSource(at: .monday) }
        var list: [Instant] = []
        var isFirst = Set<Int>()
        // The host is there from 40 minutes before six to 20 minutes after six, twice a day.
        for half in 0..<20 as Range<Int64> {
            var now = Instant.monday + .hours(12 * half) + .minutes(320)
            let end = now + .hours(1)
            while now < end {
                while let app = engine.nextDue(at: now) {
                    if !isFirst.insert(app.index).inserted { list.append(now) }
                    try engine.asked(app, SourceAnswer(.newData), at: now)
                }
                now = now + .minutes(1)
            }
        }
        for (place, begin) in list.enumerated() {
            let count = list[place...].prefix { $0 < begin + .days(1) }.count
            #expect(Double(count) <= 1.1 * perDay, "from \(begin)")
        }
        #expect(Double(list.count) >= 5 * perDay)
    }

    /// A host's clock that is set back, to another part of an hour, shortens no 24 hours.
    @Test func requestsOf24HoursUnderAClockThatIsSetBack() {
        var price = RequestPrice(perDay: 10)
        let before = Instant.monday + .hours(30) + .minutes(1)
        price.pass(to: before, isBlocked: false)
        for _ in 0..<11 { price.spend() }
        #expect(!price.hasRoom)
        let now = before - .minutes(2)
        price.clockWentBack(from: before, to: now)
        price.pass(to: now + .hours(24) - .minutes(1), isBlocked: false)
        #expect(!price.hasRoom)
        price.pass(to: now + .hours(26), isBlocked: false)
        #expect(price.hasRoom)
    }

    /// The server was asked before the process ended: the least time between two requests counts from there.
    @Test func leastTimeOverARestart() throws {
        var engine = Self.engine(perDay: 1000)
        let limits = changed(SourceLimits()) { $0.least = .hours(1) }
        let app = engine.registerSource(limits, at: .monday)
        #expect(engine.nextDue(at: .monday) == app)
        engine.hostRestarted(at: .monday + .minutes(2))
        let next = try engine.nextFetch(of: app, at: .monday + .minutes(2))
        #expect(next.map { $0 >= .monday + .hours(1) } ?? false)
    }

    /// A source that is gone is gone on another network, too.
    @Test func goneOnAnotherNetwork() throws {
        var engine = Self.engine(perDay: 1000)
        let app = engine.registerSource(at: .monday)
        try engine.asked(app, SourceAnswer(.gone), at: .monday)
        engine.tell(.network(.none), at: .monday + .hours(1))
        engine.tell(.network(.wired), at: .monday + .hours(2))
        let next = try engine.nextFetch(of: app, at: .monday + .hours(2))
        #expect(next.map { $0 >= .monday + .days(5) } ?? false)
    }

    /// A first request that was put off was not paid for, and gives nothing back.
    @Test func aFirstRequestThatIsPutOff() throws {
        var engine = Self.engine(perDay: 10)
        let (one, other) = (engine.registerSource(at: .monday), engine.registerSource(at: .monday))
        try engine.asked(one, SourceAnswer(.noData), at: .monday)
        for minute in 0..<11 as Range<Int64> {
            try engine.asked(one, SourceAnswer(.noData), at: .monday + .minutes(minute))
        }
        let now = Instant.monday + .minutes(20)
        #expect(!engine.scheduler.polling.price.hasRoom)
        #expect(engine.nextDue(at: now) == other)
        try engine.deferFetch(of: other, until: now + .minutes(1), at: now)
        #expect(!engine.scheduler.polling.price.hasRoom)
    }

    /// Requests are left for sources that may wait no longer, also after most of a day's were made at once.
    @Test func longestTimeAfterABurst() throws {
        var engine = Self.engine(perDay: 100)
        let limits = changed(SourceLimits()) { ($0.most, $0.weight) = (.hours(4), 0) }
        let often = (0..<5).map { _ in engine.registerSource(limits, at: .monday) }
        for _ in 0..<200 { _ = engine.registerSource(at: .monday) }
        var last: [AppID: Instant] = [:]
        var longest = TimeSpan.zero
        var now = Instant.monday
        while now < .monday + .days(6) {
            // Away for two days; what was missed may be made up for.
            if now >= .monday + .days(2), now < .monday + .days(4) {
                now = .monday + .days(4)
                last = [:]
            }
            while let app = engine.nextDue(at: now) {
                if often.contains(app) {
                    longest = max(longest, last[app].map { now - $0 } ?? .zero)
                    last[app] = now
                }
                try engine.asked(app, SourceAnswer(.newData), at: now)
            }
            now = now + .minutes(5)
        }
        #expect(longest <= .hours(4) + .minutes(70), "\(longest)")
    }
}
