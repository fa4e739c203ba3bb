import FetchSched
import Testing

@testable import FetchLab

private let begin = PollerWorld.start

/// Worlds of pollers, how they answer, and what is made of that.
@Suite struct PollerWorldTests {
    private static let (begin, scored) = (PollerWorld.start, PollerWorld.scored)

    /// A world of those sources, each on a host of its own, with a request allowed in each hour.
    private func world(_ changes: [[FetchTime]]) -> PollerWorld {
        var world = PollerWorld("test", "", sources: 0, perDay: 24, seed: 1)
        world.hosts = changes.map { _ in .init() }
        world.sources = changes.enumerated().map { .init(host: $0, changes: $1, rate: 1) }
        return world
    }

    private func log(_ world: PollerWorld, every hours: Double = 1) -> PollerLog {
        PollerSimulation.log(of: world, Hourly(.init(dial: hours * 3600)))
    }

    private func kinds(_ log: PollerLog, _ source: Int = 0, from begin: FetchTime, hours: Int64) -> [PollerLog
        .Kind]
    {
        log.requests[source].filter { $0.at >= begin && $0.at < begin + .hours(hours) }.map(\.kind)
    }

    // MARK: Worlds

    @Test func aWorldComesFromItsSeed() {
        let changes = (1...2).map { seed in
            PollerPreset.all.map { $0.world(seed: UInt64(seed)).sources.map(\.changes) }
        }
        #expect(changes[0] == PollerPreset.all.map { $0.world(seed: 1).sources.map(\.changes) })
        #expect(changes[0] != changes[1])
    }

    /// By hours and weekdays or not, a source has as many updates as its rate says.
    @Test func ratesAreKept() {
        let sources = PollerWorld("test", "", sources: 400, perDay: 1, seed: 3).sources
        let expected = sources.reduce(0) { $0 + $1.rate } * 28
        let found = Double(sources.reduce(0) { $0 + $1.changes.count })
        #expect(abs(found / expected - 1) < 0.02)
        #expect(sources.allSatisfy { $0.changes == $0.changes.sorted() })
    }

    @Test func troublesTakeSourcesOfTheirOwn() throws {
        let world = try #require(PollerPreset.all.first { $0.name == "all" }).world(seed: 1)
        for source in world.sources {
            let troubles = [
                source.added > Self.begin, source.host >= 160, source.end < .distantFuture,
                !source.errors.isEmpty,
                source.isEverNew, source.isAnnounced, source.kills, source.rate == 1 / 7.0,
            ]
            #expect(troubles.count { $0 } <= 1)
        }
        #expect(world.sources.count { $0.host >= 160 } == 60)
        #expect(world.sources.count { $0.refusal != nil } == 2)
    }

    // MARK: Answers

