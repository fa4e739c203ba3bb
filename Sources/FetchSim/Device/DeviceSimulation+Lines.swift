import FetchSched
import FetchTrace

/// The lines of the trace, and the use of apps.
extension DeviceSimulation {
    /// - Parameter number: the line's number among the device's lines, by which pushes are told apart.
    mutating func replay(_ event: TraceEvent, number: Int, at now: FetchTime) {
        let app = Int(event.app)
        switch event.kind {
        case .launch: launch(app, event, at: now)
        case .interval:
            apps[app].interval = FetchInterval(event.value)
            apps[app].mostAllowed = Self.morePermissive(apps[app].mostAllowed, apps[app].interval)
            try? engine.setInterval(apps[app].interval, of: AppID(app), at: now)
            rival.setInterval(apps[app].interval, of: AppID(app), at: now)
            if apps[app].interval == .never, !trace.grantsRuns { processes.end(app) }
        case .announces:
            try? engine.setAnnouncesContent(event.value == .word(0), of: AppID(app), at: now)
        case .radio:
            let cause = Self.word(event.value).flatMap(RadioCause.init(rawValue:)) ?? .other
            radioActivity(cause, rules.request(bringing: max(0, event.bytes)), at: now)
        case .push: receivePush(event, number: number, at: now)
        case .location: changeOfPlace(event, at: now)
        case .task: taskLine(event, at: now)
        case .transfer: enqueueTransfer(event, at: now)
        case .run: offerRun(of: event.duration ?? .zero, at: now)
        default:
            guard let observation = FetchEvent(event) else { return }
            if case .network(let now) = observation { network = now }
            tell(observation, at: now)
            guard event.kind == .quit else { return }
            // The engine was informed that the app was quit: the fetch did not fail.
            endProcess(of: app, at: now)
            noteTasks(of: AppID(app))
        }
    }

    private mutating func launch(_ app: Int, _ event: TraceEvent, at now: FetchTime) {
        if foreground != nil { endUse(at: now) }
        trace.updates.count(&apps[app].changes, of: app, upTo: now)
        let (lastSync, changes, known) = (apps[app].lastSync, apps[app].changes, apps[app].changesAtSync)
        let stale = changes > known
        if now >= scoredFrom {
            metrics.launches += 1
            metrics.freshLaunches += stale ? 0 : 1
            let isUseful = !stale && changes > apps[app].changesAtLaunch
            if isUseful { metrics.usefulFetches += 1 }
            metrics.copyAgeSeconds.append((now - lastSync).seconds)
            let staleSeconds = stale ? (now - trace.updates.change(known, of: app).time).seconds : 0
            metrics.staleSeconds.append(staleSeconds)
            metrics.launchValue += rules.launchValue(staleSeconds: stale ? staleSeconds : nil)
            if let place = place(of: app) {
                metrics.apps[place].launch(staleSeconds: stale ? staleSeconds : nil, isUseful: isUseful)
            }
        }
        if launches != nil {
            let staleSince = stale ? trace.updates.change(known, of: app).time : nil
            let launch = DeviceTimeline.Launch(
                time: now, app: app, lastSync: lastSync, staleSince: staleSince, end: trace.span.upperBound)
            launches?.append(launch)
        }
        let loads = (outage(of: app, at: now) ?? .ofFetches) == .ofFetches
        var loaded: Int64 = 0
        var window: OwnActivity.Window?
        if stale {
            let newest = trace.updates.change(changes - 1, of: app)
            if loads { loaded = newest.bytes }
            // Content that one launch could not load is missing at the next one: a fetch for one is for both.
            if changes > apps[app].changesAtFailure {
                window = fetchWindow(of: app, for: newest, missing: known)
            }
        }
        apps[app].mostAllowed = apps[app].interval
        apps[app].lastEnd = now
        if loads {
            noteFound(of: app, upTo: changes, at: now)
            apps[app].pushBytes = nil
            apps[app].changesAtLaunch = changes
            apps[app].lastSync = now
            apps[app].changesAtSync = changes
            apps[app].lastLook = now
        } else if stale {
            apps[app].changesAtFailure = changes
        }
        if apps[app].interval != .never { processes.run(process(of: app)) }
        passAwake(until: now)
        foreground = ForegroundUse(
            app: app, end: now + (event.duration ?? .zero),
            nextBurst: rules.burstPeriod > .zero ? now + rules.burstPeriod : .distantFuture)
        resumeAwake(at: now)
        tell(.launch(AppID(app)), at: now)
        noteTasks(of: AppID(app))
        if loads { tellChanges(of: app, from: known, to: changes, at: now) }
        let found = loads ? stale ? FetchOutcome.newData : .noData : .failed
        tell(.foregroundSync(AppID(app), found, bytes: loaded), at: now)
        radioActivity(
            .user, rules.request(bringing: max(0, event.bytes) + loaded), at: now,
            launch: OwnActivity.Launch(app: app, window: window))
    }

    /// The app's updates up to that number are missing no more.
    @inline(__always)
    mutating func noteFound(of app: Int, upTo changes: Int, at now: FetchTime) {
        let known = apps[app].changesAtSync
        guard known < changes else { return }
        metrics.updates.found(trace.updates.times(known..<changes, of: app), from: scoredFrom, at: now)
    }

    /// At the end of the trace: what is still missing counts as far as time went.
    mutating func finishUpdates(at end: FetchTime) {
        for app in apps.indices where trace.updates.hasChanges(of: app) {
            trace.updates.count(&apps[app].changes, of: app, upTo: end)
            noteFound(of: app, upTo: apps[app].changes, at: end)
            metrics.updates.sourceSeconds += (end - scoredFrom).seconds
        }
    }

    /// Tells when the source changed, by the numbers of its changes, where hosts read that from the content.
    mutating func tellChanges(of app: Int, from first: Int, to end: Int, at now: FetchTime) {
        guard rules.tellsContentTimes, first < end else { return }
        for change in first..<end {
            tell(.contentChanged(AppID(app), at: trace.updates.change(change, of: app).time), at: now)
        }
    }

    /// Where a fetch must start at the earliest to bring `update` to the app before its launch now.
    @inline(__always)
    private func fetchWindow(
        of app: Int, for update: UpdateLog.Entry, missing: Int
    ) -> OwnActivity.Window {
        var opens = max(update.time, apps[app].lastEnd ?? .distantPast)
        switch apps[app].mostAllowed {
        case .never: opens = .distantFuture
        case .minimum: break
        case .custom(let span): opens = max(opens, apps[app].lastLook.map { $0 + span } ?? .distantPast)
        }
        return OwnActivity.Window(
            opens: opens, bytes: update.bytes, missedSince: trace.updates.change(missing, of: app).time)
    }

    private static func morePermissive(_ one: FetchInterval, _ other: FetchInterval) -> FetchInterval {
        switch (one, other) {
        case (.minimum, _), (_, .minimum): .minimum
        case (.never, let rest), (let rest, .never): rest
        case (.custom(let first), .custom(let second)): .custom(min(first, second))
        }
    }

    mutating func endUse(at now: FetchTime) {
        guard let ended = foreground else { return }
        passAwake(until: now)
        foreground = nil
        resumeAwake(at: now)
        if let last = launches?.indices.last { launches?[last].end = now }
        apps[ended.app].lastEnd = now
        tell(.endOfUse(AppID(ended.app)), at: now)
        noteTasks(of: AppID(ended.app))
        askForRun(at: now)
    }

    static func word(_ value: EventValue) -> UInt8? {
        if case .word(let word) = value { word } else { nil }
    }
}
