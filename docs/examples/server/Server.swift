import FetchHost
import FetchHostTesting
import FetchSched

/// The configuration of docs/host.md.
func pricedConfiguration(_ price: Double) -> FetchConfiguration {
    var configuration = FetchConfiguration.unmetered
    configuration.power.runJoules = price  // of a request; a fresh launch is worth valueJoules = 20
    return configuration
}

extension Reader {
    /// Runs a host until the reading ends.
    func host(_ configuration: FetchConfiguration) async throws {
        try await clock.run {
            let host = try FetchHost(clock: self.clock, configuration: configuration, seed: 1)
            for feed in Feed.all {
                await host.add(feed.name, interval: .minimum) { _ in
                    try await self.clock.sleep(for: .seconds(1))
                    return self.load(feed) ? .newData(bytes: 30_000) : .noData(bytes: 300)
                }
            }
            try await host.run {
                try await self.read { feed, isFresh in
                    try await host.tell(.launch(feed.name))
                    try await host.tell(
                        .foregroundSync(
                            feed.name, isFresh ? .noData : .newData, bytes: isFresh ? 300 : 30_000))
                    try await host.tell(.endOfUse(feed.name))
                }
            }
        }
    }

    /// Loads every feed at an interval in minutes, until the reading ends.
    func poll(every minutes: Int) async throws {
        try await clock.run {
            try await withThrowingTaskGroup { group in
                group.addTask { try await self.read { _, _ in } }
                group.addTask {
                    while true {
                        try await self.clock.sleep(for: .seconds(60 * minutes))
                        for feed in Feed.all { self.load(feed) }
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}
