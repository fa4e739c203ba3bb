import Testing

@testable import FetchSched

@Suite struct ScreenSignsTests {
    @Test func aSignSaysSomethingForAMinute() {
        var signs = ScreenSigns()
        #expect(signs.current(at: .monday) == nil && !signs.wasSeen && signs.unannounced == 1)
        let sign = ScreenSign(isUnlocked: true, at: .monday)
        signs.start(sign)
        #expect(signs.current(at: .monday + .seconds(63.999)) == sign && signs.wasSeen)
        #expect(signs.current(at: .monday + .seconds(64)) == nil)
        signs.clockWentBack(to: .monday - .days(1))
        #expect(signs.current(at: .monday - .days(1))?.at == .monday - .days(1))
        signs.end()
        #expect(signs.current(at: .monday) == nil)
    }

    /// Of ten times that the screen lights it is unlocked seven times, and three of these lead to a launch four seconds later.
    @Test func whatFollowsASignIsLearned() {
        var model = NextEventModel(.tenSecondTail)
        var signs = ScreenSigns()
        for round in 0..<3_000 {
            let lit = ScreenSign(isUnlocked: false, at: .monday + .minutes(20 * Int64(round)))
            model.screen(lit)
            signs.start(lit)
            guard round % 10 < 7 else { continue }
            let unlocked = ScreenSign(isUnlocked: true, at: lit.at + .seconds(2))
            model.screen(unlocked)
            signs.start(unlocked)
            guard round % 10 < 3 else { continue }
            model.launch(at: unlocked.at + .seconds(4), isNewSession: true)
            signs.startSession(announced: true)
        }
        let lit = model.outlook(NextEventModel.context(ScreenSign(isUnlocked: false, at: .monday)))
        let unlocked = model.outlook(NextEventModel.context(ScreenSign(isUnlocked: true, at: .monday)))
        #expect(abs(lit.newSession - 0.3) < 0.02, "\(lit)")
        #expect(abs(unlocked.newSession - 3 / 7) < 0.02, "\(unlocked)")
        #expect(abs((unlocked.newSessionSeconds ?? 0) - 4) < 0.1)
        #expect(abs(unlocked.near - 3 / 7) < 0.02 && abs(unlocked.nearSeconds - 4) < 0.1)
        #expect(abs(signs.isUnlockedAfterLit - 0.7) < 0.05)
        #expect(signs.unannounced < 0.03)
    }

    /// A launch that follows at once leaves no time for a fetch, but wakes the radio.
    @Test func whatComesTooSoonIsNoUse() {
        var model = NextEventModel(.tenSecondTail)
        for round in 0..<1_000 {
            let sign = ScreenSign(isUnlocked: true, at: .monday + .hours(Int64(round)))
            model.screen(sign)
            model.launch(at: sign.at + .seconds(round % 4 == 0 ? 3 : 0.2), isNewSession: true)
        }
        let outlook = model.outlook(NextEventModel.context(ScreenSign(isUnlocked: true, at: .monday)))
        #expect(abs(outlook.newSession - 0.25) < 0.02, "\(outlook)")
        #expect(outlook.near > 0.98 && abs(outlook.nearSeconds - 0.9) < 0.1, "\(outlook)")
    }

    /// Bursts of the radio, each with a sign half an hour later and a launch so long after that. A sign at which nothing is
    /// fetched is no moment for which other fetches may be left, nor is one at which the radio was woken too late.
    @Test(arguments: [(5.0, true, true), (5, false, false), (0.1, true, false)])
    func aSignIsAMomentIfTheRadioIsWoken(lead: Double, isOpened: Bool, isMoment: Bool) {
        var model = NextEventModel(.tenSecondTail)
        for round in 0..<2_000 {
            let burst = FetchTime.monday + .hours(Int64(round))
            model.freeMoment(at: burst, context: 20)
            let sign = ScreenSign(isUnlocked: true, at: burst + .minutes(30))
            model.screen(sign)
            if isOpened { model.open(at: sign.at) }
            model.launch(at: sign.at + .seconds(lead), isNewSession: true)
        }
        let outlook = model.outlook(20)
        #expect(isMoment ? outlook.moment > 0.99 : outlook.newSession > 0.99, "\(outlook)")
    }
}
