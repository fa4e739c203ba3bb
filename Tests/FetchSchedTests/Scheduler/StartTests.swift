@testable import FetchSched
import FetchSchedText
import Testing

/// Fetches that somebody else asks for, and what servers ask for.
@Suite struct StartTests {
    private let now = FetchTime.monday + .hours(10)

    private func prepared(
        _ interval: FetchInterval = .minimum, _ change: (inout FetchConfiguration) -> Void = { _ in }
    ) -> (Scheduler, AppID) {
        var configuration = FetchConfiguration()
        change(&configuration)
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        let app = scheduler.register(interval, at: .monday)
        return (scheduler, app)
    }

    @Test func aPushStartsAFetchThatCountsLikeAnyOther() throws {
        var (scheduler, app) = prepared(.custom(.hours(1)))
        try scheduler.fetchAnnounced(app, at: now)
        #expect(throws: EngineError.vetoed(app, FetchVeto(.fetchUnderWay))) {
            try scheduler.fetchAnnounced(app, at: now)
        }
        let before = try scheduler.explain(app, at: now).value.somethingNew
        try scheduler.complete(app, .newData, bytes: 1000, at: now + .seconds(2))
        let after = try scheduler.explain(app, at: now + .seconds(2))
        #expect(abs(before - 0.9) < 1e-9 && after.value.somethingNew < 0.01 && after.lastSync == now)
        let end = now + .seconds(2) + .hours(1)
        let spaced = now + .seconds(2) + .minutes(5)
        #expect(
            after.vetoes == [
                FetchVeto(.intervalNotPassed, until: end), FetchVeto(.spacingNotPassed, until: spaced),
            ])
        // An announcement need not wait for the spacing, but for the interval.
        #expect(throws: EngineError.vetoed(app, FetchVeto(.intervalNotPassed, until: end))) {
            try scheduler.fetchAnnounced(app, at: end - .seconds(1))
        }
        try scheduler.fetchAnnounced(app, at: end)
    }

    @Test func aPushThatMayNotFetchIsNotForgotten() throws {
        var (scheduler, app) = prepared()
        scheduler.observe(.lowPowerMode(isOn: true), at: now)
        #expect(throws: EngineError.vetoed(app, FetchVeto(.lowPowerMode))) {
            try scheduler.fetchAnnounced(app, at: now)
        }
        scheduler.observe(.lowPowerMode(isOn: false), at: now + .minutes(5))
        #expect(try scheduler.explain(app, at: now + .minutes(5)).value.somethingNew > 0.85)
    }

    @Test func aServersWishIsAFloor() throws {
        var (scheduler, app) = prepared()
        scheduler.observe(.serverWait(app, until: now + .minutes(30)), at: now)
        #expect(
            try scheduler.explain(app, at: now).vetoes == [
                FetchVeto(.serverDelay, until: now + .minutes(30))
            ])
        #expect(try scheduler.explain(app, at: now + .minutes(30)).vetoes.isEmpty)
        try scheduler.fetchAnnounced(app, at: now + .minutes(40))
        let end = now + .minutes(40) + .seconds(5)
        try scheduler.complete(app, .noData, at: end)
        scheduler.observe(.serverInterval(app, .hours(2)), at: end)
        // Without it, the spacing that every app keeps is over by then.
        let spaced = end + .minutes(5)
        #expect(
            try scheduler.explain(app, at: spaced - .seconds(1)).vetoes.first
                == FetchVeto(.spacingNotPassed, until: spaced))
        let vetoes = try scheduler.explain(app, at: spaced).vetoes
        #expect(vetoes == [FetchVeto(.serverDelay, until: end + .hours(2))])
        #expect(vetoes.map(\.description) == ["server-delay until 2024-01-01T12:40:05.000Z"])
        scheduler.observe(.serverInterval(app, .zero), at: end)
        #expect(try scheduler.explain(app, at: spaced).vetoes.isEmpty)
    }

    /// A server whose clock is wrong must not silence an app for good.
    @Test func aServerIsBelievedForAWeek() throws {
        var (scheduler, app) = prepared()
        scheduler.observe(.serverWait(app, until: .distantFuture), at: now)
        scheduler.observe(.serverInterval(app, .max), at: now)
        #expect(try !scheduler.explain(app, at: now + .days(6)).vetoes.isEmpty)
        #expect(try scheduler.explain(app, at: now + .days(7)).vetoes.isEmpty)
    }

    @Test func aSpentBudgetIsNamed() throws {
        var (scheduler, app) = prepared { $0.budget.joulesPerDay = 0 }
        scheduler.use(app, finds: nil, at: now)
        #expect(scheduler.nextFetch(at: now) == nil)
        #expect(try scheduler.explain(app, at: now).vetoes.contains(FetchVeto(.budgetSpent)))
        #expect(throws: EngineError.vetoed(app, FetchVeto(.budgetSpent))) {
            try scheduler.fetchAnnounced(app, at: now + .hours(1))
        }
        try scheduler.force(app, at: now + .hours(1))
    }

    // MARK: Timelines

    /// Plays a drawing with an app for which pushes ask; a fetch ends at once.
    private func play(
        _ drawing: String, bytes: Int64 = 0, _ change: (inout FetchConfiguration) -> Void = { _ in }
    ) throws {
        var (scheduler, app) = prepared { configuration in
            configuration.settling = .zero
            change(&configuration)
        }
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md").play(answers: ["fetch"]) {
            moment in
            let now = moment.time
            var answers: [Marbles.Mark] = []
            for mark in moment.marks {
                switch mark.symbol {
                case "p":
                    guard (try? scheduler.fetchAnnounced(app, at: now)) != nil else { continue }
                    try scheduler.complete(app, .noData, bytes: bytes, at: now)
                    answers.append(Marbles.Mark("fetch", "f"))
                case "w": scheduler.observe(.serverWait(app, until: now + .hours(1)), at: now)
                case "i": scheduler.observe(.serverInterval(app, .minutes(30)), at: now)
                case "n": scheduler.observe(.network(.none), at: now)
                case "c": scheduler.observe(.network(.cellular), at: now)
                case "s": scheduler.observe(.lowPowerMode(isOn: true), at: now)
                case "o": scheduler.observe(.lowPowerMode(isOn: false), at: now)
                case "l": scheduler.observe(.batteryLevel(0.1), at: now)
                case "k": scheduler.observe(.power(.charging), at: now)
                default: Issue.record("unknown mark \(mark)")
                }
            }
            return answers
        }
    }

    @Test func pushesObeyTheServer() throws {
        try play(
            """
            min       0    30   60   90   120
            server    w         i
            push        p    p  p  p p  p  p
            fetch               f    f     f
            """)
    }

    @Test func pushesObeyTheConditions() throws {
        try play(
            """
            min       0    10   20   30   40   50   60
            event     n    c    s    o    l    k
            push        p    p    p    p    p    p
            fetch            f         f         f
            """)
    }

    @Test func whatWasSpentAheadIsCaughtUpWith() throws {
        try play(
            """
            d         0    1    2    3    4    5    6    7
            push      p    p    p    p    p    p    p    p
            fetch     f              f                   f
            """, bytes: 3_900_000
        ) { $0.budget.bytesPerDay = 1_000_000 }
    }
}
