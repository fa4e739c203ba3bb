import Testing

@testable import FetchSched

/// A server that serves less than its sources could use.
@Suite struct ServerLinesTests {
    /// Thirty sources of a server that is asked every ten minutes, of which some change every half an hour, others every ten days.
    private static func poller(_ count: Int = 30, perDay: Double = 1000) -> Poller {
        var poller = Poller(unchecked: .poller(requestsPerDay: perDay), seed: 1)
        let group = poller.addGroup(changed(GroupLimits()) { $0.spacing = .minutes(10) })
        let limits = changed(SourceLimits()) { $0.group = group }
        for _ in 0..<count { _ = poller.add(limits, at: .monday) }
        return poller
    }

    /// Asks as the poller says.
    ///
    /// - Returns: when each source was asked.
    private static func run(
        _ poller: inout Poller, days: ClosedRange<Int64>, snapshotEach hours: Int64 = .max
    ) throws -> [[FetchTime]] {
        var times = [[FetchTime]](repeating: [], count: poller.sourceCount)
        var (now, next) = (FetchTime.monday + .days(days.lowerBound), FetchTime.monday)
        while now < .monday + .days(days.upperBound) {
            if hours < .max, now >= next {
                poller = try Poller(restoring: poller.snapshot(), configuration: poller.configuration)
                next = now + .hours(hours)
            }
            while let source = poller.startNextRequest(at: now) {
                let changes = 48 / Double(1 + 16 * source.index)
                let last = times[source.index].last ?? now
                let hasNews = (now - last).seconds * changes > 86_400
                times[source.index].append(now)
                try poller.recordAnswer(SourceAnswer(hasNews ? .newData : .noData), from: source, at: now)
            }
            now = poller.nextDeadline(after: now) ?? .distantFuture
        }
        return times
    }

    /// Each is asked, and those that change often more often than the others. The server never rests.
    @Test func noSourceStarves() throws {
        var poller = Self.poller()
        let times = try Self.run(&poller, days: 0...8)
        let counts = times.map { $0.count }
        #expect(counts.reduce(0, +) >= 8 * 144 - 2, "\(counts)")
        #expect(counts[0] > 3 * counts[29] && counts[0] < 400, "\(counts)")
        for list in times {
            let last = try #require(list.last)
            let gaps = zip(list.dropFirst(), list).map { $0 - $1 } + [.monday + .days(8) - last]
            #expect(gaps.allSatisfy { $0 < .days(2) })
        }
    }

    /// A line is part of the state.
    @Test func linesAreKept() throws {
        var (poller, other) = (Self.poller(), Self.poller())
        #expect(try Self.run(&poller, days: 0...3) == Self.run(&other, days: 0...3, snapshotEach: 1))
        #expect(!poller.scheduler.polling.lines.all.isEmpty && poller.snapshot() == other.snapshot())
    }

    /// A source that is added, or that may wait no longer, is asked as soon as the server may be.
    @Test func whoGoesFirst() throws {
        var poller = Self.poller()
        _ = try Self.run(&poller, days: 0...3)
        let now = FetchTime.monday + .days(3)
        let group = poller.scheduler.polling[limits: 0].group
        let added = poller.add(changed(SourceLimits()) { $0.group = group }, at: now)
        let promised = poller.add(
            changed(SourceLimits()) {
                $0.group = group
                $0.most = .hours(1)
            }, at: now)
        let times = try Self.run(&poller, days: 3...5)
        #expect(times[added.index].first.map { $0 - now <= .minutes(20) } == true)
        let list = times[promised.index]
        #expect(
            list.count > 40 && zip(list.dropFirst(), list).allSatisfy { $0 - $1 <= .minutes(71) },
            "\(list.count)")
    }

    /// Sources that leave a line, or go to another server, hold up nobody.
    @Test func whoLeaves() throws {
        var poller = Self.poller()
        _ = try Self.run(&poller, days: 0...2)
        let now = FetchTime.monday + .days(2)
        let line = poller.scheduler.polling.lines.all.map { Int($0) }
        #expect(line.count > 20)
        // The first, the last, and some between.
        for app in line.enumerated().filter({ $0.offset % 3 == 0 || $0.offset == line.count - 1 }).map({
            $0.element
        }) {
            try poller.remove(AppID(app), at: now)
        }
        let free = poller.addGroup(GroupLimits())
        let moved = try #require(poller.sources.first)
        try poller.setLimits(changed(SourceLimits()) { $0.group = free }, of: moved, at: now)
        let left = poller.sources
        var asked: Set<AppID> = []
        var moment = now
        while moment < now + .hours(8) {
            while let source = poller.startNextRequest(at: moment) {
                asked.insert(source)
                try poller.recordAnswer(SourceAnswer(.noData), from: source, at: moment)
            }
            moment = poller.nextDeadline(after: moment) ?? .distantFuture
        }
        #expect(asked == Set(left))
    }

    /// Against lists that are written down whole.
    @Test(arguments: 0..<20 as Range<UInt64>) func aNaiveLine(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var lines = ServerLines()
        var naive = [[Int]](repeating: [], count: 4)
        var home: [Int: Int] = [:]
        for _ in 0..<500 {
            let app = random.below(40)
            if let group = home.removeValue(forKey: app) {
                lines.remove(app, from: group)
                naive[group].removeAll { $0 == app }
            } else {
                let (group, isFirst) = (random.below(4), random.bernoulli(0.3))
                lines.add(app, to: group, isFirst: isFirst)
                naive[group].insert(app, at: isFirst ? 0 : naive[group].count)
                home[app] = group
            }
            #expect(lines.all.map { Int($0) } == naive.flatMap { $0 })
            #expect((0..<4).allSatisfy { lines.first(of: $0) == naive[$0].first })
            #expect((0..<40).allSatisfy { lines.contains($0) == (home[$0] != nil) })
        }
    }
}
