import Testing

@testable import FetchSched

@Suite struct AppTableTests {
    /// Every app in an array of its own, as if memory were for nothing.
    private struct Naive {
        var apps: [AppTable.Entry] = []

        func allowedFrom(_ app: Int) -> Instant {
            let (basics, state) = (apps[app].basics, apps[app].state)
            guard basics.refreshAllowed, !basics.quit else { return .distantFuture }
            var from = max(state.settledFrom, state.backoffUntil, state.server.allows(after: state.lastEnd))
            switch basics.interval {
            case .never: return .distantFuture
            case .minimum: break
            case .custom(let span):
                if let end = state.lastEnd.moment { from = max(from, end + max(.zero, span)) }
            }
            return from
        }
    }

    @Test func agreesWithAnArrayOfStates() {
        var random = SplitMix64(seed: 4)
        var configuration = Configuration()
        configuration.settling = .hours(1)
        var table = AppTable(configuration)
        var naive = Naive()
        func moment() -> Instant {
            random.chance(0.05) ? .distantFuture : .monday + .minutes(Int64(random.below(600)))
        }
        for step in 0..<4000 {
            if naive.apps.count < 40, random.chance(0.05) || naive.apps.isEmpty {
                let interval = random.pick([
                    FetchInterval.never, .minimum, .custom(.hours(2)), .custom(.hours(-1)),
                ])
                let registered = moment()
                table.append(AppBasics(interval: interval, lastSync: registered))
                naive.apps.append(table.blankEntry(interval, registered: registered))
            }
            let app = random.below(naive.apps.count)
            let time = moment()
            switch random.below(8) {
            case 0:
                table[app].backoffUntil = time
                naive.apps[app].state.backoffUntil = time
            case 1:
                table[app].lastEnd.moment = time
                naive.apps[app].state.lastEnd.moment = time
            case 2:
                table[app].server.floor = time
                naive.apps[app].state.server.floor = time
            case 3:
                table[app].server.interval = .minutes(30)
                naive.apps[app].state.server.interval = .minutes(30)
            case 4:
                table[basics: app].quit.toggle()
                naive.apps[app].basics.quit.toggle()
            case 5:
                let run = FetchRun(since: time, expectedJoules: 1, waitSeconds: 0)
                let state: FetchState = random.pick([.idle, .running(run), .expired])
                table[app].fetch = state
                naive.apps[app].state.fetch = state
            default: break
            }
            #expect(table[app] == naive.apps[app].state || !table.hasState(app), "step \(step)")
            #expect(table.entry(app).basics == naive.apps[app].basics, "step \(step)")
            #expect(table.entry(app).state == naive.apps[app].state, "step \(step)")
            #expect(table.allowedFrom(app) == naive.allowedFrom(app), "step \(step)")
            let allowed = naive.allowedFrom(app) <= time && naive.allowedFrom(app) != .distantFuture
            #expect(table.allowFetch(app, at: time) == allowed, "step \(step)")
            let isUnderWay = naive.apps[app].state.fetch.isRunning
            #expect(table.mayStart(app, at: time) == (allowed && !isUnderWay), "step \(step)")
        }
    }

    /// Sizes that the documentation states.
    @Test func anAppThatIsOnlyRegisteredTakesLittle() {
        #expect(MemoryLayout<AppBasics>.size == 20)
        #expect(MemoryLayout<AppState>.stride == 272)
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
        #expect(apps.filter { scheduler.apps.hasState($0.index) } == [apps[7]])
    }

    @Test func aMomentThatHasNotBeenIsNone() {
        var moment = PastInstant()
        #expect(moment.moment == nil)
        for instant in [Instant.epoch, .distantPast, .distantFuture] {
            moment.moment = instant
            #expect(moment.moment == instant)
        }
        // The one that stands for none becomes the next.
        moment.moment = Instant(milliseconds: .min + 1)
        #expect(moment.moment == Instant(milliseconds: .min + 2))
        moment.moment = .monday
        moment.hold(to: .monday + .hours(1))
        #expect(moment.moment == .monday)
        moment.hold(to: .epoch)
        #expect(moment.moment == .epoch)
        moment.moment = nil
        moment.hold(to: .epoch)
        #expect(moment.moment == nil)
    }
}
