import Testing

@testable import FetchSched

/// What the tests of polling have in common: sources that change, are opened and are asked for on a network that is always
/// on.
struct PollingScene {
    /// A source that changes, and is opened, at constant rates per day.
    struct Source {
        var changes: Double
        var openings: Double
    }

    /// A change of a source, or an opening of it.
    struct Event {
        var time: FetchTime
        var app: Int
        var isOpening: Bool
    }

    /// Of each app, whether its source has changed since it was copied.
    private var isStale: [Bool]

    init(apps: Int) { isStale = [Bool](repeating: false, count: apps) }

    /// A scheduler that has seen thirty days in which its only app was opened at those hours, and its source had changed.
    static func opened(at hours: [Int64]) -> Scheduler {
        var scheduler = Scheduler.with(configuration(price: 0.2))
        for day in 0..<30 as Range<Int64> {
            for hour in hours {
                let now = FetchTime.monday + .days(day) + .hours(hour)
                scheduler.use(AppID(0), bytes: 100, for: .minutes(1), at: now)
            }
        }
        return scheduler
    }

    static func configuration(value: Double = 20, price: Double = 1) -> FetchConfiguration {
        var configuration = FetchConfiguration.unmetered
        configuration.valueJoules = value
        configuration.power.runJoules = price
        return configuration
    }

    /// Changes and openings in order, these in some hours of the day alone.
    static func events(
        _ sources: [Source], days: Int, seed: UInt64, openings hours: Range<Int> = 0..<24
    ) -> [Event] {
        var random = SplitMix64(seed: seed)
        var events: [Event] = []
        for (app, source) in sources.enumerated() {
            for (isOpening, perDay) in [(false, source.changes), (true, source.openings)] {
                var now = FetchTime.monday + .seconds(random.exponential(mean: 86_400 / perDay))
                while now < .monday + .days(Int64(days)) {
                    if !isOpening || hours.contains(LocalClock().hour(now)) {
                        events.append(Event(time: now, app: app, isOpening: isOpening))
                    }
                    now = now + .seconds(1 + random.exponential(mean: 86_400 / perDay))
                }
            }
        }
        return events.sorted { ($0.time, $0.app) < ($1.time, $1.app) }
    }

    /// Lets something happen, and tells the scheduler of an opening.
    ///
    /// - Returns: whether the copy that was opened was fresh; nil for a change, of which nobody hears.
    mutating func happens(_ event: Event, _ scheduler: inout Scheduler) -> Bool? {
        guard event.isOpening else {
            isStale[event.app] = true
            return nil
        }
        let (app, foundNew) = (AppID(event.app), isStale[event.app])
        scheduler.use(app, finds: foundNew ? .newData : .noData, bytes: 900, at: event.time)
        isStale[event.app] = false
        return !foundNew
    }

    /// Answers a request of the scheduler.
    mutating func answer(_ app: AppID, _ scheduler: inout Scheduler, at now: FetchTime) throws {
        try scheduler.complete(app, isStale[app.index] ? .newData : .noData, bytes: 900, at: now)
        isStale[app.index] = false
    }
}

extension Scheduler {
    /// Fetches whatever is due, when it is, and answers at once.
    mutating func poll(
        from begin: FetchTime, until end: FetchTime, finds: (FetchTime) -> FetchOutcome = { _ in .newData }
    ) throws -> [(time: FetchTime, app: Int)] {
        var list: [(FetchTime, Int)] = []
        var now = begin
        while list.count < 100_000 {
            while let app = nextFetch(at: now) {
                list.append((now, app.index))
                try complete(app, finds(now), bytes: 900, at: now)
            }
            guard let next = nextWakeup(after: now), next < end else { break }
            #expect(next > now)
            now = next
        }
        return list
    }
}
