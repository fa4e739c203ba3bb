import FetchHTTP
import FetchHost
import FetchSched
import Foundation

/// The reader that is killed: continues where the last one ended, and reports every item when it is saved.
enum Child {
    static func run(server: String, folder: String, clock: ScaledClock, until: String?) async throws {
        let journal = try Journal(path: folder + "/items") { feed, item in say("kept \(feed) \(item)") }
        let client = HTTPClient(named: "reader", timeout: .seconds(2)) { Date(clock.time) }
        let reader = Reader(server: server, client: client, journal: journal)
        let run = Run(clock: clock, time: { clock.time }, site: nil, reader: reader)
        let host = try FetchHost(
            clock: clock, time: { clock.time }, configuration: Live.configuration(clock), seed: 1,
            storedAt: folder + "/state", saveInterval: .seconds(clock.speed / 10))
        for problem in host.restoreProblems { say("fallback \(problem)") }
        // Each time in another order: what was learned goes with the name.
        for feed in Feed.all.shuffled() {
            await host.add(feed.name, interval: .minimum) { context in try await reader.sync(context.app) }
        }
        for feed in Feed.all {
            say("app \(feed.name) \(try await host.app(named: feed.name).index)")
        }
        say("ready")
        if until == "synced" { return try await syncAll(reader, clock) }
        let days = Int((clock.time - Scenario.begin).seconds / 86_400) + 2
        let events = host.events()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await event in events {
                    if case .started = event.kind { say("fetch \(event.app)") }
                }
            }
            group.addTask { try await host.run() }
            group.addTask { _ = try await run.open(Scenario.openings(days: days), telling: host) }
            try await group.waitForAll()
        }
    }

    /// Looks at every feed until its server has given a whole answer.
    private static func syncAll(_ reader: Reader, _ clock: ScaledClock) async throws {
        for feed in Feed.all {
            while true {
                let result = await withTaskGroup(of: FetchResult?.self) { group in
                    group.addTask { try? await reader.sync(feed.name) }
                    group.addTask {
                        try? await Task.sleep(for: .seconds(1))
                        return nil
                    }
                    let first = await group.next() ?? nil
                    group.cancelAll()
                    return first
                }
                if let result, result.outcome != .failed { break }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        say("synced")
    }
}
