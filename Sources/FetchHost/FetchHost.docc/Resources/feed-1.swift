import FetchHost
import FetchHostTesting

let clock = TestClock()
let feed = Feed(clock: clock)
try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("news", interval: .custom(.minutes(15))) { _ in
        try await clock.sleep(for: .seconds(2))
        return feed.load() ? .newData(bytes: 80_000) : .noData(bytes: 300)
    }
}
