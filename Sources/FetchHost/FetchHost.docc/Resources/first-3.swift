import FetchHost
import FetchHostTesting

let clock = TestClock()
try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("news", interval: .minimum) { _ in
        try await clock.sleep(for: .seconds(2))  // the download
        return .newData(bytes: 80_000)
    }
    try await host.run(onEvent: { print($0) }) {
        try await host.tell(.launch("news"))
        try await clock.sleep(for: .seconds(120))
        try await host.tell(.endOfUse("news"))
    }
}
