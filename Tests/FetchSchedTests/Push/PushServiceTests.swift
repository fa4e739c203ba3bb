import Testing

@testable import FetchSched

@Suite struct PushServiceTests {
    /// Plays a drawing: `a` and `b` are apps, `^` is any radio activity. Asks only when something happens or the
    /// service wants to be asked.
    private func play(atServer: Bool = false, _ drawing: String) throws {
        var pushes = PushBench(limits: changed(PushLimits()) { $0.waitAtServer = atServer })
        let apps: [Character: AppID] = ["a": AppID(0), "b": AppID(1)]
        let names = ["a", "b"] as [Character]
        try Marbles(drawing, documentedIn: "FetchSched.docc/BackgroundRules.md")
            .play(answers: ["given", "refused", "replaced"]) { moment in
                var answers: [Marbles.Mark] = []
                for mark in moment.marks where mark.lane != "radio" {
                    let app = try #require(apps[mark.symbol])
                    switch mark.lane {
                    case "quit": pushes.quit(app)
                    case "open": pushes.launched(app, at: moment.time)
                    default:
                        let kind = try #require(
                            [
                                "alert": PushKind.alert, "silent": .silent, "high": .silentHigh,
                            ][mark.lane])
                        switch pushes.receive(kind, for: app, number: 0, at: moment.time) {
                        case .deliver: answers.append(Marbles.Mark("given", mark.symbol))
                        case .refused(FetchVeto(.quitByUser)):
                            answers.append(Marbles.Mark("refused", mark.symbol))
                        case .stored(let old?): answers.append(Marbles.Mark("replaced", names[old.app.index]))
                        case .stored(nil): break
                        case .refused(let veto): Issue.record("refused: \(veto)")
                        }
                    }
                }
                let isDue = pushes.nextTime.map { $0 <= moment.time } ?? false
                guard isDue || !moment.marks.isEmpty else { return answers }
                let awake = moment.marks.contains { $0.lane == "radio" }
                while let push = pushes.nextDelivery(isRadioAwake: awake, at: moment.time) {
                    answers.append(Marbles.Mark("given", names[push.app.index]))
                }
                return answers
            }
    }

    @Test func oneIsStoredUntilATokenComes() throws {
        try play(
            """
            min       0   20  40  60  80
            high      aaaa-----aa---b
            replaced     a
            given     aa  a    a  a b
            """)
    }

    @Test func onADeviceOnlyTokensAlertsAndLaunchesRelease() throws {
        try play(
            """
            min       0   20  40
            silent    aaa   a
            radio       ^
            alert        b
            open             a
            given     aa b   a
            given        a
            """)
    }

    @Test func atAServerASilentPushWaitsForTheRadioAndNotForEver() throws {
        try play(
            atServer: true,
            """
            h         0  1  2  3  4  5  6  7
            silent    aa    b
            replaced   a
            radio        ^
            alert                          a
            given        a              b  a
            """)
    }

    @Test func anAppThatWasQuitGetsNone() throws {
        try play(
            """
            min       0   20  40  60
            high      aaa--a
            quit         a
            radio         ^
            open             a
            refused        a
            given     aa     a
            """)
    }

    private let start = FetchTime.monday

    /// Whatever arrives between them, a storm of alerts lets a device run an app for silent pushes once a minute.
    @Test func alertsReleaseAtMostOnceAMinute() {
        var (pushes, given) = (PushBench(), 0)
        for second in 0..<3_600 {
            let now = start + .seconds(Double(second))
            if pushes.receive(.silent, for: AppID(0), number: UInt64(second), at: now) == .deliver {
                given += 1
            }
            _ = pushes.receive(.alert, for: AppID(1), number: 0, at: now)
            while pushes.nextDelivery(isRadioAwake: true, at: now) != nil { given += 1 }
        }
        #expect((58...62).contains(given))
    }

    /// A host that cannot store is told at once, and why.
    @Test func aHostThatCannotStoreHasFinalAnswers() {
        var pushes = PushBench(limits: changed(PushLimits()) { $0.hostStores = false })
        for kind in [PushKind.silentVeryLow, .silent] {
            #expect(pushes.receive(kind, for: AppID(0), number: 0, at: start) == .deliver)
        }
        let veto = FetchVeto(.pushOverLimit, until: start + .minutes(20))
        #expect(pushes.receive(.silent, for: AppID(0), number: 0, at: start) == .refused(veto))
        #expect(pushes.nextTime == nil)
    }

    @Test func whatIsHeldIsExplained() {
        var pushes = PushBench()
        for _ in 0..<2 {
            #expect(pushes.receive(.silentHigh, for: AppID(0), number: 0, at: start) == .deliver)
        }
        #expect(pushes.held(of: AppID(0)) == nil)
        let token = start + .minutes(20)
        _ = pushes.receive(.silentHigh, for: AppID(0), number: 9, at: start + .minutes(1))
        let held = pushes.held(of: AppID(0))
        #expect(held?.arrived == start + .minutes(1) && held?.number == 9)
        #expect(pushes.veto(of: AppID(0)) == FetchVeto(.pushOverLimit, until: token))
        pushes.quit(AppID(0))
        #expect(pushes.veto(of: AppID(0)) == FetchVeto(.quitByUser))
        #expect(pushes.nextTime == nil)
    }

    @Test func limitsAreHeldWithinWhatMakesSense() {
        var limits = PushLimits()
        #expect(limits.tokenSpan == .minutes(20))
        for (perHour, span) in [(7, 514_286), (0, 3_600_000), (-5, 3_600_000), (.max, 1), (.min, 3_600_000)] {
            limits.perHour = perHour
            #expect(limits.tokenSpan.milliseconds == Int64(span))
        }
        limits = PushLimits()
        limits.burst = .min
        var pushes = PushBench(limits: limits)
        #expect(pushes.receive(.silentHigh, for: AppID(0), number: 0, at: start) == .deliver)
        #expect(pushes.receive(.silentHigh, for: AppID(0), number: 1, at: start) == .stored(replacing: nil))
    }
}
