import FetchSched
import Synchronization

/// A fetch whose task is about to start, runs, or has not returned.
struct RunningFetch: Sendable {
    let app: AppID
    /// Which one, of all fetches of the host.
    let number: UInt64
    let start: FetchTime
    let context: FetchContext
    let body: @Sendable (FetchContext) async throws -> FetchResult
    /// Rings to cancel it.
    let stop = Bell()
}

/// How the task of a fetch ended.
private enum FetchEnding: Sendable {
    case returned(FetchResult)
    case threw(String)
}

/// The loop, and the child tasks of which it consists.
extension FetchHost {
    /// Runs the engine until the task is cancelled or ``stop()`` is called; then cancels the fetches, waits for their end,
    /// saves the state, and returns. It can be run again.
    ///
    /// - Throws: ``HostError/alreadyRunning``; `StoreError` if the last state could not be saved.
    public func run() async throws {
        guard !isRunning else { throw HostError.alreadyRunning }
        isRunning = true
        await withDiscardingTaskGroup { group in
            if keeper != nil { group.addTask { await self.keepSaving() } }
            while !Task.isCancelled, !isStopping.load(ordering: .acquiring) {
                takeActions()
                for fetch in starting { group.addTask { await self.carryOut(fetch) } }
                starting.removeAll()
                await waitForNews()
            }
            group.cancelAll()
        }
        // No task is left. Fetches that were cancelled count as not started, not as failed.
        underWay.removeAll()
        starting.removeAll()
        engine.hostRestarted(at: time())
        isRunning = false
        isStopping.store(false, ordering: .releasing)
        streams.finish()
        try await save()
    }

