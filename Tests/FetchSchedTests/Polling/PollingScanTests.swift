import Testing

@testable import FetchSched

/// Who is looked at only when its moment has come is asked no later than who is looked at all the time.
@Suite struct PollingScanTests {
    /// Their openings by night are left out.
    private static let sources = [
        (24, 12), (2, 12), (8, 2), (0.6, 4), (60, 1), (4, 24), (48, 0.1), (0.1, 0.2),
    ].map { PollingScene.Source(changes: $0.0, openings: $0.1) }

    /// What came of it, and how often a source was seen to pay that is not yet to be looked at.
    private struct Count {
        var requests = 0
        var fresh = 0
        var looks = 0
        var late = 0
        var veryLate = 0
    }

    /// Runs the scheduler and adds to `count`; with `scans`, all moments are computed again before each question.
    private static func run(
        _ events: [PollingScene.Event], value: Double, scans: Bool, to count: inout Count
    ) throws {
        var configuration = PollingScene.configuration(value: value)
        configuration.polling.jitter = 0
        var scheduler = Scheduler.with(apps: sources.count, configuration)
        var scene = PollingScene(apps: sources.count)
        var next = 0
        var timer = scheduler.nextWakeup(after: .monday)
        var hour = FetchTime.monday + .days(7)
        while next < events.count {
            var now = min(events[next].time, hour)
            if now == hour {
                hour = hour + .hours(1)
                look(scheduler, at: now, &count)
            } else if let time = timer, time < now {
                now = time
            } else {
                next += 1
                guard let isFresh = scene.happens(events[next - 1], &scheduler) else { continue }
                count.fresh += isFresh ? 1 : 0
            }
            if scans { scheduler.computeAllDue(at: now) }
            while let app = scheduler.nextFetch(at: now) {
                count.requests += 1
                try scene.answer(app, &scheduler, at: now)
                if scans { scheduler.computeAllDue(at: now) }
            }
            timer = scheduler.nextWakeup(after: now)
        }
    }

    /// Looks at every source, by the rule itself.
    private static func look(_ scheduler: Scheduler, at now: FetchTime, _ count: inout Count) {
        var copy = scheduler
        for app in sources.indices where copy.apps.mayStart(app, at: now) {
            let value = copy.pollingValue(app, at: now)
            count.looks += 1
            guard copy.polling.due[app] ?? .distantFuture > now else { continue }
            // What is shared moves by a few percent, the hours once an hour.
            if value.surplus > 0.1 * value.cost { count.late += 1 }
            if value.surplus > 0.4 * value.cost { count.veryLate += 1 }
        }
    }

    /// Four runs together: one request more moves all that follow.
    @Test(arguments: [5.0, 20]) func asTheStraightforwardScanDecides(value: Double) throws {
        var (lazy, scanning) = (Count(), Count())
        for seed in 1...4 as ClosedRange<UInt64> {
            let events = PollingScene.events(Self.sources, days: 21, seed: seed, openings: 7..<19)
            try Self.run(events, value: value, scans: false, to: &lazy)
            try Self.run(events, value: value, scans: true, to: &scanning)
        }
        #expect(lazy.requests > 80)
        #expect(abs(Double(lazy.requests - scanning.requests)) < 0.05 * Double(scanning.requests))
        #expect(abs(lazy.fresh - scanning.fresh) < 24, "\(lazy), \(scanning)")
        #expect(Double(lazy.late) < 0.01 * Double(lazy.looks), "\(lazy)")
        #expect(Double(lazy.veryLate) < 0.001 * Double(lazy.looks), "\(lazy)")
    }
}
