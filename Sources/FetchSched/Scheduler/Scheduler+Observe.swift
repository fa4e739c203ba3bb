extension Scheduler {
    /// Learns what the host saw. Events of unknown apps are ignored.
    mutating func observe(_ event: FetchEvent, at now: FetchTime) {
        notice(now)
        if case .zone = event { forecast.zoneChanges(at: now, from: device.clock) }
        let before = device.conditions.network
        device.learn(event)
        if device.conditions.network != before { networkChanged(at: now) }
        if let app = event.app {
            guard apps.contains(app) else { return }
            changed(app.index, at: now)
            learn(event, about: app.index, at: now)
            return
        }
        switch event {
        case .radio, .screen: noteOccasion(event, at: now)
        case .zone: allChanged(at: now)
        default: phone.dropPlan()
        }
    }

    private mutating func learn(_ event: FetchEvent, about app: Int, at now: FetchTime) {
        switch event {
        case .launch(let id): learnLaunch(of: id, at: now)
        case .endOfUse: if device.foreground == app { endUse(at: now) }
        case .foregroundSync(_, let outcome, let bytes):
            apps.makeKnown(app)
            scoreSync(of: app, outcome, at: now)
            learnForeground(outcome, bytes: bytes, of: app)
            learn(outcome, of: app, copiedAt: now)
            if outcome.isSuccess {
                apps[app].lastLook = now
                noteSuccess(of: app, at: now)
            } else if outcome == .failed {
                noteOpeningFailed(app, at: now)
            }
        case .contentHint: content.learnHint(of: app, &apps, at: now, device.clock)
        case .contentChanged(_, let moment):
            content.learnChange(of: app, &apps, at: moment, now: now, device.clock)
        case .notification: noteOccasion(event, at: now)
        case .refresh(_, let isOn): apps[basics: app].refreshAllowed = isOn
        case .serverWait(_, let until):
            apps[app].server.floor = min(until, now + Self.longestServerWait)
            apps[app].server.isOfAnswer = apps[app].fetch != nil
            if let group = polling.group(of: app) {
                let before = apps[app].failures > 0 ? apps[app].lastFetch.known : nil
                let isTooSoon = polling.groups[group].refuse(
                    app, before: before, until: apps[app].server.floor, at: now)
                apps[app].server.isTooSoon = isTooSoon && apps[app].server.isOfAnswer
            }
        case .serverInterval(_, let span):
            apps[app].server.interval = min(max(.zero, span), Self.longestServerWait)
        case .quit, .processEnded:
            if device.foreground == app { endUse(at: now) }
            expireFetches(at: now)
            endFetch(app, at: now)
            costs.endProcess(of: app, &apps)
            if apps.isKnown(app) { apps[app].server.endAnswer() }
            if case .quit = event { apps[basics: app].quit = true }
        default: break
        }
    }

    /// Learns a launch. An app that is in the foreground already is not launched again.
    private mutating func learnLaunch(of app: AppID, at now: FetchTime) {
        guard device.foregroundApp != app else { return }
        if device.foreground != nil { endUse(at: now) }
        device.startUse(of: app)
        spending.noteUse()
        phone.isWakeupUnderWay = false
        phone.screenOccasion.end()
        apps[basics: app.index].quit = false
        scoreLaunch(of: app.index, at: now)
        costs.noteRun(of: app.index, &apps)
        apps[app.index].lastLaunch = now
        if !configuration.decidesFetches { return }
        noteLaunch(of: app.index, at: now)
    }

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

    mutating func endUse(at now: FetchTime) {
        guard let app = device.foreground else { return }
        device.endUse()
        noteEndOfUse(of: app, at: now)
    }

    mutating func setAnnouncesContent(_ announces: Bool, of app: AppID) throws(EngineError) {
        guard apps.contains(app) else { throw .unknownApp(app) }
        apps[basics: app.index].announces = announces
        changed(app.index, at: device.now)
    }

    /// Takes note of the time. If the clock was set back, nothing that was remembered may lie ahead of it: an app
    /// synced "in a year" would not be fetched until then.
    mutating func notice(_ now: FetchTime) {
        if let end = device.silentUseEnd(by: now) { endUse(at: end) }
        guard let before = device.notice(now) else { return }
        spending.clockWentBack(to: now, device.clock)
        score.limit.clockWentBack(to: now)
        forecast.clockWentBack(to: now)
        phone.clockWentBack(from: before, to: now)
        network.clockWentBack(from: before, to: now)
        for app in apps.indices {
            apps[basics: app].lastSync = min(apps[basics: app].lastSync, now)
            guard apps.isKnown(app) else { continue }
            apps[app].lastLook = min(apps[app].lastLook, now)
            apps[app].lastFetch = min(apps[app].lastFetch, now)
            apps[app].lastLaunch = min(apps[app].lastLaunch, now)
            apps[app].failingSince = min(apps[app].failingSince, now)
            if let run = apps[app].fetch { apps[app].fetch?.since = min(run.since, now) }
            apps[app].announced = min(apps[app].announced, now)
            apps[app].datedChange = min(apps[app].datedChange, now)
            apps[app].settledFrom = apps[app].settledFrom.setBack(from: before, to: now)
            apps[app].backoffUntil = apps[app].backoffUntil.setBack(from: before, to: now)
            apps[app].server.floor = apps[app].server.floor.setBack(from: before, to: now)
        }
        polling.clockWentBack(from: before, to: now, device.clock)
        allChanged(at: now)
    }
}
