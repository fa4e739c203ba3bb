import FetchHTTP
import FetchHost
import FetchSched
import Foundation
import Logging
import ServiceLifecycle

/// The host on the real clock, as a service: a day of the feeds in so many seconds, with servers that hang.
enum Live {
    static func run(seconds: Int) async throws {
        let clock = ScaledClock(
            speed: 86_400 / seconds, anchor: Int64(Date().timeIntervalSince1970 * 1000))
        let site = Site(from: Scenario.begin - .days(2), days: 4, hangs: true) { clock.time }
        let server = try await HTTPServer(site)
        let openings = Scenario.openings(days: 1)
        let rows = try await withThrowingTaskGroup(of: (Int, Row).self) { group in
            for (place, hours) in [nil, 1].enumerated() {
                let name = hours == nil ? "FetchHost" : "every hour"
                let url = "http://127.0.0.1:\(server.port)"
                let client = HTTPClient(named: name, timeout: .seconds(2)) { Date(clock.time) }
                let run = Run(
                    clock: clock, time: { clock.time }, site: site,
                    reader: Reader(server: url, client: client, journal: Journal()))
                group.addTask {
                    // As a reader does when feeds are added.
                    try await run.lookAtAll()
                    let seen = try await hours == nil ? hosted(run, openings) : polled(run, openings)
                    return (place, Row(name: name, count: site.count(of: name), seen: seen))
                }
            }
            var rows: [(Int, Row)] = []
            for try await row in group { rows.append(row) }
            return rows.sorted { $0.0 < $1.0 }.map(\.1)
        }
        try await server.close()
        print("A day of \(Feed.all.count) feeds in \(seconds) s, \(openings.count) openings\n")
        Row.print(rows)
    }

    /// A fetch may take a real second, in the time of a clock that is so fast.
    static func configuration(_ clock: ScaledClock) -> FetchConfiguration {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 100
        configuration.fetchLimit = .seconds(Double(clock.speed))
        return configuration
    }

    private static func hosted(
        _ run: Run<ScaledClock>, _ openings: [Scenario.Opening]
    ) async throws -> Seen {
        let host = try FetchHost(
            clock: run.clock, time: { run.clock.time }, configuration: configuration(run.clock), seed: 1)
        await run.add(to: host)
        var logger = Logger(label: "feed-reader", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .notice
        let services = ServiceGroup(
            services: [FetchHostService(host, logger: logger)], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        return try await withThrowingTaskGroup(of: Seen?.self) { group in
            group.addTask {
                try await services.run()
                return nil
            }
            group.addTask {
                let seen = try await run.open(openings, telling: host)
                await services.triggerGracefulShutdown()
                return seen
            }
            var seen: Seen?
            for try await one in group { seen = one ?? seen }
            return seen ?? Seen()
        }
    }

    private static func polled(
        _ run: Run<ScaledClock>, _ openings: [Scenario.Opening]
    ) async throws -> Seen {
        try await withThrowingTaskGroup(of: Seen?.self) { group in
            group.addTask {
                try? await run.poll(every: .seconds(3600))
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
