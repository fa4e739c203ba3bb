import Testing

@testable import FetchSched

/// Ten years of apps that come and go, beside a few that stay.
@Suite struct ChurnTests {
    @Test func tenYearsLeaveMemoryWhereItWas() throws {
        var engine = FetchEngine(unchecked: Configuration(), seed: 1)
        var now = Instant.monday
        let stays = (0..<3).map { _ in engine.register(.minimum, at: now) }
        var guests: [AppID] = []
        var fetches: [Int] = []
        var before = 0
        var chances: [Double] = []
        var numbers: Set<AppID> = []
        var isNew = true
        for day in 0..<3650 {
            now = Instant.monday + .days(Int64(day)) + .hours(8)
            let year = day / 365
            while fetches.count <= year { fetches.append(0) }
            // Guests come each day and go after a few, in the midst of whatever they do.
            for _ in 0...day % 3 {
                let guest = engine.register(.minimum, at: now)
                isNew = isNew && numbers.insert(guest).inserted
                guests.append(guest)
                _ = engine.receive(.silent, for: guest, number: 1, at: now)
            }
            if day % 10 == 0, let guest = guests.last {
                try use(&engine, [stays[0], guest, stays[1 + day / 10 % 2]], day, &now, &fetches[year])
            }
            while guests.count > 4 + day % 5 { try engine.remove(guests.removeFirst(), at: now) }
            if day == 500 { before = Storage.bytes(of: engine) }
            // On the last day of a round of ten, in the second year and in the last.
            if day == 729 || day == 3649 {
                chances.append(engine.launchProbability(of: stays[0], within: .days(10), at: now))
            }
        }
        #expect(isNew && numbers.count > 7000)
        let after = Storage.bytes(of: engine)
        #expect(after <= before * 21 / 20, "\(before) bytes after 500 days, \(after) after ten years")
        #expect(engine.appCount == engine.scheduler.apps.count - engine.scheduler.apps.numbers.vacancies)
        #expect(engine.scheduler.apps.count <= 20 && engine.scheduler.forecast.nextApp.counts.rowCount <= 20)
        // What is decided for those that stay is what it was in the second year.
        #expect(fetches[1] > 10, "\(fetches)")
        #expect(abs(fetches[9] - fetches[1]) * 5 < fetches[1], "\(fetches)")
        // So is what is forecast of them: one use in ten days.
        #expect(chances[1] > 0.7 && abs(chances[1] - chances[0]) < 0.05, "\(chances)")
        for guest in guests { try engine.remove(guest, at: now) }
        for app in stays { try engine.remove(app, at: now) }
        #expect(Leftovers(engine).list == [])
    }

    private func use(
        _ engine: inout FetchEngine, _ apps: [AppID], _ day: Int, _ now: inout Instant,
        _ fetches: inout Int
    ) throws {
        engine.tell(.radio(.heartbeat, until: now), at: now)
        for app in apps {
            now = now + .minutes(15)
            engine.tell(.launch(app), at: now)
            engine.tell(.foregroundSync(app, day % 20 == 0 ? .newData : .noData, bytes: 20_000), at: now)
            if day % 20 == 0 {
                _ = try engine.beginTask(of: app, at: now)
                _ = try engine.enqueue(TransferRequest(app, bytes: 1000), at: now)
                try engine.add(Region(RegionID(1)), to: app)
            }
            engine.tell(.endOfUse(app), at: now + .minutes(1))
            _ = engine.receive(.silent, for: app, number: 1, at: now + .minutes(1))
        }
        now = now + .hours(3)
        engine.tell(.radio(.heartbeat, until: now), at: now)
        act(&engine, now, &fetches)
    }

    private func act(_ engine: inout FetchEngine, _ now: Instant, _ fetches: inout Int) {
        while let action = engine.nextAction(at: now) {
            switch action {
            case .fetch(let app):
                try? engine.completeFetch(of: app, with: .newData, bytes: 20_000, at: now)
                fetches += 1
            case .startTransfer(let transfer, _): try? engine.reportCompletion(of: transfer, at: now)
            default: break
            }
        }
    }
}
