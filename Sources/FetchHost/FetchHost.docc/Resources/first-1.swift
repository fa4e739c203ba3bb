import FetchHost
import FetchHostTesting

let clock = TestClock()
try await clock.run {
    let host = try FetchHost(clock: clock)
    print("apps: \(await host.apps), the time is \(clock.time)")
}
