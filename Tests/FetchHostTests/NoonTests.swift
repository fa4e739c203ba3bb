import FetchHost
import FetchHostTesting
import FetchSched
import Testing

/// News are there at noon if the radio was awake shortly before.
@Test func freshAtNoon() async throws {
    let clock = TestClock()
    try await clock.run {
        let host = try FetchHost(clock: clock, seed: 1)
        await host.add("news", interval: .custom(.minutes(15))) { _ in .newData(bytes: 80_000) }
        try await host.run {
            for day in 0..<15 {
                try await clock.sleep(until: .init(offset: .seconds(86_400 * day + 42_000)))  // 11:40
                try await host.observe(.radio(.other, for: .seconds(2)))
                try await clock.sleep(for: .seconds(1_200))
                if day == 14 {
                    let explanation = try await host.explain("news")
                    #expect(clock.time - explanation.lastSync <= .minutes(20))
                }
                try await host.observe(.launch("news"))
                try await host.observe(.foregroundSync("news", .newData, bytes: 80_000))
                try await clock.sleep(for: .seconds(300))
                try await host.observe(.endOfUse("news"))
            }
        }
    }
}
