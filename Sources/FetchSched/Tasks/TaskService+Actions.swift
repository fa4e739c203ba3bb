extension TaskService {
    /// What to do now; nil if nothing (any more). Ask until nil. What was due first comes first. A host that asks late
    /// gets an app's expiry callbacks all the same, and then its end.
    ///
    /// - Complexity: O(log apps) amortised; that of ``quit(_:at:)`` for the end of an app.
    public mutating func nextAction(at now: Instant) -> TaskAction? {
        notice(now)
        while let first = timers.first(awakeUntil: awakeUntil), first.due <= clock.now {
            let app = first.number
            settle(app)
            guard let next = apps[app].next(limits, awakeUntil: awakeUntil), next.due <= clock.now else {
                schedule(app)
                continue
            }
            let action = take(next.step, of: app)
            schedule(app)
            if let action { return action }
        }
        return nil
    }

    /// When to call ``nextAction(at:)`` if nothing else happens before: `now` if something is due, nil if never.
    ///
    /// - Complexity: O(1).
    public func nextTime(at now: Instant) -> Instant? {
        guard let first = timers.first(awakeUntil: awakeUntil)?.due, first < .distantFuture else {
            return nil
        }
        return max(first, now)
    }

    private mutating func take(_ step: AppRun.Step, of app: Int) -> TaskAction? {
        switch step {
        case .resume:
            apps[app].isSuspended = false
            return .resume(apps.id(of: app))
        case .suspend:
            apps[app].isSuspended = true
            return .suspend(apps.id(of: app))
        case .terminate:
            let id = apps.id(of: app)
            let left = openTasks(of: id)
            stop(app, .notRunning)
            return .terminate(id, leftOpen: left)
        case .expire:
            let slot = Int(apps[app].firstUntold)
            apps[app].tellFirst(next: lists.next(after: slot))
            return .expiring(BackgroundTaskID(tasks[slot].number))
        }
    }
}
