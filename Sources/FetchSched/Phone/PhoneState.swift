/// State of the decider of phones, without what is learned: wakeup, screen occasion, and run granted by the system.
struct PhoneState: Sendable {
    /// The wakeup for fetches alone: the plan, whether one is under way, and working memory of the planner.
    var plan: Plan?
    var isWakeupUnderWay = false
    var planner = Planner()
    var screenOccasion = ScreenOccasion()
    /// End of the run that the system granted last, and how long it was to last. No part of a snapshot.
    var runEnd = FetchTime.distantPast
    var runLength: TimeSpan?

    /// The latest plan, until an event may change it: when to wake the radio (nil for never), and when to plan again.
    struct Plan: Sendable, SnapshotElement {
        var wakeup: FetchTime?
        var review = FetchTime.distantFuture

        mutating func code<Coder: SnapshotCoder>(_ coder: inout Coder) throws(Coder.Failure) {
            try coder.code(&wakeup, &review)
        }
    }

    /// Drops the plan after an event that may change it; the next query computes it again.
    mutating func dropPlan() { plan = nil }

    /// The wakeup is over; the next one is planned again.
    mutating func endWakeup() {
        if isWakeupUnderWay { dropPlan() }
        isWakeupUnderWay = false
    }

    mutating func clockWentBack(from before: FetchTime, to now: FetchTime) {
        screenOccasion.clockWentBack(to: now)
        runEnd = runEnd.setBack(from: before, to: now)
        dropPlan()
    }

    /// The program ended, and with it its wakeup and its run.
    mutating func hostRestarted() {
        (isWakeupUnderWay, runEnd) = (false, .distantPast)
        dropPlan()
    }
}
