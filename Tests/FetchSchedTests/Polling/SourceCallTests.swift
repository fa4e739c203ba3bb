import Testing

@testable import FetchSched

/// The single calls of programs that only poll.
@Suite struct SourceCallTests {
    private let start = FetchTime.monday

    private func poller(perDay: Double = 240) -> (Poller, AppID) {
        var poller = Poller(unchecked: .poller(requestsPerDay: perDay), seed: 1)
        let app = poller.add(at: start)
        return (poller, app)
    }

    /// A network that is always on keeps its costs; a radio is none.
    @Test func aPollerHasNoRadio() {
        let cable = changed(RadioCosts.wired) { $0.bytesPerSecond = 1000 }
        for (radio, expected) in [(cable, cable), (RadioCosts.lte, .wired)] {
            let configuration = changed(FetchConfiguration.poller(requestsPerDay: 24)) { $0.radio = radio }
            #expect(Poller(unchecked: configuration, seed: 1).configuration.radio == expected)
        }
    }

    @Test func whatCannotBeAskedHasNoTime() throws {
        var (poller, app) = poller()
        #expect(try poller.nextRequest(to: app, at: start) == start)
        poller.setNetwork(isUp: false, at: start)
        #expect(try poller.nextRequest(to: app, at: start) == nil)
        poller.setNetwork(isUp: true, at: start)
        #expect(poller.startNextRequest(at: start) == app)
        #expect(try poller.nextRequest(to: app, at: start) == nil)
        #expect(poller.idleReason(at: start) == nil)
        try poller.deferRequest(to: app, until: start + .hours(1), at: start)
        #expect(poller.requestStart(of: app) == nil)
        #expect(try poller.nextRequest(to: app, at: start) ?? start >= start + .hours(1))
        try poller.setPaused(true, of: app, at: start)
        #expect(try poller.nextRequest(to: app, at: start) == nil)
        #expect(poller.idleReason(at: start) == .nothingAllowed)
        try poller.setPaused(false, of: app, at: start)
        #expect(try poller.nextRequest(to: app, at: start) != nil)
    }

