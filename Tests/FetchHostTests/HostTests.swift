import FetchHost
import FetchHostTesting
import FetchSched
import FetchStore
import Testing

/// A host over days and across restarts.
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

    @Test func aHostRunsOnceAtATimeAndAgain() async throws {
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(clock: clock)
            for _ in 0..<2 {
                try await host.running {
                    try await clock.sleep(seconds: 1)
                    await #expect(throws: HostError.alreadyRunning) { try await host.run() }
                }
            }
            // Cancelled, it ends as well.
            await withTaskGroup { group in
                group.addTask { try? await host.run() }
                try? await clock.sleep(seconds: 1)
                group.cancelAll()
            }
            // Stopped before it began, it ends at once.
            host.stop()
            try await host.run()
        }
    }

    @Test func aSilentPushLeadsToAFetch() async throws {
        let clock = TestClock()
        let pushes = Notes<PushMessage>()
        let lines = try await clock.run {
            let host = try FetchHost(
                clock: clock, perform: { if case .deliver(let push) = $0 { pushes.add(push) } })
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

    /// A calendar that is set back or forward by days neither stops the host nor keeps it busy.
    @Test(arguments: [-3, 3]) func aCalendarMayBeSet(_ days: Int64) async throws {
        let clock = TestClock()
        let set = clock.time + .days(2)
        let lines = try await clock.run {
            let time: @Sendable () -> Instant = { clock.time < set ? clock.time : clock.time + .days(days) }
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

    // MARK: Kept states

    @Test func aHostGoesOnWhereTheLastOneEnded() async throws {
        let folder = try HostFolder()
        let path = folder.path("state")
        let clock = TestClock()
        try await clock.run {
            do {
                let host = try FetchHost(clock: clock, storedAt: path, saveInterval: .seconds(86_400))
                for app in ["news", "mail"] {
                    await host.add(app, interval: .minimum) { _ in .newData(bytes: 50_000) }
                }
                try await host.running { try await host.use(days: 2, clock) }
            }
            let host = try FetchHost(clock: clock, storedAt: path)
            #expect(host.restoreProblems.isEmpty)
            // In another order; and nothing is an app before it was added.
            #expect(await host.apps.isEmpty)
            await host.add("mail", interval: .minimum) { _ in .noData() }
            #expect(try await host.app(named: "mail") == AppID(1))
            await #expect(throws: HostError.unknownApp("news")) { try await host.tell(.launch("news")) }
            let lines = try await host.running { try await clock.sleep(hours: 48) }
            #expect(lines.filter { $0.contains("fetch,") }.allSatisfy { $0.hasPrefix("mail") })
            await host.add("news", interval: .minimum) { _ in .noData() }
            #expect(try await host.app(named: "news") == AppID(0))
            let chance = await host.withEngine { engine, now in
                engine.launchProbability(of: AppID(0), within: .hours(24), at: now)
            }
            #expect(chance > 0.5)
        }
    }

    /// After the last state was damaged, the names are those of the state before, as are the numbers.
    @Test func afterAFallBackNamesAndNumbersBelongTogether() async throws {
        let folder = try HostFolder()
        let path = folder.path("state")
        let clock = TestClock()
        try await clock.run {
            do {
                let host = try FetchHost(clock: clock, storedAt: path)
                await host.add("a", interval: .minimum) { _ in .noData() }
                await host.add("b", interval: .minimum) { _ in .noData() }
                try await host.save()
                await host.add("c", interval: .minimum) { _ in .noData() }
                try await host.save()
            }
            var bytes = try folder.bytes("state")
            bytes[bytes.count / 2] ^= 1
            try folder.write(bytes, "state")
            let host = try FetchHost(clock: clock, storedAt: path)
            #expect(host.restoreProblems.count == 1)
            // The number that "c" had is the next to be given; so "d" gets it, and "c" another.
            await host.add("d", interval: .minimum) { _ in .noData() }
            await host.add("c", interval: .minimum) { _ in .noData() }
            await host.add("b", interval: .minimum) { _ in .noData() }
            #expect(await host.apps == ["b", "d", "c"])
            for (name, number) in [("b", 1), ("d", 2), ("c", 3)] {
                #expect(try await host.app(named: name) == AppID(number))
                #expect(await host.name(of: AppID(number)) == name)
            }
        }
    }

    /// A state without names, of another program, is refused: nobody knows whose numbers these are.
    @Test func aStateWithoutNamesIsRefused() throws {
        let folder = try HostFolder()
        do {
            var store = try SnapshotStore(path: folder.path("state"))
            var engine = BackgroundEngine()
            _ = engine.register(.minimum, at: .epoch)
            try store.save(engine.snapshot())
        }
        let error = try #require(throws: HostError.self) {
            _ = try FetchHost(clock: TestClock(), storedAt: folder.path("state"))
        }
        guard case .state = error else { return #expect(Bool(false), "\(error)") }
    }

    /// What is out of its range would be taken for the next best; a host that is made so never did what was meant.
    @Test func aConfigurationThatMakesNoSenseIsRefused() throws {
        for (field, set) in [
            ("power.runJoules", { $0.power.runJoules = -1 }),
            ("power.runJoules", { $0.power.runJoules = .nan }),
            ("valueJoules", { $0.valueJoules = -1 }),
        ] as [(String, (inout Configuration) -> Void)] {
            var configuration = Configuration.unmetered
            set(&configuration)
            let error = try #require(throws: HostError.self) {
                _ = try FetchHost(clock: TestClock(), configuration: configuration)
            }
            guard case .configuration(let fault) = error else { return #expect(Bool(false), "\(error)") }
            #expect(fault.field == field)
            let number = fault.value.isNaN ? "not a number" : "-1"
            #expect("\(error)".hasPrefix("the configuration: \(field) is \(number); expected "), "\(error)")
        }
    }

    @Test func aHostThatMayNotFetchIsRefused() throws {
        for most in [0, -3] {
            let error = try #require(throws: HostError.self) {
                _ = try FetchHost(clock: TestClock(), mostFetches: most)
            }
            #expect(
                "\(error)".hasPrefix("the configuration: mostFetches is \(most); expected 1 to "), "\(error)")
        }
    }

    @Test func whatWasLearnedIsKeptAWhileLater() async throws {
        let folder = try HostFolder()
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(
                clock: clock, storedAt: folder.path("state"), saveInterval: .seconds(60))
            try await host.running {
                await host.add("a", interval: .minimum) { _ in .noData() }
                try await clock.sleep(seconds: 59)
                #expect(throws: (any Error).self) { _ = try folder.bytes("state") }
                try await clock.sleep(seconds: 2)
                let first = try folder.bytes("state")
                try await clock.sleep(hours: 1)
                #expect(try folder.bytes("state") == first)
                try await host.tell(.launch("a"))
            }
            #expect(throws: (any Error).self) { _ = try folder.bytes("state.new") }
            #expect(try folder.bytes("state") != folder.bytes("state.previous"))
        }
    }

    /// A disk that refuses ends nothing; it is said, and tried again.
    @Test func aStateThatCannotBeKeptIsSaid() async throws {
        let folder = try HostFolder()
        let clock = TestClock()
        try await clock.run {
            let host = try FetchHost(
                clock: clock, storedAt: folder.path("state"), saveInterval: .seconds(60))
            // The place of the temporary file is taken by a folder.
            try folder.makeFolder("state.new")
            let lines = try await host.running {
                await host.add("a", interval: .minimum) { _ in .noData() }
                try await clock.sleep(seconds: 150)
                try folder.remove("state.new")
            }
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.hasPrefix(" not saved: cannot write the state: ") })
            #expect(try folder.bytes("state").count > 100)
        }
    }
}
