import FetchSched

/// Fetches, from start to completion.
extension DeviceSimulation {
    mutating func start(_ id: AppID, at now: Instant) {
        let app = id.index
        guard apps.indices.contains(app), foreground?.app != app else { return }
        let payload = hasWork ? takePushBytes(of: app) : nil
        if violatesInterval(app, at: now), now >= scoredFrom { metrics.intervalViolations += 1 }
        trace.updates.count(&apps[app].changes, of: app, upTo: now)
        let changes = apps[app].changes
        var outcome = FetchOutcome.noData
        // A push says what its fetch transfers; otherwise a fetch transfers what it finds.
        var bytes: Int64 = payload ?? 0
        let mayRun = network != .none && !engine.fetches.rules.isBarredByUser(app)
        if !mayRun || isOut(app, at: now) {
            outcome = .failed
            bytes = 0
        } else if changes > apps[app].changesAtSync {
            outcome = .newData
            bytes = payload ?? trace.updates.change(changes - 1, of: app).bytes
        }
        var seconds = transferSeconds(bytes)
        if seconds > rules.fetchLimit.seconds {
            seconds = rules.fetchLimit.seconds
            bytes = Int64((seconds - rules.requestSeconds) * bytesPerSecond)
            outcome = .failed
        }
        let begin = (now - origin).seconds
        // Without a network there is nothing to wake the radio for: the attempt just fails.
        let (end, woke) = mayRun ? meter.begin(at: begin, seconds: seconds) : (begin, false)
        if woke, now >= scoredFrom {
            metrics.promotions += 1
            metrics.wakeups += 1
        }
        let finish = max(instant(end), now + Self.tick)
        running = RunningFetch(
            app: app, start: now, transferStart: max(now, instant(end - seconds)), end: finish,
            outcome: outcome, bytes: bytes, woke: woke, changes: changes)
    }

    /// What a push that asked for the fetch says that it transfers.
    private mutating func takePushBytes(of app: Int) -> Int64? {
        defer { apps[app].pushBytes = nil }
        return apps[app].pushBytes
    }

    /// Whether a fetch of `app` begun now fails at the source.
    @inline(__always)
    private mutating func isOut(_ app: Int, at now: Instant) -> Bool {
        if now < noOutageBefore { return false }
        noOutageBefore = trace.nextOutage(at: now)
        return now >= noOutageBefore && trace.isOut(app, at: now)
    }

    mutating func finishFetch(at now: Instant) {
        guard let fetch = running else { return }
        running = nil
        apps[fetch.app].ended(fetch, at: now)
        if fetch.start >= scoredFrom { metrics.count(fetch.outcome, bytes: fetch.bytes) }
        let finished = FinishedFetch(
            app: AppID(fetch.app), outcome: fetch.outcome, start: fetch.start,
            transferStart: fetch.transferStart, bytes: fetch.bytes)
        log?.wakeups.append(fetch.woke)
        engine.fetches.complete(finished, at: now)
        if hasWork { engine.fetchEnded(finished.app, finished.outcome, at: now) }
    }

    @inline(__always)
    private func violatesInterval(_ app: Int, at now: Instant) -> Bool {
        switch apps[app].interval {
        case .never: true
        case .minimum: false
        case .custom(let span): apps[app].lastEnd.map { now < $0 + span } ?? false
        }
    }
}