    @Test func unknownSourcesAreRefused() throws {
        let calls: [(inout Poller, AppID) throws -> Void] = [
            { _ = try $0.nextRequest(to: $1, at: .monday) },
            { try $0.recordAnswer(SourceAnswer(.noData), from: $1, at: .monday) },
            { try $0.deferRequest(to: $1, until: .monday, at: .monday) },
            { try $0.setLimits(SourceLimits(), of: $1, at: .monday) },
            { try $0.setPaused(true, of: $1, at: .monday) },
            { try $0.noteRead(of: $1, at: .monday) },
            { try $0.noteAnnouncement(of: $1, at: .monday) },
            { try $0.remove($1, at: .monday) },
            { _ = try $0.explain($1, at: .monday) },
        ]
        for source in [AppID(1), AppID(number: 1 << 40)] {
            for (number, call) in calls.enumerated() {
                var (poller, _) = poller()
                let before = poller.snapshot()
                #expect(throws: EngineError.unknownApp(source), "call \(number)") {
                    try call(&poller, source)
                }
                #expect(poller.snapshot() == before, "call \(number)")
            }
            let (poller, _) = poller()
            #expect(poller.requestStart(of: source) == nil)
            #expect(poller.newContentProbability(of: source, at: start + .hours(9)) == 0)
        }
        var (poller, app) = poller()
        #expect(poller.startNextRequest(at: start) == app && poller.requestStart(of: app) == start)
        #expect(poller.newContentProbability(of: app, at: start + .hours(9)) > 0)
    }

    @Test func limitsOfASource() throws {
        var (poller, app) = poller()
        try poller.recordAnswer(SourceAnswer(.noData), from: app, at: start)
        let before = try #require(try poller.nextRequest(to: app, at: start))
        #expect(before < start + .days(2))
        try poller.setLimits(changed(SourceLimits()) { $0.least = .days(2) }, of: app, at: start)
        #expect(try poller.nextRequest(to: app, at: start) ?? start >= start + .days(2))
        try poller.setLimits(SourceLimits(), of: app, at: start)
        #expect(try poller.nextRequest(to: app, at: start) == before)
    }

    @Test func groups() throws {
        var (poller, _) = poller()
        #expect(poller.group(number: 0) == nil && poller.group(number: -1) == nil)
        poller.setLimits(GroupLimits(), of: SourceGroup(number: 3))
        let group = poller.addGroup(GroupLimits())
        #expect(poller.group(number: group.number) == group)
        poller.setLimits(changed(GroupLimits()) { $0.atOnce = 1 }, of: group)
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<2 { _ = poller.add(limits, at: start) }
        let later = start + .minutes(5)
        var asked: [AppID] = []
        while let app = poller.startNextRequest(at: later) { asked.append(app) }
        #expect(asked.count == 2)
        let other = poller.addGroup(GroupLimits())
        #expect(poller.scheduler.polling.groups.count == 2)
        poller.removeGroup(other)
        #expect(poller.scheduler.polling.groups[1].sources == -1)
    }

    @Test func answers() throws {
        var (poller, app) = poller()
        var answer = SourceAnswer(.noData)
        answer.maxAge = .days(3)
        answer.changed = [start - .hours(1)]
        #expect(try poller.recordAnswer(answer, from: app, at: start) ?? start >= start + .days(3))
        // Dates count for what brought something new alone.
        #expect(poller.scheduler.apps[app.index].datedChange == .distantPast)
        answer = SourceAnswer(.newData)
        answer.maxAge = .zero
        answer.changed = [start + .hours(1)]
        let now = start + .hours(2)
        #expect(try poller.recordAnswer(answer, from: app, at: now) ?? start < now + .days(3))
        #expect(poller.scheduler.apps[app.index].datedChange == start + .hours(1))
        answer = SourceAnswer(.noData)
        answer.changed = [start + .hours(3)]
        try poller.recordAnswer(answer, from: app, at: start + .hours(4))
        #expect(poller.scheduler.apps[app.index].datedChange == start + .hours(1))
    }

    /// A request past its limit has failed, whether it is asked again or answered late.
    @Test func lateRequests() throws {
        var (poller, app) = poller()
        let limit = poller.configuration.fetchLimit
        #expect(poller.startNextRequest(at: start) == app)
        let late = start + limit + .seconds(1)
        try poller.recordAnswer(SourceAnswer(.failed), from: app, at: late)
        #expect(poller.scheduler.apps[app.index].failures == 2 && poller.scheduler.apps.running.isEmpty)
        // All that are late at once.
        var (other, _) = self.poller()
        let second = other.add(at: start)
        let begin = start + .minutes(5)
        #expect(
            Set([other.startNextRequest(at: begin), other.startNextRequest(at: begin)]) == [app, second])
        #expect(other.startNextRequest(at: begin + limit + .seconds(1)) == nil)
        #expect(other.scheduler.apps.expired.isEmpty && other.scheduler.apps[app.index].failures == 1)
    }

    /// Each call tells the poller the time.
    @Test func callsTakeNoteOfTheirTime() throws {
        let later = start + .minutes(10)
        let calls: [(inout Poller, AppID) throws -> Void] = [
            { poller, _ in _ = poller.add(at: later) },
            { try $0.setLimits(SourceLimits(), of: $1, at: later) },
            { _ = try $0.nextRequest(to: $1, at: later) },
            { poller, _ in _ = poller.startNextRequest(at: later) },
            { try $0.recordAnswer(SourceAnswer(.noData), from: $1, at: later) },
            { try $0.noteRead(of: $1, at: later) },
            { try $0.noteAnnouncement(of: $1, at: later) },
            { poller, _ in poller.hostRestarted(at: later) },
            { poller, _ in _ = poller.price(at: later) },
            { poller, _ in try poller.joinPrice(1, at: later) },
            { poller, _ in _ = poller.idleReason(at: later) },
        ]
        for (number, call) in calls.enumerated() {
            var (poller, app) = poller()
            try call(&poller, app)
            #expect(poller.scheduler.device.now == later, "call \(number)")
        }
        var (poller, app) = poller()
        #expect(poller.startNextRequest(at: start) == app)
        try poller.deferRequest(to: app, until: later, at: later)
        #expect(poller.scheduler.device.now == later)
    }

    @Test func anAnnouncedSourceIsAskedSoon() throws {
        var (poller, app) = poller(perDay: 24)
        try poller.recordAnswer(SourceAnswer(.noData), from: app, at: start)
        let now = start + .minutes(10)
        let before = try #require(try poller.nextRequest(to: app, at: now))
        try poller.noteAnnouncement(of: app, at: now)
        #expect(try #require(try poller.nextRequest(to: app, at: now)) < before)
    }

    @Test func requestsUnderWayHaveNoNextTime() throws {
        var (poller, first) = poller()
        let second = poller.add(at: start)
        let begin = start + .minutes(5)
        #expect(
            Set([poller.startNextRequest(at: begin), poller.startNextRequest(at: begin)]) == [first, second])
        for app in [first, second] { #expect(try poller.nextRequest(to: app, at: begin) == nil) }
    }

    @Test func aRestartForgetsRequestsUnderWay() throws {
        var (poller, app) = poller()
        #expect(poller.startNextRequest(at: start) == app)
        var restored = try Poller(restoring: poller.snapshot(), configuration: poller.configuration)
        let now = start + .seconds(10)
        #expect(try restored.nextRequest(to: app, at: now) == nil)
        restored.hostRestarted(at: now)
        #expect(restored.requestStart(of: app) == nil && restored.requestsUnderWay.isEmpty)
        #expect(try #require(try restored.nextRequest(to: app, at: now)) > now)
    }

    @Test func anAnswerHasNoFewerBytesThanNone() throws {
        var (poller, app) = poller()
        let before = poller.snapshot()
        var answer = SourceAnswer(.newData)
        answer.bytes = -1
        #expect(throws: EngineError.outOfRange(.bytes, -1)) {
            try poller.recordAnswer(answer, from: app, at: start + .hours(1))
        }
        #expect(poller.snapshot() == before)
        answer.bytes = 0
        try poller.recordAnswer(answer, from: app, at: start + .hours(1))
    }

    /// The host's own request after its clock was set back takes no time, as one after a call that said so.
    @Test func anAnswerTellsOfAClockThatWasSetBack() throws {
        var (poller, app) = poller()
        try poller.recordAnswer(SourceAnswer(.noData), from: app, at: start + .hours(10))
        var other = poller
        let now = start + .hours(1)
        _ = other.price(at: now)
        try poller.recordAnswer(SourceAnswer(.noData), from: app, at: now)
        try other.recordAnswer(SourceAnswer(.noData), from: app, at: now)
        #expect(poller.snapshot() == other.snapshot())
    }

    /// A source whose least time is longer than what forbids a request now is expected when it is due.
    @Test func anExplanationHasTheTimeOfTheAnswer() throws {
        var (poller, app) = poller()
        try poller.setLimits(changed(SourceLimits()) { $0.least = .hours(5) }, of: app, at: start)
        #expect(poller.startNextRequest(at: start) == app)
        let now = start + .seconds(1)
        let next = try #require(try poller.recordAnswer(SourceAnswer(.newData), from: app, at: now))
        #expect(next >= start + .hours(5))
        let explanation = try poller.explain(app, at: now)
        #expect(!explanation.vetoes.isEmpty && explanation.expected == .notBefore(next))
    }

    /// Engines that hold one number together have one price, and it decides when a source is due.
    @Test func aPriceIsTakenFromOthers() throws {
        func due(_ factor: Double?) throws -> (price: Double, due: FetchTime) {
            var (poller, app) = poller(perDay: 24)
            for moment in [start, start + .days(1)] {
                #expect(poller.startNextRequest(at: moment) == app)
                try poller.recordAnswer(SourceAnswer(.newData), from: app, at: moment)
            }
            let now = start + .days(1) + .minutes(10)
            let own = poller.price(at: now)
            if let factor { try poller.joinPrice(factor * own, at: now) }
            let price = poller.price(at: now)
            #expect(abs(price - (factor ?? 1) * own) < 1e-9 * price)
            return (price, try #require(try poller.nextRequest(to: app, at: now)))
        }
        let (low, own, high) = (try due(0.25), try due(nil), try due(4))
        #expect(low.price < own.price && own.price < high.price)
        #expect(low.due <= own.due && own.due <= high.due && low.due < high.due)
        for wrong in [0, -1, .infinity, .nan] as [Double] {
            var (poller, _) = poller()
            #expect(throws: EngineError.self) { try poller.joinPrice(wrong, at: start) }
        }
    }

    /// A price is of its time: it falls while nothing is asked, and one that is taken holds whatever went before.
    @Test func aPriceIsOfItsTime() throws {
        var (poller, app) = poller(perDay: 24)
        #expect(poller.startNextRequest(at: start) == app)
        try poller.recordAnswer(SourceAnswer(.newData), from: app, at: start)
        // In its first day a poller finds its own.
        let hour = start + .hours(1)
        var (early, late, young) = (poller, poller, poller)
        _ = late.price(at: hour)
        try young.joinPrice(1000, at: hour)
        #expect(young.price(at: start + .hours(6)) == late.price(at: start + .hours(6)))
        let (first, later) = (early.price(at: start), start + .hours(30))
        #expect(late.price(at: later) < 0.9 * first)
        try poller.joinPrice(2 * first, at: later)
        #expect(abs(poller.price(at: later) - 2 * first) < 1e-9 * first)
        // Sources that join do not lower a price that several pollers share.
        for _ in 0..<100 { _ = poller.add(at: later) }
        #expect(poller.price(at: later) > 2 * first)
    }

    /// Without a number of requests, what ages counts by itself, and sources that were never asked are asked once.
    @Test func whatCountsWithoutANumber() throws {
        for ages in [false, true] {
            let configuration = changed(FetchConfiguration.unmetered) { $0.polling.ageJoules = ages ? 1 : 0 }
            var poller = Poller(unchecked: configuration, seed: 1)
            let app = poller.add(at: start)
            #expect(poller.idleReason(at: start) == nil)
            #expect(poller.startNextRequest(at: start) == app)
            try poller.recordAnswer(SourceAnswer(.newData), from: app, at: start)
            #expect(poller.idleReason(at: start) == (ages ? nil : .noLaunches))
            try poller.noteRead(of: app, at: start + .minutes(1))
            #expect(poller.idleReason(at: start + .minutes(1)) == nil)
        }
    }
}
