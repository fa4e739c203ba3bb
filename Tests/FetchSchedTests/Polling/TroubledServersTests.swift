import Testing

@testable import FetchSched

/// Servers that refuse some sources, are overloaded for an hour, or are down: days of a host that makes twenty requests
/// at once.
@Suite struct TroubledServersTests {
    private struct Request {
        var source: Int
        var time: FetchTime
    }

    /// The requests of some days to sources of one server; those from `own` on have no server in common.
    private static func play(
        _ sources: Int, own: Int = .max, spacing: TimeSpan = .zero, perDay: Double, days: Int64,
        _ answer: (Int, FetchTime) -> SourceAnswer?
    ) throws -> [Request] {
        var poller = Poller(unchecked: .poller(requestsPerDay: perDay), seed: 1)
        let group = poller.addGroup(changed(GroupLimits()) { $0.spacing = spacing })
        for source in 0..<sources {
            _ = poller.add(changed(SourceLimits()) { $0.group = source < own ? group : nil }, at: .monday)
        }
        var (now, requests, random) = (FetchTime.monday, [Request](), SplitMix64(seed: 2))
        while now < .monday + .days(days) {
            var batch: [AppID] = []
            while batch.count < 20, let source = poller.startNextRequest(at: now) { batch.append(source) }
            for source in batch {
                requests.append(Request(source: source.index, time: now))
                let usual = SourceAnswer(random.bernoulli(0.4) ? .newData : .noData)
                try poller.recordAnswer(answer(source.index, now) ?? usual, from: source, at: now)
            }
            now = max(now + .seconds(1), poller.nextDeadline(after: now) ?? now + .hours(1))
        }
        return requests
    }

    private static func perDay(_ requests: [Request], of sources: Range<Int>, days: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: days)
        for request in requests where sources.contains(request.source) {
            let day = (request.time - .monday).milliseconds / 86_400_000
            if day < days { counts[Int(day)] += 1 }
        }
        return counts
    }

    /// Answers of a server that serves one request in some time and refuses what comes sooner.
    private struct Spaced {
        let spacing: TimeSpan
        let wait: TimeSpan
        private var last = FetchTime.distantPast

        init(_ spacing: TimeSpan, wait: TimeSpan = .zero) { (self.spacing, self.wait) = (spacing, wait) }

        mutating func answer(at now: FetchTime) -> SourceAnswer? {
            if now < last + spacing { return ServerLimitsTests.refusal(wait: wait) }
            last = now
            return nil
        }
    }

    /// Sources that are refused for their own sake, with a wait, show no spacing of their server.
    @Test(arguments: [[5, 20], [10, 11, 12], [0, 10, 20, 30, 40, 50]]) func someAreRefusedForGood(bad: [Int])
        throws
    {
        let requests = try Self.play(60, perDay: 5000, days: 5) { source, _ in
            bad.contains(source) ? ServerLimitsTests.refusal(wait: .minutes(1)) : nil
        }
        let counts = Self.perDay(requests, of: 0..<60, days: 5)
        #expect(counts.dropFirst().allSatisfy { $0 > 3500 }, "\(counts)")
    }

    /// Of a server that refuses for an hour what comes sooner than a minute after another, no spacing is left a day later.
    @Test(arguments: [0, 60, 300]) func anHourOfOverload(wait: Int64) throws {
        var server = Spaced(.minutes(1), wait: .seconds(Double(wait)))
        let begin = FetchTime.monday + .days(2) + .hours(9)
        let requests = try Self.play(40, perDay: 1200, days: 5) { _, now in
            begin <= now && now < begin + .hours(1) ? server.answer(at: now) : nil
        }
        let counts = Self.perDay(requests, of: 0..<40, days: 5)
        #expect(counts.dropFirst(3).allSatisfy { $0 > 1080 }, "\(counts)")
    }

    /// A server that serves one request in 15 minutes is asked about as often, and uses all of them.
    @Test(arguments: [0, 60]) func aQuarterOfAnHour(wait: Int64) throws {
        var server = Spaced(.minutes(15), wait: .seconds(Double(wait)))
        let requests = try Self.play(40, perDay: 1200, days: 10) { _, now in server.answer(at: now) }
        let counts = Self.perDay(requests, of: 0..<40, days: 10)
        #expect(counts.dropFirst(3).allSatisfy { 80...120 ~= $0 }, "\(counts)")
    }

    /// Sources that are refused from the first request on do not try their server in place of those that it serves.
    @Test func theFirstAreRefused() throws {
        var server = Spaced(.seconds(10))
        let requests = try Self.play(10, perDay: 400, days: 5) { source, now in
            source < 3 ? ServerLimitsTests.refusal(wait: .zero) : server.answer(at: now)
        }
        let others = requests.filter { $0.source >= 3 }.map(\.time)
        let gap = zip(others.dropFirst(), others).map { $0 - $1 }.max()
        #expect(try #require(others.first) < .monday + .minutes(10))
        #expect(try #require(gap) < .hours(2))
    }

    /// A server of 90 sources of 100 that is down for six hours is tried now and then, and no sooner than its spacing
    /// allows. It is asked as before within an hour of its end, and the others meanwhile.
    @Test(arguments: [0, 30]) func aServerIsDown(spacing: Int64) throws {
        let (begin, end) = (FetchTime.monday + .days(3), FetchTime.monday + .days(3) + .hours(6))
        let requests = try Self.play(
            100, own: 90, spacing: .seconds(Double(spacing)), perDay: 2400, days: 4
        ) { source, now in source < 90 && begin <= now && now < end ? SourceAnswer(.failed) : nil }
        let times = requests.filter { $0.source < 90 }.map(\.time)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 >= .seconds(Double(spacing)) })
        #expect(5...30 ~= times.count { begin <= $0 && $0 < end })
        #expect(times.count { end <= $0 && $0 < end + .hours(1) } > 40)
        #expect(requests.count { $0.source >= 90 && begin <= $0.time && $0.time < end } > 30)
    }
}
