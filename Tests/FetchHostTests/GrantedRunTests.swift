import FetchHost
import FetchHostTesting
import FetchSched
import FetchStore
import Testing
import TestSupport

/// A host that runs only when its system lets it.
@Suite struct GrantedRunTests {
    /// The days of an app that is opened four times a day, and is granted a run at the first full hour after the one that
    /// it asked for. Its process ends after each run.
    private func life(days: Int, _ path: String) async throws -> [RunSummary] {
        let clock = TestClock()
        return try await clock.run {
            var (runs, next): ([RunSummary], FetchTime?) = ([], clock.time)
            for hour in 0..<24 * days {
                try await clock.sleep(until: .init(offset: .seconds(3600 * hour)))
                let host = try FetchHost(clock: clock, seed: 1, storedAt: path)
                await host.add("news", interval: .minimum) { _ in
                    try await clock.sleep(seconds: 1)
                    return .newData(bytes: 80_000)
                }
                if let asked = next, asked <= clock.time {
                    let summary = try await host.run(within: .seconds(25))
                    runs.append(summary)
                    next = summary.nextRun
                }
                guard [8, 12, 18, 22].contains(hour % 24) else { continue }
                try await clock.sleep(seconds: 1_200)
                try await host.tell(.launch("news"))
                try await host.tell(.foregroundSync("news", .newData, bytes: 80_000))
                try await clock.sleep(seconds: 180)
                try await host.tell(.endOfUse("news"))
                next = await host.nextRun
                try await host.save()
            }
            return runs
        }
    }

    @Test func afterEachRunThereIsANextOne() async throws {
        let folder = try TestFolder()
        let runs = try await life(days: 14, folder.path("state"))
        #expect(runs.allSatisfy { $0.nextRun != nil && $0.saveFailure == nil && $0.cutOff.isEmpty })
        // It learns when a run is worth asking for.
        let last = runs.suffix(runs.count / 2)
        #expect(last.count { $0.updated == ["news"] } >= last.count * 3 / 4)
        #expect(runs.count > 14 && runs.count < 14 * 20, "\(runs.count)")
    }

    /// A host of three apps, one of whose fetches takes so long.
    private func host(
        _ clock: TestClock, slow: Double, most: Int = 4
    ) async throws -> FetchHost<TestClock> {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 100
        let host = try FetchHost(clock: clock, configuration: configuration, seed: 1, mostFetches: most)
        for (app, seconds) in [("news", 1), ("mail", 2), ("slow", slow)] {
            await host.add(app, interval: .minimum) { context in
                try await clock.sleep(seconds: min(seconds, 60))
                return .newData(bytes: 5_000)
            }
        }
        for _ in 0..<12 {
            for app in ["news", "mail", "slow"] {
                try await host.tell(.launch(app))
                try await host.tell(.foregroundSync(app, .newData, bytes: 5_000))
                try await clock.sleep(seconds: 20)
                try await host.tell(.endOfUse(app))
            }
            try await clock.sleep(seconds: 3_540)
        }
        return host
    }

    @Test(arguments: [1, 4]) func aRunEndsWhenAllIsDone(most: Int) async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try await host(clock, slow: 3, most: most)
            let start = clock.time
            let summary = try await host.run(within: .seconds(25))
            #expect(Set(summary.updated) == ["news", "mail", "slow"])
            #expect(clock.time - start == .seconds(most == 1 ? 6 : 3))
            #expect(summary.nextRun.map { $0 > clock.time } == true)
            // Another run at once finds nothing to do.
            let again = try await host.run(within: .seconds(25))
            #expect(again.events.isEmpty && again.nextRun == summary.nextRun)
        }
    }

    @Test func aSilentPushIsFetchedInItsRun() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try await host(clock, slow: 3)
            _ = try await host.run(within: .seconds(25))
            try await clock.sleep(seconds: 3_600)
            _ = try await host.receive(.silent, for: "news", number: 1)
            let summary = try await host.run(within: .seconds(25))
            #expect(summary.updated == ["news"])
            #expect(summary.events.first.map { "\($0.kind)".hasPrefix("fetch, push") } == true)
        }
    }

    @Test func aRunEndsInTime() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try await host(clock, slow: 60)
            let start = clock.time
            let summary = try await host.run(within: .seconds(25))
            #expect(clock.time - start == .seconds(25))
            #expect(summary.cutOff == ["slow"] && Set(summary.updated) == ["news", "mail"])
            let slow = try await host.explain("slow")
            #expect(slow.failures == 0)
            #expect(summary.nextRun != nil)
        }
    }

    @Test func aRunEndsWhenItIsCancelledOrStopped() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try await host(clock, slow: 60)
            let start = clock.time
            try await withThrowingTaskGroup { group in
                group.addTask { _ = try await host.run(within: .seconds(25)) }
                try await clock.sleep(seconds: 5)
                await #expect(throws: HostError.alreadyRunning) { try await host.run(within: .seconds(25)) }
                group.cancelAll()
                try await group.waitForAll()
            }
            #expect(clock.time - start == .seconds(5))
            host.stop()
            _ = try await host.run(within: .seconds(25))
            #expect(clock.time - start == .seconds(5))
            // The loop of other hosts goes on from there.
            try await host.running { try await clock.sleep(seconds: 1) }
        }
    }
}
