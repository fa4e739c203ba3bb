@testable import FetchHost
import FetchHostTesting
import FetchSched
import Testing

/// A fetch as a child task: what it says, how it is cancelled, how many there are.
@Suite struct FetchTests {
    private struct Broken: Error {}

    /// Forces a fetch of each app at the beginning, and lets a while pass.
    private func lines(
        _ apps: [String], mostFetches: Int = 4, for seconds: Double = 100, clock: TestClock = TestClock(),
        then: @escaping @Sendable (FetchHost<TestClock>) async throws -> Void = { _ in },
        _ fetch: @escaping FetchHost<TestClock>.Fetch
    ) async throws -> [String] {
        try await clock.run {
            let host = try FetchHost(clock: clock, mostFetches: mostFetches)
            for app in apps { await host.add(app, interval: .minimum, fetch: fetch) }
            return try await host.running {
                // The loop has begun to wait.
                try await clock.sleep(seconds: 0.001)
                for app in apps { try await host.forceFetch(of: app) }
                try await then(host)
                try await clock.sleep(seconds: seconds)
            }
        }
    }

    @Test func whatAFetchSaysIsReported() async throws {
        let clock = TestClock()
        let lines = try await lines(["new", "none", "failed", "throws"], clock: clock) { context in
            #expect(context.decision.reason == .forced)
            #expect(context.limit == .seconds(30))
            try await clock.sleep(seconds: 2)
            switch context.app {
            case "new": return .newData(bytes: 7)
            case "none": return .noData()
            case "failed": return .failed
            default: throw Broken()
            }
        }
        let ends = lines.filter { $0.contains("after") }
        #expect(
            ends == [
                "new new data, 7 bytes, after 2 s", "none no data, 0 bytes, after 2 s",
                "failed failed, 0 bytes, after 2 s", "throws failed after 2 s: Broken()",
            ])
    }

    /// The calendar is set while a fetch is under way: it takes as long as it does.
    @Test(arguments: [3600.0, -3600]) func aCalendarThatIsSetDuringAFetch(_ step: Double) async throws {
        let clock = TestClock()
        let lines = Notes<String>()
        let steps = Notes<Double>()
        try await clock.run {
            let host = try FetchHost(
                clock: clock, time: { clock.time + .seconds(steps.all.reduce(0, +)) })
            await host.add("a", interval: .minimum) { _ in
                try await clock.sleep(seconds: 5)
                return .newData(bytes: 7)
            }
            lines.add(
                contentsOf: try await host.running {
                    try await clock.sleep(seconds: 0.001)
                    try await host.forceFetch(of: "a")
                    try await clock.sleep(seconds: 2)
                    steps.add(step)
                    host.bell.ring()
                    try await clock.sleep(seconds: 100)
                })
            // Afterwards the new time counts.
            #expect(await host.time() == clock.time + .seconds(step))
            #expect(try await host.explain("a").failures == 0)
        }
        #expect(lines.all.filter { $0.contains("after") } == ["a new data, 7 bytes, after 5 s"])
    }

    /// A fetch that threw has failed, and backs off; one that threw because of a cancellation by the host has not.
    @Test func onlyWhatFailsBacksOff() async throws {
        for stopsAtOnce in [false, true] {
            let clock = TestClock()
            try await clock.run {
                let host = try FetchHost(clock: clock)
                await host.add("a", interval: .minimum) { _ in
                    try await clock.sleep(seconds: 10)
                    throw Broken()
                }
                try await host.running {
                    try await clock.sleep(seconds: 0.001)
                    try await host.forceFetch(of: "a")
                    try await clock.sleep(seconds: stopsAtOnce ? 5 : 15)
                }
                let explanation = try await host.explain("a")
                #expect(explanation.failures == (stopsAtOnce ? 0 : 1))
                #expect(!explanation.vetoes.contains(FetchVeto(.fetchUnderWay)))
                #expect("\(explanation)".hasPrefix("a at 20"), "\(explanation)")
            }
        }
    }

    /// The drawing of ``FetchHost``: one that ends late after its cancellation is not joined by a second.
    @Test func aFetchIsCancelledAtItsLimit() async throws {
        let clock = TestClock()
        let lines = try await lines(
            ["b"], clock: clock,
            then: { host in
                try await clock.sleep(seconds: 35)
                try await host.forceFetch(of: "b")
            }
        ) { _ in
            // A task of its own hears of no cancellation.
            await Task(executorPreference: clock) { try? await clock.sleep(seconds: 50) }.value
            #expect(Task.isCancelled)
            return .newData(bytes: 1)
        }
        #expect(lines[0].hasPrefix("b fetch, forced, "))
        #expect(
            lines.dropFirst() == [
                "b failed: past its limit", "b failed: the fetch before has not returned yet",
                "b returned too late, after 50 s",
            ])
    }

    /// One that ends at once has failed once, by its limit.
    @Test func aCancelledFetchFailsOnce() async throws {
        let clock = TestClock()
        let lines = try await lines(["a"], clock: clock) { _ in
            try await clock.sleep(hours: 1)
            return .newData(bytes: 1)
        }
        #expect(
            lines.dropFirst() == ["a failed: past its limit", "a returned too late, after 30 s"])
    }

    @Test func aQuitAppsFetchIsCancelledAndNobodyIsToBlame() async throws {
        for ends in [HostObservation.quit("a"), .processEnded("a")] {
            let clock = TestClock()
            let lines = try await lines(
                ["a"], clock: clock,
                then: { host in
                    try await clock.sleep(seconds: 5)
                    try await host.tell(ends)
                    try await clock.sleep(seconds: 5)
                    #expect(try await host.explain("a").failures == 0)
                }
            ) { _ in
                try await clock.sleep(hours: 1)
                return .newData(bytes: 1)
            }
            #expect(lines.dropFirst() == ["a cancelled with its app", "a returned too late, after 5 s"])
        }
    }

    /// A fetch that ends between its app's end and the host's next look is no straggler.
    @Test func aFetchMayEndWithItsApp() async throws {
        let clock = TestClock()
        let lines = try await lines(
            ["a"], clock: clock,
            then: { host in
                try await clock.sleep(seconds: 5)
                try await host.tell(.processEnded("a"))
                try await clock.sleep(hours: 1)
                try await host.forceFetch(of: "a")
            }
        ) { _ in
            try await clock.sleep(seconds: 5)
            return .newData(bytes: 1)
        }
        #expect(lines.filter { $0.hasPrefix("a fetch, forced") }.count == 2)
        #expect(lines.last == "a new data, 1 bytes, after 5 s")
    }

    /// Everything is due at once; so many are under way at a time.
    @Test(arguments: [1, 3]) func fetchesAreBounded(_ most: Int) async throws {
        let clock = TestClock()
        let (begun, ended) = (Notes<Int>(), Notes<Int>())
        let peak = Notes<Int>()
        try await clock.run {
            let host = try FetchHost(clock: clock, mostFetches: most)
            for app in 0..<8 {
                await host.add("\(app)", interval: .minimum) { _ in
                    begun.add(app)
                    peak.add(begun.all.count - ended.all.count)
                    try await clock.sleep(seconds: 1)
                    ended.add(app)
                    return .newData(bytes: 1_000)
                }
            }
            try await host.running {
                for app in 0..<8 { try await host.tell(.launch("\(app)")) }
                try await host.tell(.endOfUse("7"))
                try await clock.sleep(hours: 12)
                for app in 0..<8 { try await host.tell(.contentHint("\(app)")) }
                try await host.tell(.radio(.user, for: .seconds(60)))
                try await clock.sleep(hours: 1)
            }
        }
        #expect(Set(begun.all).count == 8)
        #expect(peak.all.max() == most)
    }

    /// Whatever fetches do, the host is not woken more often than there is reason to.
    @Test func nothingAFetchDoesKeepsTheHostBusy() async throws {
        let clock = TestClock()
        let count = Notes<Int>()
        try await clock.run {
            var configuration = FetchConfiguration()
            configuration.minimumSpacing = .seconds(60)
            configuration.backoff.first = .seconds(10)
            configuration.settling = .zero
            let host = try FetchHost(clock: clock, configuration: configuration)
            for kind in 0..<7 {
                await host.add("\(kind)", interval: .minimum) { _ in
                    count.add(kind)
                    switch kind {
                    case 0: return .failed
                    case 1: throw Broken()
                    case 2: throw CancellationError()
                    case 3: return FetchResult(.newData, bytes: .min)
                    case 4:
                        return .newData(bytes: .max).serverInterval(.seconds(-5)).serverWait(
                            .seconds(Int64.max))
                    case 5:
                        var result = FetchResult.noData()
                        result.joules = .nan
                        return result
                    default:
                        while !Task.isCancelled { try? await clock.sleep(seconds: 1) }
                        return .newData(bytes: 1)
                    }
                }
            }
            try await host.running {
                for _ in 0..<2 {
                    for kind in 0..<7 {
                        try await host.tell(.launch("\(kind)"))
                        try await clock.sleep(hours: 1)
                        try await host.tell(.endOfUse("\(kind)"))
                        // Those that are worth no fetch too; the last one may not have returned.
                        try? await host.forceFetch(of: "\(kind)")
                        try await host.tell(.radio(.user, for: .seconds(600)))
                        try await clock.sleep(hours: 2)
                    }
                }
            }
        }
        #expect(Set(count.all).count == 7)
        #expect(count.all.count < 2_000)
        #expect(clock.wakeups < 6_000)
    }
}
