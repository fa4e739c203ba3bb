import FetchHost
import FetchHostTesting
import FetchSched
import FetchStore
import TestSupport
import Testing

/// A host that runs as long as a program does.
@Suite struct RunWhileTests {
    private struct Broken: Error {}

    @Test func itGivesWhatTheProgramGivesAndKeepsTheState() async throws {
        let folder = try TestFolder()
        let clock = TestClock()
        let path = folder.path("state")
        let days = try await clock.run {
            let host = try FetchHost(clock: clock, storedAt: path, saveInterval: .seconds(86_400))
            await host.add("news", interval: .minimum) { _ in .noData() }
            return try await host.run {
                try await host.observe(.launch("news"))
                return 7
            }
        }
        #expect(days == 7)
        // The save interval had not passed: what is there was kept at the end.
        let again = try FetchHost(clock: clock, storedAt: path)
        #expect(await again.name(of: AppID(0)) == "news")
    }

    @Test func aProgramThatThrowsStopsTheHost() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            await #expect(throws: Broken.self) {
                try await host.run {
                    try await clock.sleep(seconds: 1)
                    throw Broken()
                }
            }
            // It does not run any more: it can be run again.
            try await host.run {}
        }
    }

    @Test func aHostThatIsStoppedCancelsTheProgram() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            await #expect(throws: CancellationError.self) {
                try await host.run {
                    host.stop()
                    try await clock.sleep(hours: 1_000_000)
                }
            }
        }
        #expect(clock.now.offset < .seconds(3600))
    }

    @Test func aSecondRunFailsAndLeavesTheFirstAlone() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            try await host.run {
                // The host's own task begins first.
                try await clock.sleep(seconds: 1)
                await #expect(throws: HostError.alreadyRunning) {
                    try await host.run { try await clock.sleep(hours: 1_000_000) }
                }
                // The first still runs.
                try await clock.sleep(seconds: 1)
                await #expect(throws: HostError.alreadyRunning) { try await host.run() }
            }
        }
        #expect(clock.now.offset < .seconds(3600))
    }

    @Test func noEventIsMissed() async throws {
        let clock = TestClock()
        let events = Notes<String>()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            await host.add("news", interval: .minimum) { _ in
                try await clock.sleep(seconds: 2)
                return .newData(bytes: 50_000)
            }
            try await host.run(onEvent: { events.add("\($0.kind)") }) {
                try await clock.sleep(seconds: 2000)
                try await host.forceFetch(of: "news")
                try await clock.sleep(seconds: 3)
            }
        }
        #expect(events.all.count { $0.hasPrefix("fetch, ") } == 1)
        #expect(events.all.last?.hasPrefix("new data, 50000 bytes") == true, "\(events.all)")
    }
}
