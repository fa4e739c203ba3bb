// The program of README.md.

import FetchHost
import FetchHostTesting

let clock = TestClock()  // hours pass in a moment; on the system's clock: FetchHost(storedAt: "reader.state")
try await clock.run {
    let host = try FetchHost(clock: clock)
    await host.add("news", interval: .minimum) { _ in
        try await clock.sleep(for: .seconds(2))  // a download; to throw is to fail
        return .newData(bytes: 80_000)
    }
    try await withThrowingTaskGroup { group in
        group.addTask { for await event in host.events() { print(event) } }
        group.addTask { try await host.run() }  // until it is cancelled, or host.stop()
        try await host.tell(.launch("news"))  // the user opens the news,
        try await clock.sleep(for: .seconds(600))
        try await host.tell(.endOfUse("news"))  // and leaves it
        for _ in 1...3 {
            try await clock.sleep(for: .seconds(3_000))
            try await host.tell(.radio(.other, for: .seconds(2)))  // the radio is awake: a chance to go along
        }
        print(try await host.explain("news").line(naming: "news"))
        host.stop()
    }
}
