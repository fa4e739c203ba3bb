import FetchHost
import FetchHostTesting

let clock = TestClock()
try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("news", interval: .minimum) { _ in
        try await clock.sleep(for: .seconds(2))  // the download
        return .newData(bytes: 80_000)
    }
    print("apps: \(await host.apps), the time is \(clock.time)")
}
