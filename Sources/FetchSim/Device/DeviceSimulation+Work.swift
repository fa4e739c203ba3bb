import FetchSched
import FetchTrace

/// Requests of the engine, and background work other than fetches.
extension DeviceSimulation {
    mutating func perform(_ action: EngineAction, at now: FetchTime) {
        switch action {
        case .fetch(let app): start(app, at: now)
        case .deliver(let push):
            if engine.configuration.push.waitAtServer { pushActivity(at: now) }
            deliver(push.number, to: push.app, arrived: push.arrived, at: now)
        case .wakeForLocation(let wake):
            noteTasks(of: wake.app)
            if now >= scoredFrom { metrics.locationWakes += 1 }
            // The app tells its server: an assumption, as the trace says nothing of what it does.
            backgroundActivity(.other, rules.request(bringing: 0), at: now)
        case .expiring(let task):
            // An app that knows its work ends its task in the callback.
            if let job = tasks.job(of: task), job.left != nil { endTask(job, isLost: true, at: now) }
        case .terminate(let app, _):
            endProcess(of: app.index, at: now)
            noteTasks(of: app)
            for job in tasks.jobs(of: app.index) { endJob(job, isLost: true, at: now) }
            if now >= scoredFrom { metrics.terminations += 1 }
        case .startTransfer(let id, let byte): startTransfer(id, fromByte: byte, at: now)
        case .pauseTransfer(let id): stopTransfer(id, at: now)
        case .giveUpTransfer(let id):
            stopTransfer(id, at: now)
            if let facts = transferFacts.removeValue(forKey: id), facts.enqueued >= scoredFrom {
                metrics.transfersGivenUp += 1
            }
        // Another policy's fetch takes its time, whether or not an engine is queried as well.
        case .stopFetch(let app): if engineDecides { stopFetch(of: app.index, at: now) }
        case .suspend(let app), .resume(let app), .wakeForTransfers(let app, _): noteTasks(of: app)
        case .refreshSnapshot: break
        }
    }

    // MARK: Pushes

    /// A push comes to the device, or to its server if pushes wait there. An alert never waits.
    mutating func receivePush(_ event: TraceEvent, number: Int, at now: FetchTime) {
        let kind = Self.word(event.value).flatMap(PushKind.init(rawValue:)) ?? .silent
        let app = AppID(Int(event.app))
        let waitsAtServer = engine.configuration.push.waitAtServer && kind != .alert
        guard kind == .alert || scope == .everything else {
            if !waitsAtServer { pushActivity(at: now) }
            return
        }
        if kind == .alert { rival.observe(.notification(app), at: now) }
        let reception = engine.receive(kind, for: app, number: UInt64(number), at: now)
        if !waitsAtServer { pushActivity(at: now) }
        if case .refused = reception {
            if now >= scoredFrom { metrics.pushesRefused += 1 }
            return
        }
        if scope == .everything, event.bytes > 0 {
            apps[app.index].pushBytes = event.bytes
            rival.observe(.contentHint(app), at: now)
        }
        switch reception {
        case .stored(let replaced):
            if replaced != nil, now >= scoredFrom { metrics.pushesMerged += 1 }
        default:
            if waitsAtServer { pushActivity(at: now) }
            deliver(UInt64(number), to: app, arrived: now, at: now)
        }
    }

    /// Time in which an app may fetch after a push (Apple, "Pushing updates to your app silently").
    private static var pushRun: TimeSpan { .seconds(30) }

    /// A push comes by radio.
    private mutating func pushActivity(at now: FetchTime) {
        backgroundActivity(.push, rules.request(bringing: 0), at: now)
    }

    /// A push comes to its app, which fetches what the push announced.
    private mutating func deliver(_ push: UInt64, to app: AppID, arrived: FetchTime, at now: FetchTime) {
        noteTasks(of: app)
        let line = Int(truncatingIfNeeded: push)
        guard trace.events.indices.contains(line) else { return }
        if arrived >= scoredFrom, Self.word(trace.events[line].value) != PushKind.alert.rawValue {
            metrics.pushDelaySeconds.append((now - arrived).seconds)
        }
        guard scope == .everything, trace.events[line].bytes > 0 else { return }
        if trace.grantsRuns, foreground == nil, granted == nil {
            granted = GrantedRun(start: now, end: now + Self.pushRun, isRequested: false)
            startOrEndRun(at: now)
        }
        if engineDecides { try? engine.requestFetch(of: app, at: now) } else { rival.note(request: app) }
    }

