import FetchHost
import FetchHostTesting

let clock = TestClock(beginning: .init(milliseconds: 1_706_486_400_000))  // Monday, four weeks later
try await clock.run {
    let host = try FetchHost(clock: clock, storedAt: "reader.state")
    print("problems with what was kept: \(host.restoreProblems.count)")
    await host.add("news", interval: .custom(.minutes(15))) { _ in .noData(bytes: 300) }
    try await host.run(onEvent: { print($0) }) {
        for minutes in [30, 180, 435] {  // twice at night, and a quarter of an hour before the user reads
            try await clock.sleep(until: .init(offset: .seconds(60 * minutes)))
            let explanation = try await host.explain("news")
            print("\(clock.time): worth \((100 * explanation.value.worth).rounded() / 100) J")
            try await host.tell(.radio(.other, for: .seconds(2)))
            try await clock.sleep(for: .seconds(2))
        }
    }
}
