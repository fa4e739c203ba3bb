import Testing

@testable import FetchSched

/// What many apps cost, counted in states that are looked at.
@Suite struct ManyAppsTests {
    private let now = Instant.monday

    /// Transfers whose deadline has passed end in order, and their apps are woken.
    @Test func overdueTransfersEndInOrder() throws {
        var service = TransferBench(apps: 100)
        for app in 0..<100 {
            var request = TransferRequest(AppID(app), bytes: 1000)
            request.resourceTimeout = .minutes(Int64(app % 7))
            _ = try service.enqueue(request, at: now)
        }
        let later = now + .hours(1)
        var ended: [UInt64] = []
        var woken = 0
        while let action = service.nextAction(.good, radioIsAwake: false, at: later) {
            if case .giveUpTransfer(let id) = action { ended.append(id.number) } else { woken += 1 }
            // The host may ask for the next time at any time.
            #expect(service.nextTime(.good, at: later) ?? later >= later)
        }
        #expect(ended == Array(1...100) && woken == 100)
    }

    /// A launch costs no more with thousands of apps launched than with hundreds, nor does a free moment.
    @Test func launchesOfManyAppsAreNotSearchedFor() throws {
        var scheduler = Scheduler(configuration: Configuration(), seed: 1)
        scheduler.forecast.mostRows = 32
        let (count, most) = (400, 32)
        let all = (0..<count).map { _ in scheduler.register(.minimum, at: now) }
        let apps = all.prefix(most + 40)
        var moment = now
        for app in apps {
            moment = moment + .minutes(1)
            scheduler.forecast.launch(app.index, at: moment, clock: LocalClock())
            scheduler.forecast.endOfUse(at: moment, clock: LocalClock())
        }
        let tables = scheduler.forecast.nextApp.tables
        #expect(tables.rowCount == most + 1)
        // Those launched last are told apart; the others are as if they had never been, and all chances sum to 1.
        let known = apps.filter { scheduler.forecast.knows($0.index) }
        #expect(known == Array(apps.suffix(most)))
        #expect(tables.unlaunchedCount == count - most)
        let sum = scheduler.nextAppProbabilities(at: moment).reduce(0, +)
        #expect(abs(sum - 1) < 1e-9)
        // A free moment looks at those, and at some of the others, all of which have their turn.
        var seen = Set<Int>()
        for minute in 0..<200 {
            let turn = try #require(scheduler.turn(at: moment + .minutes(Int64(minute))))
            #expect(turn.indices.count <= 2 * most)
            let forecast = scheduler.forecast
            let looked = turn.indices.compactMap { turn.app($0, forecast) }
            #expect(Set(looked).count == looked.count && Set(looked).isSuperset(of: known.map { $0.index }))
            seen.formUnion(looked)
        }
        #expect(seen.count == count)
    }
}