    /// Lets ``run()`` end: from anywhere, at any time, and before it is called too. It does not wait for the end.
    public nonisolated func stop() {
        isStopping.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Waits until the engine's time has come, or the bell rings; no longer than `most`.
    func waitForNews(within most: Duration? = nil) async {
        let now = time()
        let left = nextDeadline(after: now).map { min(Duration($0 - now), .seconds(3600)) }
        let span = [left, most].compactMap { $0 }.min()
        await withTaskGroup { group in
            group.addTask { [bell] in await bell.wait() }
            if let span {
                group.addTask { [clock] in try? await clock.sleep(for: span) }
            }
            await group.next()
            group.cancelAll()
        }
    }

    func nextDeadline(after now: FetchTime) -> FetchTime? {
        engine.isFetchingAllowed = underWay.count < mostFetches
        return engine.nextDeadline(after: now)
    }

    private func nextAction(at now: FetchTime) -> EngineAction? {
        engine.isFetchingAllowed = isRunning && underWay.count < mostFetches
        return engine.nextAction(at: now)
    }

    // MARK: What the engine asks for

    /// Takes the engine's actions until there are none. It does not suspend, so nothing comes in between.
    func takeActions() {
        let now = time()
        while let action = nextAction(at: now) {
            switch action {
            case .fetch(let app): start(app, at: now)
            case .stopFetch(let app): end(app, at: now)
            case .deliver(let push):
                // A push that waited on the device came by radio before.
                if engine.configuration.push.waitAtServer {
                    try? engine.observe(.radio(.push, until: now), at: now)
                }
                try? engine.requestFetch(of: push.app, at: now)
                fallthrough
            default: perform(action, action.app.flatMap { names[$0] })
            }
        }
    }

    /// Prepares the task of a fetch that the engine has just started.
    func start(_ app: AppID, at now: FetchTime) {
        // A fetch that has not returned, or an app without a fetch, is not waited for: it fails, and backs off.
        guard !stragglers.values.contains(where: { $0.context.app == names[app] }), let body = handlers[app],
            let name = names[app],
            let decision = engine.lastDecision
        else {
            try? engine.completeFetch(of: app, with: .failed, at: now)
            return send(.stillBusy, names[app] ?? "", at: now)
        }
        fetchCount += 1
        var limit = Duration(engine.configuration.fetchLimit)
        if let runEnd { limit = min(limit, clock.now.duration(to: runEnd)) }
        let context = FetchContext(app: name, decision: decision, limit: limit)
        let fetch = RunningFetch(app: app, number: fetchCount, start: now, context: context, body: body)
        underWay[app] = fetch
        starting.append(fetch)
        send(.started(decision), name, at: now)
    }

    /// Cancels a fetch that the engine takes to have ended.
    func end(_ app: AppID, at now: FetchTime) {
        guard let fetch = underWay.removeValue(forKey: app) else { return }
        fetch.stop.ring()
        stragglers[app] = fetch
        send(isExpired(fetch, at: now) ? .expired : .cancelled, fetch.context.app, at: now)
    }

    private func isExpired(_ fetch: RunningFetch, at now: FetchTime) -> Bool {
        now - fetch.start > engine.configuration.fetchLimit
    }

    // MARK: A fetch

    /// Makes a fetch: the app's own code as a child task, which is cancelled when the fetch is stopped.
    func carryOut(_ fetch: RunningFetch) async {
        let ending = await withTaskGroup(of: FetchEnding?.self) { group in
            group.addTask {
                do { return .returned(try await fetch.body(fetch.context)) } catch {
                    return .threw("\(error)")
                }
            }
            group.addTask {
                await fetch.stop.wait()
                return nil
            }
            var ending: FetchEnding?
            for await one in group {
                if let one { ending = one }
                group.cancelAll()
            }
            return ending
        }
        returned(fetch, ending)
    }

    /// Tells the engine how a fetch went, unless that is known already.
    private func returned(_ fetch: RunningFetch, _ ending: FetchEnding?) {
        let now = time()
        let span = now - fetch.start
        defer { changed() }
        if stragglers[fetch.app]?.number == fetch.number {
            stragglers[fetch.app] = nil
            return send(.returnedLate(after: span), fetch.context.app, at: now)
        }
        guard underWay[fetch.app]?.number == fetch.number else { return }
        switch ending {
        // Failures while the host stops count as cancelled, as if the fetch had not started.
        case .returned(let result) where !Task.isCancelled || result.outcome != .failed:
            complete(fetch, result, .ended(result, after: span), at: now)
        case .threw(let error) where !Task.isCancelled:
            complete(fetch, .failed, .threw(error, after: span), at: now)
        default: break
        }
    }

    private func complete(
        _ fetch: RunningFetch, _ result: FetchResult, _ event: HostEvent.Kind, at now: FetchTime
    ) {
        underWay[fetch.app] = nil
        for age in result.changes.sorted(by: >) {
            try? engine.observe(.contentChanged(fetch.app, at: now - TimeSpan(age)), at: now)
        }
        let joules = result.joules.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        do {
            try engine.completeFetch(
                of: fetch.app, with: result.outcome, bytes: max(0, result.bytes), joules: joules, at: now)
        } catch {
            // The fetch ended in time to need no cancellation, but does not count: past its limit, or its app is gone.
            return send(isExpired(fetch, at: now) ? .expired : .cancelled, fetch.context.app, at: now)
        }
        if let interval = result.serverInterval {
            try? engine.observe(.serverInterval(fetch.app, TimeSpan(interval)), at: now)
        }
        if let wait = result.serverWait {
            try? engine.observe(.serverWait(fetch.app, until: now + TimeSpan(wait)), at: now)
        }
        send(event, fetch.context.app, at: now)
    }

    // MARK: The state

    /// Keeps the state some time after each change, until the task is cancelled.
    private func keepSaving() async {
        while true {
            await saveBell.wait()
            do { try await clock.sleep(for: saveInterval) } catch { return }
            do { try await save() } catch {
                send(.saveFailed(error), at: time())
                saveBell.ring()
            }
        }
    }
}

extension EngineAction {
    /// The app that the action names.
    fileprivate var app: AppID? {
        switch self {
        case .fetch(let app), .stopFetch(let app), .refreshSnapshot(let app),
            .terminate(let app, leftOpen: _),
            .suspend(let app), .resume(let app), .wakeForTransfers(let app, session: _):
            app
        case .deliver(let push): push.app
        case .wakeForLocation(let wake): wake.app
        case .expiring, .startTransfer, .pauseTransfer, .giveUpTransfer: nil
        }
    }
}
