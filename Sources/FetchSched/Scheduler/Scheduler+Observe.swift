extension Scheduler {
    /// Learns what the host saw. Observations of unknown apps are ignored.
    ///
    /// - Complexity: O(1).
    public mutating func observe(_ observation: Observation, at now: Instant) {
        notice(now)
        if case .zone = observation { forecast.zoneChanges(at: now, from: device.clock) }
        device.learn(observation)
        defer {
            if let app = observation.app, apps.contains(app) { recomputeDueTime(of: app.index, at: now) }
        }
        switch observation {
        case .launch(let app):
            // An app that is in the foreground already is not launched again.
            guard apps.contains(app), device.foreground != app.index else { return }
            if let other = device.foreground {
                endUse(at: now)
                recomputeDueTime(of: other, at: now)
            }
            device.beginUse(of: app)
            spending.noteUse()
            wakeup.end()
            arrival.end()
            apps.active.insert(app.index)
            apps[basics: app.index].quit = false
            scoreLaunch(of: app.index, at: now)
            costs.noteRun(of: app.index, &apps)
            apps[app.index].lastEnd.moment = now
            apps[app.index].lastLaunch.moment = now
            learnLaunch(of: app.index, at: now)
            wakeup.plan = .unknown
        case .endOfUse(let app):
            guard device.foregroundApp == app else { return }
            endUse(at: now)
        case .foregroundSync(let app, let outcome, let bytes):
            guard apps.contains(app) else { return }
            apps.active.insert(app.index)
            scoreSync(of: app.index, outcome, at: now)
            learnForeground(outcome, bytes: bytes, of: app.index)
            learn(outcome, of: app.index, copiedAt: now)
            wakeup.plan = .unknown
        case .contentHint(let app):
            guard apps.contains(app) else { return }
            content.learnHint(of: app.index, &apps, at: now, device.clock)
            wakeup.plan = .unknown
        case .contentChanged(let app, let moment):
            guard apps.contains(app) else { return }
            content.learnChange(of: app.index, &apps, at: moment, now: now, device.clock)
            wakeup.plan = .unknown
        case .radio(_, let end):
            guard !polling.isOn else { return }
            expireFetches(at: now)
            spending.ledger.device(from: now, until: end, configuration.radio)
            device.radio.active(from: now, until: end, configuration.radio)
            forecast.freeMoment(at: now)
        case .zone:
            recomputeAllDueTimes(at: now)
            wakeup.plan = .unknown
        case .network, .power, .batteryLevel, .lowPowerMode, .refresh(app: nil, isOn: _):
            wakeup.plan = .unknown
        case .refresh(let app?, let on):
            guard apps.contains(app) else { return }
            apps[basics: app.index].refreshAllowed = on
            wakeup.plan = .unknown
        case .quit(let app):
            guard apps.contains(app) else { return }
            if device.foreground == app.index { endUse(at: now) }
            expireFetches(at: now)
            endFetch(app.index, at: now)
            apps[basics: app.index].quit = true
            costs.endProcess(of: app.index, &apps)
            wakeup.plan = .unknown
        case .serverWait(let app, let until):
            guard apps.contains(app) else { return }
            apps[app.index].server.floor = min(until, now + Self.longestServerWait)
            wakeup.plan = .unknown
        case .serverInterval(let app, let span):
            guard apps.contains(app) else { return }
            apps[app.index].server.interval = min(max(.zero, span), Self.longestServerWait)
            wakeup.plan = .unknown
        case .processEnded(let app):
            guard apps.contains(app) else { return }
            if device.foreground == app.index { endUse(at: now) }
            expireFetches(at: now)
            endFetch(app.index, at: now)
            costs.endProcess(of: app.index, &apps)
        case .screen(let change): noteScreen(change, at: now)
        case .alarm(let alarm, let moment):
            guard !polling.isOn, configuration.experiment.heedsAlarms,
                forecast.tell(alarm, at: moment, now: now, clock: device.clock)
            else { return }
            wakeup.plan = .unknown
        }
    }

    /// Longest wait that a server is believed to mean.
    static var longestServerWait: TimeSpan { .days(7) }

    /// Learns the size of the content, and credits what a fetch spared the launch.
    private mutating func learnForeground(_ outcome: FetchOutcome, bytes: Int64, of app: Int) {
        if outcome == .noData, apps[app].prefetchedBytes > 0 {
            let bytes = Double(apps[app].prefetchedBytes)
            spending.ledger.spare(
                seconds: bytes / max(1, configuration.radio.bytesPerSecond),
                joules: bytes * configuration.radio.joulesPerByte)
        }
        apps[app].prefetchedBytes = 0
        if outcome == .newData { costs.learnSize(of: app, &apps, bytes: bytes) }
    }

    private mutating func learnLaunch(of app: Int, at now: Instant) {
        guard !polling.isOn else { return polling.demand.launch(app, at: now, device.clock) }
        forecast.launch(app, at: now, clock: device.clock)
    }

    mutating func endUse(at now: Instant) {
        guard let app = device.foreground else { return }
        device.endUse()
        apps[app].lastEnd.moment = now
        if !polling.isOn { forecast.endOfUse(at: now, clock: device.clock) }
        wakeup.plan = .unknown
    }
}

extension Scheduler {
    /// Tells whether the source of `app` announces all its changes by ``Observation/contentHint(_:)`` (a push
    /// service, a change feed): then silence means that nothing is new.
    ///
    /// - Complexity: O(1).
    public mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) throws(SchedulerError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        apps[basics: app.index].announces = announces
        recomputeDueTime(of: app.index, at: device.now)
        wakeup.plan = .unknown
    }
}
