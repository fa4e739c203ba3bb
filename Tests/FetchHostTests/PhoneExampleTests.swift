import FetchHost
import FetchHostTesting
import FetchSched
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhoneExample

/// The program of docs/on-a-phone.md for iOS, on a double of the system's calls.
@Suite struct PhoneExampleTests {
    /// The system: remembers what was asked for last.
    private final class System: RefreshScheduler {
        private let asked = Mutex<Date?>(nil)
        let refuses: Bool

        init(refuses: Bool = false) { self.refuses = refuses }

        func submitRefresh(earliest: Date) throws {
            if refuses { throw CocoaError(.featureUnsupported) }
            asked.withLock { $0 = earliest }
        }

        var earliest: FetchTime? { asked.withLock { $0.map { FetchTime($0) } } }
    }

    /// A run, which the system ends if nobody has said in time that it is done.
    private final class Run: RefreshRun {
        private let state = Mutex<(handler: (@Sendable () -> Void)?, ends: [Bool])>((nil, []))

        func setExpirationHandler(_ handler: (@Sendable () -> Void)?) {
            state.withLock { $0.handler = handler }
        }

        /// The time is over.
        func expire() { state.withLock { $0.handler }?() }

        var isObserved: Bool { state.withLock { $0.handler != nil } }

        func setTaskCompleted(success: Bool) { state.withLock { $0.ends.append(success) } }

        var ends: [Bool] { state.withLock { $0.ends } }
    }

    private func refresh(
        _ clock: TestClock, _ system: System, seconds: Double = 1, at path: String? = nil,
        _ fetches: Notes<String> = Notes()
    ) async throws -> BackgroundRefresh<TestClock> {
        var configuration = FetchConfiguration()
        configuration.valueJoules = 100
        let host = try FetchHost(clock: clock, configuration: configuration, seed: 1, storedAt: path)
        for source in ["news", "mail"] {
            await host.add(source, interval: .minimum) { _ in
                fetches.add(source)
                try await clock.sleep(seconds: seconds)
                return .newData(bytes: 20_000)
            }
        }
        return BackgroundRefresh(host: host, system: system)
    }

    /// The user looks at a source for a minute.
    private func use(_ refresh: BackgroundRefresh<TestClock>, _ source: String, _ clock: TestClock)
        async throws
    {
        await refresh.opened(source)
        await refresh.loaded(source, foundNew: true, bytes: 20_000)
        try await clock.sleep(seconds: 60)
        await refresh.left(source)
    }

    /// Two weeks with a new process for each run and use: each run ends once, with the next one asked for.
    @Test func twoWeeksOfRuns() async throws {
        let (clock, system, folder) = (TestClock(), System(), try TestFolder())
        let path = folder.path("state")
        let fetches = Notes<String>()
        let runs = Notes<Run>()
        try await clock.run {
            for hour in 0..<24 * 14 {
                try await clock.sleep(until: .init(offset: .seconds(3600 * hour)))
                if let earliest = system.earliest, earliest <= clock.time {
                    let run = Run()
                    await (try await refresh(clock, system, at: path, fetches)).handle(run)
                    runs.add(run)
                    #expect(run.ends == [true] && !run.isObserved)
                    let next = try #require(system.earliest)
                    #expect(next > clock.time && next <= clock.time + .days(1))
                }
                guard [8, 12, 18].contains(hour % 24) else { continue }
                try await clock.sleep(seconds: 1_800)
                try await use(
                    try await refresh(clock, system, at: path), hour % 24 == 12 ? "mail" : "news", clock)
            }
        }
        let (count, fetched) = (runs.all.count, fetches.all.count)
        #expect(count > 14 && count < 14 * 20 && fetched > count / 2, "\(count) runs, \(fetched) fetches")
    }

    /// The system ends a run early: its fetch is cancelled, and the run is ended once.
    @Test func aRunThatExpires() async throws {
        let (clock, system, run) = (TestClock(), System(), Run())
        try await clock.run {
            let refresh = try await refresh(clock, system, seconds: 20)
            for _ in 0..<12 {
                try await use(refresh, "news", clock)
                try await clock.sleep(seconds: 3_540)
            }
            let start = clock.now
            await withTaskGroup { group in
                group.addTask { await refresh.handle(run) }
                group.addTask {
                    try? await clock.sleep(seconds: 3)
                    run.expire()
                }
            }
            #expect(start.duration(to: clock.now) < .seconds(4))
        }
        #expect(run.ends == [false])
        #expect(system.earliest.map { $0 > clock.time } == true)
    }

    /// A silent push answers in time, also if its source hangs.
    @Test(arguments: [(1.0, PushResult.newData, 5.0), (100, .failed, 26)])
    func aPushAnswersInTime(seconds: Double, expected: PushResult, most: Double) async throws {
        let clock = TestClock()
        try await clock.run {
            let refresh = try await refresh(clock, System(), seconds: seconds)
            for _ in 0..<12 {
                try await use(refresh, "news", clock)
                try await clock.sleep(seconds: 3_540)
            }
            let start = clock.now
            #expect(await refresh.received(1, for: "news") == expected)
            #expect(start.duration(to: clock.now) < .seconds(most))
            // Pushes beyond three an hour are stored.
            var results: [PushResult] = []
            for number in 2...9 { results.append(await refresh.received(UInt64(number), for: "news")) }
            #expect(results.last == .noData)
            #expect(await refresh.received(10, for: "nobody") == .failed)
        }
    }

    @Test func aSystemThatRefuses() async throws {
        let (clock, run) = (TestClock(), Run())
        try await clock.run {
            let refresh = try await refresh(clock, System(refuses: true))
            try await use(refresh, "news", clock)
            await refresh.handle(run)
        }
        #expect(run.ends == [true])
    }
}
