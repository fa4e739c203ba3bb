import FetchHost
import FetchHostTesting

let clock = TestClock()
let feed = Feed(clock: clock)

/// Four weeks of somebody who reads in the morning, at noon and in the evening.
@Sendable func read(with host: FetchHost<TestClock>) async throws {
    var fresh = 0
    for day in 0..<28 {
        for minutes in [450, 735, 1_140] {
            let time = Duration.seconds(86_400 * day + 60 * minutes + 97 * (day % 7))
            try await clock.sleep(until: .init(offset: time))
            try await host.tell(.launch("news"))
            let isNew = feed.load()  // what every reader does when it is opened
            fresh += isNew ? 0 : 1
            try await host.tell(.foregroundSync("news", isNew ? .newData : .noData, bytes: 80_000))
            try await clock.sleep(for: .seconds(240))
            try await host.tell(.endOfUse("news"))
        }
        guard day % 7 == 6 else { continue }
        print("week \(day / 7 + 1): \(fresh) of 21 openings found it fresh")
        fresh = 0
    }
}

/// Says that the radio is awake whenever something else on the device uses it: here every quarter of an hour.
@Sendable func keepListening(_ host: FetchHost<TestClock>) async throws {
    while true {
        try await clock.sleep(for: .seconds(900))
        try await host.tell(.radio(.other, for: .seconds(2)))
    }
}

try await clock.run {
    let host = try FetchHost(clock: clock, storedAt: "reader.state")
    await host.add("news", interval: .custom(.minutes(15))) { _ in
        try await clock.sleep(for: .seconds(2))
        return feed.load() ? .newData(bytes: 80_000) : .noData(bytes: 300)
    }
    try await host.run {
        try await withThrowingTaskGroup { group in
            group.addTask { try await keepListening(host) }
            try await read(with: host)
            group.cancelAll()
        }
    }
}
