/// The actions besides fetches that are due, and when to ask again.
extension BackgroundWork {
    /// What to do now but to fetch; nil if nothing (any more).
    @usableFromInline
    mutating func nextAction(
        budgetIsSpent: Bool, apps: some AppSwitches, at now: Instant
    ) -> BackgroundAction? {
        // A clock that runs backwards is not worth a thought of its own: then the services are asked.
        let runs = now >= device.now
        if !runs || now >= quietUntil {
            if let action = nextOfServices(apps, at: now) {
                disturb()
                return action
            }
            quietUntil = pushes.nextTime(apps: apps) == nil ? servicesNext(apps, at: now) : .distantPast
        }
        let isAwake = !transfers.isEmpty && radioIsAwake(at: now)
        let action = transfers.nextAction(
            conditions, isBudgetSpent: budgetIsSpent, radioIsAwake: isAwake, at: device.now, apps: apps)
        if case .wakeForTransfers(let app, _) = action {
            wake(app, for: configuration.fetchLimit, apps)
            disturb()
        }
        return action
    }

    private mutating func nextOfServices(_ apps: some AppSwitches, at now: Instant) -> BackgroundAction? {
        if let app = stops.popFirst() { return .stopFetch(app) }
        if let transfer = abandoned.popFirst() { return .giveUpTransfer(transfer) }
        if let app = snapshots.popFirst() { return .refreshSnapshot(app) }
        let present = device.now
        if let push = pushes.nextDelivery(radioIsAwake: radioIsAwake(at: now), at: present, apps: apps) {
            wake(push.app, for: configuration.fetchLimit, apps)
            return .deliver(push)
        }
        if let event = locations.nextWake(at: present, apps: apps) {
            wake(event.app, for: event.awakeUntil - present, apps)
            return .wakeForLocation(event)
        }
        guard let action = tasks.nextAction(at: present) else { return nil }
        if case .terminate(let app, _) = action {
            endProcess(app)
            fetchesChanged()
        }
        return action
    }

    /// When to ask for the next action if nothing happens before; nil for not at all. It changes nothing, but a function
    /// that may is not given a copy.
    ///
    /// - Parameter first: when there is something to do with fetches, at the latest.
    @usableFromInline
    mutating func nextTime(
        after now: Instant, first: Instant, budgetIsSpent: Bool, apps: some AppSwitches
    ) -> Instant? {
        let runs = now >= device.now
        var next = min(first, runs && now < quietUntil ? quietUntil : servicesNext(apps, at: now))
        if let time = transfers.nextTime(
            conditions, isBudgetSpent: budgetIsSpent, radioAsleepFrom: radioAsleepFrom,
            at: max(now, device.now), apps: apps)
        {
            next = min(next, time)
        }
        if let end = device.silentUseEnd { next = min(next, end) }
        guard next < .distantFuture else { return nil }
        // Nothing comes after the end of time.
        let time = max(next, now + TimeSpan(milliseconds: 1))
        return time > now ? time : nil
    }

    /// When pushes, places and tasks have something to do; it may have passed.
    private func servicesNext(_ apps: some AppSwitches, at now: Instant) -> Instant {
        var next = pushes.nextTime(apps: apps) ?? .distantFuture
        next = min(next, locations.nextTime(apps: apps) ?? next)
        return min(next, tasks.nextTime(at: now) ?? next)
    }
}