    @Test func whatASourceAnswers() {
        var world = world([[Self.scored + .minutes(90)], [], [], []])
        world.sources[0].errors = [Self.scored + .hours(5)..<Self.scored + .hours(7)]
        (world.sources[1].end, world.sources[1].last) = (Self.scored + .hours(2), .gone)
        world.sources[2].isEverNew = true
        world.sources[3].refusal = .zero
        world.withoutNetwork = [Self.scored + .hours(8)..<Self.scored + .hours(9)]
        let log = log(world)
        #expect(
            kinds(log, from: Self.scored, hours: 10)
                == [
                    .nothing, .nothing, .new, .nothing, .nothing, .failed, .failed, .nothing, .failed,
                    .nothing,
                ])
        #expect(kinds(log, 1, from: Self.scored, hours: 4) == [.nothing, .nothing, .failed, .failed])
        #expect(kinds(log, 2, from: Self.scored, hours: 2) == [.new, .new])
        #expect(kinds(log, 3, from: Self.scored, hours: 2) == [.refused, .refused])
    }

    /// Two sources on a host that wants an hour and a half between requests, asked at the same time each hour.
    @Test func aHostThatWantsTime() {
        var world = world([[], []])
        world.hosts[0].spacing = .minutes(90)
        world.sources[1].host = 0
        let log = log(world)
        #expect(
            kinds(log, from: Self.begin, hours: 6) == [
                .nothing, .refused, .nothing, .refused, .nothing, .refused,
            ])
        #expect(kinds(log, 1, from: Self.begin, hours: 6).allSatisfy { $0 == .refused })
        let figures = PollerFigures(world, log)
        #expect(figures.perDay == 48)
        #expect(figures.refused == 36)
    }

    // MARK: The host

    @Test func aHostThatSleepsAsksNothing() {
        var world = world([[]])
        world.sleep(wakesPerDay: 2, minutes: 8, late: .seconds(5))
        let log = log(world)
        #expect(log.perDay == 2)
        #expect(log.requests[0].allSatisfy { $0.kind == .failed })
        #expect(PollerFigures(world, log).gap < 3600)
    }

    @Test func aClockThatIsAhead() {
        var world = world([[]])
        world.clock = (.days(1), Self.begin + .days(10))
        let times = log(world).requests[0].map(\.at)
        // The policy has its next time by the clock that was ahead: it comes a day late.
        #expect(times.contains { $0 > Self.begin + .days(10) - .hours(2) && $0 < Self.begin + .days(10) })
        #expect(!times.contains { $0 >= Self.begin + .days(10) && $0 < Self.begin + .days(11) - .hours(1) })
    }

    /// What the process learned since it saved is lost with the answer that kills it: the other source's request, too.
    @Test func anAnswerThatKills() {
        var world = world([[], []])
        world.sources[1].kills = true
        let log = log(world)
        #expect(log.requests[1].count > 600)
        #expect(log.requests[0].count == log.requests[1].count)
    }

    @Test func announcementsComeUntilTheHubEnds() {
        let changes = (0..<20).map { Self.scored + .days($0) + .minutes($0 < 10 ? 30 : 0) }
        var world = world([changes])
        world.sources[0].isAnnounced = true
        world.hubEnd = Self.scored + .days(10)
        let new = log(world).requests[0].filter { $0.kind == .new }.map(\.at)
        #expect(Array(new.prefix(10)) == Array(changes.prefix(10)))
        #expect(zip(new, changes).dropFirst(10).allSatisfy { $0 - $1 == .minutes(30) })
    }

    // MARK: Figures

    /// Two updates, two hours and an hour before a request; the source was asked before.
    @Test func figuresByHand() throws {
        let world = world([[Self.scored + .hours(1), Self.scored + .hours(2)]])
        var log = PollerLog(sources: 1)
        log.requests[0] = [
            (Self.begin, .nothing), (Self.scored + .hours(3), .new), (Self.scored + .hours(5), .nothing),
        ]
        let figures = PollerFigures(world, log)
        let span = 21.0 * 24
        #expect(figures.empty == 0.5)
        #expect(figures.delay == 1.5 * 3600)
        #expect(abs(try #require(figures.current) - (1 - 2 / span)) < 1e-12)
        #expect(abs(try #require(figures.missing) - 2 / span * 3600) < 1e-9)
        #expect(figures.lost == 0)
        #expect(figures.perDay == 2 / 21.0)
        #expect(figures.leastDay == 0)
        #expect(figures.mostDay == 2 / 24.0)
        #expect(figures.gap == (span - 5) * 3600)
    }

    @Test func updatesBeyondTheWindowAreLost() {
        let world = world([(1...50).map { Self.scored + .minutes($0) }])
        var log = PollerLog(sources: 1)
        log.requests[0] = [(Self.scored + .hours(2), .new)]
        #expect(PollerFigures(world, log).lost == 0.6)
    }

    /// An update is missing for the whole time: the age grows evenly, and 95 % of the time it is at most that of 95 %.
    @Test func theQuantileOfAges() throws {
        let world = world([[Self.scored]])
        let figures = PollerFigures(world, PollerLog(sources: 1))
        #expect(figures.current == 0)
        #expect(abs(try #require(figures.missing95) / (0.95 * 21 * 86_400) - 1) < 1e-6)
    }

    // MARK: Rules

    /// A policy that is asked for what is due; expectations cannot change a value.
    private final class Asked<Rule: IntervalRule> {
        private var policy: ScheduledPolicy<Rule>

        init(dial: Double, hosts: Int) {
            policy = ScheduledPolicy(PollingSetup(dial: dial))
            for host in 0..<hosts { policy.add(host: host, at: begin) }
        }

        func next(at now: FetchTime) -> Int? { policy.next(at: now) }
        func wait(at now: FetchTime) -> TimeSpan? { policy.nextTime(after: now).map { $0 - now } }

        /// The wait after the answer of the source that is due.
        func wait(after outcome: FetchOutcome, _ retryAfter: TimeSpan? = nil, at now: FetchTime) -> TimeSpan?
        {
            guard let source = policy.next(at: now) else { return nil }
            var answer = SourceAnswer(outcome)
            answer.retryAfter = retryAfter
            policy.polled(source, answer, at: now)
            return wait(at: now)
        }
    }

    @Test func rulesBackOffAndRespectServers() throws {
        let asked = Asked<FixedRule>(dial: 7200, hosts: 1)
        var now = Self.begin + .minutes(1)
        for wait in [TimeSpan.minutes(5), .minutes(10), .minutes(20), .minutes(40)] {
            #expect(asked.wait(after: .failed, at: now) == wait)
            now = now + wait
        }
        #expect(asked.wait(after: .failed, .hours(12), at: now) == .hours(12))
        now = now + .hours(12)
        let wait = try #require(asked.wait(after: .noData, at: now))
        #expect(wait >= .hours(2) && wait <= .minutes(126))
        // A clock that was set back a day moves the time with it.
        now = now - .days(1)
        #expect(asked.next(at: now) == nil)
        #expect(asked.wait(at: now) == wait)
        #expect(asked.wait(after: .gone, at: now + .hours(3)) == .days(5))
    }

    /// Three hosts that fail are the network: one request tries it, and the others are asked once it is back.
    @Test func theCarefulRuleKnowsTheNetwork() {
        let asked = Asked<RatedRule<CarefulRule>>(dial: 1e8, hosts: 10)
        var now = Self.begin + .minutes(1)
        for _ in 0..<2 { #expect(asked.wait(after: .failed, at: now) ?? .max <= .zero) }
        #expect(asked.wait(after: .failed, at: now) == .seconds(15))
        #expect(asked.next(at: now) == nil)
        now = now + .seconds(15)
        #expect(asked.wait(after: .failed, at: now) == .seconds(30))
        now = now + .seconds(30)
        #expect(asked.wait(after: .noData, at: now) ?? .max <= .zero)
        var count = 0
        while asked.next(at: now) != nil { count += 1 }
        #expect(count == 7)
    }

    /// A network that is down is tried with one request at a time.
    @Test func theCarefulRuleTriesOnce() {
        let asked = Asked<RatedRule<CarefulRule>>(dial: 1e8, hosts: 10)
        let now = Self.begin + .minutes(1)
        for _ in 0..<3 { _ = asked.wait(after: .failed, at: now) }
        #expect(asked.next(at: now + .seconds(15)) != nil)
        #expect(asked.next(at: now + .seconds(15)) == nil)
    }

    /// Each rule gets the setting at which it makes the number of requests.
    @Test func rulesAreFittedToTheNumber() async throws {
        var bench = PollerBench()
        bench.presets = bench.presets.filter { $0.name == "killer" }
        bench.perDay = 100
        let rows = try await bench.run(jobs: 2)[0].rows
        #expect(rows.map(\.policy) == PollerContender.all.map(\.name))
        for row in rows where row.policy != "nutch" {
            #expect(abs(row.figures.perDay / 100 - 1) < 0.03, "\(row.policy): \(row.figures.perDay)")
        }
    }

    /// The engine is ahead of every rule where everything answers.
    @Test func theReport() async throws {
        var bench = PollerBench()
        bench.presets = bench.presets.filter { $0.name == "good" }
        bench.contenders = bench.contenders.filter { ["poller", "fixed"].contains($0.name) }
        let reports = try await bench.run(jobs: 1)
        let missing = reports[0].rows.map { $0.figures.missing ?? 0 }
        #expect(missing[0] > 0 && missing[0] < 0.75 * missing[1])
        let lines = PollerTables.text(reports).split(separator: "\n").map(String.init)
        #expect(lines[0] == "good: everything answers")
        #expect(lines[1] == "100 sources, 400 requests a day, 21 days scored after 7 of warm-up, seed 1")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let csv = PollerTables.csv(reports).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(csv.count == 3 && Set(csv.map(\.count)).count == 1)
        #expect(csv[2].starts(with: ["good", "100", "400", "1", "fixed"]))
        #expect(
            PollerTables.json(reports).hasPrefix("{\"format\":\"fetchsched-pollers/1\",\"world\":\"good\""))
    }
}

/// Asks each source at even distances from the first time on, whatever comes of it, and at announcements.
private struct Hourly: PollingPolicy {
    private let period: TimeSpan
    private var due: [FetchTime] = []

    init(_ setup: PollingSetup) { period = .seconds(setup.dial) }

    mutating func add(host: Int, at now: FetchTime) { due.append(now) }

    mutating func next(at now: FetchTime) -> Int? {
        guard let source = due.indices.first(where: { due[$0] <= now }) else { return nil }
        while due[source] <= now { due[source] = due[source] + period }
        return source
    }

    mutating func polled(_ source: Int, _ answer: SourceAnswer, at now: FetchTime) {}
    mutating func announced(_ source: Int, at now: FetchTime) { due[source] = now }
    mutating func restarted(at now: FetchTime) {}
    mutating func nextTime(after now: FetchTime) -> FetchTime? { due.min() }
}
