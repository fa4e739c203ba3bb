import FetchHost
import FetchHostTesting
import FetchSched
import FetchStore
import Testing

/// A host over days.
@Suite struct HostTests {
    /// Days of a user; what was fetched when.
    private func week(of days: Int = 7, seed: UInt64 = 1) async throws -> [String] {
        let clock = TestClock()
        return try await clock.run {
            let host = try FetchHost(clock: clock, seed: seed)
            for app in ["news", "mail"] {
                await host.add(app, interval: .minimum) { _ in
                    try await clock.sleep(seconds: 2)
                    return .newData(bytes: 50_000)
                }
            }
            return try await host.running { try await host.use(days: days, clock) }
        }
    }

    @Test func aWeekIsTheSameEachTime() async throws {
        let (one, other) = (try await week(), try await week())
        #expect(one == other)
        let fetches = one.filter { $0.contains("fetch,") }
        #expect(fetches.count > 7)
        #expect(Set(fetches.map { $0.prefix(4) }) == ["news", "mail"])
        #expect(one.filter { $0.contains("after") }.count == fetches.count)
    }

    @Test func unknownAppsAreRefused() async throws {
        let clock = TestClock()
        let host = try FetchHost(clock: clock)
        await host.add("news", interval: .minimum) { _ in .noData() }
        let unknown = HostError.unknownApp("nwes")
        await #expect(throws: unknown) { try await host.tell(.launch("nwes")) }
        await #expect(throws: unknown) { try await host.remove("nwes") }
        await #expect(throws: unknown) { _ = try await host.explain("nwes") }
        await #expect(throws: unknown) { _ = try await host.receive(.silent, for: "nwes", number: 1) }
        await #expect(throws: HostError.notRunning) { try await host.forceFetch(of: "news") }
        #expect("\(unknown)" == "no app \"nwes\": add it first")
    }