    // MARK: Location

    mutating func changeOfPlace(_ event: TraceEvent, at now: FetchTime) {
        let app = AppID(Int(event.app))
        switch event.value {
        case .named(let word, let name):
            // A region is watched from its first line on, as far as the app may have more.
            let region = RegionID(Int(name))
            if (try? engine.isInside(region, of: app)) == nil {
                try? engine.add(region, to: app, at: now)
            }
            try? engine.reportCrossing(word == 1 ? .enter : .exit, of: region, in: app, at: now)
        default:
            try? engine.setWantsSignificantChanges(true, for: app, at: now)
            try? engine.reportSignificantChange(for: app, at: now)
        }
    }

    // MARK: Tasks

    mutating func taskLine(_ event: TraceEvent, at now: FetchTime) {
        guard case .named(let word, let label) = event.value else { return }
        let app = Int(event.app)
        if word == 0 {
            guard let id = try? engine.startTask(of: AppID(app), at: now) else {
                // An app that does not run can do nothing, nor can one that has too many tasks.
                if now >= scoredFrom { metrics.taskSecondsLost += event.duration?.seconds ?? 0 }
                return
            }
            tasks.start(TaskWork.Job(id: id, app: app, label: label, started: now, left: event.duration))
        } else {
            for job in tasks.jobs(of: app) where job.label == label { endTask(job, isLost: false, at: now) }
        }
    }

    mutating func finishTaskWork(at now: FetchTime) {
        updateTaskWork(at: now)
        while let job = tasks.firstDone(at: now) { endTask(job, isLost: false, at: now) }
    }

    /// Something happened to the app, after which its tasks may work, or rest.
    @inline(__always)
    mutating func noteTasks(of app: AppID) {
        tasks.note(app.index)
    }

    /// Lets tasks work where their apps run.
    @inline(__always)
    mutating func updateTaskWork(at now: FetchTime) {
        if !tasks.isEmpty { updateNotedTasks(at: now) }
    }

    // Not inlined: in line, what it needs would be made ready at every event, also where no task is open.
    @inline(never)
    private mutating func updateNotedTasks(at now: FetchTime) {
        while let app = tasks.takeNoted() {
            tasks.update(app, runs: engine.isRunning(AppID(app)), at: now)
        }
    }

    private mutating func endTask(_ job: TaskWork.Job, isLost: Bool, at now: FetchTime) {
        endJob(job, isLost: isLost, at: now)
        try? engine.end(job.id, at: now)
    }

    private mutating func endJob(_ job: TaskWork.Job, isLost: Bool, at now: FetchTime) {
        noteTasks(of: AppID(job.app))
        updateTaskWork(at: now)
        // The time left now, not at the start of the last run.
        let left = tasks.job(of: job.id)?.left ?? .zero
        tasks.remove(job)
        if isLost, job.started >= scoredFrom { metrics.taskSecondsLost += left.seconds }
    }

    // MARK: Transfers

    mutating func enqueueTransfer(_ event: TraceEvent, at now: FetchTime) {
        guard scope == .everything, case .transfer(let options) = event.value else { return }
        let app = Int(event.app)
        var request = TransferRequest(AppID(app), bytes: max(0, event.bytes))
        request.isDiscretionary = options.contains(.discretionary)
        request.wakesApp = !options.contains(.silentFinish)
        request.resourceTimeout = event.duration
        let id: TransferID
        do throws(EngineError) { id = try engine.enqueue(request, at: now) } catch {
            // Work that finds no room will never be done, as if it were given up. (An app that was quit asks for none.)
            if case .tooMany = error, now >= scoredFrom {
                metrics.transfers += 1
                metrics.transfersGivenUp += 1
            }
            return
        }
        transferFacts[id] = TransferFacts(
            app: app, size: request.bytes, isUpload: options.contains(.upload), enqueued: now)
        if now >= scoredFrom { metrics.transfers += 1 }
    }

