import Testing

@testable import FetchSched

/// A number of requests a day that is small: one request more or less shows in the price, and in the day.
@Suite struct RequestPriceTests {
    /// A price that is asked about each quarter of an hour while a source waits.
    private static func wait(_ price: inout RequestPrice, from begin: FetchTime, hours: Int64) {
        for quarter in 1...4 * hours {
            price.pass(to: begin + .minutes(15 * quarter), due: .distantPast, isBlocked: false, waiting: 1)
        }
    }

    /// The wait for one request of a few says little about the price: where it is too high, requests are not made.
    @Test func aWaitRaisesItByAHalf() {
        var price = RequestPrice(perDay: 4)
        price.setSources(3) { _ in 1 }
        price.pass(to: .monday, due: .monday, isBlocked: false, waiting: 0)
        price.spend()
        let before = price.factor
        Self.wait(&price, from: .monday, hours: 6)
        let raised = PortableMath.log(price.factor / before)
        #expect(raised > 0.4 && raised < 0.51, "\(raised)")
    }

    /// Where the requests of the last 24 hours are all made, a source waits for them to be past, whatever the price.
    @Test func withoutRoomItStays() {
        var price = RequestPrice(perDay: 8)
        price.setSources(12) { _ in 1 }
        price.pass(to: .monday, due: .monday, isBlocked: false, waiting: 0)
        for _ in 0..<3 { price.spend() }
        price.pass(to: .monday + .hours(6), due: .monday, isBlocked: false, waiting: 0)
        // What a host missed that slept is asked at once.
        let later = FetchTime.monday + .hours(22)
        price.pass(to: later, due: .monday, isBlocked: true, waiting: 0)
        for _ in 0..<5 { price.spend() }
        let before = price.factor
        #expect(price.roomOpens(reserving: 0) > later)
        Self.wait(&price, from: later, hours: 1)
        #expect(price.factor == before)
    }

    /// A price of 150 sources that has made its 600 requests a day for three days, one each 144 s.
    private static func steady() -> (price: RequestPrice, now: FetchTime) {
        var price = RequestPrice(perDay: 600)
        price.setSources(150) { _ in 1 }
        price.pass(to: .monday, due: .monday, isBlocked: false, waiting: 0)
        let now = work(&price, from: .monday, hours: 72)
        return (price, now)
    }

    /// Makes a request each 144 s.
    private static func work(_ price: inout RequestPrice, from begin: FetchTime, hours: Int64) -> FetchTime {
        var now = begin
        for _ in 0..<25 * hours {
            let due = now + .seconds(144)
            price.pass(to: due, due: due, isBlocked: false, waiting: 0)
            price.spend()
            now = due
        }
        return now
    }

    /// A host that slept for eight hours finds the price as it left it, and so do the hours after a request to every second
    /// source. Where it had nothing to do before, the price falls.
    @Test func sleepLeavesThePriceAsItIs() {
        var (price, now) = Self.steady()
        let before = PortableMath.log(price.factor)
        var idle = price
        let wake = now + .hours(8)
        idle.pass(to: wake, due: wake, isBlocked: false, waiting: 0)
        #expect(PortableMath.log(idle.factor) < before - 0.2)
        price.pass(to: wake, due: now + .minutes(3), isBlocked: false, waiting: 0)
        #expect(abs(PortableMath.log(price.factor) - before) < 0.04)
        for _ in 0..<75 { price.spend() }
        now = Self.work(&price, from: wake, hours: 24)
        #expect(abs(PortableMath.log(price.factor) - before) < 0.1)
    }

    /// An evening without a network says nothing of when the host comes.
    @Test func anOutageIsNoDelay() {
        var (price, now) = Self.steady()
        price.pass(to: now + .hours(6), due: now, isBlocked: true, waiting: 0)
        now = Self.work(&price, from: now + .hours(6), hours: 24)
        let before = PortableMath.log(price.factor)
        price.pass(to: now + .hours(8), due: now + .minutes(3), isBlocked: false, waiting: 0)
        #expect(abs(PortableMath.log(price.factor) - before) < 0.04)
    }

