/// The two deciders: that of phones, which waits for opportunities (`Phone`), and that of pollers, where each source
/// has its own time (`Polling`). Only this file chooses between them.
extension Scheduler {
    /// Whether sources are polled, each at its own time: the network is always on.
    var polls: Bool { polling.isOn }

    // MARK: What they decide

    /// The app to fetch now.
    mutating func best(at now: FetchTime) -> FetchDecision? {
        polls ? bestToPoll(now) : bestAtOpportunity(now)
    }

    /// When to call `best` if nothing happens before.
    mutating func nextTime(after now: FetchTime) -> FetchTime? {
        if polls { return nextPolling(after: now) }
        updatePlan(after: now)
        return phone.plan.map { min($0.wakeup ?? .distantFuture, $0.review) }
    }

    /// The value of fetching the app now, as if nothing forbade it.
    mutating func value(of app: Int, at now: FetchTime) -> FetchValue {
        polls ? pollingValue(app, at: now) : fetchValue(app, opportunity(at: now))
    }

    /// The first moment after `now` at which a run of the program would fetch something, `last` at most.
    mutating func firstRun(after now: FetchTime, to last: FetchTime) -> FetchTime {
        let first = now + TimeSpan(milliseconds: 1)
        guard polls else { return firstFreeMoment(from: first, to: last) }
        return min(max(nextPolling(after: now) ?? last, first), last)
    }

    // MARK: What may change their decisions

    /// Something that concerns one app happened.
    mutating func changed(_ app: Int, at now: FetchTime) {
        if polls { touch(app, at: now) } else { phone.dropPlan() }
    }

    /// Something that concerns all apps happened.
    mutating func allChanged(at now: FetchTime) {
        if polls { computeAllDue(at: now) } else { phone.dropPlan() }
    }

    mutating func appAdded(_ app: Int, at now: FetchTime) {
        if polls { addToPolling(app, at: now) } else { phone.dropPlan() }
    }

    mutating func appRemoved(_ app: Int) { if polls { removeFromPolling(app) } else { phone.dropPlan() } }

    /// The apps of a snapshot were read: what follows is the state of each.
    mutating func appsRead() {
        forecast.setApps(places: apps.count, appCount: apps.appCount)
        guard polls else { return }
        polling.makeRoom(for: apps.count)
        score.limit.share(among: apps.appCount)
    }

    /// A snapshot was read: what can be counted is not part of it.
    mutating func stateRead() {
        guard polls else { return }
        polling.demand.appCount = apps.appCount
        polling.everNew = apps.rows.count { apps[apps.app(ofRow: $0)].everNew.isBelieved }
        shareAmongSources()
    }

    mutating func requestStarted(_ app: Int, at now: FetchTime) { if polls { startPolling(app, at: now) } }

    // MARK: What they learn of the user

    mutating func noteLaunch(of app: Int, at now: FetchTime) {
        if polls {
            polling.demand.launch(app, at: now, device.clock)
        } else {
            forecast.launch(app, at: now, clock: device.clock)
        }
    }

    mutating func noteEndOfUse(of app: Int, at now: FetchTime) {
        if !polls { forecast.endUse(at: now, clock: device.clock) }
        changed(app, at: now)
    }

    /// Learns of what makes an opportunity on a phone, and of nothing else.
    mutating func noteOccasion(_ event: FetchEvent, at now: FetchTime) {
        if polls { return }
        switch event {
        case .radio(_, let end):
            expireFetches(at: now)
            spending.ledger.device(from: now, until: end, configuration.radio)
            device.radio.active(from: now, until: end, configuration.radio)
            forecast.freeMoment(at: now)
        case .screen(let change): noteScreen(change, at: now)
        case .notification(let app):
            if device.foregroundApp != app, configuration.experiment.usesNotifications {
                forecast.notify(app.index, at: now)
            }
        default: break
        }
    }

    // MARK: What they forecast

    /// Launches of all apps that are expected per second.
    func useIntensity(at now: FetchTime) -> Double {
        polls
            ? polling.demandNow(at: now, device.clock)
            : forecast.launchIntensity(at: now, clock: device.clock)
    }

    mutating func nextAppShare(_ app: Int, at now: FetchTime) -> Double {
        if polls { return polling.share(of: app, at: now) }
        // Rounding may bring the one app that there is above 1.
        return min(1, forecast.nextAppProbability(app, at: now, clock: device.clock))
    }

    mutating func launchProbability(of app: AppID, within span: TimeSpan, at now: FetchTime) -> Double {
        guard apps.contains(app) else { return 0 }
        if polls {
            let share = polling.share(of: app.index, at: now)
            return PortableMath.saturation(
                share * polling.demand(from: now, within: span, device.clock))
        }
        return forecast.launchProbability(of: app.index, within: span, at: now, clock: device.clock)
    }

    // MARK: How they explain it

    mutating func sharedAnswers(at now: FetchTime) -> SharedAnswers {
        guard polls else { return phoneAnswers(at: now) }
        settlePolling(at: now)
        return SharedAnswers()
    }

    /// The decision on an app that nothing forbids to fetch.
    mutating func verdict(
        on app: Int, _ value: FetchValue, at now: FetchTime, _ shared: SharedAnswers
    ) -> FetchExplanation.Verdict {
        polls ? pollingVerdict(on: app, at: now) : phoneVerdict(on: app, value, at: now, shared)
    }

    /// When the app is due by itself; nil on a phone.
    func ownTime(of app: Int) -> FetchTime? { polls ? polling.moment(of: app) : nil }

    /// When an app is expected that is not fetched now.
    func expectation(of app: Int, _ shared: SharedAnswers) -> FetchExplanation.Expectation {
        polls ? ownTime(of: app).map { .notBefore($0) } ?? .notForeseen : phoneExpectation(of: app, shared)
    }
}
