import Testing

@testable import FetchSched

/// Where there are very many sources, their times are computed again in parts.
@Suite struct ManySourcesTests {
    private static let count = 2 * Scheduler.mostComputed + 10

    private static func poller() -> Poller {
        var poller = Poller(unchecked: .poller(requestsPerDay: 1_000_000), seed: 1)
        for _ in 0..<count { _ = poller.add(at: .monday) }
        return poller
    }

    /// All parts come at once one after the other, and the times are those that one pass would have found.
    @Test func allTimesAreComputedInTheEnd() throws {
        var poller = Self.poller()
        let now = FetchTime.monday + .days(1)
        poller.scheduler.allChanged(at: now)
        var moments: [FetchTime] = []
        var moment = now
        while poller.scheduler.polling.sweep != nil {
            let next = poller.nextDeadline(after: moment)
            moment = try #require(next)
            moments.append(moment)
        }
        #expect(moments.count == 2 && moments.first == now + TimeSpan(milliseconds: 1))
        var whole = Self.poller()
        whole.scheduler.polling.sweep = nil
        whole.scheduler.notice(now)
        for app in whole.scheduler.apps.indices { whole.scheduler.computeDue(of: app, at: now) }
        let early = now - .hours(1)
        for app in 0..<Self.count {
            let (found, expected) = (poller.scheduler.polling.due[app], whole.scheduler.polling.due[app])
            // Those that are due already go by their benefit.
            if let expected, expected <= now {
                #expect(found.map { (early...moment).contains($0) } == true)
            } else {
                #expect(found == expected)
            }
        }
    }

    /// A state that is written in between is gone on with.
    @Test func aStateInBetween() throws {
        var poller = Self.poller()
        let now = FetchTime.monday + .days(1)
        poller.scheduler.allChanged(at: now)
        #expect(poller.scheduler.polling.sweep?.next == Scheduler.mostComputed)
        var restored = try Poller(restoring: poller.snapshot(), configuration: poller.configuration)
        for _ in 0..<40 {
            #expect(restored.startNextRequest(at: now) == poller.startNextRequest(at: now))
            #expect(restored.nextDeadline(after: now) == poller.nextDeadline(after: now))
        }
        #expect(poller.scheduler.polling.sweep == nil && restored.snapshot() == poller.snapshot())
    }

    /// A day off: all that is due is asked within its number, and no question is without an end.
    @Test func afterADayOff() throws {
        var poller = Self.poller()
        for day in [1, 3] as [Int64] {
            let now = FetchTime.monday + .days(day)
            var asked: Set<AppID> = []
            while let source = poller.startNextRequest(at: now) {
                try poller.recordAnswer(SourceAnswer(.newData), from: source, at: now)
                #expect(asked.insert(source).inserted)
            }
            #expect(asked.count > (day == 1 ? Self.count - 1 : 500), "\(asked.count)")
        }
    }

    /// Sources that wait for their server for hours are not computed again at each question: a host does not wake each millisecond.
    @Test func sourcesThatWaitForTheirServer() throws {
        var poller = Poller(unchecked: .poller(requestsPerDay: 20_000), seed: 1)
        let group = poller.addGroup(changed(GroupLimits()) { $0.atOnce = 1 })
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<Scheduler.mostComputed + 76 { _ = poller.add(limits, at: .monday) }
        var (now, requests, inARow, most) = (FetchTime.monday, 0, 0, 0)
        var underWay: (source: AppID, end: FetchTime)?
        while now < .monday + .hours(4), most < 100 {
            if let (source, end) = underWay, end <= now {
                try poller.recordAnswer(SourceAnswer(.newData), from: source, at: now)
                underWay = nil
            }
            let asked = poller.startNextRequest(at: now)
            if let asked {
                requests += 1
                underWay = (asked, now + .seconds(20))
            }
            let next = min(poller.nextDeadline(after: now) ?? .distantFuture, underWay?.end ?? .distantFuture)
            inARow = asked == nil && next <= now + TimeSpan(milliseconds: 1) ? inARow + 1 : 0
            most = max(most, inARow)
            now = max(now, next)
        }
        #expect(requests > 700 && most < 5)
    }
}
