import FetchSched

extension DeviceSimulation {
    mutating func start(_ id: AppID, at now: FetchTime) {
        let app = id.index
        guard apps.indices.contains(app), foreground?.app != app, !running.contains(where: { $0.app == app })
        else { return }
        // If the engine refuses a rival's fetch, the attempt fails below.
        if !engineDecides, callsEngine { try? engine.forceFetch(of: id, at: now) }
        noteTasks(of: id)
        let payload = apps[app].pushBytes.take()
        if apps[app].violatesInterval(at: now), now >= scoredFrom { metrics.intervalViolations += 1 }
        if let last = apps[app].lastRequest, now >= scoredFrom {
            metrics.requestSpacingSeconds.append((now - last).seconds)
        }
        apps[app].lastRequest = now
        trace.updates.count(&apps[app].changes, of: app, upTo: now)
        let changes = apps[app].changes
        var outcome = FetchOutcome.noData
        // A push says what its fetch transfers; otherwise a fetch transfers what it finds.
        var bytes: Int64 = payload ?? 0
        let isBarred = !engineDecides && rival.rules.isBarredByUser(app)
        let mayRun = network != .none && !isBarred
        let outage = outage(of: app, at: now)
        if !mayRun || outage != nil {
            outcome = outage == .gone && mayRun ? .gone : .failed
            bytes = 0
        } else if changes > apps[app].changesAtSync {
            outcome = .newData
            bytes = payload ?? trace.updates.change(changes - 1, of: app).bytes
        }
        let start = (now - origin).seconds
        var end = start
        var transferStart = now
        var woke = false
        // Without a network there is nothing to wake the radio for: the attempt just fails.
        if mayRun {
            var load = rules.fetch(of: bytes)
            let queued = meter.queueSeconds(at: start, latency: rules.requestSeconds)
            let most = rules.mostFetchBytes(queuedFor: queued, at: radio.bytesPerSecond)
            if load.down > most {
                bytes = Int64(max(0, most - rules.power.costs.requestDownBytes))
                outcome = .failed
                load.down = most
                // The limit ends the fetch before its turn: no bytes, while the radio is active anyway.
                if most == 0 { load.latency = rules.fetchLimit.seconds }
            }
            if outage == .hanging { load.latency = rules.fetchLimit.seconds }
            let seconds = load.latency + load.down / radio.bytesPerSecond
            (end, woke) = meter.start(at: start, load)
            transferStart = max(now, origin.following(end - seconds))
        }
        if woke, now >= scoredFrom {
            metrics.promotions += 1
            metrics.wakeups += 1
        }
        if !isBarred { charge(app, bytes, at: now) }
        let requestBytes = mayRun ? rules.power.costs.requestDownBytes + rules.power.costs.requestUpBytes : 0
        granted?.hasFetched = true
        passAwake(until: now)
        let fetch = RunningFetch(
            app: app, start: now, transferStart: transferStart,
            end: max(origin.following(end), now + Self.tick),
            outcome: outcome, bytes: bytes, requestBytes: Int64(requestBytes), runs: !isBarred, woke: woke,
            changes: changes)
        let place = running.firstIndex { $0.end > fetch.end } ?? running.count
        running.insert(fetch, at: place)
        resumeAwake(at: now)
    }

    /// Adds what a fetch costs apart from the radio and its time.
    private mutating func charge(_ app: Int, _ bytes: Int64, at now: FetchTime) {
        // No process is held for an app that is never fetched.
        let isCold = apps[app].interval == .never ? true : processes.run(process(of: app))
        guard now >= scoredFrom else { return }
        let costs = rules.power.costs
        metrics.bill.runJoules += costs.runJoules
        metrics.bill.handlingJoules += costs.handlingJoulesPerMB * Double(bytes) * 1e-6
        if isCold {
            metrics.coldStarts += 1
            metrics.bill.coldStartJoules += costs.coldStartJoules
        }
    }

    @inline(__always)
    mutating func outage(of app: Int, at now: FetchTime) -> DeviceTrace.Outage.Kind? {
        if now < noOutageBefore { return nil }
        noOutageBefore = trace.nextOutage(at: now)
        return now >= noOutageBefore ? trace.outage(of: app, at: now) : nil
    }

    mutating func finishFetch(at now: FetchTime) {
        guard !running.isEmpty else { return }
        passAwake(until: now)
        let fetch = running.removeFirst()
        resumeAwake(at: now)
        if fetch.outcome == .newData {
            tellChanges(of: fetch.app, from: apps[fetch.app].changesAtSync, to: fetch.changes, at: now)
            noteFound(of: fetch.app, upTo: fetch.changes, at: now)
        }
        apps[fetch.app].ended(fetch, at: now)
        if fetch.start >= scoredFrom {
            metrics.count(fetch.outcome, bytes: fetch.bytes + fetch.requestBytes)
            if let place = place(of: fetch.app) {
                metrics.apps[place].fetch(fetch.outcome, bytes: fetch.bytes + fetch.requestBytes)
            }
        }
        let finished = FinishedFetch(
            app: AppID(fetch.app), outcome: fetch.outcome, start: fetch.start,
            transferStart: fetch.transferStart, bytes: fetch.bytes)
        record.end(finished, woke: fetch.woke, at: now)
        // The engine has given up a fetch that took too long, and knows nothing of one that it refused.
        if callsEngine {
            try? engine.completeFetch(
                of: finished.app, with: finished.outcome, bytes: finished.bytes, at: now)
        }
        if !engineDecides { rival.complete(finished, at: now) }
        noteTasks(of: finished.app)
    }

    mutating func endProcess(of app: Int, at now: FetchTime) {
        processes.end(process(of: app))
        stopFetch(of: app, at: now)
    }

    /// Ends a fetch without result, as its app was ended or its time is over.
    mutating func stopFetch(of app: Int, at now: FetchTime) {
        guard let place = running.firstIndex(where: { $0.app == app }) else { return }
        var fetch = running.remove(at: place)
        (fetch.end, fetch.outcome) = (now, .failed)
        running.insert(fetch, at: 0)
        finishFetch(at: now)
    }
}
