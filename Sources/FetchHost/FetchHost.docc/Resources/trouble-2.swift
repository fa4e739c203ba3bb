import FetchHost
import FetchHostTesting

struct NoAnswer: Error {}

let clock = TestClock()
try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("broken", interval: .minimum) { _ in throw NoAnswer() }
    await host.add("endless", interval: .minimum) { context in
        try await clock.sleep(for: context.limit * 100)
        return .newData(bytes: 1)
    }
    try await host.run(onEvent: { print($0) }) {
        for app in await host.apps {
            try await host.tell(.launch(app))
            try await host.tell(.endOfUse(app))
        }
        try await clock.sleep(for: .seconds(3_600))
        for app in await host.apps { try await host.forceFetch(of: app) }
        try await clock.sleep(for: .seconds(60))
    }
}
