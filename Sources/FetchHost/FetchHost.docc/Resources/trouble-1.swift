import FetchHost
import FetchHostTesting

struct NoAnswer: Error {}

let clock = TestClock()
try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("broken", interval: .minimum) { _ in throw NoAnswer() }
    try await host.run(onEvent: { print($0) }) {
        try await host.tell(.launch("broken"))
        try await host.tell(.endOfUse("broken"))
        try await clock.sleep(for: .seconds(3_600))
        try await host.forceFetch(of: "broken")
        try await clock.sleep(for: .seconds(5))
        for veto in try await host.explain("broken").vetoes { print(veto) }
    }
}
