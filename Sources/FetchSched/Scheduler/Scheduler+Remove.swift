extension Scheduler {
    /// Removes an app: it was uninstalled, or nobody wants its content any more.
    ///
    /// Nothing of it is left but what all apps share: the user's rhythm, what sources are like, what fetches take and have
    /// cost. A use of it has ended, and so has a fetch of it, for which nobody is to blame; the host stops it. From now on
    /// its number is that of an unknown app, for good: the next app gets its memory, but another number, see ``AppID``.
    ///
    /// To keep what was learned of an app that is not to be fetched for a while, set its interval to `never` instead.
    ///
    /// - Throws: `unknownApp`.
    /// - Complexity: O(1) if the app was never heard of or looked at, else O(apps that were), about as much as a launch.
    package mutating func remove(_ app: AppID, at now: Instant) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        notice(now)
        if device.foregroundApp == app { endUse(at: now) }
        endFetch(app.index, at: now)
        costs.endProcess(of: app.index, &apps)
        score.forget(app.index)
        forecast.forget(app.index)
        apps.remove(app.index)
        forecast.setApps(places: apps.count, appCount: apps.appCount)
        removeFromPolling(app.index)
        if lastDecision?.app == app { score.lastDecision = nil }
        plan = .unknown
    }
}
