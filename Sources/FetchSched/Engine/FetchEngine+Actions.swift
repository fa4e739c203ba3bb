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
