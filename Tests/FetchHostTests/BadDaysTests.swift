import FetchHost
import FetchHostTesting
import FetchSched
import Synchronization
import Testing

/// A poller's bad days, as a program without a radio meets them that runs a ``FetchHost``.
@Suite struct BadDaysTests {
    private static let day = 86_400.0

    /// A fetch that began: when, in seconds since the host began, and of what.
    private struct Request: Sendable {
        let at: Double
        let app: String
    }

    /// The requests of a host that runs for so many days with sources that change by chance, about twice a day.
    ///
    /// - Parameters:
    ///   - answer: what a source answers in place of its news, at a time; nil for these.
    ///   - calendar: by how much the calendar is ahead of the time that passes.
    private func requests(
        of apps: [String], days: Double, _ configuration: FetchConfiguration,
        answer: @escaping @Sendable (String, Double) -> FetchResult? = { _, _ in nil },
        calendar: @escaping @Sendable (Double) -> TimeSpan = { _ in .zero }
    ) async throws -> [Request] {
        let clock = TestClock()
        let notes = Notes<Request>()
        try await clock.run {
            @Sendable func passed() -> Double { Double(clock.now.offset.components.seconds) }
            let host = try FetchHost(
                clock: clock, time: { clock.time + calendar(passed()) }, configuration: configuration, seed: 1
            )
            for (number, app) in apps.enumerated() {
                let random = Random(seed: UInt64(number))
                await host.add(app, interval: .minimum) { _ in
                    let at = passed()
                    notes.add(Request(at: at, app: app))
                    try await clock.sleep(for: .milliseconds(300))
                    if let answer = answer(app, at) { return answer }
                    return random.hasChanged(by: at) ? .newData(bytes: 10_000) : .noData(bytes: 300)
                }
            }
            try await host.running { try await clock.sleep(for: .seconds(days * Self.day)) }
        }
        return notes.all
    }

    /// Changes of a source, drawn one after the other.
    private final class Random: Sendable {
        private let next: Mutex<(change: Double, random: SplitMix64)>

        init(seed: UInt64) { next = Mutex((0, SplitMix64(seed: seed))) }

        func hasChanged(by time: Double) -> Bool {
            next.withLock { next in
                guard next.change <= time else { return false }
                while next.change <= time {
                    next.change += Double.random(in: 0..<86_400, using: &next.random)
                }
                return true
            }
        }
    }

    private func count(
        _ requests: [Request], from: Double, to: Double, _ isCounted: (String) -> Bool = { _ in true }
    )
        -> Int
    {
        requests.count { from <= $0.at && $0.at < to && isCounted($0.app) }
    }

    /// 1,000 sources and 500 requests a day: after the first day each has at least 0.6 of them, and at most 1.1 times.
    @Test func fewRequests() async throws {
        let apps = (0..<1000).map { "feed\($0)" }
        let requests = try await requests(of: apps, days: 8, .poller(requestsPerDay: 500))
        for day in 2..<8 {
            let begin = Double(day) * Self.day
            let count = count(requests, from: begin, to: begin + Self.day)
            #expect((300...551).contains(count), "day \(day): \(count)")
        }
    }

    /// One of 60 sources is refused for ever: the others get at least 0.9 of their requests. The host knows no servers, so a
    /// refusal is that of its source.
    @Test func oneIsRefused() async throws {
        let apps = (0..<60).map { "feed\($0)" }
        let all = try await requests(of: apps, days: 4, .poller(requestsPerDay: 1200))
        let refused = try await requests(
            of: apps, days: 4, .poller(requestsPerDay: 1200),
            answer: { app, _ in
                app == "feed0" ? .failed.serverWait(.seconds(60)) : nil
            })
        let others: (String) -> Bool = { $0 != "feed0" }
        let (before, after) = (
            count(all, from: Self.day, to: 4 * Self.day, others),
            count(refused, from: Self.day, to: 4 * Self.day, others)
        )
        #expect(Double(after) >= 0.9 * Double(before), "\(after) of \(before)")
        #expect(count(refused, from: 3 * Self.day, to: 4 * Self.day) { $0 == "feed0" } <= 24)
    }

    /// A server with 60 of 100 sources is down for six hours: the others are never without a request for half an hour.
    @Test func manyFail() async throws {
        let apps = (0..<100).map { "feed\($0)" }
        let down = (2.4 * Self.day)..<(2.65 * Self.day)
        let requests = try await requests(
            of: apps, days: 3, .poller(requestsPerDay: 2400),
            answer: { app, at in
                down.contains(at) && Int(app.dropFirst(4))! < 60 ? .failed : nil
            })
        let others = requests.filter { down.contains($0.at) && Int($0.app.dropFirst(4))! >= 60 }.map(\.at)
        let gaps = zip([down.lowerBound] + others, others + [down.upperBound]).map { $1 - $0 }
        #expect(gaps.max()! <= 1800, "\(gaps.max()! / 60) min")
    }

    /// Twenty of 100 sources fall silent: three weeks later few requests go to them.
    @Test func someFallSilent() async throws {
        let apps = (0..<100).map { "feed\($0)" }
        let requests = try await requests(
            of: apps, days: 32, .poller(requestsPerDay: 1200),
            answer: { app, at in
                at > 8 * Self.day && Int(app.dropFirst(4))! < 20 ? .noData(bytes: 300) : nil
            })
        let late = requests.filter { $0.at > 28 * Self.day }
        let share = Double(late.count { Int($0.app.dropFirst(4))! < 20 }) / Double(late.count)
        #expect(share <= 0.06, "\(share)")
    }

    /// The calendar was a day, or 400 days, ahead, and is set right: the 24 hours after have at least 0.7 of their requests.
    @Test(arguments: [1, 400]) func theClockWasAhead(days: Int64) async throws {
        let apps = (0..<100).map { "feed\($0)" }
        let requests = try await requests(
            of: apps, days: 4, .poller(requestsPerDay: 1200),
            calendar: { $0 < 2 * Self.day ? .days(days) : .zero })
        let count = count(requests, from: 2 * Self.day, to: 3 * Self.day)
        #expect((840...1_320).contains(count), "\(count)")
    }

    /// Without a number of requests, and without one that says which sources share the server: the others never wait for an hour.
    /// The network is tried by the source that was served last, due or not, and not only by those that may be down.
    @Test(arguments: [1.22, 1.3, 1.4]) func manyFailWithoutANumber(begin: Double) async throws {
        var configuration = FetchConfiguration.unmetered
        configuration.power.runJoules = 0.05
        configuration.polling.ageJoules = 0.0175
        let apps = (0..<50).map { "feed\($0)" }
        let down = (begin * Self.day)..<((begin + 0.25) * Self.day)
        let requests = try await requests(
            of: apps, days: 2, configuration,
            answer: { app, at in
                down.contains(at) && Int(app.dropFirst(4))! < 30 ? .failed : nil
            })
        let others = requests.filter { down.contains($0.at) && Int($0.app.dropFirst(4))! >= 30 }.map(\.at)
        let gaps = zip([down.lowerBound] + others, others + [down.upperBound]).map { $1 - $0 }
        #expect(gaps.max()! <= 3600, "\(gaps.max()! / 60) min")
    }
}
