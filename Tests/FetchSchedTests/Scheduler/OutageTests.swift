import Testing

import FetchSchedText
@testable import FetchSched

/// Forty feeds of a server, each opened once a day and changing eight times, of which some fail for a time.
private struct Feeds {
    var scheduler: Scheduler
    var now = FetchTime.monday
    private var openings: [(time: FetchTime, app: AppID)] = []
    private var random: SplitMix64
    private var copied: [FetchTime]
    private let fails: (_ app: Int, _ now: FetchTime) -> Bool
    /// How many fetches there were by day, of the sources that are asked about and of all.
    private(set) var fetches: [(time: FetchTime, app: Int, failed: Bool)] = []

    init(
        requestsPerDay: Double? = nil, seed: UInt64 = 11,
        fails: @escaping (_ app: Int, _ now: FetchTime) -> Bool
    ) {
        scheduler = .with(
            apps: 40, requestsPerDay.map(FetchConfiguration.poller) ?? PollingScene.configuration())
        self.fails = fails
        random = SplitMix64(seed: seed)
        copied = [FetchTime](repeating: .monday, count: 40)
    }

    mutating func run(days: Int) throws {
        for _ in 0..<days {
            let end = FetchTime(milliseconds: (now.milliseconds / 86_400_000 + 1) * 86_400_000)
            for app in scheduler.appIDs {
                let minute = Int64(random.below(14 * 60))
                openings.append((end - .hours(16) + .minutes(minute), app))
            }
            openings.sort { ($0.time, $0.app) < ($1.time, $1.app) }
            try run(until: end)
        }
    }

    private func hasChanged(_ app: Int, _ draw: Double) -> Bool {
        (now - copied[app]).seconds * 8 / 86_400 > -PortableMath.log(1 - draw)
    }

    private mutating func look(at app: Int) -> FetchOutcome {
        if fails(app, now) { return .failed }
        defer { copied[app] = now }
        return hasChanged(app, random.nextUnit()) ? .newData : .noData
    }

    private mutating func run(until end: FetchTime) throws {
        while now < end {
            while let app = scheduler.nextFetch(at: now) {
                let outcome = look(at: app.index)
                fetches.append((now, app.index, outcome == .failed))
                try scheduler.complete(app, outcome, bytes: 20_000, at: now)
            }
            now = min(end, openings.first?.time ?? end, scheduler.nextWakeup(after: now) ?? end)
            while let first = openings.first, first.time <= now {
                openings.removeFirst()
                scheduler.use(first.app, finds: look(at: first.app.index), bytes: 0, at: now)
            }
        }
    }

    func count(_ range: Range<Int>, from begin: FetchTime, to end: FetchTime) -> Int {
        fetches.count { range.contains($0.app) && $0.time >= begin && $0.time < end }
    }
}

/// Many sources that fail at once, or for ever.
@Suite struct OutageTests {
    private let day = { (number: Int) in FetchTime.monday + .days(Int64(number)) }

    @Test(arguments: [nil, 100, 400])
    func theLivingKeepTheirRequestsWhileHalfOfTheFeedsAreDead(_ requestsPerDay: Double?) throws {
        var feeds = Feeds(requestsPerDay: requestsPerDay) { app, now in app < 20 && now >= .monday + .days(10)
        }
        try feeds.run(days: 25)
        let before = feeds.count(20..<40, from: day(5), to: day(10))
        for first in stride(from: 10, to: 25, by: 5) {
            let after = feeds.count(20..<40, from: day(first), to: day(first + 5))
            #expect(Double(after) > 0.9 * Double(before), "from day \(first): \(after) of \(before)")
        }
        // The dead are given up, but not for good.
        let dead = feeds.count(0..<20, from: day(20), to: day(25))
        #expect(dead > 0 && dead < feeds.count(0..<20, from: day(5), to: day(10)))
    }

