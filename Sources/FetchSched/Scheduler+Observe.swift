extension Scheduler {
    /// Learns what the host saw. Observations of unknown apps are ignored.
    ///
    /// - Complexity: O(1).
    public mutating func observe(_ observation: Observation, at now: Instant) {
        notice(now)
        switch observation {
        case .launch(let app):
            // An app that is in the foreground already is not launched again.
            guard apps.indices.contains(app.index), foreground != app.index else { return }
            if foreground != nil { endUse(at: now) }
            foreground = app.index
            ownWakeup = false
            active.insert(app.index)
            apps[basics: app.index].quit = false
            noteProcess(of: app.index)
            apps[app.index].lastEnd.moment = now
            apps[app.index].lastLaunch.moment = now
            forecast.launch(app.index, at: now, clock: conditions.clock)
            plan = .unknown
        case .endOfUse(let app):
            guard foreground == app.index else { return }
            endUse(at: now)
        case .foregroundSync(let app, let outcome, let bytes):
            guard apps.indices.contains(app.index) else { return }
            active.insert(app.index)
            learnForeground(outcome, bytes: bytes, of: app.index)
            learn(outcome, bytes: bytes, of: app.index, copiedAt: now)
            plan = .unknown
        case .contentHint(let app):
            guard apps.indices.contains(app.index) else { return }
            learnHint(of: app.index, at: now)
            plan = .unknown
        case .radio(_, let end):
            ledger.device(from: now, until: end, configuration.radio)
            radio.active(from: now, until: end, configuration.radio)
            forecast.freeMoment(at: now)
        case .network, .power, .batteryLevel, .saver, .zone, .refresh(nil, _):
            if case .zone = observation { forecast.zoneChanges(at: now, from: conditions.clock) }
            conditions.learn(observation)
            plan = .unknown
        case .refresh(let app?, let on):
            guard apps.indices.contains(app.index) else { return }
            apps[basics: app.index].refreshAllowed = on
            plan = .unknown
        case .quit(let app):
            guard apps.indices.contains(app.index) else { return }
            if foreground == app.index { endUse(at: now) }
            expireFetches(at: now)
            abandonFetch(of: app.index, at: now)
            apps[basics: app.index].quit = true
            endProcess(of: app.index)
            plan = .unknown
        case .serverWait(let app, let until):
            guard apps.indices.contains(app.index) else { return }
            apps[app.index].server.floor = min(until, now + Self.longestServerWait)
            plan = .unknown
        case .serverInterval(let app, let span):
            guard apps.indices.contains(app.index) else { return }
            apps[app.index].server.interval = min(max(.zero, span), Self.longestServerWait)
            plan = .unknown
        case .processEnded(let app):
            guard apps.indices.contains(app.index) else { return }
            if foreground == app.index { endUse(at: now) }
            expireFetches(at: now)
            abandonFetch(of: app.index, at: now)
            endProcess(of: app.index)
        }
    }

    /// Longest wait that a server is believed to mean.
    static var longestServerWait: TimeSpan { .days(7) }

    /// Learns the size of the content, and credits what a fetch spared the launch.
    private mutating func learnForeground(_ outcome: FetchOutcome, bytes: Int64, of app: Int) {
        if outcome == .noData, apps[app].prefetchedBytes > 0 {
            let bytes = Double(apps[app].prefetchedBytes)
            ledger.spare(
                seconds: bytes / max(1, configuration.radio.bytesPerSecond),
                joules: bytes * configuration.radio.joulesPerByte)
        }
        apps[app].prefetchedBytes = 0
        if outcome == .newData { learnSize(of: app, bytes: bytes) }
    }

    private mutating func endUse(at now: Instant) {
        guard let app = foreground else { return }
        foreground = nil
        apps[app].lastEnd.moment = now
        forecast.endOfUse(at: now, clock: conditions.clock)
        plan = .unknown
    }
}
