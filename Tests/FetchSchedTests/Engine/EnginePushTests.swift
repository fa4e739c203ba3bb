import Testing

@testable import FetchSched

/// Pushes as the engine takes them: of the app in use, of apps that were quit, and what they announce.
@Suite struct EnginePushTests {
    private let start = FetchTime.monday

    private func delivered(_ engine: inout FetchEngine, at now: FetchTime) -> [UInt64] {
        engine.actions(at: now, fetching: false).compactMap {
            if case .deliver(let push) = $0 { push.number } else { nil }
        }
    }

    /// The app in use gets all of its pushes; they take no token.
    @Test func theAppInUse() {
        var (engine, app) = chargingEngine(.minimum)
        engine.tell(.launch(app), at: start)
        for number in 0..<10 as Range<UInt64> {
            #expect(engine.receive(.silent, for: app, number: number, at: start) == .deliver)
        }
        engine.tell(.endOfUse(app), at: start)
        for _ in 0..<2 { #expect(engine.receive(.silent, for: app, number: 11, at: start) == .deliver) }
        #expect(engine.receive(.silent, for: app, number: 12, at: start) == .stored(replacing: nil))
    }

    /// But not before an older one that the launch has released.
    @Test func noPushIsOvertaken() throws {
        var (engine, app) = chargingEngine(.minimum)
        #expect(engine.receive(.silentLow, for: app, number: 1, at: start) == .stored(replacing: nil))
        let held = engine.pushes.held(of: app)
        engine.tell(.launch(app), at: start + .minutes(2))
        #expect(
            engine.receive(.silent, for: app, number: 2, at: start + .minutes(2)) == .stored(replacing: held))
        #expect(delivered(&engine, at: start + .minutes(2)) == [2])
    }

    /// An alert of the app in use releases the others' pushes, too.
    @Test func anAlertOfTheAppInUse() throws {
        var (engine, app) = chargingEngine(.minimum)
        let other = engine.register(.minimum, at: start)
        #expect(engine.receive(.silentLow, for: other, number: 1, at: start) == .stored(replacing: nil))
        engine.tell(.launch(app), at: start + .minutes(2))
        #expect(engine.receive(.alert, for: app, number: 2, at: start + .minutes(2)) == .deliver)
        #expect(delivered(&engine, at: start + .minutes(2)) == [1])
    }

    /// What an alert released at a server, and a quit has held back again, waits as before after the next launch.
    @Test func aQuitEndsARelease() throws {
        var (engine, app) = chargingEngine(
            .minimum, changed(FetchConfiguration()) { $0.push.waitAtServer = true })
        let other = engine.register(.minimum, at: start)
        #expect(engine.receive(.silent, for: app, number: 1, at: start) == .stored(replacing: nil))
        #expect(engine.receive(.alert, for: other, number: 2, at: start) == .deliver)
        engine.tell(.quit(app), at: start)
        engine.tell(.launch(app), at: start + .minutes(1))
        engine.tell(.endOfUse(app), at: start + .minutes(1))
        #expect(delivered(&engine, at: start + .minutes(2)) == [])
        #expect(delivered(&engine, at: start + .hours(4)) == [1])
    }

    /// A silent push announces an update, once for a push and the request that follows; an alert announces none.
    @Test func announcements() throws {
        let (engine, app) = chargingEngine(.minimum)
        func probability(_ calls: (inout FetchEngine, FetchTime) throws -> Void) rethrows -> Double {
            var engine = engine
            // What was announced before is loaded.
            let now = start + .hours(1)
            _ = engine.receive(.silent, for: app, number: 1, at: now)
            engine.use(app, at: now + .minutes(1))
            try calls(&engine, now + .minutes(2))
            return engine.newContentProbability(of: app, at: now + .minutes(2))
        }
        #expect(probability { _, _ in } < 0.1)
        #expect(probability { _ = $0.receive(.silent, for: app, number: 2, at: $1) } > 0.8)
        #expect(probability { _ = $0.receive(.alert, for: app, number: 2, at: $1) } < 0.1)
        // The first push's request.
        #expect(try probability { try $0.requestFetch(of: app, at: $1) } < 0.1)
        #expect(
            try probability {
                for _ in 0..<2 { try $0.requestFetch(of: app, at: $1) }
            } > 0.8)
        // That of an alert, or of a push to the app in use, is another's.
        #expect(
            try probability {
                _ = $0.receive(.alert, for: app, number: 2, at: $1)
                try $0.requestFetch(of: app, at: $1)
            } > 0.8)
        #expect(
            try probability {
                $0.tell(.launch(app), at: $1)
                _ = $0.receive(.silent, for: app, number: 2, at: $1)
                try $0.requestFetch(of: app, at: $1)
            } > 0.8)
    }

    /// Alerts make launches likelier where users follow them; silent pushes do not.
    @Test func alertsAreNotifications() {
        var (engine, app) = chargingEngine(.minimum)
        let other = engine.register(.minimum, at: start)
        for hour in 0..<100 as Range<Int64> {
            let now = start + .hours(hour)
            _ = engine.receive(.alert, for: app, number: 1, at: now)
            engine.use(app, at: now + .seconds(20))
            engine.use(other, at: now + .minutes(30))
        }
        func probability(after kind: PushKind?) -> Double {
            var engine = engine
            let now = start + .hours(100)
            if let kind { _ = engine.receive(kind, for: app, number: 2, at: now) }
            return engine.launchProbability(of: app, within: .minutes(2), at: now)
        }
        #expect(probability(after: .alert) > 2 * probability(after: nil))
        #expect(probability(after: .silent) == probability(after: nil))
    }
}
