import FetchSched
import FetchSim

/// A schedule of `bench`, as a feed reader has it that reads the dates of entries, or as a crawler that only sees a change.
protocol ProjectRule: IntervalRule {
    associatedtype Schedule: PollSchedule
    var schedule: Schedule { get set }
    static var readsDates: Bool { get }
}

extension ProjectRule {
    mutating func wait(after answer: SourceAnswer, at now: FetchTime) -> Double {
        if Self.readsDates, !answer.changed.isEmpty {
            for date in answer.changed { schedule.polled(.newData, at: date) }
            schedule.polled(.noData, at: now)
        } else {
            schedule.polled(answer.outcome, at: now)
        }
        return (schedule.due - now).seconds
    }
}

/// Miniflux: the dial is one request in so many entries.
struct MinifluxRule: ProjectRule {
    var schedule: MinifluxSchedule
    static let readsDates = true

    init(_ setup: PollingSetup, from now: FetchTime) {
        schedule = MinifluxSchedule(
            PolicySettings(.miniflux, ["factor": 1 / setup.dial, "max": setup.longest]), from: now)
    }
}

/// CommaFeed: the dial is its longest interval; the shortest is a 48th of that, as it ships.
struct CommaFeedRule: ProjectRule {
    var schedule: CommaFeedSchedule
    static let readsDates = true

    init(_ setup: PollingSetup, from now: FetchTime) {
        schedule = CommaFeedSchedule(
            PolicySettings(.commafeed, ["max": setup.dial, "min": setup.dial / 48]), from: now)
    }
}

/// Nutch: the dial is the growth of the interval at a request that finds nothing; the longest is not its 90 days.
struct NutchRule: ProjectRule {
    var schedule: NutchSchedule
    static let readsDates = false

    init(_ setup: PollingSetup, from now: FetchTime) {
        schedule = NutchSchedule(
            PolicySettings(.nutch, ["increase": setup.dial, "max": setup.longest]), from: now)
    }
}
