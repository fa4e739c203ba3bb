// The program of README.md.

import FetchHost
import FetchHostTesting

let clock = TestClock()  // simulated time; a real host has neither clock nor clock.run
try await clock.run {
    let host = try FetchHost(clock: clock, storedAt: "reader.state")  // what it learns is saved here
    await host.add("news", interval: .minimum) { _ in .newData(bytes: 80_000) }  // throw to report a failure
    try await host.run(onEvent: { print($0) }) {  // stops the host when this ends
        try await host.observe(.launch("news"))  // the user opens the app ...
        try await clock.sleep(for: .seconds(600))
        try await host.observe(.endOfUse("news"))  // ... and leaves it
        try await clock.sleep(for: .seconds(3_000))
        try await host.observe(.radio(.other, for: .seconds(2)))  // other traffic wakes the radio
        try await clock.sleep(for: .seconds(2))
    }
}
