import FetchHTTP
import FetchHost
import FetchHostTesting
import FetchSched
import Foundation

/// Weeks of a user on a test clock: hosts and pollers, each with a reader of its own, ask the same server.
enum Month {
    /// Decides when to poll.
    private enum Policy {
        /// A host on a phone, with the value of a fresh launch in joules.
        case host(value: Double)
        /// A host on an always-on network, with the value of a fresh launch in requests.
        case wired(value: Double)
        case poll(hours: Int)

        static let all = [
            wired(value: 20), wired(value: 100), host(value: 20), host(value: 100), poll(hours: 1),
            poll(hours: 3), poll(hours: 6),
        ]

        /// Configuration of the host; nil for a poller.
        var configuration: FetchConfiguration? {
            var configuration: FetchConfiguration
            switch self {
            case .host(let value):
                configuration = FetchConfiguration()
                configuration.valueJoules = value
            case .wired(let value):
                configuration = .unmetered
                configuration.power.runJoules = 1
                configuration.valueJoules = value
            case .poll: return nil
            }
            return configuration
        }

        var name: String {
            switch self {
            case .host(let value): "on a phone, V = \(Int(value)) J"
            case .wired(let value): "on a cable, V = \(Int(value))"
            case .poll(let hours): hours == 1 ? "every hour" : "every \(hours) hours"
            }
        }
    }

    static func run(days: Int) async throws {
        let clock = TestClock(beginning: Scenario.begin)
        let site = Site(from: Scenario.begin - .days(2), days: days + 2, slowness: 0.01) { clock.time }
        let server = try await HTTPServer(site)
        let openings = Scenario.openings(days: days)
        let begun = ContinuousClock.now
        let rows = try await clock.run {
            try await withThrowingTaskGroup(of: (Int, Row).self) { group in
                for (place, policy) in Policy.all.enumerated() {
                    let name = policy.name
                    var reader = Reader(
                        server: "http://127.0.0.1:\(server.port)",
                        client: HTTPClient(named: name, timeout: .seconds(60)) { Date(clock.time) },
                        journal: Journal())
                    reader.waiting = { body in try await clock.outside { try await body() } }
                    let run = Run(clock: clock, time: { clock.time }, site: site, reader: reader)
                    group.addTask {
                        // As a reader does when feeds are added.
                        try await run.lookAtAll()
                        let seen =
                            switch policy {
                            case .host, .wired:
                                try await hosted(run, policy.configuration ?? FetchConfiguration(), openings)
                            case .poll(let hours):
                                try await polled(run, every: .seconds(3600 * hours), openings)
                            }
                        return (place, Row(name: name, count: site.count(of: name), seen: seen))
                    }
                }
                var rows: [(Int, Row)] = []
                for try await row in group { rows.append(row) }
                return rows.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        try await server.close()
        print("\(days) days of \(Feed.all.count) feeds, \(openings.count) openings\n")
        Row.print(rows)
        complain("\(days) days took \(ContinuousClock.now - begun)")
    }

    private static func hosted(
        _ run: Run<TestClock>, _ configuration: FetchConfiguration, _ openings: [Scenario.Opening]
    ) async throws -> Seen {
        let host = try FetchHost(clock: run.clock, configuration: configuration, seed: 1)
        await run.add(to: host)
        return try await withThrowingTaskGroup(of: Seen?.self) { group in
            group.addTask {
                try await host.run()
                return nil
            }
            group.addTask {
                defer { host.stop() }
                return try await run.open(openings, telling: host)
            }
            var seen: Seen?
            for try await one in group { seen = one ?? seen }
            return seen ?? Seen()
        }
    }

    private static func polled(
        _ run: Run<TestClock>, every interval: Duration, _ openings: [Scenario.Opening]
    ) async throws -> Seen {
        try await withThrowingTaskGroup(of: Seen?.self) { group in
            group.addTask {
                try? await run.poll(every: interval)
                return nil
            }
            group.addTask { try await run.open(openings) }
            var seen: Seen?
            for try await one in group {
                seen = one ?? seen
                group.cancelAll()
            }
            return seen ?? Seen()
        }
    }
}
