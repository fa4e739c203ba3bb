import FetchSched
import FetchTrace
import Testing

@testable import FetchSim

/// Chromium's periodic sync, TailEnder and Every Byte Counts, by worked examples. Times are seconds.
@Suite struct WebAndResearchTests {
    private let hour = 3600.0
    private let day = 86_400.0

    // MARK: Chromium

    /// 3 points for the first visit of a day, 1.5 for others, 15 a day at the most; 98.4 % are left after two hours.
    @Test func engagement() {
        var site = SiteEngagement()
        let clock = LocalClock()
        #expect(site.level(at: .epoch) == .none)
        site.visited(at: .epoch, clock)
        #expect(site.score(at: .epoch) == 3 && site.level(at: .epoch) == .low)
        #expect(abs(site.score(at: FetchTime(seconds: 2 * hour)) - 3 * 0.984) < 1e-12)
        for _ in 0..<20 { site.visited(at: FetchTime(seconds: 60), clock) }
        #expect(
            site.score(at: FetchTime(seconds: 60)) == 15 && site.level(at: FetchTime(seconds: 60)) == .medium)
        // 15 points are less than one after 168 periods of two hours, and less than a half after 211.
        #expect(site.level(at: FetchTime(seconds: 60 + 167 * 2 * hour)) == .low)
        #expect(site.level(at: FetchTime(seconds: 60 + 168 * 2 * hour)) == .minimal)
        #expect(site.level(at: FetchTime(seconds: 60 + 211 * 2 * hour)) == .none)
    }

    /// One visit: low engagement, so 24 h; three days later the score is below 1 but for another visit.
    @Test func chromeSyncsByEngagement() throws {
        let times = try starts("chrome-sync", apps: 2, seconds: 49 * hour) { $0.launch(0, at: 600) }
        #expect(times[0] == [24 * hour, 48 * hour])
        #expect(times[1].isEmpty)  // no engagement: suspended
    }

    /// Sites that are due within six minutes of a wakeup wait for the next one.
    @Test func chromeWakesSeldom() throws {
        let times = try starts("chrome-sync-1000:lowPenalty=1", apps: 2, seconds: 2500) { script in
            script.launch(0, at: 10)
            script.launch(1, at: 20)
            script.add(2, .interval, 1, .number(1100))
        }
        // Site 1 is due at 1120 by its interval, the browser wakes at 1360.
        #expect(times[0].first == 1000 && times[1].first == 1360)
    }

    /// 5 min after a failure, 15 min after the second, then the next turn.
    @Test func chromeRetries() throws {
        let times = try starts("chrome-sync-10000:lowPenalty=1", seconds: 30_000) { script in
            script.launch(0, at: 10)
            script.add(9000, .outage, seconds: 9000)
        }
        #expect(times[0].count >= 4)
        #expect(times[0][0] == 10_000)
        let gaps = zip(times[0], times[0].dropFirst()).map { $1 - $0 }
        #expect(abs(gaps[0] - 360) < 1, "the wakeup gap is longer than the wait of 300 s")
        #expect(abs(gaps[1] - 900) < 1)
        #expect(abs(gaps[2] - 10_000) < 1)
    }

    // MARK: TailEnder

    /// Requests may wait 500 s. A asks at 618.034, B at 236.068, C at 854.102.
    ///
    ///     B   236 r......D 736          1236 r....F 1354
    ///     A        618 r.F                              1618
    ///     C                   854 r...............D 1354     (854 is beyond 0.62 of the tail after 736)
    @Test func tailEnderSendsAllAtADeadline() throws {
        let times = try starts("tailender-1000", apps: 3, seconds: 1400)
        #expect(times == [[736.068], [736.068, 1354.102], [1354.102]])
    }

    /// A request in the first 0.62 of the tail goes along at once.
    @Test func tailEnderUsesTheTail() throws {
        let policy = { TailEnderPolicy(period: .seconds(1000), delay: 0, tail: .seconds($0)) }
        // Without delay each goes at its own time: B at 236.068, C would ask at 854.102, A at 618.034.
        var script = Script(apps: 3, seconds: 990)
        script.add(0, .zone, nil, .number(0))
        let apart = recorded(script.trace, policy(10)).diary
        #expect(
            apart.starts(of: 1) == [236.068] && apart.starts(of: 0) == [618.034]
                && apart.starts(of: 2) == [854.102])
        let patient = { TailEnderPolicy(period: .seconds(1000), delay: 0.5, tail: .seconds($0)) }
        // B's deadline is 736.068; with a tail of 120 s C's request at 854.102 falls into it.
        #expect(recorded(script.trace, patient(120)).diary.starts(of: 2) == [854.102])
        #expect(recorded(script.trace, patient(10)).diary.starts(of: 2).isEmpty)
    }

    /// Other traffic takes along what is pending, and what is asked for in 0.62 of the tail after it. A request may wait for
    /// its whole period.
    ///
    ///     traffic  200                        900                        1617
    ///     A               618 r...............F                             rF    (asks at 1618, in the tail)
    ///     B         236 r.....................F          1236 r............F
    ///     C                      854 r........F
    @Test func tailEnderUsesOtherTraffic() throws {
        let times = try starts("tailender-1000:delay=1", apps: 3, seconds: 1620) { script in
            script.heartbeat(at: 200)
            script.heartbeat(at: 900)
            script.heartbeat(at: 1617)
        }
        #expect(times == [[900, 1618.034], [900, 1617], [900]])
    }

    // MARK: Every Byte Counts

    /// Ten weekdays of a launch at 9:30: within the hour from 9:00 on, about 10 launches are expected in 11 such hours.
    @Test func probabilityFollowsTheHour() throws {
        var policy = EveryBytePolicy(try #require(PolicyChoice("every-byte:horizon=3600")).settings)
        // 1970-01-05 was a Monday.
        let monday = 4 * day
        policy.setInterval(.minimum, of: AppID(0), at: FetchTime(seconds: monday))
        var now = monday
        for week in 0..<2 {
            for weekday in 0..<5 {
                now = monday + Double(week * 7 + weekday) * day
                policy.observe(.launch(AppID(0)), at: FetchTime(seconds: now + 9.5 * hour))
            }
        }
        let next = monday + 14 * day
        _ = policy.nextFetch(at: FetchTime(seconds: next))
        // Overall: 10 launches in 14 days. The hour: (10 + 10 / 14 / 24) launches in (10 + 1) hours.
        let expected = (10 + 10.0 / 14 / 24) / 11
        let atNine = policy.probability(of: 0, at: FetchTime(seconds: next + 9 * hour))
        #expect(abs(atNine - (1 - PortableMath.exp(-expected))) < 1e-9, "\(atNine)")
        #expect(policy.probability(of: 0, at: FetchTime(seconds: next + 3 * hour)) < 0.01)
        // Half of it from 8:30 on.
        let before = policy.probability(of: 0, at: FetchTime(seconds: next + 8.5 * hour))
        #expect(before > 0.3 && before < atNine)
    }

    @Test func everyByteFetchesBeforeTheUsualHour() throws {
        let times = try starts("every-byte-0.5", seconds: 26 * day) { script in
            for number in 0..<26 { script.launch(0, at: Double(number) * day + 9.6 * hour, seconds: 60) }
        }
        // Once the hour is known, one fetch a day, at or before 9:00 or shortly after, and none at night.
        let late = times[0].filter { $0 > 20 * day }
        #expect(late.count >= 4 && late.count <= 12, "\(late)")
        #expect(
            late.allSatisfy { (8.4...10).contains(($0 / day - ($0 / day).rounded(.down)) * 24) }, "\(late)")
    }
}
