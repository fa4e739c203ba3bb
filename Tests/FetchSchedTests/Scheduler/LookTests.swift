import Testing

@testable import FetchSched

/// Looks at sources: what an interval counts from, and that none is left alone for good.
@Suite struct LookTests {
    private let now = FetchTime.monday + .hours(10)
    private let app = AppID(0)

    /// Asks a server's scheduler for a time in which an app is opened every so often, and says how often its source is asked.
    private func requests(
        _ scheduler: inout Scheduler, days: Int64, openedEvery span: TimeSpan,
        looks: Bool = false, finds: (FetchTime) -> FetchOutcome = { _ in .newData }
    ) throws -> [FetchTime] {
        var (moment, asked) = (scheduler.device.now, [FetchTime]())
        let end = moment + .days(days)
        while moment < end {
            let next = min(end, moment + span)
            asked += try scheduler.poll(from: moment, until: next, finds: finds).map(\.time)
            moment = next
            scheduler.use(app, finds: looks ? finds(moment) : nil, bytes: 0, at: moment)
        }
        return asked
    }

    private func server(apps: Int = 1, price: Double = 0.05) -> Scheduler {
        Scheduler.with(apps: apps, PollingScene.configuration(price: price), at: now)
    }

    /// However often an app is opened from its copy, its custom interval and its server's are kept, and no more than that.
    @Test(arguments: [30, 59, 61], [true, false])
    func openingsFromTheCopyAreNoLooks(minutes: Int64, isInterval: Bool) throws {
        var scheduler = server()
        if isInterval { try scheduler.setInterval(.custom(.hours(1)), of: app, at: now) }
        if !isInterval { scheduler.observe(.serverInterval(app, .hours(1)), at: now) }
        let asked = try requests(&scheduler, days: 7, openedEvery: .minutes(minutes))
        #expect(asked.count > 150 && asked.count <= 169, "\(asked.count)")
    }

    @Test func openingsThatLoadAreLooks() throws {
        var scheduler = server()
        try scheduler.setInterval(.custom(.hours(1)), of: app, at: now)
        let asked = try requests(&scheduler, days: 7, openedEvery: .minutes(30), looks: true)
        #expect(asked.count <= 1)
    }

    /// A season is over for half a year: what is opened each day is looked at about once a day, and found when it is back.
    @Test(arguments: [0.05, 1]) func aSourceThatComesBackIsFoundWithinADay(_ price: Double) throws {
        var scheduler = server(price: price)
        let (end, back) = (now + .days(30), now + .days(210))
        let asked = try requests(&scheduler, days: 240, openedEvery: .days(1)) {
            $0 < end || $0 >= back ? .newData : .noData
        }
        let silent = asked.filter { $0 >= back - .days(30) && $0 < back }
        #expect((25...40).contains(silent.count), "\(silent.count)")
        #expect(try #require(asked.first { $0 >= back }) < back + .days(1))
        // Where a request costs more than a look may, it is not.
        var dear = server(price: 3)
        let looks = try requests(&dear, days: 60, openedEvery: .days(1)) { _ in .noData }
        #expect(looks.count < 15)
    }

    /// On a phone, a source that never has anything new is probed each day only if the host does not say what launches find.
    @Test(arguments: [true, false]) func aLaunchThatSaysWhatItFoundIsALook(says: Bool) throws {
        var scheduler = Scheduler.with(at: now)
        var probes = 0
        for day in 0..<40 as Range<Int64> {
            scheduler.use(app, finds: says ? .noData : nil, bytes: 0, at: now + .days(day))
            for hour in 1..<24 as Range<Int64> {
                let moment = now + .days(day) + .hours(hour)
                scheduler.observe(.radio(.other, until: moment + .seconds(9)), at: moment)
                while let fetched = scheduler.nextFetch(at: moment + .seconds(1)) {
                    probes += scheduler.lastDecision?.reason == .probe ? 1 : 0
                    try scheduler.complete(fetched, .noData, at: moment + .seconds(2))
                }
            }
        }
        #expect(says ? probes == 0 : probes >= 20, "\(probes)")
    }

