/// What a scheduler may be told of the time to come, to see what a perfect forecast of launches would be worth.
///
/// Only simulations can know this; so it is no part of the package interface.
package struct Foresight: Sendable {
    /// The next activity of the radio that is not the scheduler's own, launches included.
    package var nextMoment: Instant?
    /// The next launch of any app.
    package var nextUse: Instant?
    /// The next launch of each app.
    package var nextLaunch: [Instant?]
    /// Whether the radio may be woken for them.
    package var wakes = true

    /// Knows of nothing to come for so many apps.
    package init(apps: Int) { nextLaunch = Array(repeating: nil, count: apps) }
}

extension Scheduler {
    /// A fetch begins so long before the launch for which it wakes the radio, beside the time it takes.
    private static var margin: TimeSpan { TimeSpan(milliseconds: 500) }

    /// The value of a fetch when the launches to come are known. (Mutating, as calling it would otherwise copy the whole
    /// scheduler.)
    mutating func value(
        of app: Int, knowing foresight: Foresight, somethingNew: Double, at now: Instant,
        _ estimate: FetchEstimate
    ) -> FetchValue {
        let radio = configuration.radio
        let near = foresight.nextMoment.map { ($0 - now).seconds } ?? .infinity
        let outlook = NextEventModel.Outlook(
            moment: 1, momentSeconds: near, sameSession: 0, sameSessionSeconds: 0, newSession: 0,
            near: near < radio.tailSeconds ? 1 : 0, nearSeconds: min(near, radio.tailSeconds))
        let belief = content.belief(of: app, apps)
        func changed(by moment: Instant?) -> Double {
            guard let moment else { return 1 }
            let gap = content.hours.passed(from: now, to: moment, apps[app].hours, clock: device.clock)
            return belief.rate.probabilityNew(after: gap)
        }
        let launch = app < foresight.nextLaunch.count ? foresight.nextLaunch[app] : nil
        let first = launch.map { $0 <= (foresight.nextMoment ?? .distantFuture) } ?? false
        return FetchValue(
            value: valueJoules, somethingNew: somethingNew,
            cost: costs.joules(estimate, device.radio.place(at: now, outlook, radio)),
            launchedBeforeNextMoment: first ? 1 : 0, usedInTime: 1 - changed(by: launch),
            changedBeforeNextMoment: first ? 0 : changed(by: foresight.nextMoment),
            laterCost: costs.joules(estimate, device.radio.laterPlace(outlook, radio)),
            launchedWhileHeldBack: 0, worthLater: valueJoules * somethingNew * (1 - changed(by: launch)))
    }

    /// Just before the next launch, if a fetch then pays.
    mutating func planWakeup(knowing foresight: Foresight) -> Instant? {
        guard foresight.wakes, let launch = foresight.nextUse,
            let app = foresight.nextLaunch.firstIndex(of: launch), apps.indices.contains(app)
        else { return nil }
        let estimate = costs.estimate(app, apps, somethingNew: 1, inUse: device.foreground != nil)
        let seconds = estimate.seconds + configuration.radio.promotion.seconds
        let wakeup = launch - .seconds(seconds) - Self.margin
        guard apps.allowFetch(app, at: wakeup) else { return nil }
        // A source that announces its changes may do so until then; if it does not, nothing is fetched.
        let gain =
            valueJoules
            * (apps[basics: app].announces
                ? 1 : content.somethingNew(app, apps, at: wakeup, device.clock))
        let watts = configuration.radio.baseWatts + configuration.power.awakeWatts
        return gain > estimate.fixedJoules + watts * (seconds + Self.margin.seconds) ? wakeup : nil
    }
}