    private mutating func startTransfer(_ id: TransferID, fromByte byte: Int64, at now: FetchTime) {
        guard let facts = transferFacts[id] else { return }
        transfer = RunningTransfer(
            id: id, facts: facts,
            bytesPerSecond: facts.isUpload ? radio.uploadBytesPerSecond : radio.bytesPerSecond, byte: byte)
    }

    private mutating func stopTransfer(_ id: TransferID, at now: FetchTime) {
        guard let running = transfer, running.id == id else { return }
        noteProgress(of: id, bytes: running.byte(at: now), at: now)
        transfer = nil
    }

    /// Starts the next slice of the running transfer, if it has none.
    ///
    /// - Returns: whether it started one, or failed to.
    mutating func startSlice(at now: FetchTime) -> Bool {
        guard var running = transfer, running.slice == nil else { return false }
        guard network != .none, trace.outage(of: running.facts.app, at: now) == nil else {
            // The attempt takes a request, unless there is no network to send it by.
            if network != .none { backgroundActivity(.transfer, rules.request(bringing: 0), at: now) }
            transfer = nil
            noteProgress(of: running.id, bytes: running.byte, at: now)
            try? engine.reportInterruption(of: running.id, atByte: running.byte, at: now)
            return true
        }
        let request = running.needsRequest ? rules.requestSeconds : 0
        let rest = Double(running.facts.size - running.byte) / running.bytesPerSecond
        var seconds = min(request + rest, RunningTransfer.longestSlice)
        for limit in [nextLine, trace.nextOutage(of: running.facts.app, after: now)] {
            if let limit, limit > now { seconds = min(seconds, (limit - now).seconds) }
        }
        let isLast = seconds >= request + rest
        let bytes =
            isLast
            ? running.facts.size - running.byte : Int64(max(0, seconds - request) * running.bytesPerSecond)
        let latency = min(request, seconds)
        let moved = (seconds - latency) * running.bytesPerSecond
        let load = RadioLoad(
            latency: latency, down: running.facts.isUpload ? 0 : moved, up: running.facts.isUpload ? moved : 0
        )
        let end = backgroundActivity(.transfer, load, at: now)
        running.needsRequest = running.needsRequest && seconds < request
        running.slice = RunningTransfer.Slice(
            start: now, end: max(end, now + Self.tick), bytes: min(bytes, running.facts.size - running.byte))
        transfer = running
        return true
    }

    mutating func finishSlice(at now: FetchTime) {
        guard var running = transfer else { return }
        running.byte = running.byte(at: now)
        running.slice = nil
        guard running.byte >= running.facts.size else {
            noteProgress(of: running.id, bytes: running.byte, at: now)
            transfer = running
            return
        }
        transfer = nil
        noteProgress(of: running.id, bytes: running.byte, at: now)
        try? engine.reportCompletion(of: running.id, at: now)
        if let facts = transferFacts.removeValue(forKey: running.id), facts.enqueued >= scoredFrom {
            metrics.transferDelaySeconds.append((now - facts.enqueued).seconds)
        }
    }

    private mutating func noteProgress(of id: TransferID, bytes: Int64, at now: FetchTime) {
        try? engine.reportProgress(of: id, bytes: bytes, at: now)
    }

    @discardableResult
    private mutating func backgroundActivity(_ cause: RadioCause, _ load: RadioLoad, at now: FetchTime)
        -> FetchTime
    {
        let (end, woke) = radioActivity(cause, load, at: now)
        if woke, now >= scoredFrom { metrics.wakeups += 1 }
        return end
    }

    /// Ends all running work without a report, because the host ends.
    mutating func loseWork(at now: FetchTime) {
        passAwake(until: now)
        running.removeAll()
        resumeAwake(at: now)
        transfer = nil
        for app in apps.indices {
            for job in tasks.jobs(of: app) { endJob(job, isLost: true, at: now) }
        }
    }

    /// Accounts for what the end of the trace cuts off.
    mutating func finishWork(at end: FetchTime) {
        updateTaskWork(at: end)
        tasks.updateAll(at: end)
        metrics.taskSecondsDone = tasks.done.seconds
        passAwake(until: max(end, running.last?.end ?? end))
    }
}