    /// A host that sleeps each night has a number of requests for its days: the second night counts as time.
    @Test func aPauseOfEachDayIsNoAbsence() {
        var (price, now) = Self.steady()
        var falls: [Double] = []
        for _ in 0..<2 {
            let before = PortableMath.log(price.factor)
            let wake = now + .hours(8)
            price.pass(to: wake, due: now + .minutes(3), isBlocked: false, waiting: 0)
            falls.append(before - PortableMath.log(price.factor))
            now = Self.work(&price, from: wake, hours: 16)
        }
        #expect(falls[0] < 0.04 && falls[1] > 0.15, "\(falls)")
    }

    /// Two sources with a longest time of two days, and two requests a day: what is kept for them is never all that there is.
    @Test func whatIsKeptLeavesRoom() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 2), seed: 1)
        for _ in 0..<2 { _ = poller.add(changed(SourceLimits()) { $0.most = .days(2) }, at: .monday) }
        var (now, last, gap) = (FetchTime.monday, FetchTime.monday, TimeSpan.zero)
        while now < .monday + .days(30) {
            while let source = poller.startNextRequest(at: now) {
                gap = max(gap, now - last)
                last = now
                try poller.recordAnswer(SourceAnswer(.newData), from: source, at: now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
        #expect(gap <= .hours(25), "\(gap)")
    }

    /// Time in which nothing can be asked counts where it lies: 24 hours after its hours, nothing of it is left.
    @Test func absenceIsSpread() {
        var window = RequestWindow()
        window.pass(to: .monday)
        window.spread(96, over: 0.5)
        #expect(abs(window.sum - 48) < 1e-9)
        window.pass(to: .monday + .hours(12) + .minutes(15))
        #expect(abs(window.sum - 48) < 1e-9)
        window.pass(to: .monday + .hours(18) + .minutes(15))
        #expect(abs(window.sum - 24) < 1e-9)
        window.pass(to: .monday + .hours(25))
        #expect(window.sum == 0)
    }

    /// A single source whose server lets it wait for hours: a host is not woken each quarter of an hour for a price that falls.
    @Test func aPriceThatFallsForNothing() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 600), seed: 1)
        let source = poller.add(at: .monday)
        var (now, empty) = (FetchTime.monday, 0)
        while now < .monday + .days(1) {
            if poller.startNextRequest(at: now) == nil {
                empty += 1
            } else {
                try poller.recordAnswer(ServerLimitsTests.refusal(wait: .hours(8)), from: source, at: now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
        #expect(empty <= 40, "\(empty)")
    }

    /// Where all but one of the sources that made the number are removed, the price of the one is found within hours.
    @Test func afterMostSourcesAreRemoved() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 66), seed: 1)
        let sources = (0..<8).map { _ in poller.add(at: .monday) }
        func run(from begin: FetchTime, days: Int64) throws -> Int {
            var (now, count) = (begin, 0)
            while now < begin + .days(days) {
                while let source = poller.startNextRequest(at: now) {
                    count += 1
                    // The first one hardly ever changes, the others do all the time.
                    let isNew = source != sources[0] || count % 40 == 0
                    try poller.recordAnswer(SourceAnswer(isNew ? .newData : .noData), from: source, at: now)
                }
                now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
            }
            return count
        }
        _ = try run(from: .monday, days: 5)
        for source in sources.dropFirst() { try poller.remove(source, at: .monday + .days(5)) }
        let count = try run(from: .monday + .days(5), days: 1)
        #expect(count >= 40, "\(count)")
    }

    /// Where many sources join a poller that has run for days, no hours pass without requests; and where one leaves and one
    /// joins every ten minutes, the price stays about the same.
    @Test(arguments: [false, true]) func afterSourcesAreAdded(isChurn: Bool) throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1200), seed: 1)
        var sources = (0..<100).map { _ in poller.add(at: .monday) }
        let change = FetchTime.monday + .days(3)
        var (now, before, polled) = (FetchTime.monday, 1.0, [Int](repeating: 0, count: 16))
        var random = SplitMix64(seed: 1)
        var known = Set<AppID>()
        while now < change + .days(2) {
            if !isChurn, sources.count == 100, now >= change {
                sources += (0..<900).map { _ in poller.add(at: now) }
            }
            if isChurn, now >= change {
                try poller.remove(sources.removeFirst(), at: now)
                _ = poller.nextDeadline(after: now)
                sources.append(poller.add(at: now))
            }
            while let source = poller.startNextRequest(at: now) {
                if now >= change, known.contains(source) {
                    polled[Int((now - change).milliseconds / 10_800_000)] += 1
                }
                known.insert(source)
                let isNew = random.nextUnit() < 0.3
                try poller.recordAnswer(SourceAnswer(isNew ? .newData : .noData), from: source, at: now)
            }
            if now < change { before = poller.price(at: now) }
            now = min(
                now + .minutes(10),
                max(now + .seconds(1), poller.nextDeadline(after: now) ?? .distantFuture))
        }
        if isChurn {
            #expect((0.2...5).contains(poller.price(at: now) / before))
        } else {
            // 150 in the mean. The price has found its place by the end of the second day.
            #expect(polled.prefix(8).allSatisfy { $0 >= 100 }, "\(polled)")
            #expect(polled.allSatisfy { $0 >= 50 }, "\(polled)")
        }
    }

    /// At a price that no source is worth none is asked, however long it waits, also by looking ahead.
    @Test func aPriceThatNoneIsWorth() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 240), seed: 1)
        for _ in 0..<40 { _ = poller.add(at: .monday) }
        let begin = FetchTime.monday + .minutes(10)
        while let source = poller.startNextRequest(at: begin) {
            try poller.recordAnswer(SourceAnswer(.newData), from: source, at: begin)
        }
        let price = poller.price(at: begin) * 1e8
        var count = 0
        for quarter in 1...4 * 24 * 5 as ClosedRange<Int64> {
            let now = begin + .minutes(15 * quarter)
            try poller.joinPrice(price, at: now)
            while let source = poller.startNextRequest(at: now) {
                // A price is taken from the second day on.
                count += now > begin + .days(1) ? 1 : 0
                try poller.recordAnswer(SourceAnswer(.noData), from: source, at: now)
            }
        }
        #expect(count == 0)
    }

    /// Requests of a day that longest times of sources need are kept for them: others do not take them, neither those that
    /// were never served nor those that waited before.
    @Test func aLongestTimeHasItsPart() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 3), seed: 1)
        let kept = poller.add(
            changed(SourceLimits()) { ($0.most, $0.weight) = (.hours(24), 1e-6) }, at: .monday)
        for _ in 0..<20 { _ = poller.add(changed(SourceLimits()) { $0.weight = 1e6 }, at: .monday) }
        var (now, last, longest) = (FetchTime.monday, FetchTime.monday, TimeSpan.zero)
        while now < .monday + .days(20) {
            while let source = poller.startNextRequest(at: now) {
                if source == kept { (longest, last) = (max(longest, now - last), now) }
                // Half of the others are never served.
                let outcome: FetchOutcome = source.index % 2 == 1 ? .failed : .newData
                try poller.recordAnswer(SourceAnswer(outcome), from: source, at: now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
        #expect(longest <= .hours(25), "\(longest)")
    }

    /// A poller that has asked a source with a longest time, for which room is kept, and one that counts more.
    private static func asked(perDay: Double, most: TimeSpan, at now: FetchTime) throws -> (
        Poller, AppID, AppID
    ) {
        var poller = Poller(unchecked: .poller(requestsPerDay: perDay), seed: 1)
        let kept = poller.add(changed(SourceLimits()) { ($0.most, $0.weight) = (most, 1e-6) }, at: .monday)
        let other = poller.add(changed(SourceLimits()) { $0.weight = 1e6 }, at: .monday)
        while let source = poller.startNextRequest(at: now) {
            try poller.recordAnswer(SourceAnswer(.newData), from: source, at: now)
        }
        _ = poller.nextDeadline(after: now)
        return (poller, kept, other)
    }

    /// A source that may wait no longer goes before one that has waited longer for its turn.
    @Test func whoMayWaitNoLongerGoesFirst() throws {
        let begin = FetchTime.monday + .minutes(1)
        var (poller, kept, other) = try Self.asked(perDay: 240, most: .hours(1), at: begin)
        let now = begin + .hours(1) + .minutes(15)
        poller.scheduler.polling.computedValue = 1e30
        poller.scheduler.polling.waiting.set(other.index, to: begin + .minutes(30))
        poller.scheduler.polling.setDue(other.index, to: now + .hours(1))
        poller.scheduler.polling.setDue(kept.index, to: begin + .hours(1))
        let (first, second) = (poller.startNextRequest(at: now), poller.startNextRequest(at: now))
        #expect(first == kept && second == other)
    }

    /// At one request a day, a longest time of two days holds but for one turn.
    @Test func aLongestTimeHoldsAtOneRequestADay() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1), seed: 1)
        let bounded = poller.add(changed(SourceLimits()) { $0.most = .days(2) }, at: .monday)
        for _ in 0..<7 { _ = poller.add(at: .monday) }
        var (now, last, longest) = (FetchTime.monday, FetchTime.monday, TimeSpan.zero)
        while now < .monday + .days(30) {
            while let source = poller.startNextRequest(at: now) {
                try poller.recordAnswer(SourceAnswer(.newData), from: source, at: now)
                guard source == bounded else { continue }
                (longest, last) = (max(longest, now - last), now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
        #expect(longest <= .days(3) && now - last <= .days(3), "\(longest)")
    }

    /// Whether a source is ever new is not tried with the room that is kept.
    @Test func triesLeaveTheRoomThatIsKept() throws {
        let begin = FetchTime.monday + .minutes(1)
        let (poller, _, other) = try Self.asked(perDay: 30, most: .days(1), at: begin)
        var scheduler = poller.scheduler
        for _ in 0..<5 {
            scheduler.apps[other.index].everNew.learn(foundNew: true, isDated: false, passed: .hours(1))
        }
        #expect(scheduler.apps[other.index].everNew.isTried)
        for _ in 0..<30 { scheduler.polling.price.spend() }
        let now = begin + .hours(1)
        scheduler.settlePolling(at: now)
        let before = scheduler.numberTurn(of: other.index, at: now)
        // One request is left, and it is kept.
        for _ in 0..<2 { scheduler.polling.price.spend() }
        let later = now + .hours(1)
        scheduler.settlePolling(at: later)
        #expect(scheduler.polling.price.roomOpens(reserving: 0) <= later)
        let after = scheduler.numberTurn(of: other.index, at: later)
        #expect(before == nil && after != nil)
    }

    /// A host that asks when to come again comes when a request ends: it is not sent to a server that has no room until then.
    @Test func aFullServerHasNoNextMoment() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 240), seed: 1)
        let group = poller.addGroup(changed(GroupLimits()) { $0.atOnce = 1 })
        for _ in 0..<9 { _ = poller.add(changed(SourceLimits()) { $0.group = group }, at: .monday) }
        let later = FetchTime.monday + .minutes(2)
        let first = poller.startNextRequest(at: later)
        let source = try #require(first)
        let second = poller.startNextRequest(at: later)
        #expect(second == nil)
        let deadline = poller.nextDeadline(after: later)
        let next = try #require(deadline)
        #expect(next > later + poller.configuration.fetchLimit - .seconds(1))
        let end = later + .seconds(20)
        try poller.recordAnswer(SourceAnswer(.noData), from: source, at: end)
        let another = poller.startNextRequest(at: end)
        #expect(another != nil)
    }

    /// After two months away most sources wait, which shows nothing about the price: each day has its requests.
    @Test func twoMonthsAway() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 50), seed: 1)
        for _ in 0..<100 { _ = poller.add(at: .monday) }
        func requests(from begin: FetchTime, to end: FetchTime) throws -> Int {
            var (now, count) = (begin, 0)
            while now < end {
                while let source = poller.startNextRequest(at: now) {
                    count += 1
                    try poller.recordAnswer(
                        SourceAnswer(count % 3 == 0 ? .newData : .noData), from: source, at: now)
                }
                // A host that comes no more often than it is told leaves the price no time to rise.
                let next = min(poller.nextDeadline(after: now) ?? .distantFuture, now + .minutes(10))
                now = max(now + .seconds(1), next)
            }
            return count
        }
        _ = try requests(from: .monday, to: .monday + .days(4))
        let days = try (64..<68).map { day in
            try requests(from: .monday + .days(day), to: .monday + .days(day + 1))
        }
        #expect(days.allSatisfy { 30...55 ~= $0 }, "\(days)")
    }
}