    /// A push service that dies is found out, also where the host says that it announces all, and so is its return.
    @Test(arguments: [true, false], [true, false])
    func anAnnouncerThatDied(isServer: Bool, isDeclared: Bool) throws {
        var scheduler = isServer ? server() : .with(at: now)
        try scheduler.setAnnouncesContent(isDeclared, of: app)
        var moment = now
        func live(days: Int, announced: Bool) {
            for _ in 0..<days {
                moment = moment + .hours(12)
                if announced { scheduler.observe(.contentHint(app), at: moment) }
                scheduler.observe(.foregroundSync(app, .newData, bytes: 1), at: moment + .hours(12))
                moment = moment + .hours(12)
            }
        }
        func share() -> Double { scheduler.content.announcedShare(app.index, scheduler.apps).now }
        func probability(_ hours: Int64) -> Double {
            scheduler.newContentProbability(of: app, at: moment + .hours(hours))
        }
        live(days: 20, announced: true)
        #expect(share() > 0.95 && probability(12) < 0.05)
        // After one change without a word a quiet day is suspicious, after some the source is like any other.
        live(days: 2, announced: false)
        #expect(share() < 0.95 && probability(24) > 0.1)
        live(days: 60, announced: false)
        #expect(share() < 0.4 && probability(24) > 0.4)
        live(days: 60, announced: true)
        #expect(share() > 0.85 && probability(12) < 0.2)
    }

    @Test func anAnnouncerIsAskedOnceAWeek() throws {
        var scheduler = server()
        try scheduler.setAnnouncesContent(true, of: app)
        let asked = try requests(&scheduler, days: 70, openedEvery: .days(1)) { _ in .noData }
        #expect((9...11).contains(asked.count), "\(asked.count)")
    }

    /// After days off, what is opened most is asked first.
    @Test func whatWaitedIsAskedByItsWorth() throws {
        var scheduler = server(apps: 200, price: 0.2)
        var moment = now
        for hour in 0..<(14 * 24) {
            moment = now + .hours(Int64(hour))
            for app in 0..<200 where app % 10 == 7 || (hour + app) % 72 == 0 {
                scheduler.use(AppID(app), bytes: 1, at: moment)
            }
            while let app = scheduler.nextFetch(at: moment) {
                try scheduler.complete(app, .newData, bytes: 1, at: moment)
            }
        }
        scheduler.hostRestarted(at: moment + .days(3))
        var first: [Int] = []
        while first.count < 20, let app = scheduler.nextFetch(at: moment + .days(3)) {
            first.append(app.index)
        }
        #expect(first.count { $0 % 10 == 7 } >= 18, "\(first)")
    }
}

/// Clocks that were wrong for a while.
@Suite struct WrongClockTests {
    private let clock = LocalClock()

    /// A boot in 1970, a year back, or in 2100: what is known of openings stays.
    @Test(arguments: [-19_723, -365, -7, -1, 27_000, 3] as [Int64])
    func aClockThatWasWrongForAMinute(days: Int64) throws {
        let (before, now) = (
            PollingScene.opened(at: [7, 12, 18, 21]), FetchTime.monday + .days(30) + .hours(2)
        )
        var scheduler = before
        for _ in 0..<3 {
            let wrong = now + .days(days)
            _ = scheduler.nextWakeup(after: wrong)
            scheduler.observe(.network(.wired), at: wrong + .minutes(1))
            _ = scheduler.nextWakeup(after: now + .minutes(1))
        }
        var right = before
        _ = right.nextWakeup(after: now + .minutes(1))
        let rate = { (scheduler: Scheduler) in scheduler.polling.demand.rate(0, at: now + .minutes(1)) }
        #expect(rate(scheduler) > 0.7 * rate(right) && rate(scheduler) < 1.2 * rate(right))
        let next = scheduler.nextWakeup(after: now + .minutes(1))
        #expect(try #require(next) < now + .hours(24))
    }

    /// A daily budget is no larger for a clock that is ahead for a while: what it was filled with then is missing later.
    @Test(arguments: [1, 3, 27_000] as [Int64]) func budgetsOfAClockThatWasAhead(days: Int64) {
        var control = BudgetControl(perDay: 10)
        func pass(_ now: FetchTime) {
            control.update(at: now, clock) { _, _ in 0.5 }
            if !control.isSpent { control.spend((control.left * 10).rounded(.down)) }
            control.update(at: now, clock) { _, _ in 0.5 }
        }
        for hour in 0..<(6 * 24) as Range<Int64> {
            let now = FetchTime.monday + .hours(hour)
            pass(now)
            guard (60..<65).contains(hour) else { continue }
            pass(now + .days(days))
            control.clockWentBack(to: clock.day(now))
        }
        #expect(control.spent <= 60, "\(control.spent)")
        // And in the long run no smaller either.
        for hour in (6 * 24)..<(12 * 24) as Range<Int64> { pass(.monday + .hours(hour)) }
        #expect((110...120).contains(control.spent), "\(control.spent)")
    }
}
