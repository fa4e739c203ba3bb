extension FetchEngine {
    /// Takes a push that has just arrived at the device or, with ``PushLimits/waitAtServer``, at the server that
    /// queries when to send it. ``nextAction(at:)`` delivers stored ones later.
    ///
    /// A silent push announces an update, as a ``FetchEvent/contentHint(_:)`` does. On a device it is delivered as
    /// often as the ``PushLimits`` let its app run. At a server it is held while the radio sleeps, and the radio is
    /// woken for it when a launch before would lose more than the wakeup costs. An app that receives a push may run for
    /// as long as a fetch may, and may request one by ``requestFetch(of:at:)``. Its `number` identifies a push.
    ///
    /// - Complexity: O(apps that received a silent push).
    public mutating func receive(
        _ kind: PushKind, for app: AppID, number: UInt64, at now: FetchTime
    ) -> PushReception {
        notice(now)
        // An app in use gets everything at once, unless an older push of it would be overtaken.
        if kind != .alert, scheduler.device.foregroundApp == app, pushes.held(of: app) == nil {
            _ = pushes.takeRequest(of: app)
            return .deliver
        }
        guard hasApp(app) else { return .refused(FetchVeto(.unknownApp)) }
        // The user sees an alert even of an app that they quit.
        if kind == .alert {
            scheduler.observe(.notification(app), at: now)
            _ = pushes.takeRequest(of: app)
        }
        let reception = pushes.receive(kind, for: app, number: number, at: present, apps: scheduler.apps)
        // One over the limit has arrived all the same.
        if scheduler.apps.isQuit(app) { return reception }
        if reception == .deliver { wake(app, for: configuration.fetchLimit) }
        if kind != .alert { scheduler.observe(.contentHint(app), at: now) }
        return reception
    }

    /// Learns that an app wants to fetch what a push announced. Without a push that counts already this is a
    /// ``FetchEvent/contentHint(_:)``. The fetch comes when it pays: now, if the radio is awake; later; or never.
    ///
    /// - Throws: `unknownApp`.
    public mutating func requestFetch(of app: AppID, at now: FetchTime) throws(EngineError) {
        try check(app)
        notice(now)
        if !pushes.takeRequest(of: app) { scheduler.observe(.contentHint(app), at: now) }
    }
}
