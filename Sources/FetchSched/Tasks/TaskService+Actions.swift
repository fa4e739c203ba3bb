extension TaskService {
    /// What to do now; nil if nothing (any more). Ask until nil. What was due first comes first. A host that asks late
    /// gets an app's expiry callbacks all the same, and then its end.
    ///
    /// - Complexity: O(log apps) amortised; that of ``quit(_:at:)`` for the end of an app.
    public mutating func nextAction(at now: Instant) -> TaskAction? {
        notice(now)
        while let first = due.first, first.due <= clock.now {
            let app = first.number
            settle(AppID(app))
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
        guard let first = due.first?.due, first < .distantFuture else { return nil }
        return max(first, now)
    }

    private mutating func take(_ step: AppRun.Step, of app: Int) -> TaskAction? {
        switch step {
        case .resume:
            apps[app].isSuspended = false
            return .resume(AppID(app))
        case .suspend:
            apps[app].isSuspended = true
            return .suspend(AppID(app))
        case .terminate:
            let left = openTasks(of: AppID(app))
            stop(app, .notRunning)
            return .terminate(AppID(app), leftOpen: left)
        case .expire:
            let slot = Int(apps[app].firstUntold)
            apps[app].tellFirst(next: lists.next(after: slot))
            return .expiring(BackgroundTaskID(tasks[slot].number))
        }
    }
}
