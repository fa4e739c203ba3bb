extension FetchEngine {
    /// Learns what the host saw.
    ///
    /// A time up to a minute before the latest counts as the latest; an earlier one means that the clock was set back.
    ///
    /// - Throws: `unknownApp`; `outOfRange` for a number that cannot be.
    /// - Complexity: O(1), O(apps) if the clock was set back.
    public mutating func observe(_ event: FetchEvent, at now: FetchTime) throws(EngineError) {
        if let app = event.app { try check(app) }
        switch event {
        case .foregroundSync(_, _, let bytes) where bytes < 0: throw .outOfRange(.bytes, Double(bytes))
        case .serverInterval(_, let span) where span < .zero:
            throw .outOfRange(.serverInterval, span.seconds)
        // Written so that NaN is out of range.
        case .batteryLevel(let level) where !(level >= 0 && level <= 1):
            throw .outOfRange(.batteryLevel, level)
        case .zone(let seconds) where !(-86_400...86_400).contains(seconds):
            throw .outOfRange(.zone, Double(seconds))
        default: break
        }
        notice(now)
        learn(event, at: now)
    }

    /// Ends a use that was silent for hours, and shifts all times when the clock was set back.
    mutating func notice(_ now: FetchTime) {
        if let app = scheduler.device.foregroundApp, let end = scheduler.device.silentUseEnd(by: now) {
            learn(.endOfUse(app), at: end)
        }
        let before = present
        scheduler.notice(now)
        guard present < before else { return }
        pushes.clockWentBack(to: present)
        locations.clockWentBack(to: present)
        tasks.clockWentBack(from: before, to: present)
        transfers.clockWentBack(from: before, to: present)
    }

    private mutating func learn(_ event: FetchEvent, at now: FetchTime) {
        let before = scheduler.device.foregroundApp
        if case .radio(_, let end) = event { tasks.deviceAwake(until: end, at: present) }
        scheduler.observe(event, at: now)
        switch event {
        case .launch(let app):
            // The app that was in the foreground is not there any more.
            if let before { enterBackground(before) }
            pushes.launched(app, at: present)
            tasks.launched(app, at: present)
            tasks.deviceAwake(until: .distantFuture, at: present)
        case .endOfUse(let app):
            tasks.deviceSleeps(at: present)
            enterBackground(app)
        case .quit(let app):
            endProcess(app)
            pushes.quit(app)
        case .processEnded(let app): endProcess(app)
        default: break
        }
    }

    /// An app that leaves the foreground while it is being fetched runs on for that.
    private mutating func enterBackground(_ app: AppID) {
        tasks.enteredBackground(app, at: present)
        if let fetch = underWay[of: app] { wake(app, for: fetch.allowedUntil - present) }
    }

    /// The app's process is gone, and with it its tasks and what it was fetching.
    mutating func endProcess(_ app: AppID) {
        tasks.stop(app)
        pending.removeAll { $0 == .refreshSnapshot(app) }
        if takeUnderWay(app) != nil { pending.append(.stopFetch(app)) }
    }

    mutating func wake(_ app: AppID, for span: TimeSpan) {
        tasks.wake(app, for: span, at: present)
    }

    mutating func takeUnderWay(_ app: AppID) -> FetchUnderWay? {
        underWay.index(of: app).map { underWay.remove(at: $0) }
    }

    /// Learns that the host's process restarted, after the engine was restored.
    ///
    /// Fetches under way are dropped, as if they had not been started. Active transfers were interrupted at their last
    /// reported byte. No app runs, none is in the foreground, and tasks are gone. What waits still waits.
    ///
    /// - Complexity: O(apps + transfers).
    public mutating func hostRestarted(at now: FetchTime) {
        notice(now)
        if let app = scheduler.device.foregroundApp { learn(.endOfUse(app), at: now) }
        // Before the processes end: a fetch that did not end meanwhile is not at fault.
        scheduler.hostRestarted(at: now)
        underWay.removeAll()
        for app in appIDs { endProcess(app) }
        pending.removeAll()
        for index in transfers.transfers.indices {
            transfers.interrupt(index, hasNetwork: conditions.network != .none, at: present)
        }
    }
}
