import Testing

@testable import FetchSched

/// Who is looked at only when its moment has come is asked no later than who is looked at all the time.
@Suite struct PollingScanTests {
    private static let sources: [(changes: Double, openings: Double)] = [
        (12, 6), (1, 6), (4, 1), (0.3, 2), (30, 0.5), (2, 12), (24, 0.05), (0.05, 0.1),
    ]

    private struct Event {
        var time: Instant
        var app: Int
        var isOpening: Bool
    }

    /// Changes, and openings by day alone.
    private static func events(days: Int, seed: UInt64) -> [Event] {
        var random = SplitMix64(seed: seed)
        var events: [Event] = []
        for (app, source) in sources.enumerated() {
            for (isOpening, perDay) in [(false, source.changes), (true, source.openings)] {
                var now = Instant.monday + .seconds(random.exponential(mean: 43_200 / perDay))
                while now < .monday + .days(Int64(days)) {
                    if !isOpening || (7..<19).contains(LocalClock().hour(now)) {
                        events.append(Event(time: now, app: app, isOpening: isOpening))
                    }
                    now = now + .seconds(1 + random.exponential(mean: 43_200 / perDay))
                }
            }
        }
        return events.sorted { ($0.time, $0.app) < ($1.time, $1.app) }
    }

    /// What came of it, and how often a source was seen to pay that is not yet to be looked at.
    private struct Count {
        var requests = 0
        var fresh = 0
        var looks = 0
        var late = 0
        var veryLate = 0
    }

    /// Runs the scheduler; with `scans`, all moments are reckoned anew before each question.
    private static func run(_ events: [Event], value: Double, scans: Bool) throws -> Count {
        var configuration = Configuration.unmetered
        configuration.valueJoules = value
        configuration.power.runJoules = 1
        var scheduler = Scheduler(configuration: configuration, seed: 1)
        for _ in sources { _ = scheduler.register(.minimum, at: .monday) }
        var count = Count()
        var isStale = [Bool](repeating: false, count: sources.count)
        var next = 0
        var timer = scheduler.nextWakeup(after: .monday)
        var hour = Instant.monday + .days(7)
        while next < events.count {
            var now = min(events[next].time, hour)
            if now == hour {
                hour = hour + .hours(1)
                look(scheduler, at: now, &count)
            } else if let time = timer, time < now {
                now = time
            } else {
                let (event, app) = (events[next], AppID(events[next].app))
                next += 1
                guard event.isOpening else {
                    isStale[event.app] = true
                    continue
                }
                count.fresh += isStale[event.app] ? 0 : 1
                scheduler.observe(.launch(app), at: now)
                scheduler.observe(
                    .foregroundSync(app, isStale[event.app] ? .newData : .noData, bytes: 900), at: now)
                scheduler.observe(.endOfUse(app), at: now)
                isStale[event.app] = false
            }
            if scans { scheduler.reckonAllPolling(at: now) }
            while let app = scheduler.nextFetch(at: now) {
                count.requests += 1
                try scheduler.complete(app, isStale[app.index] ? .newData : .noData, bytes: 900, at: now)
                isStale[app.index] = false
                if scans { scheduler.reckonAllPolling(at: now) }
            }
            timer = scheduler.nextWakeup(after: now)
        }
        return count
    }

    /// Looks at every source, by the rule itself.
    private static func look(_ scheduler: Scheduler, at now: Instant, _ count: inout Count) {
        var copy = scheduler
        for app in sources.indices where copy.apps.mayStart(app, at: now) {
            let value = copy.pollingValue(app, at: now)
            count.looks += 1
            let rule = PollingRule(
                value: value.trustedValue, usedInTime: value.usedInTime,
                emptyCost: value.cost + value.noDataCost, findCost: 0)
            guard let threshold = rule.searchedThreshold(), copy.polling.due[app] ?? .distantFuture > now
            else { continue }
            // A margin of 2 % is the rule, and what is shared moves by a few.
            if value.somethingNew > 1.05 * threshold { count.late += 1 }
            if value.somethingNew > 1.2 * threshold { count.veryLate += 1 }
        }
    }

    @Test(arguments: [5.0, 20]) func asTheStraightforwardScanDecides(value: Double) throws {
        let events = Self.events(days: 21, seed: 9)
        let (lazy, scanning) = (
            try Self.run(events, value: value, scans: false), try Self.run(events, value: value, scans: true)
        )
        #expect(lazy.requests > 20)
        #expect(abs(Double(lazy.requests - scanning.requests)) < 0.03 * Double(scanning.requests) + 3)
        #expect(abs(lazy.fresh - scanning.fresh) < 12, "\(lazy), \(scanning)")
        #expect(Double(lazy.late) < 0.01 * Double(lazy.looks), "\(lazy)")
        #expect(lazy.veryLate == 0, "\(lazy)")
    }
}
