import Testing

@testable import FetchSched

/// A source that is new at each request takes no more than its part.
@Suite struct EverNewTests {
    /// Of thirty sources ten are ever new; the others change twice a day. Shares of the requests after a week.
    private static func shares(dated: Bool = false, weight: Double = 1, most: TimeSpan = .max) throws -> (
        ever: Double, rule: FetchVeto.Rule?
    ) {
        var scheduler = Scheduler.with(apps: 30, .poller(requestsPerDay: 120))
        for app in 0..<10 {
            scheduler.polling[limits: app].weight = weight
            scheduler.polling[limits: app].most = most
        }
        var last = [FetchTime](repeating: .monday, count: 30)
        var (now, counts, random) = (FetchTime.monday, (ever: 0, all: 0), SplitMix64(seed: 5))
        while now < .monday + .days(21) {
            while let app = scheduler.nextFetch(at: now) {
                let days = (now - last[app.index]).seconds / 86_400
                let isNew = app.index < 10 || random.bernoulli(PortableMath.saturation(2 * days))
                if isNew, dated {
                    scheduler.observe(.contentChanged(app, at: now - .seconds(1)), at: now)
                }
                try scheduler.complete(app, isNew ? .newData : .noData, bytes: 900, at: now)
                last[app.index] = now
                guard now > .monday + .days(7) else { continue }
                counts.all += 1
                counts.ever += app.index < 10 ? 1 : 0
            }
            now = scheduler.nextWakeup(after: now) ?? .distantFuture
        }
        let vetoes = scheduler.vetoes(of: 3, at: now)
        return (Double(counts.ever) / Double(counts.all), vetoes.first { $0.rule == .everNew }?.rule)
    }

    @Test func takeAFifthAndTries() throws {
        let (ever, rule) = try Self.shares()
        #expect((0.15...0.33).contains(ever), "\(ever)")
        #expect(rule == .everNew)
    }

    @Test func aWeightRaisesIt() throws {
        #expect(try Self.shares(weight: 3).ever > 0.3)
    }

    /// Longest times that take more than the number are no promise: the others have their part.
    @Test func impossibleLongestTimesDoNot() throws {
        let (ever, rule) = try Self.shares(most: .minutes(5))
        #expect((0.15...0.33).contains(ever), "\(ever)")
        #expect(rule == .everNew)
    }

    @Test func whatIsDatedIsReal() throws {
        let (ever, rule) = try Self.shares(dated: true)
        #expect(ever > 0.35, "\(ever)")
        #expect(rule == nil)
    }

    /// Alone with others that change seldom, an ever new source would wait for many hours.
    @Test func theLongestTimeHolds() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 60), seed: 1)
        let ever = poller.add(changed(SourceLimits()) { $0.most = .hours(2) }, at: .monday)
        for _ in 0..<20 { _ = poller.add(at: .monday) }
        var (now, last, gap, isBounded) = (FetchTime.monday, FetchTime.monday, TimeSpan.zero, false)
        while now < .monday + .days(14) {
            while let source = poller.startNextRequest(at: now) {
                if source == ever {
                    gap = max(gap, now - last)
                    last = now
                }
                let answer = SourceAnswer(source == ever ? .newData : .noData)
                try poller.recordAnswer(answer, from: source, at: now)
            }
            isBounded = isBounded || poller.scheduler.apps[ever.index].everNew.isBelieved
            now = poller.nextDeadline(after: now) ?? .distantFuture
        }
        #expect(isBounded && gap < .hours(4), "\(gap)")
    }

    /// New at each of twelve requests an hour apart, silent when it is tried: it is like others.
    @Test func triedSeldom() {
        var source = EverNew()
        var tried = 0
        for _ in 0..<400 {
            let isTried = source.isTried
            tried += isTried ? 1 : 0
            source.learn(foundNew: !isTried, isDated: false, passed: isTried ? .minutes(10) : .hours(1))
            #expect(!source.isBelieved)
        }
        #expect((4...6).contains(tried), "\(tried)")
    }

    /// A host that comes late tells nothing; a request that finds nothing ends the belief.
    @Test func lateTriesTellNothing() {
        var source = EverNew()
        for _ in 0..<50 { source.learn(foundNew: true, isDated: false, passed: .hours(1)) }
        #expect(!source.isBelieved)
        while !source.isTried { source.learn(foundNew: true, isDated: false, passed: .hours(1)) }
        for _ in 0..<3 { source.learn(foundNew: true, isDated: false, passed: .minutes(11)) }
        #expect(source.isBelieved)
        source.learn(foundNew: false, isDated: false, passed: .hours(9))
        #expect(!source.isBelieved && !source.isTried)
    }
}