    @Test func aHostRunsAgain() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            let fetches = Notes<FetchTime>()
            await host.add("news", interval: .minimum) { _ in
                fetches.add(clock.time)
                return .noData()
            }
            for round in 1...2 {
                try await host.running {
                    try await host.forceFetch(of: "news")
                    try await clock.sleep(seconds: 1)
                }
                #expect(fetches.all.count == round)
                await #expect(throws: HostError.notRunning) { try await host.forceFetch(of: "news") }
            }
            // Cancelled, it ends as well.
            await withTaskGroup { group in
                group.addTask { try? await host.run() }
                try? await clock.sleep(seconds: 1)
                await #expect(throws: Never.self) { try await host.forceFetch(of: "news") }
                try? await clock.sleep(seconds: 1)
                group.cancelAll()
            }
            #expect(fetches.all.count == 3)
            // Stopped before it began, it ends at once.
            let before = clock.time
            host.stop()
            try await host.run()
            #expect(clock.time == before)
            await #expect(throws: HostError.notRunning) { try await host.forceFetch(of: "news") }
            // That stop counts once.
            try await host.running {
                try await host.forceFetch(of: "news")
                try await clock.sleep(seconds: 1)
            }
            #expect(fetches.all.count == 4)
        }
    }

    @Test func aSilentPushLeadsToAFetch() async throws {
        let clock = TestClock()
        let pushes = Notes<PushMessage>()
        let lines = try await clock.run {
            let host = try FetchHost(
                clock: clock,
                perform: { action, _ in
                    if case .deliver(let push) = action { pushes.add(push) }
                })
            await host.add("mail", interval: .minimum) { _ in .newData(bytes: 1_000) }
            return try await host.running {
                try await host.tell(.launch("mail"))
                try await host.tell(.endOfUse("mail"))
                for number in 1...4 {
                    try await clock.sleep(hours: 1)
                    _ = try await host.receive(.silent, for: "mail", number: UInt64(number))
                }
                try await clock.sleep(hours: 24)
            }
        }
        #expect(lines.filter { $0.hasPrefix("mail fetch, push") }.count >= 2)
        #expect(pushes.all.map(\.number).allSatisfy { (1...4).contains($0) })
    }

    /// A push that is held goes out when the engine is next asked after its token came: also when another is refused.
    @Test func aRefusedPushReleasesOthers() async throws {
        let clock = TestClock()
        let delivered = Notes<Duration>()
        try await clock.run {
            let host = try FetchHost(
                clock: clock,
                perform: { action, _ in if case .deliver = action { delivered.add(clock.now.offset) } })
            for app in ["mail", "game"] { await host.add(app, interval: .minimum) { _ in .noData() } }
            _ = try await host.running {
                try await host.tell(.quit("game"))
                for number in 1...3 as ClosedRange<UInt64> {
                    _ = try await host.receive(.silentLow, for: "mail", number: number)
                }
                try await clock.sleep(for: .seconds(2_700))
                let reception = try await host.receive(.alert, for: "game", number: 4)
                #expect(reception != .deliver)
                try await clock.sleep(for: .seconds(1))
            }
        }
        #expect(delivered.all == [.seconds(2_700)])
    }

    /// Twenty silent pushes in an hour, each reported with its radio activity, and a video that keeps the radio awake all the
    /// time or not: the app's tokens bind, and what is left is the newest.
    @Test(arguments: [false, true]) func silentPushesAreLimited(whileAVideoStreams: Bool) async throws {
        let clock = TestClock()
        let (given, delivered) = (Notes<UInt64>(), Notes<PushMessage>())
        try await clock.run {
            let host = try FetchHost(
                clock: clock,
                perform: { action, app in
                    if case .deliver(let push) = action, app == "mail" { delivered.add(push) }
                })
            await host.add("mail", interval: .minimum) { _ in .noData() }
            _ = try await host.running {
                for number in 1...20 as ClosedRange<UInt64> {
                    if whileAVideoStreams { try await host.tell(.radio(.user, for: .seconds(180))) }
                    if try await host.receive(.silent, for: "mail", number: number) == .deliver {
                        given.add(number)
                    }
                    try await clock.sleep(for: .seconds(number < 20 ? 180 : 1))
                }
                #expect(given.all == [1, 2] && delivered.all.map(\.number) == [7, 14])
                // An alert of another app releases the one that is left.
                await host.add("chat", interval: .minimum) { _ in .noData() }
                _ = try await host.receive(.alert, for: "chat", number: 21)
                try await clock.sleep(for: .seconds(1))
            }
        }
        #expect(delivered.all.map(\.number) == [7, 14, 20])
    }

    /// A push that has arrived woke the radio, whatever becomes of it. One that waits at a server wakes it when it is sent.
    @Test(arguments: [false, true]) func theRadioOfAPush(waitsAtServer: Bool) async throws {
        let clock = TestClock()
        let delivered = Notes<Duration>()
        var configuration = FetchConfiguration()
        configuration.push.waitAtServer = waitsAtServer
        try await clock.run { [configuration] in
            let host = try FetchHost(
                clock: clock, configuration: configuration,
                perform: { action, _ in if case .deliver = action { delivered.add(clock.now.offset) } })
            // No fetch uses the radio.
            for app in ["mail", "game"] { await host.add(app, interval: .never) { _ in .noData() } }
            _ = try await host.running {
                @Sendable func isAwake() async throws -> Bool {
                    try await host.explain("mail").explanation.isRadioAwake
                }
                #expect(try await host.receive(.silentLow, for: "mail", number: 1) == .stored(replacing: nil))
                #expect(try await isAwake() == !waitsAtServer)
                try await host.tell(.quit("game"))
                try await clock.sleep(hours: 1)
                #expect(try await !isAwake())
                let reception = try await host.receive(
                    .silent, for: "game", number: 2, radio: .seconds(30))
                if case .refused = reception {} else { Issue.record("\(reception)") }
                try await clock.sleep(for: .seconds(25))
                #expect(try await isAwake() == !waitsAtServer)
                // It goes out by itself after its longest delay.
                try await clock.sleep(for: .seconds(12 * 3_600 + 5 - 3_625))
                #expect(delivered.all == [.seconds(12 * 3_600)])
                #expect(try await isAwake() == waitsAtServer)
            }
        }
    }

    /// A calendar that is set back or forward by days neither stops the host nor keeps it busy.
    @Test(arguments: [-3, 3]) func aCalendarMayBeSet(_ days: Int64) async throws {
        let clock = TestClock()
        let set = clock.time + .days(2)
        let lines = try await clock.run {
            let time: @Sendable () -> FetchTime = { clock.time < set ? clock.time : clock.time + .days(days) }
            let host = try FetchHost(clock: clock, time: time)
            for app in ["news", "mail"] {
                await host.add(app, interval: .minimum) { _ in .newData(bytes: 50_000) }
            }
            return try await host.running { try await host.use(days: 5, clock) }
        }
        let fetches = lines.filter { $0.contains("fetch,") }.count
        #expect(fetches > 5 && fetches < 200)
        #expect(clock.wakeups < 1_000)
    }

    // MARK: Names

    @Test func aNameKeepsItsNumberUntilItIsRemoved() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            for app in ["a", "b", "c"] { await host.add(app, interval: .minimum) { _ in .noData() } }
            let lines = try await host.running {
                try await host.remove("b")
                await #expect(throws: HostError.unknownApp("b")) { try await host.tell(.launch("b")) }
                #expect(await host.apps == ["a", "c"])
                await host.add("d", interval: .minimum) { _ in .noData() }
                await host.add("b", interval: .never) { _ in .noData() }
                await host.add("a", interval: .never) { _ in .noData() }
                #expect(await host.apps == ["a", "c", "b", "d"])
                #expect(try await host.app(named: "a") == AppID(0))
                #expect(try await host.app(named: "b") == AppID(3))
                // The place of one that was removed is given again, under another number.
                #expect(try await host.app(named: "d") == AppID(1 << 32 | 1))
                #expect(await host.name(of: AppID(1)) == nil)
                #expect(await host.name(of: AppID(1 << 32 | 1)) == "d")
            }
            #expect(lines.isEmpty)
        }
    }

    /// Removing an app ends its fetch, and nothing of it is fetched any more.
    @Test func aRemovedAppIsNotFetched() async throws {
        let clock = TestClock()
        let lines = try await clock.run {
            let host = try FetchHost(clock: clock)
            await host.add("a", interval: .minimum) { _ in
                try await clock.sleep(hours: 1)
                return .newData(bytes: 1)
            }
            return try await host.running {
                try await host.tell(.launch("a"))
                try await host.tell(.endOfUse("a"))
                try await clock.sleep(hours: 1)
                try await host.forceFetch(of: "a")
                try await clock.sleep(seconds: 1)
                try await host.remove("a")
                try await clock.sleep(hours: 20)
                try await host.tell(.radio(.user, for: .seconds(600)))
                try await clock.sleep(hours: 20)
            }
        }
        #expect(lines.dropFirst() == ["a cancelled with its app", "a returned too late, after 1 s"])
    }
}
