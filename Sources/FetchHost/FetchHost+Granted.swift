import FetchSched
import FetchStore

/// Runs that the system grants to a program that it does not let run all the time: an app on a phone.
extension FetchHost {
    /// Does the work that pays in a run that the system grants; returns when it is done, or when the time is over.
    ///
    ///     let summary = try await host.run(within: .seconds(25))
    ///     ask(for: summary.nextRun)
    ///
    /// Fetches under way at the end are cancelled, which is no failure the first time, and are waited for: a fetch must
    /// end when it is cancelled. The state is saved. Such a program has no other loop: it reports events whenever it
    /// runs, and calls ``save()`` when the user leaves it.
    ///
    /// - Parameter span: how long the run lasts; leave some seconds to the system. A cancelled task ends it, too.
    /// - Throws: ``HostError/alreadyRunning``.
    public func run(within span: Duration) async throws(HostError) -> RunSummary {
        guard !isRunning else { throw .alreadyRunning }
        isRunning = true
        let end = clock.now.advanced(by: span)
        (runEnd, noted) = (end, [])
        let start = time()
        engine.granted(until: start + TimeSpan(span), at: start)
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled, !isStopping.load(ordering: .acquiring) {
                takeActions()
                for fetch in starting { group.addTask { await self.carryOut(fetch) } }
                starting.removeAll()
                guard !underWay.isEmpty, clock.now < end else { break }
                await waitForNews(within: clock.now.duration(to: end))
            }
            group.cancelAll()
        }
        endRun(at: time())
        defer { noted = nil }
        var failure: StoreError?
        do { try await save() } catch { failure = error }
        return RunSummary(events: noted ?? [], nextRun: nextRun, saveFailure: failure)
    }

    /// When to ask the system for the next run: the first time at which one would fetch something if nothing happened before,
    /// a day ahead at most. Nil if no app may be fetched within a week. Ask again after each use.
    public var nextRun: FetchTime? { engine.nextRun(after: time()) }

    /// Ends the run at the engine, and what is left of its fetches.
    private func endRun(at now: FetchTime) {
        if underWay.isEmpty {
            engine.granted(until: now, at: now)
        } else {
            for fetch in underWay.values.sorted(by: { $0.number < $1.number }) {
                send(.cancelled, fetch.context.app, at: now)
            }
            underWay.removeAll()
            engine.hostRestarted(at: now)
        }
        starting.removeAll()
        (isRunning, runEnd) = (false, nil)
        isStopping.store(false, ordering: .releasing)
    }
}
