extension FetchEngine {
    /// The next action; call until nil after every report, and at ``nextDeadline(after:)``.
    ///
    /// - Complexity: O(pushes + regions + tasks + transfers), and O(apps used) if the radio is awake or a wakeup due.
    public mutating func nextAction(at now: FetchTime) -> EngineAction? {
        notice(now)
        scheduler.updateBudgets(at: now)
        expireFetches(at: now)
        if !pending.isEmpty { return pending.removeFirst() }
        let isAwake = isRadioAwake(at: now)
        if let push = pushes.nextDelivery(isRadioAwake: isAwake, at: present, apps: scheduler.apps) {
            wake(push.app, for: configuration.fetchLimit)
            return .deliver(push)
        }
        if let event = locations.nextWake(at: present, apps: scheduler.apps) {
            wake(event.app, for: event.awakeUntil - present)
            return .wakeForLocation(event)
        }
        if let action = tasks.nextAction(at: present) {
            if case .terminate(let app, _) = action {
                endProcess(app)
                scheduler.observe(.processEnded(app), at: now)
            }
            return action
        }
        // The conditions of transfers are a copy of much.
        if transfers.isIdle {
            transfers.note(conditions, at: present)
        } else if let action = transfers.nextAction(transferConditions(isRadioAwake: isAwake, at: now)) {
            if case .wakeForTransfers(let app, _) = action { wake(app, for: configuration.fetchLimit) }
            return action
        }
        guard isFetchingAllowed, let app = scheduler.nextFetch(at: now) else { return nil }
        noteStart(of: app, at: now)
        return .fetch(app)
    }

    /// When to call ``nextAction(at:)`` if nothing happens before; nil for not at all.
    ///
    /// - Complexity: that of ``nextAction(at:)``; O(apps x steps of the plan) after an event that may change the plan.
    public mutating func nextDeadline(after now: FetchTime) -> FetchTime? {
        var next = pending.isEmpty ? FetchTime.distantFuture : now
        func offer(_ time: FetchTime?) { next = min(next, time ?? next) }
        if isFetchingAllowed { offer(scheduler.nextWakeup(after: now)) }
        offer(scheduler.nextExpiry)
        offer(scheduler.device.silentUseEnd)
        offer(pushes.nextTime(apps: scheduler.apps))
        offer(locations.nextTime(apps: scheduler.apps))
        offer(tasks.nextTime(at: now))
        if !transfers.isIdle {
            let radioEnd = scheduler.device.radio.asleepFrom(configuration.radio)
            offer(
                transfers.nextTime(
                    transferConditions(isRadioAwake: false, at: now),
                    radioAsleepFrom: underWay.isEmpty ? radioEnd : .distantFuture))
        }
        if transfers.hasDiscretionary {
            // Never a past review, as with costs that are NaN, so that the host cannot loop.
            offer(scheduler.budgetReview().map { $0 > now ? $0 : now + .hours(1) })
        }
        return Self.deadline(next, after: now)
    }

    /// A deadline is later than the question, and nothing comes after the end of time.
    private static func deadline(_ next: FetchTime, after now: FetchTime) -> FetchTime? {
        let time = max(next, now + TimeSpan(milliseconds: 1))
        return next < .distantFuture && time > now ? time : nil
    }

    /// Whether the radio is awake for some reason, so that work needs no wakeup.
    ///
    /// - Complexity: O(1).
    public func isRadioAwake(at now: FetchTime) -> Bool {
        !underWay.isEmpty || scheduler.device.radio.isAwake(at: now, configuration.radio)
    }
}

extension FetchEngine {
    /// Starts a fetch of the app at once, to debug it.
    ///
    /// - Throws: `unknownApp`; `vetoed` by the first of: no network, fetch under way, foreground, the user, `never`.
    public mutating func forceFetch(of app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        notice(now)
        expireFetches(at: now)
        try scheduler.force(app, at: now)
        noteStart(of: app, at: now)
    }

    /// Reports how a fetch ended, exactly once, and how many bytes it transferred, 0 or more.
    ///
    /// `joules` is the energy that it took beyond what the device would have spent anyway, if the host can measure it;
    /// it corrects the estimates for this app.
    ///
    /// - Throws: `unknownApp`; `outOfRange`; `noFetchUnderWay`, also after a first report or the end by its limit.
    /// - Complexity: O(fetches under way).
    public mutating func completeFetch(
        of app: AppID, with outcome: FetchOutcome, bytes: Int64 = 0, joules: Double? = nil, at now: FetchTime
    ) throws(EngineError) {
        try check(app)
        if bytes < 0 { throw .outOfRange(.bytes, Double(bytes)) }
        if let joules, !(joules >= 0 && joules < .infinity) { throw .outOfRange(.joules, joules) }
        // A host that is wrong about the fetch may be wrong about the time as well.
        guard scheduler.apps[app.index].fetch != nil else { throw .noFetchUnderWay(app) }
        notice(now)
        try scheduler.complete(app, outcome, bytes: bytes, joules: joules, at: now)
        noteEnd(of: app, outcome, at: now)
    }

    mutating func noteStart(of app: AppID, at now: FetchTime) {
        // So that the fetch is stopped before its app is suspended.
        let allowance = max(.zero, configuration.fetchLimit) + .seconds(1)
        underWay.append(FetchUnderWay(app: app, allowedUntil: now + allowance))
        wake(app, for: allowance)
    }

    mutating func noteEnd(of app: AppID, _ outcome: FetchOutcome, at now: FetchTime) {
        // The time that its app was given for the fetch is over with it.
        guard let fetch = takeUnderWay(app) else { return }
        tasks.endAllowance(app, until: fetch.allowedUntil, at: present)
        if outcome == .newData, !pending.contains(.refreshSnapshot(app)) {
            pending.append(.refreshSnapshot(app))
        }
    }

    mutating func expireFetches(at now: FetchTime) {
        while let app = scheduler.nextExpired(at: now) {
            noteEnd(of: app, .failed, at: now)
            if !pending.contains(.stopFetch(app)) { pending.append(.stopFetch(app)) }
        }
    }
}

extension FetchEngine {
    /// Learns that the system lets the program run in the background until `end`: `BGAppRefreshTask`, `WorkManager`.
    ///
    /// Until then no fetch is charged a wakeup of the radio, nor the start of a process: all apps are sources of this
    /// program. The sources of most value per second come first, and none that is expected to end later. An `end` that
    /// has come ends the run. A run counts for one hour at most. A run is no part of a snapshot.
    ///
    /// - Complexity: O(apps).
    public mutating func granted(until end: FetchTime, at now: FetchTime) {
        notice(now)
        tasks.deviceAwake(until: end, at: present)
        scheduler.grant(until: end, at: now)
    }

    /// When to request the next run from the system: the first time at which it would fetch, if nothing happens before.
    ///
    /// A run pays if it gains more than half of the energy that starting the program takes. A fetch in it is not
    /// charged the wakeup that ``nextDeadline(after:)`` counts. The answer is a day ahead at most, and nil only if no
    /// app may be fetched within a week. Call again after each run and after each use.
    ///
    /// - Complexity: O(apps used), up to 150 times.
    public func nextRun(after now: FetchTime) -> FetchTime? { scheduler.nextRun(after: max(now, present)) }
}
