import Testing

@testable import FetchSched

@Suite struct AppTableTests {
    /// Every app in an array of its own, as if memory were for nothing.
    private struct Naive {
        struct App {
            var basics: AppBasics
            var state: AppState
            var hasExpired = false
        }

        var apps: [App?] = []

        /// - Returns: nil if never.
        func allowedFrom(_ app: Int, spacing: TimeSpan) -> FetchTime? {
            guard let app = apps[app], app.basics.refreshAllowed, !app.basics.quit else { return nil }
            let state = app.state
            var from = max(state.settledFrom, state.backoffUntil, state.server.allows(after: state.lastLook))
            if let fetch = state.lastFetch.known { from = max(from, fetch + spacing) }
            switch app.basics.interval {
            case .never: return nil
            case .minimum: break
            case .custom(let span):
                if let end = state.lastLook.known { from = max(from, end + span) }
            }
            return from == .distantFuture ? nil : from
        }

        func list(_ isIn: (App) -> Bool) -> [Int] {
            apps.indices.filter { apps[$0].map(isIn) ?? false }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func agreesWithAnArrayOfStates(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var configuration = FetchConfiguration()
        configuration.settling = .hours(1)
        var table = AppTable(configuration)
        var naive = Naive()
        func moment() -> FetchTime {
            random.bernoulli(0.05) ? .distantFuture : .monday + .minutes(Int64(random.below(600)))
        }
        func register() {
            let interval = random.pick([
                FetchInterval.never, .minimum, .custom(.hours(2)), .custom(.zero),
            ])
            let basics = AppBasics(interval: interval, lastSync: moment())
            var state = AppState(configuration)
            state.settledFrom = basics.lastSync + configuration.settling
            let free = naive.apps.firstIndex { $0 == nil }
            let app = table.register(basics)
            #expect(app.index == free ?? naive.apps.count)
            if free == nil { naive.apps.append(nil) }
            naive.apps[app.index] = Naive.App(basics: basics, state: state)
        }
        for step in 0..<2000 {
            if naive.apps.count < 30, random.bernoulli(0.05) || naive.apps.isEmpty { register() }
            let app = random.below(naive.apps.count)
            guard naive.apps[app] != nil else { continue }
            let time = moment()
            /// The same of both, if the table is to give the app a state.
            func change(_ change: (inout AppState) -> Void) {
                change(&table[app])
                if var state = naive.apps[app]?.state {
                    change(&state)
                    naive.apps[app]?.state = state
                }
            }
            switch random.below(14) {
            case 0: change { $0.backoffUntil = time }
            case 1: change { $0.lastLook = time }
            case 2: change { $0.lastFetch = time }
            case 3: change { $0.server.floor = time }
            case 4: change { $0.server.interval = .minutes(30) }
            case 5:
                table[basics: app].quit.toggle()
                naive.apps[app]?.basics.quit.toggle()
            case 6, 7:
                let run = FetchRun(since: time, expectedJoules: 1, waitSeconds: 0)
                table.startFetch(of: app, run)
                naive.apps[app]?.state.fetch = run
                naive.apps[app]?.hasExpired = false
            case 8:
                #expect(table.endFetch(of: app) == naive.apps[app]?.state.fetch)
                naive.apps[app]?.state.fetch = nil
            case 9:
                guard table.endFetch(of: app) != nil else { break }
                table.expire(app)
                naive.apps[app]?.state.fetch = nil
                naive.apps[app]?.hasExpired = true
            case 10:
                let first = naive.list(\.hasExpired).first
                #expect(table.takeExpired() == first)
                if let first { naive.apps[first]?.hasExpired = false }
            case 11 where step % 500 == 0:
                table.forgetFetches()
                for app in naive.apps.indices {
                    naive.apps[app]?.state.fetch = nil
                    naive.apps[app]?.hasExpired = false
                }
            case 12:
                table.remove(app)
                naive.apps[app] = nil
            default: break
            }
            if let wrong = difference(table, naive, at: time) {
                Issue.record("step \(step): \(wrong)")
                return
            }
        }
    }

    /// What the table says otherwise than the array.
    private func difference(_ table: AppTable, _ naive: Naive, at time: FetchTime) -> String? {
        if table.appCount != naive.apps.count(where: { $0 != nil }) { return "\(table.appCount) apps" }
        if table.running != naive.list({ $0.state.fetch != nil }) { return "running: \(table.running)" }
        if table.expired != naive.list(\.hasExpired) { return "expired: \(table.expired)" }
        let starts = naive.apps.compactMap { $0?.state.fetch?.since }
        if table.firstStart != starts.min() { return "first start" }
        let known = table.rows.map { table.app(ofRow: $0) }
        if known.sorted() != table.indices.filter(table.isKnown) { return "known: \(known)" }
        for (index, app) in naive.apps.enumerated() {
            let allowed = naive.allowedFrom(index, spacing: table.spacing)
            let isAllowed = allowed.map { $0 <= time } ?? false
            if table.allowedFrom(index) != allowed ?? .distantFuture { return "\(index) is allowed" }
            guard let app else {
                if table.isKnown(index) || table[basics: index] != .vacant { return "\(index) is not vacant" }
                continue
            }
            var state = table[index]
            state.settledFrom = table.settledFrom(of: index)
            if state != app.state || table[basics: index] != app.basics { return "\(index): \(state)" }
            if table.mayStart(index, at: time) != (isAllowed && app.state.fetch == nil) {
                return "\(index) may start"
            }
        }
        return nil
    }

    /// Sizes that the documentation states.
    @Test func anAppThatIsOnlyRegisteredTakesLittle() {
        #expect(MemoryLayout<AppBasics>.size == 20)
        #expect(MemoryLayout<AppState>.stride <= 272)
        var scheduler = Scheduler(seed: 1)
        let apps = (0..<100).map { _ in scheduler.register(.minimum, at: .monday) }
        // Neither questions nor settings nor the end of a process give an app a state.
        for app in apps {
            scheduler.observe(.refresh(app: app, isOn: false), at: .monday)
            scheduler.observe(.quit(app), at: .monday)
            scheduler.observe(.processEnded(app), at: .monday)
            _ = try? scheduler.explain(app, at: .monday)
        }
        scheduler.observe(.launch(apps[7]), at: .monday - .hours(2))
        scheduler.hostRestarted(at: .monday)
        #expect(apps.filter { scheduler.apps.isKnown($0.index) } == [apps[7]])
    }

    /// An app whose update is announced need not settle, and is fetched again after a minute at most; the date of a change
    /// announces nothing.
    @Test func announcementsAreNotWaitedFor() {
        let slow = changed(FetchConfiguration()) {
            ($0.settling, $0.minimumSpacing) = (.hours(1), .minutes(5))
        }
        let fast = changed(FetchConfiguration.unmetered) { $0.minimumSpacing = .seconds(20) }
        for (configuration, spacing) in [(slow, TimeSpan.minutes(5)), (fast, .seconds(20))] {
            var table = AppTable(configuration)
            let app = table.register(AppBasics(interval: .minimum, lastSync: .monday)).index
            table[app].lastFetch = .monday
            let settled = FetchTime.monday + configuration.settling
            #expect(table.settledFrom(of: app) == settled)
            #expect(table.spacedFrom(of: app) == .monday + spacing)
            table[app].announced = .monday + .seconds(5)
            #expect(table.settledFrom(of: app) == .distantPast)
            #expect(table.spacedFrom(of: app) == .monday + min(spacing, .minutes(1)))
            table[app].datedChange = .monday + .seconds(5)
            #expect(table.settledFrom(of: app) == settled)
            #expect(table.spacedFrom(of: app) == .monday + spacing)
        }
    }
}
