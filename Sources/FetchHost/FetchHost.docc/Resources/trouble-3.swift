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
    await host.add("busy", interval: .minimum) { _ in
        .failed.serverWait(.seconds(7_200))  // the server answers 503 with Retry-After: 7200
    }
    await host.add("slow", interval: .minimum) { _ in
        .newData(bytes: 20_000).serverInterval(.seconds(21_600))  // Cache-Control: max-age=21600
    }
    try await host.run(onEvent: { print($0) }) {
        for app in await host.apps {
            try await host.tell(.launch(app))
            try await host.tell(.endOfUse(app))
        }
        try await clock.sleep(for: .seconds(3_600))
        for app in await host.apps { try await host.forceFetch(of: app) }
        try await clock.sleep(for: .seconds(60))
        for app in await host.apps { print(app, try await host.explain(app).vetoes) }
    }
}
