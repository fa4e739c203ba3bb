// The program of README.md.

import FetchHost
import FetchHostTesting

let clock = TestClock()  // hours pass in a moment; FetchHost(storedAt:) alone goes by the system's clock
try await clock.run {
    let host = try FetchHost(clock: clock, storedAt: "reader.state")  // what it learns is kept there
    await host.add("news", interval: .minimum) { _ in .newData(bytes: 80_000) }  // throw to fail
    try await host.run(onEvent: { print($0) }) {  // as long as this goes on:
        try await host.tell(.launch("news"))  // the user opens the news,
        try await clock.sleep(for: .seconds(600))
        try await host.tell(.endOfUse("news"))  // and leaves it
        try await clock.sleep(for: .seconds(3_000))
        try await host.tell(.radio(.other, for: .seconds(2)))  // the radio is awake: a chance to go along
        try await clock.sleep(for: .seconds(2))
    }
}
