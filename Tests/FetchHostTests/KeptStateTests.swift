import FetchHost
import FetchHostTesting
import FetchSched
import FetchStore
import TestSupport
import Testing

/// What a host keeps, and how the next one goes on from it.
@Suite struct KeptStateTests {
    @Test func aHostGoesOnWhereTheLastOneEnded() async throws {
        let folder = try TestFolder()
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
            await #expect(throws: HostError.unknownApp("news")) { try await host.observe(.launch("news")) }
            let lines = try await host.running { try await clock.sleep(hours: 48) }
            #expect(lines.filter { $0.contains("fetch,") }.allSatisfy { $0.hasPrefix("mail") })
            await host.add("news", interval: .minimum) { _ in .noData() }
            #expect(try await host.app(named: "news") == AppID(0))
            let probability = await host.withEngine { engine, now in
                engine.launchProbability(of: AppID(0), within: .hours(24), at: now)
            }
            #expect(probability > 0.5)
        }
    }

    /// The places of apps that were removed last are empty.
    @Test(arguments: [["b"], ["c"], ["b", "c"], ["a", "b", "c"]])
    func aHostGoesOnAfterAppsWereRemoved(_ removed: [String]) async throws {
        let folder = try TestFolder()
        let clock = TestClock()
        try await clock.run {
            do {
                let host = try FetchHost(clock: clock, storedAt: folder.path("state"))
                for app in ["a", "b", "c"] { await host.add(app, interval: .minimum) { _ in .noData() } }
                for app in removed { try await host.remove(app) }
                try await host.save()
            }
            let host = try FetchHost(clock: clock, storedAt: folder.path("state"))
            for app in ["a", "b", "c"] where !removed.contains(app) {
                let number = await host.withEngine { engine, _ in engine.appIDs.map(\.index) }
                await host.add(app, interval: .minimum) { _ in .noData() }
                let index = try await host.app(named: app).index
                #expect(number.contains(index) && index == ["a", "b", "c"].firstIndex(of: app))
            }
        }
    }

    /// After the last state was damaged, the names are those of the state before, as are the numbers.
    @Test func afterAFallBackNamesAndNumbersBelongTogether() async throws {
        let folder = try TestFolder()
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
            try folder.write(bytes, to: "state")
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
        let folder = try TestFolder()
        do {
            var store = try SnapshotStore(path: folder.path("state"))
            var engine = FetchEngine(unchecked: FetchConfiguration())
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
            ("power.runJoules", { $0.power.runJoules = .nan }), ("valueJoules", { $0.valueJoules = -1 }),
        ] as [(String, (inout FetchConfiguration) -> Void)] {
            var configuration = FetchConfiguration.unmetered
            set(&configuration)
            let error = try #require(throws: HostError.self) {
                _ = try FetchHost(clock: TestClock(), configuration: configuration)
            }
            guard case .configuration(let fault) = error else { return #expect(Bool(false), "\(error)") }
            #expect(fault.field == field)
            let number = fault.value.isNaN ? "NaN" : "-1"
            #expect("\(error)".hasPrefix("the configuration: \(field) is \(number); expected "), "\(error)")
        }
    }

    @Test(arguments: [0, -3]) func aHostThatMayNotFetchIsRefused(most: Int) throws {
        let error = try #require(throws: HostError.self) {
            _ = try FetchHost(clock: TestClock(), mostFetches: most)
        }
        #expect("\(error)".hasPrefix("the configuration: mostFetches is \(most); expected 1 to "), "\(error)")
    }

    @Test func whatWasLearnedIsKeptAWhileLater() async throws {
        let folder = try TestFolder()
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
                try await host.observe(.launch("a"))
            }
            #expect(throws: (any Error).self) { _ = try folder.bytes("state.new") }
            #expect(try folder.bytes("state") != folder.bytes("state.previous"))
        }
    }

    /// A disk that refuses ends nothing; it is said, and tried again.
    @Test func aStateThatCannotBeKeptIsSaid() async throws {
        let folder = try TestFolder()
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
