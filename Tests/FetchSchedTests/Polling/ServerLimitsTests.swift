import Testing

@testable import FetchSched

/// What a server allows and refuses, and a host that makes fewer requests than it may.
@Suite struct ServerLimitsTests {
    static func refusal(wait: TimeSpan) -> SourceAnswer {
        changed(SourceAnswer(.failed)) { $0.retryAfter = wait }
    }

    /// Requests at once are answered in another order than they started in: a server that serves between two refusals is left
    /// alone for an hour at most, whatever wait the second one asks for.
    @Test func anEarlierRequestIsAnsweredLater() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1000), seed: 1)
        let group = poller.addGroup()
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<8 { _ = poller.add(limits, at: .monday) }
        func start(at seconds: Double) throws -> AppID {
            let source = poller.startNextRequest(at: .monday + .seconds(seconds))
            return try #require(source)
        }
        func answer(_ answer: SourceAnswer, from source: AppID, at seconds: Double) throws {
            try poller.recordAnswer(answer, from: source, at: .monday + .seconds(seconds))
        }
        try answer(SourceAnswer(.noData), from: start(at: 0), at: 1)
        try answer(SourceAnswer(.noData), from: start(at: 5), at: 6)
        try answer(Self.refusal(wait: .zero), from: start(at: 10), at: 11)
        try answer(SourceAnswer(.noData), from: start(at: 23), at: 24)
        let slow = try start(at: 28)
        try answer(SourceAnswer(.noData), from: start(at: 33), at: 34)
        try answer(SourceAnswer(.noData), from: slow, at: 35)
        try answer(Self.refusal(wait: .days(7)), from: start(at: 46), at: 47)
        _ = try start(at: 47 + 3600)
    }

    /// A clock that is set back does not forget that the server has served since it refused: one more refusal is that of its
    /// source.
    @Test func servedBeforeTheClockWasSetBack() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1000), seed: 1)
        let group = poller.addGroup()
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<4 { _ = poller.add(limits, at: .monday) }
        func ask(_ answer: SourceAnswer, at moment: FetchTime) throws {
            let source = poller.startNextRequest(at: moment)
            try poller.recordAnswer(answer, from: #require(source), at: moment)
        }
        try ask(Self.refusal(wait: .days(7)), at: .monday + .seconds(1))
        try ask(SourceAnswer(.noData), at: .monday + .hours(1) + .seconds(2))
        let back = FetchTime.monday - .hours(15)
        try ask(Self.refusal(wait: .days(7)), at: back)
        try ask(SourceAnswer(.noData), at: back + .hours(1) + .seconds(1))
    }

    /// Sources that wait for their server while the clock is a year ahead do not wait for that year.
    @Test func inLineAsTheClockIsSetBack() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1000), seed: 1)
        let group = poller.addGroup(changed(GroupLimits()) { $0.spacing = .hours(1) })
        let ahead = FetchTime.monday + .days(400)
        for _ in 0..<3 { _ = poller.add(changed(SourceLimits()) { $0.group = group }, at: ahead) }
        let asked = poller.startNextRequest(at: ahead)
        let first = try #require(asked)
        try poller.recordAnswer(SourceAnswer(.noData), from: first, at: ahead)
        let tooSoon = poller.startNextRequest(at: ahead + .minutes(1))
        #expect(tooSoon == nil)
        let back = poller.startNextRequest(at: .monday)
        #expect(back == nil)
        for hour in [1, 2] as [Int64] {
            let now = FetchTime.monday + .hours(hour)
            let source = poller.startNextRequest(at: now)
            let next = try #require(source, "\(hour)")
            try poller.recordAnswer(SourceAnswer(.noData), from: next, at: now)
        }
    }

    /// A spacing that grows holds from the last request on.
    @Test func aGreaterSpacing() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1000), seed: 1)
        let group = poller.addGroup()
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<3 { _ = poller.add(limits, at: .monday) }
        let begin = FetchTime.monday + .minutes(10)
        let first = poller.startNextRequest(at: begin)
        #expect(first != nil)
        poller.setLimits(changed(GroupLimits()) { $0.spacing = .seconds(30) }, of: group)
        let tooSoon = poller.startNextRequest(at: begin + .seconds(29))
        #expect(tooSoon == nil)
        // Again and again is no longer.
        poller.setLimits(GroupLimits(), of: group)
        poller.setLimits(changed(GroupLimits()) { $0.spacing = .seconds(30) }, of: group)
        let second = poller.startNextRequest(at: begin + .seconds(30))
        #expect(second != nil)
    }

    /// A host that makes one request in 26 seconds, though it may make 5,848 a day: a source with a longest time of two hours
    /// does not wait behind those that are worth more.
    @Test func aHostThatIsSlow() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 5848), seed: 1)
        let bounded = poller.add(changed(SourceLimits()) { $0.most = .hours(2) }, at: .monday)
        for _ in 0..<210 { _ = poller.add(at: .monday) }
        var (now, last, gap) = (FetchTime.monday, FetchTime.monday, TimeSpan.zero)
        while now < .monday + .days(3) {
            guard let source = poller.startNextRequest(at: now) else {
                now = poller.nextDeadline(after: now) ?? .distantFuture
                continue
            }
            if source == bounded {
                if now > .monday + .days(1) { gap = max(gap, now - last) }
                last = now
            }
            now = now + .seconds(26)
            let isNew = source != bounded && source.index % 7 < 5
            var answer = SourceAnswer(isNew ? .newData : .noData)
            if isNew { answer.changed = [now - .seconds(Double(source.index))] }
            try poller.recordAnswer(answer, from: source, at: now)
        }
        #expect(gap < .hours(3) + .minutes(15), "\(gap)")
    }

    /// A host that makes half of its requests at most serves all sources in turn, though each pays at once.
    @Test func aSlowHostServesAll() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 9600), seed: 1)
        for _ in 0..<800 { _ = poller.add(at: .monday) }
        var last = [FetchTime](repeating: .monday, count: 800)
        var (now, gap) = (FetchTime.monday, TimeSpan.zero)
        while now < .monday + .days(3) {
            guard let source = poller.startNextRequest(at: now) else {
                now = poller.nextDeadline(after: now) ?? .distantFuture
                continue
            }
            gap = max(gap, now - last[source.index])
            last[source.index] = now
            now = now + .seconds(20)
            let isNew = Int64(now.seconds / 3600) % Int64(2 + source.index % 50) == 0
            try poller.recordAnswer(SourceAnswer(isNew ? .newData : .noData), from: source, at: now)
        }
        gap = max(gap, now - (last.min() ?? now))
        #expect(gap < .hours(36), "\(gap)")
    }

    // MARK: How often a server serves

    private static func refused(_ group: inout GroupState, _ app: Int, before: Int64? = nil, minute: Int64)
        -> Bool
    {
        let now = FetchTime.monday + .minutes(minute)
        return group.refuse(app, before: before.map { .monday + .minutes($0) }, until: .distantPast, at: now)
    }

    private static func served(_ group: inout GroupState, minutes: [Int64]) {
        for minute in minutes {
            group.started(at: .monday + .minutes(minute))
            group.served(since: .monday + .minutes(minute))
        }
    }

    /// A request that comes sooner after another than any that was served shows what time the server wants; the source is not to
    /// blame, though others were served since it was refused before.
    @Test func sooner() {
        var group = GroupState()
        Self.served(&group, minutes: [0, 30])
        #expect(Self.refused(&group, 1, minute: 34))
        #expect(group.opens == .monday + .minutes(38))
        Self.served(&group, minutes: [50])
        #expect(group.opens == .monday + .minutes(58))
        #expect(Self.refused(&group, 1, before: 34, minute: 65))
        // Later than one that was served it is refused for its own sake.
        #expect(!Self.refused(&group, 1, before: 65, minute: 71))
    }

    /// A source that is gone is left alone, also where the server names a time and was asked too soon.
    @Test func goneAndTooSoon() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1000), seed: 1)
        let group = poller.addGroup()
        for _ in 0..<2 { _ = poller.add(changed(SourceLimits()) { $0.group = group }, at: .monday) }
        let asked = [0, 10].map { poller.startNextRequest(at: .monday + .seconds($0)) }
        try poller.recordAnswer(SourceAnswer(.noData), from: #require(asked[0]), at: .monday + .seconds(11))
        let gone = changed(SourceAnswer(.gone)) { $0.retryAfter = .seconds(60) }
        let next = try poller.recordAnswer(gone, from: #require(asked[1]), at: .monday + .seconds(12))
        #expect(try #require(next) > .monday + .days(3))
    }

    /// One source that is always refused slows nobody down for long: the others show how often the server serves.
    @Test func oneOfManyIsRefused() {
        var group = GroupState()
        Self.served(&group, minutes: Array(0..<10))
        #expect(!Self.refused(&group, 1, minute: 12))
        Self.served(&group, minutes: [20, 30])
        #expect(!Self.refused(&group, 1, before: 12, minute: 35))
        #expect(group.opens == .monday + .minutes(30))
    }

    /// A server that has become slower is learned again, once it has refused two sources.
    @Test func aServerBecomesSlower() {
        var group = GroupState()
        Self.served(&group, minutes: Array(0..<10))
        #expect(!Self.refused(&group, 1, minute: 13))
        Self.served(&group, minutes: [30])
        #expect(!Self.refused(&group, 2, minute: 34))
        Self.served(&group, minutes: [60])
        #expect(Self.refused(&group, 3, minute: 64))
    }

    /// Ten sources of a server that serves one in ten minutes and does not say so, and is asked once in half an hour: a few
    /// requests are refused, and none later.
    @Test(arguments: [5, 10, 20]) func aServerThatIsSeldomAsked(spacing: Int64) throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 50), seed: 1)
        let group = poller.addGroup()
        for _ in 0..<10 { _ = poller.add(changed(SourceLimits()) { $0.group = group }, at: .monday) }
        var (now, served) = (FetchTime.monday, FetchTime.distantPast)
        var (refusals, random) = (0, SplitMix64(seed: 2))
        while now < .monday + .days(14) {
            while let source = poller.startNextRequest(at: now) {
                let isTooSoon = now < served + .minutes(spacing)
                if isTooSoon, now > .monday + .days(2) { refusals += 1 }
                if !isTooSoon { served = now }
                let answer = SourceAnswer(random.bernoulli(0.4) ? .newData : .noData)
                try poller.recordAnswer(isTooSoon ? Self.refusal(wait: .zero) : answer, from: source, at: now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
        #expect(refusals <= 24, "\(refusals)")
    }

    /// A server that serves 50 requests a day, from midnight on, and refuses the others without a time. The host makes twenty
    /// at once. One at a time tries the server, hourly in the end, and it serves all 50 on each day.
    @Test func aServerWithADailyNumber() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 200), seed: 1)
        let group = poller.addGroup()
        for _ in 0..<40 { _ = poller.add(changed(SourceLimits()) { $0.group = group }, at: .monday) }
        var (now, day) = (FetchTime.monday, Int64(0))
        var (served, refused) = ([0, 0], [0, 0])
        var random = SplitMix64(seed: 2)
        while now < .monday + .days(21) {
            var batch: [AppID] = []
            while batch.count < 20, let source = poller.startNextRequest(at: now) { batch.append(source) }
            if now >= .monday + .days(day + 1) {
                if day >= 7 { #expect(served.last == 50 && (refused.last ?? 0) <= 45, "\(day) \(refused)") }
                day += 1
                served.append(0)
                refused.append(0)
            }
            for source in batch {
                let isServed = served[served.count - 1] < 50
                if isServed { served[served.count - 1] += 1 } else { refused[refused.count - 1] += 1 }
                let answer = SourceAnswer(random.bernoulli(0.4) ? .newData : .noData)
                try poller.recordAnswer(isServed ? answer : Self.refusal(wait: .zero), from: source, at: now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
    }
}
