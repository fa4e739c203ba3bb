import FetchHost
import FetchHostTesting

let clock = TestClock()
let feed = Feed(clock: clock)

/// Four weeks of somebody who reads in the morning, at noon and in the evening.
@Sendable func read(with host: FetchHost<TestClock>) async throws {
    for day in 0..<28 {
        for minutes in [450, 735, 1_140] {
            let time = Duration.seconds(86_400 * day + 60 * minutes + 97 * (day % 7))
            try await clock.sleep(until: .init(offset: time))
            try await host.tell(.launch("news"))
            let isNew = feed.load()  // what every reader does when it is opened
            try await host.tell(.foregroundSync("news", isNew ? .newData : .noData, bytes: 80_000))
            try await clock.sleep(for: .seconds(240))
            try await host.tell(.endOfUse("news"))
        }
    }
}

try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("news", interval: .custom(.minutes(15))) { _ in
        try await clock.sleep(for: .seconds(2))
        return feed.load() ? .newData(bytes: 80_000) : .noData(bytes: 300)
    }
    try await host.run { try await read(with: host) }
}