    @Test(arguments: [2, 8, 26]) func anOutageIsTriedBySomeAndOverForAll(_ hours: Int) throws {
        let begin = day(14) + .hours(9)
        let end = begin + .hours(Int64(hours))
        var (usual, after, tries) = (0, 0, 0)
        // The requests of a day vary by a tenth with the seed.
        for seed in 11...18 as ClosedRange<UInt64> {
            var feeds = Feeds(seed: seed) { _, now in now >= begin && now < end }
            try feeds.run(days: 20)
            let first = try #require(feeds.fetches.first { $0.time >= end && !$0.failed })
            #expect(first.time - end <= .minutes(40))
            tries += feeds.count(0..<40, from: begin, to: end)
            // Some in the first hour, then two an hour, and less often after a day.
            if seed == 11 { #expect(tries <= 16 + 2 * hours) }
            usual += feeds.count(0..<40, from: day(7), to: day(14)) / 7
            after += feeds.count(0..<40, from: end + .hours(1), to: end + .hours(25))
            for app in feeds.scheduler.appIDs { #expect(feeds.scheduler.apps[app.index].failures == 0) }
        }
        #expect(tries <= 8 * (16 + 2 * hours))
        #expect(Double(after) > 0.95 * Double(usual), "\(after) of \(usual)")
    }
}

/// What ends a back-off, and what does not.
@Suite struct EndOfFailuresTests {
    private let now = FetchTime.monday + .hours(10)

    /// An app whose fetches failed so often, the last time now, and whose server asked to wait for three days.
    private func failing(_ times: Int, outcome: FetchOutcome = .failed) throws -> (Scheduler, AppID) {
        var scheduler = Scheduler.with(at: now - .days(60))
        let app = AppID(0)
        for time in (0..<times).reversed() {
            try scheduler.force(app, at: now - .hours(6) * Int64(time))
            try scheduler.complete(app, outcome, at: now - .hours(6) * Int64(time))
        }
        scheduler.observe(.serverWait(app, until: now + .days(3)), at: now)
        return (scheduler, app)
    }

    private func waits(_ scheduler: Scheduler, _ app: AppID, at now: FetchTime) -> [String] {
        scheduler.vetoes(of: app.index, at: now).map(\.name).filter { $0 != "spacing-not-passed" }
    }

    @Test func anySuccessEndsIt() throws {
        let (failed, app) = try failing(60)
        #expect(waits(failed, app, at: now + .hours(1)) == ["backing-off", "server-delay"])
        var forced = failed
        try forced.force(app, at: now + .hours(1))
        try forced.complete(app, .noData, at: now + .hours(1))
        var opened = failed
        opened.observe(.foregroundSync(app, .newData, bytes: 9), at: now + .hours(1))
        for scheduler in [forced, opened] {
            #expect(waits(scheduler, app, at: now + .hours(1)).isEmpty)
            #expect(scheduler.apps[app.index].failures == 0)
        }
        var inVain = failed
        inVain.observe(.foregroundSync(app, .failed, bytes: 0), at: now + .hours(1))
        #expect(waits(inVain, app, at: now + .hours(1)).count == 2)
    }

    /// Another network ends the back-off once, and the server's wish never.
    @Test func anotherNetwork() throws {
        var (scheduler, app) = try failing(20)
        scheduler.observe(.network(.cellular), at: now + .minutes(1))
        #expect(waits(scheduler, app, at: now + .hours(1)).first == "backing-off")
        scheduler.observe(.network(.none), at: now + .minutes(2))
        scheduler.observe(.network(.wifi), at: now + .minutes(3))
        #expect(waits(scheduler, app, at: now + .hours(1)) == ["server-delay"])
        try scheduler.force(app, at: now + .hours(1))
        try scheduler.complete(app, .failed, at: now + .hours(1))
        scheduler.observe(.network(.cellular), at: now + .hours(1))
        #expect(waits(scheduler, app, at: now + .hours(2)).first == "backing-off")
    }

    @Test func oneThatIsGoneIsAskedAfterAWeek() throws {
        let (scheduler, app) = try failing(1, outcome: .gone)
        let until = scheduler.apps[app.index].backoffUntil
        #expect(until > now + .days(5) && until <= now + .days(7))
        #expect(!scheduler.network.isDown)
    }

    @Test(arguments: [false, true]) func theNetworkIsTriedByOne(isAlwaysOn: Bool) throws {
        var belief = NetworkBelief(isAlwaysOn: isAlwaysOn)
        func fail(_ app: Int, group: Int? = nil, isFirst: Bool = true, at moment: FetchTime) {
            belief.fail(app, group: group, isFirst: isFirst, start: moment, on: .wifi, at: moment)
        }
        // The same one again, one that failed before, and others of the same server say nothing more.
        fail(1, at: now)
        fail(1, at: now)
        fail(2, isFirst: false, at: now)
        fail(2, group: 7, at: now + .seconds(1))
        fail(1, at: now + .seconds(1))
        for app in 3...9 { fail(app, group: 7, at: now + .seconds(1)) }
        #expect(!belief.isDown)
        fail(10, at: now + .seconds(2))
        #expect(belief.isDown)
        var moment = now
        var tries: [Int64] = []
        while belief.nextTry < now + .hours(8) {
            moment = belief.nextTry
            tries.append((moment - now).milliseconds / 1000)
            fail(4, at: moment)
        }
        // Each wait is as long as it has been down, up to 32 minutes.
        #expect(
            tries.prefix(5) == (isAlwaysOn ? [17, 32, 62, 122, 242] : [602, 1202, 2402, 4322, 6242])
                && tries.count <= (isAlwaysOn ? 22 : 17))
        // After sleep the waits begin anew.
        let woken = belief.nextTry + .hours(8)
        fail(4, at: woken)
        #expect(belief.nextTry == woken + belief.shortestWait)
        let isAnother = [belief.change(to: .wifi), belief.change(to: .cellular)]
        #expect(isAnother == [false, true] && belief.nextTry == .distantPast)
        let begin = belief.succeed()
        #expect(begin == now && !belief.isDown)
    }
}
