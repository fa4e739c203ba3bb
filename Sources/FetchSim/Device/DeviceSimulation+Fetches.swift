import FetchSched

/// Fetches, from start to completion.
extension DeviceSimulation {
    mutating func start(_ id: AppID, at now: Instant) {
        let app = id.index
        guard apps.indices.contains(app), foreground?.app != app else { return }
        let payload = apps[app].pushBytes
        apps[app].pushBytes = nil
        if violatesInterval(app, at: now), now >= scoredFrom { metrics.intervalViolations += 1 }
        let newest = trace.updates.newest(of: app, at: now, &apps[app].changes)
        var outcome = FetchOutcome.noData
        // A push says what its fetch transfers; otherwise a fetch transfers what it finds.
        var bytes: Int64 = payload ?? 0
        let mayRun = network != .none && !engine.fetches.rules.isBarredByUser(app)
        if !mayRun || trace.isOut(app, at: now) {
            outcome = .failed
            bytes = 0
        } else if let newest, newest.time > apps[app].lastSync {
            outcome = .newData
            bytes = payload ?? newest.bytes
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
            outcome: outcome, bytes: bytes, woke: woke)
    }

    mutating func finishFetch(at now: Instant) {
        guard let fetch = running else { return }
        running = nil
        if fetch.outcome != .failed { apps[fetch.app].lastSync = max(apps[fetch.app].lastSync, fetch.start) }
        apps[fetch.app].lastEnd = now
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
